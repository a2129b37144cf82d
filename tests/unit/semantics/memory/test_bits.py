"""Bits of floats: kept when read, unknown for computed and havocked NaNs."""

import pytest

from surefoot.base.budget import Budget
from surefoot.logic import (
    BOOL,
    FLOAT32,
    TRUE,
    RoundingMode,
    Term,
    and_,
    bit_vector,
    bv,
    bvand,
    bvor,
    bvxor,
    eq,
    evaluate,
    fp,
    fp_abs,
    fp_div,
    fp_from_ieee_bv,
    fp_is_nan,
    fp_neg,
    ite,
    not_,
    rounding,
    variable,
    variables_of,
)
from surefoot.semantics.memory.bits import as_bits, as_sort, is_nan_choice
from surefoot.smt.contracts import Unsat
from surefoot.smt.registry import open_solver

WORD = bit_vector(32)
B, C = variable("b", WORD), variable("c", WORD)
P = variable("p", BOOL)
X, Y = variable("x", FLOAT32), variable("y", FLOAT32)
QUOTIENT = fp_div(rounding(RoundingMode.RNE), X, Y)
SIGN = 1 << 31


def float_of(bits: Term) -> Term:
    return as_sort(bits, FLOAT32)


@pytest.mark.parametrize(
    ("value", "bits"),
    [
        (float_of(B), B),
        (float_of(bv(0xFFA00001, 32)), bv(0xFFA00001, 32)),
        (fp_neg(float_of(B)), bvxor(B, bv(SIGN, 32))),
        (fp_abs(float_of(B)), bvand(B, bv(SIGN - 1, 32))),
        (ite(P, float_of(B), float_of(C)), ite(P, B, C)),
        (ite(P, float_of(B), fp(0x3F800000, FLOAT32)), ite(P, B, bv(0x3F800000, 32))),
    ],
)
def test_float_read_from_bits_keeps_them(value: Term, bits: Term) -> None:
    assert as_bits(value) is bits


@pytest.mark.parametrize("value", [X, QUOTIENT])
def test_float_is_recovered_from_its_bits(value: Term) -> None:
    assert float_of(as_bits(value)) is value


@pytest.mark.parametrize(("value", "quiet"), [(X, 0), (QUOTIENT, 1 << 22)])
def test_bits_of_computed_nans_are_any_quiet_nan(value: Term, quiet: int) -> None:
    bits = as_bits(value)
    solver = open_solver("bitwuzla", Budget())
    wrong = [
        not_(eq(fp_from_ieee_bv(bits, FLOAT32), value)),
        and_(fp_is_nan(value), not_(eq(bvor(bits, bv(quiet, 32)), bits))),
    ]
    for formula in wrong:
        assert isinstance(solver.check([formula]), Unsat)
    choice = next(symbol for symbol in variables_of(bits) if is_nan_choice(symbol))
    nan = {X: 0x7FC00000, Y: 0}
    patterns = {evaluate(bits, {**nan, choice: chosen}) for chosen in (0, 1, 5, 1 << 22, 1 << 23, 3 << 22)}
    assert {0x7FC00000, 0xFFC00000, 1 | quiet | 0x7F800000} <= patterns
    assert fp_is_nan(value) is not TRUE
