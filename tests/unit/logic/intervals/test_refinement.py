"""Each operator and each form of condition against all concrete points of many boxes."""

import random
from collections.abc import Callable

import pytest

from corpus.boxes import FLOAT, NUMBER, random_box, symbols
from surefoot import logic
from surefoot.logic import BOOL, FloatSort, RoundingMode, Sort, Term, evaluate, rounding
from surefoot.logic.intervals.domain import contains
from surefoot.logic.intervals.evaluation import Allowance, Evaluation
from surefoot.logic.intervals.refinement import assume

X, Y = symbols(NUMBER)
F, G = symbols(FLOAT)
WIDE = FloatSort(4, 5)
MODES = {mode.name: rounding(mode) for mode in RoundingMode}
RNE = MODES["RNE"]

ON_NUMBERS = {
    **{
        make.__name__: make(X, Y)
        for make in (
            logic.bvadd,
            logic.bvsub,
            logic.bvmul,
            logic.bvudiv,
            logic.bvurem,
            logic.bvsdiv,
            logic.bvsrem,
            logic.bvand,
            logic.bvor,
            logic.bvxor,
            logic.bvshl,
            logic.bvlshr,
            logic.bvashr,
            logic.concat,
            logic.bvult,
            logic.bvslt,
            logic.eq,
        )
    },
    "bvneg": logic.bvneg(X),
    "bvnot": logic.bvnot(X),
    "zero_extend": logic.zero_extend(X, 6),
    "sign_extend": logic.sign_extend(X, 6),
    "extract low": logic.extract(X, 1, 0),
    "extract high": logic.extract(X, 3, 2),
    "wide product": logic.bvmul(logic.zero_extend(X, 6), logic.sign_extend(Y, 6)),
    "fp_from_signed": logic.fp_from_signed(RNE, X, FLOAT),
    "fp_from_unsigned": logic.fp_from_unsigned(MODES["RTZ"], X, FLOAT),
}
ON_FLOATS = {
    **{
        f"{make.__name__} {name}": make(mode, F, G)
        for make in (logic.fp_add, logic.fp_sub, logic.fp_mul, logic.fp_div)
        for name, mode in MODES.items()
    },
    **{
        f"{make.__name__} {name}": make(mode, F)
        for make in (logic.fp_sqrt, logic.fp_round_to_integral)
        for name, mode in MODES.items()
    },
    **{
        make.__name__: make(F)
        for make in (
            logic.fp_abs,
            logic.fp_neg,
            logic.fp_to_ieee_bv,
            logic.fp_is_nan,
            logic.fp_is_infinite,
            logic.fp_is_zero,
            logic.fp_is_normal,
            logic.fp_is_subnormal,
            logic.fp_is_negative,
            logic.fp_is_positive,
        )
    },
    **{make.__name__: make(F, G) for make in (logic.fp_lt, logic.fp_le, logic.fp_eq, logic.fp_rem)},
    **{f"narrowed {name}": logic.fp_from_fp(mode, F, FloatSort(2, 2)) for name, mode in MODES.items()},
    "identical": logic.eq(F, G),
    "widened": logic.fp_from_fp(RNE, F, WIDE),
    "fp_to_signed": logic.fp_to_signed(RNE, F, 5),
    "fp_to_unsigned": logic.fp_to_unsigned(MODES["RTP"], F, 5),
    "fp_from_ieee_bv": logic.fp_from_ieee_bv(logic.fp_to_ieee_bv(logic.fp_neg(F)), FLOAT),
}
OPERATORS = {**ON_NUMBERS, **ON_FLOATS}


@pytest.mark.parametrize("name", OPERATORS)
def test_operator_on_boxes(name: str) -> None:
    term = OPERATORS[name]
    choose = random.Random(name)
    sort = NUMBER if name in ON_NUMBERS else FLOAT
    for _ in range(24):
        box = random_box(choose, sort)
        value = Evaluation(box.known, Allowance(0)).value(term)
        for point in box.points(choose):
            assert contains(value, evaluate(term, point)), (term, box.known, point)


def _compared(make: Callable[[Term, Term], Term], choose: random.Random) -> Term:
    shapes = [
        X,
        logic.bvadd(X, Y),
        logic.bvsub(X, Y),
        logic.bvsub(Y, X),
        logic.bvneg(X),
        logic.bvnot(X),
        logic.extract(logic.zero_extend(logic.concat(X, Y), 9), 8, 5),
        logic.ite(logic.bvult(X, Y), X, logic.bv(3, 4)),
        logic.extract(logic.bvadd(logic.zero_extend(X, 6), logic.bv(choose.choice([0, 5, 40]), 6)), 3, 0),
        logic.extract(logic.bvadd(logic.sign_extend(X, 6), logic.bv(choose.choice([0, 5, 40]), 6)), 3, 0),
    ]
    left = choose.choice(shapes)
    right = choose.choice([Y, logic.bv(choose.randrange(16), 4)])
    return make(left, right) if choose.random() < 0.5 else make(right, left)


@pytest.mark.parametrize("make", [logic.bvult, logic.bvslt, logic.eq], ids=lambda make: make.__name__)
@pytest.mark.parametrize("holds", [True, False])
def test_integer_comparison_on_boxes(make: Callable[[Term, Term], Term], *, holds: bool) -> None:
    choose = random.Random(11)
    for _ in range(100):
        check(_compared(make, choose), NUMBER, choose, holds=holds)


@pytest.mark.parametrize("name", [name for name, term in ON_FLOATS.items() if term.sort is BOOL])
@pytest.mark.parametrize("holds", [True, False])
def test_float_test_on_boxes(name: str, *, holds: bool) -> None:
    choose = random.Random(12)
    for _ in range(20):
        check(ON_FLOATS[name], FLOAT, choose, holds=holds)


@pytest.mark.parametrize("make", [logic.fp_lt, logic.fp_le, logic.fp_eq], ids=lambda make: make.__name__)
def test_comparison_in_a_wider_format_on_boxes(make: Callable[[Term, Term], Term]) -> None:
    choose = random.Random(13)
    for _ in range(40):
        bound = logic.fp(choose.randrange(1 << WIDE.bits), WIDE)
        sides = [logic.fp_from_fp(RNE, logic.fp_neg(F), WIDE), bound]
        choose.shuffle(sides)
        check(make(*sides), FLOAT, choose, holds=choose.random() < 0.7)


def check(condition: Term, sort: Sort, choose: random.Random, *, holds: bool) -> None:
    """Check that no point that satisfies the condition is lost."""
    box = random_box(choose, sort)
    known = assume(box.known, condition, Allowance(1000), holds=holds)
    for point in box.points(choose):
        if evaluate(condition, point) is holds:
            assert known is not None, (condition, box.known, point)
            for term, value in known.items():
                assert contains(value, evaluate(term, point)), (condition, box.known, point, term)
