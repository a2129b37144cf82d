"""The solver `boxes`: enclosures contain the value at each point, and answers agree with other
solvers.
"""

import math
import random
from collections.abc import Callable
from contextlib import closing
from itertools import product

import pytest

from surefoot.base.budget import Budget
from surefoot.discharge.exact_ranges import fails_by_exact_ranges
from surefoot.logic import (
    FLOAT32,
    FLOAT64,
    Evaluator,
    FloatSort,
    RoundingMode,
    Term,
    and_,
    bit_vector,
    bv,
    bvult,
    eq,
    fp,
    fp_abs,
    fp_add,
    fp_div,
    fp_eq,
    fp_from_fp,
    fp_from_signed,
    fp_is_infinite,
    fp_is_nan,
    fp_is_negative,
    fp_is_positive,
    fp_is_zero,
    fp_le,
    fp_lt,
    fp_mul,
    fp_neg,
    fp_sqrt,
    fp_sub,
    ite,
    not_,
    or_,
    rounding,
    softfloat,
    variable,
)
from surefoot.logic.values import canonical_nan
from surefoot.smt.adapters import float_intervals
from surefoot.smt.adapters.box_evaluation import EITHER, FAILS, HOLDS, Formulas, bits_of, number_of
from surefoot.smt.adapters.float_intervals import ONLY_NAN, Interval
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.smt.model_checking import CheckedSolver
from surefoot.smt.registry import open_solver

NEAREST = rounding(RoundingMode.RNE)
FORMATS = pytest.mark.parametrize("sort", [FLOAT32, FLOAT64], ids=["single", "double"])


def number(value: float, sort: FloatSort = FLOAT32) -> Term:
    return fp(bits_of(value, sort), sort)


def some_number(generator: random.Random, sort: FloatSort) -> float:
    special = [0.0, -0.0, math.inf, -math.inf, 1.0, -1.0, 1e-40, 3e38, -3e38]
    if generator.random() < 0.4:
        return number_of(bits_of(generator.choice(special), sort), sort)
    return number_of(bits_of(generator.choice([generator.uniform(-3, 3), generator.uniform(-1e9, 1e9)]), sort), sort)


def some_float(generator: random.Random, leaves: list[Term], sort: FloatSort, depth: int) -> Term:
    if depth == 0:
        return generator.choice([*leaves, number(some_number(generator, sort), sort)])
    left, right = (some_float(generator, leaves, sort, depth - 1) for _ in range(2))
    other = FLOAT64 if sort is FLOAT32 else FLOAT32
    mode = NEAREST if generator.random() < 0.9 else rounding(generator.choice(list(RoundingMode)))
    match generator.randrange(10):
        case 0:
            return fp_add(mode, left, right)
        case 1:
            return fp_sub(mode, left, right)
        case 2 | 3:
            return fp_mul(mode, left, right)
        case 4:
            return fp_div(mode, left, right)
        case 5:
            return fp_mul(mode, left, left)
        case 6:
            return fp_sqrt(mode, left)
        case 7:
            return fp_neg(left) if generator.random() < 0.5 else fp_abs(left)
        case 8:
            return fp_from_fp(mode, fp_from_fp(mode, left, other), sort)
        case _:
            return ite(fp_lt(left, right), left, right)


def some_atom(generator: random.Random, leaves: list[Term], sort: FloatSort) -> Term:
    left, right = (some_float(generator, leaves, sort, generator.randrange(3)) for _ in range(2))
    tests = (fp_is_nan, fp_is_infinite, fp_is_zero, fp_is_negative, fp_is_positive)
    atom = generator.choice([fp_lt, fp_le, fp_eq, eq])(left, right)
    if generator.random() < 0.25:
        atom = generator.choice(tests)(left)
    return not_(atom) if generator.random() < 0.5 else atom


def some_formula(generator: random.Random, leaves: list[Term], sort: FloatSort) -> Term:
    atoms = [some_atom(generator, leaves, sort) for _ in range(3)]
    return and_(atoms[0], or_(atoms[1], atoms[2]))


@FORMATS
@pytest.mark.parametrize("seed", range(80))
def test_enclosure_contains_the_value_at_each_point(seed: int, sort: FloatSort) -> None:
    generator = random.Random(seed)
    leaves = [variable("x", sort), variable("y", sort)]
    formulas = Formulas([some_formula(generator, leaves, sort) for _ in range(2)])
    for _ in range(4):
        box, points = [], []
        for _ in formulas.floats:
            low, inside, high = sorted(some_number(generator, sort) for _ in range(3))
            if generator.random() < 0.2:
                low = high = inside
            nan = generator.random() < 0.2
            box.append(Interval(low, high, nan))
            points.append([bits_of(each, sort) for each in (low, inside, high)] + [canonical_nan(sort)] * nan)
        truth = formulas.truth(box)
        for _ in range(6):
            values = dict(zip(formulas.floats, map(generator.choice, points), strict=True))
            outcome = all(Evaluator(values.__getitem__).value(each) for each in formulas.conjuncts)
            assert truth & (HOLDS if outcome else FAILS), f"seed {seed}"


