"""Ranges at cut points, on edges made by hand, and Houdini on unsound ranges."""

import pytest

from corpus.small_systems import system_of
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.intervals import Ranges, Thresholds, bounds, interval_candidates, reachable_ranges
from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT64,
    TRUE,
    RoundingMode,
    Sort,
    Term,
    Value,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvsle,
    bvslt,
    bvult,
    eq,
    evaluate,
    fp,
    fp_add,
    fp_lt,
    ite,
    not_,
    rounding,
    softfloat,
    variable,
)
from surefoot.logic.intervals.domain import (
    EITHER,
    FAILS,
    HOLDS,
    Abstract,
    Floats,
    contains,
    every_number,
    floats,
    numbers,
)
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, Edge

INT32 = bit_vector(32)
OUTER, INNER = "outer", "inner"
COUNT, ROUND, STATE = (variable(name, INT32) for name in "ijs")
ONE = bv(1, 32)
RNE = rounding(RoundingMode.RNE)


def number(value: int) -> Term:
    return bv(value, 32)


def between(low: int, high: int) -> Abstract:
    return numbers(32, [(low, high)])


def ranges_of(edges: list[Edge], *constants: int, others: dict[Sort, tuple[Value, ...]] | None = None) -> Ranges:
    return reachable_ranges(system_of(edges), {INT32: constants, **(others or {})}, Budget())


COUNTER = [
    Edge(ENTRY, OUTER, TRUE, {COUNT: number(0)}),
    Edge(OUTER, OUTER, bvslt(COUNT, number(100)), {COUNT: bvadd(COUNT, ONE)}),
]


def test_counter_has_its_exact_range() -> None:
    assert ranges_of(COUNTER, 0, 1, 100) == {OUTER: {COUNT: between(0, 100)}}


def test_counter_has_its_range_without_thresholds() -> None:
    assert ranges_of(COUNTER) == {OUTER: {COUNT: between(0, 100)}}


def test_state_machine_stays_in_its_states() -> None:
    """The state is kept where no branch is taken, so only thresholds find the bound."""
    received = variable("in", INT32)
    state = STATE
    for here in (4, 3, 2, 1):
        taken = and_(eq(received, number(here)), eq(STATE, number(here)))
        state = ite(taken, number(here + 1), state)
    edges = [
        Edge(ENTRY, OUTER, TRUE, {STATE: number(1)}),
        Edge(OUTER, OUTER, not_(bvult(number(5), received)), {STATE: state}),
    ]
    assert ranges_of(edges, 1, 2, 3, 4, 5) == {OUTER: {STATE: between(1, 5)}}


def test_counter_that_stops_without_a_constant_at_its_end() -> None:
    """From 99 it goes to 102, which is no constant; after further widening, the path that keeps it
    would stay there.
    """
    step = ite(bvult(COUNT, number(100)), bvadd(COUNT, number(3)), COUNT)
    edges = [Edge(ENTRY, OUTER, TRUE, {COUNT: number(1)}), Edge(OUTER, OUTER, TRUE, {COUNT: step})]
    assert ranges_of(edges, 1, 3, 100) == {OUTER: {COUNT: between(1, 102)}}


def test_wrapping_number_is_unbounded() -> None:
    edges = [Edge(ENTRY, OUTER, TRUE, {COUNT: number(0)}), Edge(OUTER, OUTER, TRUE, {COUNT: bvadd(COUNT, ONE)})]
    assert ranges_of(edges, 0, 1, 7) == {OUTER: {COUNT: every_number(32)}}
    assert interval_candidates(system_of(edges), {}, Budget()) == {OUTER: []}


def test_nested_loops() -> None:
    edges = [
        Edge(ENTRY, OUTER, TRUE, {COUNT: number(0)}),
        Edge(OUTER, INNER, bvslt(COUNT, number(10)), {COUNT: COUNT, ROUND: number(0)}),
        Edge(INNER, INNER, bvslt(ROUND, COUNT), {COUNT: COUNT, ROUND: bvadd(ROUND, ONE)}),
        Edge(INNER, OUTER, not_(bvslt(ROUND, COUNT)), {COUNT: bvadd(COUNT, ONE)}),
    ]
    assert ranges_of(edges, 0, 1, 10) == {
        OUTER: {COUNT: between(0, 10)},
        INNER: {COUNT: between(0, 9), ROUND: between(0, 9)},
    }


