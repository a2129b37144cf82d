"""Abstract evaluation and refinement against all concrete points of random boxes."""

import random

import pytest

from corpus.boxes import FLOAT, NUMBER, BoxedTerms, random_box, values_of
from surefoot.logic import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT,
    RoundingMode,
    Sort,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvslt,
    bvsrem,
    bvult,
    eq,
    evaluate,
    fp,
    fp_add,
    fp_div,
    fp_from_fp,
    fp_is_nan,
    fp_le,
    fp_lt,
    fp_mul,
    ite,
    not_,
    or_,
    rounding,
    select,
    softfloat,
    variable,
    zero_extend,
)
from surefoot.logic.intervals.domain import (
    ANYTHING,
    EITHER,
    FAILS,
    HOLDS,
    Abstract,
    Floats,
    Numbers,
    contains,
    every_float,
    every_number,
    everything,
    exactly,
    floats,
    infinity_key,
    is_empty,
    is_single,
    join,
    meet,
    numbers,
    widen,
)
from surefoot.logic.intervals.evaluation import AbstractEnvironment, Allowance, Evaluation
from surefoot.logic.intervals.refinement import assume

RNE = rounding(RoundingMode.RNE)
X, Y = variable("x", bit_vector(32)), variable("y", bit_vector(32))
F, G = variable("f", FLOAT32), variable("g", FLOAT32)
SORTS = {"numbers": NUMBER, "floats": FLOAT}


def split(known: AbstractEnvironment, condition: Term, holds: bool) -> AbstractEnvironment | None:
    return assume(known, condition, Allowance(5000), holds=holds)


def value_of(term: Term, known: AbstractEnvironment) -> Abstract:
    return Evaluation(known, Allowance(5000), split).value(term)


@pytest.mark.parametrize("sort", SORTS.values(), ids=list(SORTS))
@pytest.mark.parametrize("seed", range(2))
def test_no_concrete_value_is_outside_the_abstract_one(sort: Sort, seed: int) -> None:
    choose = random.Random(seed)
    terms = BoxedTerms(choose, sort)
    for _ in range(80):
        term = terms.term(choose.choice([1, 1, 2, 3]))
        box = random_box(choose, sort)
        plain = Evaluation(box.known, Allowance(0)).value(term)
        precise = Evaluation(box.known, Allowance(5000), split).value(term)
        for point in box.points(choose):
            concrete = evaluate(term, point)
            assert contains(plain, concrete), (seed, term, point)
            assert contains(precise, concrete), (seed, term, point)


@pytest.mark.parametrize("sort", SORTS.values(), ids=list(SORTS))
@pytest.mark.parametrize("seed", range(2))
def test_refinement_keeps_every_point_that_satisfies_the_condition(sort: Sort, seed: int) -> None:
    choose = random.Random(100 + seed)
    terms = BoxedTerms(choose, sort)
    for _ in range(60):
        condition = terms.condition(choose.choice([1, 2, 3]))
        box = random_box(choose, sort)
        holds = choose.random() < 0.5
        known = assume(box.known, condition, Allowance(5000), holds=holds)
        for point in box.points(choose):
            if evaluate(condition, point) is holds:
                assert known is not None, (seed, condition, point)
                assert all(contains(value, evaluate(term, point)) for term, value in known.items()), (
                    seed,
                    condition,
                    point,
                )


def between(low: int, high: int, width: int = 32) -> Numbers:
    return numbers(width, [(low, high)])


def single(number: float) -> int:
    """Return the bits of ``number``, a multiple of 1/16, as a float."""
    return softfloat.from_ratio(FLOAT32, RoundingMode.RNE, int(number * 16), 16)


def reals(low: float, high: float, *, nan: bool = False) -> Floats:
    return floats(FLOAT32, [single(low), single(high)], nan=nan)


@pytest.mark.parametrize("sort", SORTS.values(), ids=list(SORTS))
def test_join_and_meet_are_hull_and_intersection(sort: Sort) -> None:
    choose = random.Random(7)
    for _ in range(60):
        left, right = random_box(choose, sort).known.values()
        both, either = meet(left, right), join(left, right)
        for value in values_of(sort):
            assert contains(both, value) == (contains(left, value) and contains(right, value))
            assert contains(either, value) or not (contains(left, value) or contains(right, value))
        assert is_empty(both) == (not any(contains(both, value) for value in values_of(sort)))
        assert is_single(both) == (sum(contains(both, value) for value in values_of(sort)) == 1)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (bvadd(X, bv(1, 32)), between(1, 11)),
        (bvadd(X, bv(0x7FFFFFFF, 32)), numbers(32, [(0x7FFFFFFF, 0x7FFFFFFF + 10)])),
        (bvmul(X, Y), between(-30, 50)),
        (bvsrem(Y, bv(4, 32)), between(-3, 3)),
        (zero_extend(Y, 64), numbers(64, [(0, 5), (2**32 - 3, 2**32 - 1)])),
        (ite(bvslt(X, bv(7, 32)), bvadd(X, bv(1, 32)), bv(0, 32)), between(0, 7)),
        (ite(bvslt(X, bv(20, 32)), X, Y), between(0, 10)),
        (bvult(X, bv(11, 32)), HOLDS),
        (bvslt(bv(10, 32), X), FAILS),
        (eq(X, Y), EITHER),
        (select(variable("a", array_sort(bit_vector(32), bit_vector(32))), X), every_number(32)),
        (variable("n", INT), ANYTHING),
    ],
)
def test_known_values(term: Term, expected: Abstract) -> None:
    assert value_of(term, {X: between(0, 10), Y: between(-3, 5)}) == expected