ENDS = [number_of(sign | size, FLOAT32) for sign in (1 << 31, 0) for size in (0, 1, 0x3F800000, 0x7F7FFFFF, 0x7F800000)]
OPERATORS = {
    float_intervals.add: softfloat.add,
    float_intervals.multiply: softfloat.multiply,
    float_intervals.divide: softfloat.divide,
}


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.__name__)
def test_intervals_between_extreme_ends(operator: Callable[..., Interval]) -> None:
    concrete = OPERATORS[operator]
    results = {
        (left, right): concrete(FLOAT32, None, RoundingMode.RNE, left, right)
        for left, right in product([bits_of(each, FLOAT32) for each in ENDS], repeat=2)
    }
    pairs = [(low, high) for low, high in product(ENDS, repeat=2) if low <= high]
    for left, right in product(pairs, repeat=2):
        found = operator(float_intervals.to_single, Interval(*left, nan=False), Interval(*right, nan=False))
        among, others = (
            [bits_of(each, FLOAT32) for each in ENDS if low <= each <= high] for low, high in (left, right)
        )
        for operands in product(among, others):
            result = results[operands]
            is_inside = found.low <= number_of(result, FLOAT32) <= found.high
            assert found.nan if result == canonical_nan(FLOAT32) else is_inside, (left, right, operands)


X = variable("x", FLOAT32)
CUBIC = fp_sub(NEAREST, fp_mul(NEAREST, X, fp_mul(NEAREST, X, X)), fp_mul(NEAREST, number(2.5), X))


@pytest.mark.parametrize("limit", [-55.0, -53.9, -1.0, 19.4, 19.6])
def test_answers_agree_with_another_solver(limit: float) -> None:
    bounds = and_(fp_le(number(-4.0), X), fp_le(X, number(3.0)))
    for formula in (and_(bounds, fp_lt(number(limit), CUBIC)), and_(bounds, fp_lt(CUBIC, number(limit)))):
        with closing(CheckedSolver(open_solver("boxes", Budget.seconds(20)))) as solver:
            answer = solver.check([formula])
        with closing(open_solver("bitwuzla", Budget.seconds(40))) as other:
            expected = other.check([formula])
        assert type(answer) is type(expected)
        assert fails_by_exact_ranges([formula], Budget.seconds(20)) == isinstance(expected, Unsat)


def test_core_consists_of_assumptions() -> None:
    x = variable("x", FLOAT32)
    below = fp_lt(fp_mul(NEAREST, x, x), number(-1.0))
    with closing(open_solver("boxes", Budget.seconds(10))) as solver:
        assert solver.check([below]) == Unsat((below,))
        with solver.scope():
            solver.add(fp_lt(number(2.0), x))
            assert isinstance(solver.check([fp_lt(fp_mul(NEAREST, x, x), number(4.0))]), Unsat)
        assert isinstance(solver.check([fp_lt(fp_mul(NEAREST, x, x), number(4.0))]), Sat)


def test_formulas_over_other_symbols_are_undecided() -> None:
    x, n = variable("x", FLOAT32), variable("n", bit_vector(32))
    product = fp_mul(NEAREST, x, fp_from_signed(NEAREST, n, FLOAT32))
    with closing(open_solver("boxes", Budget.seconds(10))) as solver:
        assert isinstance(solver.check([fp_lt(x, number(1.0)), fp_lt(number(1.0), x), bvult(n, bv(3, 32))]), Unsat)
        depends = solver.check([fp_eq(x, number(1.0)), fp_eq(product, number(0.5))])
        assert depends == NoAnswer("boxes does not decide what depends on anything but floats")


def test_infinite_number_is_not_split() -> None:
    x, y, n = variable("x", FLOAT32), variable("y", FLOAT32), variable("n", bit_vector(32))
    with closing(open_solver("boxes", Budget.seconds(10))) as solver:
        undecided = solver.check([fp_eq(x, number(math.inf)), bvult(n, bv(3, 32))])
        assert undecided == NoAnswer("boxes does not decide what depends on anything but floats")
        assert isinstance(solver.check([fp_is_infinite(x), fp_lt(fp_mul(NEAREST, y, y), number(1.0))]), Sat)