def test_a_float_accumulator() -> None:
    def real(numerator: int, denominator: int = 1) -> int:
        return softfloat.from_ratio(FLOAT64, RoundingMode.RNE, numerator, denominator)

    x = variable("x", FLOAT64)
    step = fp(real(1, 10), FLOAT64)
    edges = [
        Edge(ENTRY, OUTER, TRUE, {x: fp(0, FLOAT64)}),
        Edge(OUTER, OUTER, fp_lt(x, fp(real(10), FLOAT64)), {x: fp_add(RNE, x, step)}),
    ]
    last = softfloat.add(FLOAT64, None, RoundingMode.RNE, real(10) - 1, real(1, 10))
    found = ranges_of(edges, others={FLOAT64: (real(10), real(1, 10))})
    assert found == {OUTER: {x: floats(FLOAT64, [0, last])}}


def test_unreachable_location_is_false() -> None:
    edges = [*COUNTER, Edge(OUTER, INNER, bvslt(COUNT, number(-5)), {ROUND: COUNT})]
    assert interval_candidates(system_of(edges), {}, Budget())[INNER] == [FALSE]


def test_ranges_respect_the_budget() -> None:
    with pytest.raises(OutOfBudget):
        reachable_ranges(system_of(COUNTER), {}, Budget.seconds(0))
    assert interval_candidates(system_of(COUNTER), {}, Budget.seconds(0)) == {OUTER: []}


@pytest.mark.parametrize(
    "value",
    [
        numbers(4, [(0, 5)]),
        numbers(4, [(-3, 2)]),
        numbers(4, [(6, 9)]),
        numbers(4, [(-8, -5), (1, 3)]),
        numbers(4, [(3, 3)]),
    ],
)
def test_bounds_of_a_bit_vector_are_exact(value: Abstract) -> None:
    symbol = variable("x", bit_vector(4))
    said = and_(*bounds(symbol, value))
    assert all(evaluate(said, {symbol: point}) is contains(value, point) for point in range(16))


def test_bounds_of_floats_and_truth_values() -> None:
    small = variable("f", FLOAT64)
    one, two = (softfloat.from_integer(FLOAT64, RoundingMode.RNE, each) for each in (1, 2))
    nan = 0x7FF8 << 48
    said = and_(*bounds(small, Floats(FLOAT64, one, two, nan=True)))
    assert [evaluate(said, {small: each}) for each in (0, one, two, two + 1, nan)] == [False, True, True, False, True]
    said = and_(*bounds(small, Floats(FLOAT64, one, two, nan=False)))
    assert [evaluate(said, {small: each}) for each in (0, one, two, two + 1, nan)] == [False, True, True, False, False]
    flag = variable("b", BOOL)
    assert (bounds(flag, HOLDS), bounds(flag, FAILS), bounds(flag, EITHER)) == ([flag], [not_(flag)], [])


def kept(candidates: dict[str, list[Term]], edges: list[Edge]) -> dict[str, list[Term]]:
    system = system_of(edges)
    solver = SystemSolver(system, SolverFactory().new())
    try:
        return inductive_subset(system, candidates, solver, Budget.seconds(20))
    finally:
        solver.close()


def test_sound_ranges_pass_houdini_unchanged() -> None:
    candidates = interval_candidates(system_of(COUNTER), {INT32: (100,)}, Budget())
    assert candidates[OUTER] and kept(candidates, COUNTER) == candidates


def test_unsound_ranges_are_dropped() -> None:
    wrong = bounds(COUNT, between(0, 50))
    assert kept({OUTER: wrong}, COUNTER) == {OUTER: [bvsle(number(0), COUNT)]}
    assert kept({OUTER: [FALSE]}, COUNTER) == {OUTER: []}


def test_allocation_numbers_have_no_thresholds() -> None:
    """Loop counters converge as soon as in programs without constants."""
    made = variable("made", INSTANCE)
    edges = [
        Edge(ENTRY, OUTER, TRUE, {made: bv(0, INSTANCE.width), COUNT: number(0)}),
        Edge(OUTER, OUTER, bvult(COUNT, number(90)), {made: bvadd(made, bv(1, INSTANCE.width)), COUNT: number(7)}),
    ]
    grown = Thresholds({INT32: tuple(range(0, 4000, 10))})
    assert grown.of(INSTANCE) == list(grown.bounds_of(INSTANCE))
    assert len(grown.of(INT32)) > 400
    assert ranges_of(edges, *range(0, 4000, 10))[OUTER][COUNT] == numbers(32, [(0, 0), (7, 7)])
