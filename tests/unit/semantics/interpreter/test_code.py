import random

import pytest

from corpus.random_terms import Signature, TermGenerator, random_value
from surefoot.logic import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FloatSort,
    Op,
    RoundingMode,
    Term,
    Value,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvlshr,
    bvmul,
    bvshl,
    bvxor,
    eq,
    evaluate,
    fp_abs,
    fp_add,
    fp_from_fp,
    fp_from_ieee_bv,
    fp_neg,
    fp_sqrt,
    fp_to_ieee_bv,
    postorder,
    rounding,
    variable,
    variables_of,
)
from surefoot.logic.values import canonical_float
from surefoot.semantics.interpreter.code import Emitter

SORTS = (
    BOOL,
    bit_vector(1),
    bit_vector(5),
    bit_vector(8),
    bit_vector(33),
    FLOAT16,
    array_sort(bit_vector(3), bit_vector(5)),
)


def value_by_code(term: Term, assignment: dict[Term, Value]) -> Value:
    places = {symbol: f"v[{slot}]" for slot, symbol in enumerate(assignment)}
    emitter = Emitter(places.__getitem__)
    emitter.line(f"return {emitter.expression(term)}")
    names = dict(emitter.names)
    exec("def execute(v):\n    " + "\n    ".join(emitter.lines), names)  # noqa: S102 - what is tested
    found: Value = names["execute"](list(assignment.values()))  # type: ignore[operator]
    return found


@pytest.mark.parametrize("seed", range(300))
def test_code_agrees_with_evaluate_except_nan_bits(seed: int) -> None:
    choose = random.Random(seed)
    generator = TermGenerator(choose, Signature(functions=False, integers=True))
    term = generator.term(choose.choice(SORTS), 5)
    while any(part.op is Op.FP_TO_IEEE_BV for part in postorder((term,))):
        term = generator.term(choose.choice(SORTS), 5)
    for _ in range(5):
        assignment = {symbol: random_value(choose, symbol.sort) for symbol in variables_of(term)}
        found = value_by_code(term, assignment)
        if isinstance(term.sort, FloatSort):
            found = canonical_float(int(found), term.sort)  # type: ignore[arg-type]
        assert found == evaluate(term, assignment)


X, Y = variable("x", FLOAT16), variable("y", FLOAT16)
RNE = rounding(RoundingMode.RNE)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (fp_to_ieee_bv(X), 0x7D23),
        (fp_to_ieee_bv(fp_neg(X)), 0xFD23),
        (fp_to_ieee_bv(fp_abs(fp_neg(X))), 0x7D23),
        (fp_to_ieee_bv(fp_add(RNE, X, Y)), 0x7F23),
        (fp_to_ieee_bv(fp_add(RNE, Y, X)), 0xFE01),
        (fp_to_ieee_bv(fp_sqrt(RNE, X)), 0x7F23),
        (fp_to_ieee_bv(fp_from_fp(RNE, X, FLOAT32)), 0x7FE46000),
        (fp_to_ieee_bv(fp_from_fp(RNE, fp_from_fp(RNE, X, FLOAT32), FLOAT16)), 0x7F23),
        (fp_to_ieee_bv(fp_sqrt(RNE, fp_from_ieee_bv(bv(0xBC00, 16), FLOAT16))), 0xFE00),
        (fp_to_ieee_bv(fp_from_ieee_bv(bv(0x7C01, 16), FLOAT16)), 0x7C01),
        (eq(X, Y), True),
    ],
)
def test_nan_bits_are_those_of_x86(term: Term, expected: Value) -> None:
    assert value_by_code(term, {X: 0x7D23, Y: 0xFE01}) == expected


def test_truth_values_stay_bool() -> None:
    choose = random.Random(7)
    generator = TermGenerator(choose, Signature(functions=False))
    for _ in range(100):
        term = generator.term(BOOL, 4)
        assignment = {symbol: random_value(choose, symbol.sort) for symbol in variables_of(term)}
        assert type(value_by_code(term, assignment)) is bool


def test_shared_terms_make_code_linear_in_the_graph() -> None:
    x = variable("x", bit_vector(32))
    term = x
    for _ in range(200):
        term = bvxor(bvadd(term, term), bvmul(term, x))
    assert value_by_code(term, {x: 3}) == evaluate(term, {x: 3})


def test_deep_terms_compile() -> None:
    x, y = variable("x", bit_vector(32)), variable("y", bit_vector(32))
    term = x
    for _ in range(20_000):
        term = bvxor(bvadd(term, y), x)
    assert value_by_code(term, {x: 3, y: 5}) == evaluate(term, {x: 3, y: 5})


@pytest.mark.parametrize("amount", [0, 1, 31, 32, 33, 2**32 - 1])
def test_shifts_by_any_amount(amount: int) -> None:
    x, by = variable("x", bit_vector(32)), variable("by", bit_vector(32))
    for term in (bvshl(x, by), bvlshr(x, by)):
        assert value_by_code(term, {x: 0x80000001, by: amount}) == evaluate(term, {x: 0x80000001, by: amount})