def test_integers_beyond_double_range_are_unbounded() -> None:
    x, n = variable("x", FLOAT64), variable("n", bit_vector(2000))
    with closing(open_solver("boxes", Budget.seconds(10))) as solver:
        converted = fp_from_signed(NEAREST, n, FLOAT64)
        assert isinstance(solver.check([fp_lt(converted, x)]), NoAnswer)
        assert isinstance(solver.check([fp_is_nan(converted)]), Unsat)


@pytest.mark.parametrize(
    ("test", "value", "expected"),
    [
        (fp_is_infinite, Interval(-math.inf, -math.inf, nan=False), HOLDS),
        (fp_is_infinite, Interval(math.inf, math.inf, nan=True), EITHER),
        (fp_is_infinite, Interval(-math.inf, math.inf, nan=False), EITHER),
        (fp_is_infinite, ONLY_NAN, FAILS),
        (fp_is_zero, Interval(-0.0, 0.0, nan=False), HOLDS),
        (fp_is_zero, Interval(0.0, 0.0, nan=True), EITHER),
        (fp_is_negative, Interval(-2.0, -1.0, nan=False), HOLDS),
        (fp_is_negative, Interval(-2.0, -1.0, nan=True), EITHER),
        (fp_is_negative, Interval(-1.0, 0.0, nan=False), EITHER),
        (fp_is_negative, Interval(0.0, 0.0, nan=False), EITHER),
        (fp_is_positive, Interval(1.0, 2.0, nan=False), HOLDS),
        (fp_is_positive, Interval(-0.0, 2.0, nan=False), EITHER),
        (fp_is_positive, ONLY_NAN, FAILS),
        (lambda x: fp_is_nan(fp_sub(NEAREST, x, x)), Interval(math.inf, math.inf, nan=False), HOLDS),
        (lambda x: fp_is_nan(fp_div(NEAREST, x, number(0.0))), Interval(0.0, 0.0, nan=False), HOLDS),
        (lambda x: fp_is_nan(fp_div(NEAREST, x, number(0.0))), Interval(0.0, 1.0, nan=False), EITHER),
        (lambda x: fp_is_nan(fp_div(NEAREST, x, number(math.inf))), Interval(1.0, math.inf, nan=False), EITHER),
        (lambda x: fp_is_zero(fp_div(NEAREST, number(1.0), x)), Interval(math.inf, math.inf, nan=False), HOLDS),
        (lambda x: fp_lt(fp_div(NEAREST, number(1.0), x), number(1.0)), Interval(2.0, math.inf, nan=False), HOLDS),
        (lambda x: eq(x, number(2.0)), Interval(2.0, 2.0, nan=False), HOLDS),
        (lambda x: eq(x, number(2.0)), Interval(2.0, 2.0, nan=True), EITHER),
        (lambda x: eq(x, number(0.0)), Interval(0.0, 0.0, nan=False), EITHER),
        (lambda x: eq(x, fp(canonical_nan(FLOAT32), FLOAT32)), ONLY_NAN, HOLDS),
    ],
)
def test_result_of_a_test_on_an_interval(test: Callable[[Term], Term], value: Interval, expected: int) -> None:
    assert Formulas([test(X)]).truth([value]) == expected


def turns_of_others(rounds: int) -> int:
    """Return the number of suspensions during the search of five boxes: all floats, NaN, all
    numbers, and those of either sign.
    """
    total = X
    for _ in range(rounds):
        total = fp_sub(NEAREST, total, fp_mul(NEAREST, total, number(0.5)))
    turns: list[None] = []
    with closing(open_solver("boxes", Budget(pause=lambda: turns.append(None)))) as solver:
        assert isinstance(
            solver.check([fp_lt(X, number(0.0)), fp_lt(number(0.0), X), fp_lt(total, number(9.0))]), Unsat
        )
    return len(turns)


def test_other_tasks_are_scheduled_between_boxes_of_a_large_formula() -> None:
    assert turns_of_others(5_000) >= turns_of_others(1) + 5


def test_satisfiable_formula_is_not_refuted_in_all_boxes() -> None:
    x = variable("x", FLOAT32)
    square = fp_mul(NEAREST, x, x)
    assert fails_by_exact_ranges([fp_lt(square, number(0.0))], Budget.seconds(10))
    assert not fails_by_exact_ranges([fp_eq(square, number(4.0))], Budget.seconds(10))
    assert not fails_by_exact_ranges([fp_is_nan(square)], Budget.seconds(10))


def test_disjunction_is_the_union() -> None:
    assert EITHER == HOLDS | FAILS
