"""Rewrites and sorts of the floating-point constructors; their arithmetic is tested in test_softfloat."""

import itertools
from collections.abc import Callable

import pytest

from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT16,
    FLOAT32,
    TRUE,
    Op,
    RoundingMode,
    SortError,
    Term,
    bit_vector,
    bv,
    evaluate,
    float_sort,
    fp,
    fp_abs,
    fp_add,
    fp_div,
    fp_eq,
    fp_fits_signed,
    fp_fits_unsigned,
    fp_fma,
    fp_from_fp,
    fp_from_ieee_bv,
    fp_from_signed,
    fp_from_unsigned,
    fp_ge,
    fp_gt,
    fp_is_nan,
    fp_le,
    fp_lt,
    fp_max,
    fp_min,
    fp_mul,
    fp_neg,
    fp_rem,
    fp_sub,
    fp_to_ieee_bv,
    fp_to_signed,
    fp_to_unsigned,
    ite,
    rounding,
    variable,
)
from surefoot.logic.softfloat import to_integer
from surefoot.logic.values import canonical_float

X, Y, Z = (variable(name, FLOAT16) for name in "xyz")
MODE = variable("mode", rounding(RoundingMode.RNE).sort)
RNE = rounding(RoundingMode.RNE)
BITS = variable("bits", bit_vector(16))
ONE, TWO, NAN, ZERO, MINUS_ZERO = (fp(bits, FLOAT16) for bits in (0x3C00, 0x4000, 0x7E00, 0, 0x8000))


def test_operands_that_can_both_be_nan_keep_their_order() -> None:
    assert fp_add(MODE, X, Y) is not fp_add(MODE, Y, X)
    assert fp_mul(MODE, NAN, X).args[1:] == (NAN, X)


def test_nans_from_bits_keep_them() -> None:
    bits = bv(0xFFFF, 16)
    nan = fp_from_ieee_bv(bits, FLOAT16)
    assert nan.args == (bits,)
    assert evaluate(nan, {}) == 0x7E00
    assert evaluate(fp_to_ieee_bv(nan), {}) == 0x7E00


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (fp_neg(fp_neg(X)), X),
        (fp_abs(fp_neg(X)), fp_abs(X)),
        (fp_abs(fp_abs(X)), fp_abs(X)),
        (fp_add(MODE, ONE, X), fp_add(MODE, X, ONE)),
        (fp_mul(MODE, TWO, X), fp_mul(MODE, X, TWO)),
        (fp_fma(MODE, ONE, Y, Z), fp_fma(MODE, Y, ONE, Z)),
        (fp_eq(X, Y), fp_eq(Y, X)),
        (fp_ge(X, Y), fp_le(Y, X)),
        (fp_gt(X, Y), fp_lt(Y, X)),
        (fp_lt(X, X), FALSE),
        (fp_is_nan(fp_neg(X)), fp_is_nan(X)),
        (fp_is_nan(fp_from_signed(MODE, BITS, FLOAT16)), FALSE),
        (fp_is_nan(fp_from_unsigned(MODE, BITS, FLOAT16)), FALSE),
        (fp_from_ieee_bv(fp_to_ieee_bv(X), FLOAT16), X),
        (fp_from_fp(MODE, X, FLOAT16), X),
        (fp_add(RNE, ONE, ONE), TWO),
        (fp_is_nan(fp_from_ieee_bv(bv(0xFFFF, 16), FLOAT16)), TRUE),
        (fp_le(fp_from_ieee_bv(bv(0xFFFF, 16), FLOAT16), ONE), FALSE),
        (fp_to_signed(RNE, NAN, 8), bv(0x80, 8)),
        (fp_to_signed(RNE, fp_neg(ONE), 8), bv(0xFF, 8)),
        (fp_to_unsigned(RNE, fp_neg(ONE), 8), bv(0x80, 8)),
        (fp_to_unsigned(RNE, TWO, 8), bv(2, 8)),
        (fp_to_unsigned(RNE, MINUS_ZERO, 8), bv(0, 8)),
        (fp_min(ONE, TWO), ONE),
        (fp_max(ONE, TWO), TWO),
        (fp_min(NAN, TWO), TWO),
        (fp_min(ONE, NAN), ONE),
        (fp_max(NAN, TWO), TWO),
        (fp_max(ONE, NAN), ONE),
        (fp_min(NAN, NAN), NAN),
        (fp_max(ZERO, MINUS_ZERO), MINUS_ZERO),
    ],
)
def test_rewrites(left: Term, right: Term) -> None:
    assert left is right