def test_floats_distinguish_zeros_infinities_and_nan() -> None:
    greatest = infinity_key(FLOAT32)
    unit = {F: reals(-1, 1), G: reals(0, 2)}
    assert value_of(fp_add(RNE, F, G), unit) == reals(-1, 3)
    assert value_of(fp_mul(RNE, F, G), unit) == reals(-2, 2)
    assert value_of(fp_div(RNE, F, G), unit) == every_float(FLOAT32)
    assert value_of(fp_div(RNE, G, fp(single(2), FLOAT32)), unit) == reals(0, 1)
    assert value_of(fp_mul(RNE, G, G), {G: Floats(FLOAT32, 0, greatest, nan=False)}) == Floats(
        FLOAT32, 0, greatest, nan=True
    )
    negative_zero = 1 << 31
    assert value_of(fp_mul(RNE, F, G), {F: reals(-2, -1), G: reals(0, 0)}) == floats(FLOAT32, [negative_zero])


def test_a_float_compared_as_a_double_is_bounded_by_floats() -> None:
    tenth = softfloat.from_ratio(FLOAT64, RoundingMode.RNE, 1, 10)
    condition = fp_lt(fp_from_fp(RNE, F, FLOAT64), fp(tenth, FLOAT64))
    known = assume({}, condition, Allowance(100), holds=True)
    assert known is not None
    below = softfloat.convert(FLOAT64, FLOAT32, RoundingMode.RTN, tenth)
    assert known[F] == floats(FLOAT32, [1 << 31 | infinity_key(FLOAT32), below])


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (bvslt(X, bv(7, 32)), between(0, 6)),
        (bvslt(bvadd(X, bv(3, 32)), bv(7, 32)), between(0, 3)),
        (not_(eq(X, bv(10, 32))), between(0, 9)),
        (or_(eq(X, bv(2, 32)), eq(X, bv(5, 32))), between(2, 5)),
        (not_(or_(bvult(X, bv(2, 32)), bvult(bv(5, 32), X))), between(2, 5)),
        (and_(eq(X, Y), bvslt(Y, bv(4, 32))), between(0, 3)),
        (eq(ite(bvslt(X, bv(3, 32)), bv(1, 32), bv(0, 32)), bv(0, 32)), between(3, 10)),
        (bvult(bv(40, 32), X), None),
        (and_(bvslt(X, Y), bvslt(Y, X)), None),
    ],
)
def test_refined_ranges(condition: Term, expected: Abstract | None) -> None:
    known = assume({X: between(0, 10), Y: between(0, 10)}, condition, Allowance(1000), holds=True)
    assert (known and known[X]) == expected


def test_comparisons_with_nan() -> None:
    unknown: AbstractEnvironment = {F: reals(-4, 4, nan=True)}
    two = fp(single(2), FLOAT32)
    assert (assume(unknown, fp_le(F, two), Allowance(100), holds=True) or {})[F] == reals(-4, 2)
    above = (assume(unknown, fp_le(F, two), Allowance(100), holds=False) or {})[F]
    assert above == Floats(FLOAT32, single(2) + 1, single(4), nan=True)
    assert (assume(unknown, fp_le(F, G), Allowance(100), holds=False) or {}).get(F, unknown[F]) == unknown[F]
    assert (assume(unknown, fp_is_nan(F), Allowance(100), holds=False) or {})[F] == reals(-4, 4)
    assert assume({F: reals(-4, 4)}, fp_is_nan(F), Allowance(100), holds=True) is None


def test_deep_terms_need_no_recursion() -> None:
    total, condition = X, bvult(X, bv(3, 32))
    for number in range(4_000):
        total = bvmul(bvadd(total, Y), bv(3, 32))
        condition = and_(condition, not_(eq(Y, bv(number + 100, 32))))
    assert value_of(total, {}) == every_number(32)
    assert (assume({}, condition, Allowance(100), holds=True) or {})[X] == between(0, 2)


def test_widening_goes_to_the_next_threshold_and_ends_at_the_type() -> None:
    thresholds = (-(2**31), -1, 0, 99, 100, 2**31 - 1)
    grown = widen(between(0, 3), between(1, 4), thresholds)
    assert grown == between(0, 99)
    assert widen(grown, between(1, 100), thresholds) == between(0, 100)
    assert widen(between(0, 100), between(1, 101), thresholds) == between(0, 2**31 - 1)
    assert widen(between(0, 100), between(2, 99), thresholds) == between(0, 100)
    assert widen(between(0, 2**31 - 1), numbers(32, [(2**31, 2**31)]), thresholds) == numbers(32, [(0, 2**31)])


def test_everything_contains_all_values() -> None:
    for sort in (NUMBER, FLOAT):
        assert all(contains(everything(sort), value) for value in values_of(sort))
        assert all(contains(exactly(value, sort), value) for value in values_of(sort))
    assert everything(BOOL) == EITHER