def test_rewrites_invalid_for_nan_and_zeros_are_not_applied() -> None:
    assert fp_eq(X, X).op is Op.FP_EQ
    assert fp_le(X, X).op is Op.FP_LE
    assert fp_sub(RNE, X, X).op is Op.FP_SUB
    assert fp_add(RNE, X, ZERO).op is Op.FP_ADD
    assert fp_add(MODE, ONE, ONE).op is Op.FP_ADD
    assert fp_to_ieee_bv(fp_from_ieee_bv(BITS, FLOAT16)) is not BITS
    assert fp_from_ieee_bv(fp_to_ieee_bv(variable("b", float_sort(8, 8))), FLOAT16).op is Op.FP_FROM_IEEE_BV


@pytest.mark.parametrize("width", [1, 3, 6])
@pytest.mark.parametrize("mode", RoundingMode)
def test_range_of_conversions(width: int, mode: RoundingMode) -> None:
    """The term for "in range" agrees with the integers, for every number of two formats."""
    for sort in (float_sort(4, 3), float_sort(2, 4)):
        number = variable("number", sort)
        signed = fp_fits_signed(rounding(mode), number, width)
        unsigned = fp_fits_unsigned(rounding(mode), number, width)
        for bits in {canonical_float(bits, sort) for bits in range(1 << sort.bits)}:
            integer = to_integer(sort, mode, bits)
            half = 1 << (width - 1)
            assert evaluate(signed, {number: bits}) == (integer is not None and -half <= integer < half), bits
            assert evaluate(unsigned, {number: bits}) == (integer is not None and 0 <= integer < 2 * half), bits


WIDE = variable("wide", FLOAT32)


@pytest.mark.parametrize(
    "build",
    [
        lambda: fp_neg(BITS),
        lambda: fp_add(X, X, Y),
        lambda: fp_add(MODE, X, WIDE),
        lambda: fp_div(MODE, WIDE, X),
        lambda: fp_rem(X, WIDE),
        lambda: fp_lt(X, WIDE),
        lambda: fp_eq(BITS, X),
        lambda: fp_from_ieee_bv(BITS, FLOAT32),
        lambda: fp_from_ieee_bv(X, FLOAT16),
        lambda: fp_from_signed(MODE, X, FLOAT32),
        lambda: fp_from_unsigned(BITS, BITS, FLOAT32),
        lambda: fp_to_signed(MODE, BITS, 8),
        lambda: fp_to_signed(MODE, X, 0),
        lambda: fp_to_ieee_bv(BITS),
        lambda: ite(variable("c", BOOL), X, WIDE),
    ],
)
def test_ill_sorted_terms_are_refused(build: Callable[[], Term]) -> None:
    with pytest.raises(SortError):
        build()


def test_min_and_max_of_all_numbers() -> None:
    sort = float_sort(2, 2)
    numbers = sorted({canonical_float(bits, sort) for bits in range(1 << sort.bits)})
    for left, right in itertools.product(numbers, repeat=2):
        a, b = fp(left, sort), fp(right, sort)
        lesser, greater = fp_min(a, b), fp_max(a, b)
        assert {lesser, greater} <= {a, b}
        if fp_is_nan(a) is FALSE and fp_is_nan(b) is FALSE:
            assert fp_le(lesser, greater) is TRUE and fp_le(lesser, a) is TRUE and fp_le(b, greater) is TRUE
