"""Bounds by the number of rounds: exact if rounds add the accumulated amounts, and refuted
otherwise.
"""

import pytest

from corpus.random_systems import number
from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.quantified.vocabulary import Vocabulary, common_ranges
from surefoot.invariants.sampling import sample_states
from surefoot.invariants.sources.accumulators import Accumulated, accumulated
from surefoot.logic import (
    TRUE,
    Evaluator,
    Term,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvmul,
    bvslt,
    bvsub,
    eq,
    ite,
    not_,
    select,
    store,
    variable,
)
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

X, Y, IN = (number(name, 32) for name in ("x", "y", "in"))
CELLS = variable("cells", array_sort(bit_vector(32), bit_vector(32)))
SMALL = bvand(IN, bv(7, 32))


def word(value: int) -> Term:
    return bv(value % (1 << 32), 32)


def loop(x: tuple[int, int], y: Term, y_at_first: int = 0) -> ControlSystem:
    """Return one that begins with ``x`` and adds to it; ``y`` is what becomes of the other number."""
    first, step = x
    guard = bvslt(X, word(1000)) if step > 0 else bvslt(word(-1000), X)
    return system_of(
        [
            Edge(ENTRY, "loop", TRUE, {X: word(first), Y: word(y_at_first)}),
            Edge("loop", "loop", guard, {X: bvadd(X, word(step)), Y: y}),
            Edge("loop", error(), eq(Y, word(5_000_000))),
        ]
    )


def candidates(system: ControlSystem) -> Accumulated:
    return accumulated(system, {})["loop"]


def bounds_at(candidates_of_loop: tuple[Term, ...], x: int) -> tuple[int, int]:
    """Return the least and the greatest y between -300 and 300 that all candidates allow."""
    allowed = [
        y
        for y in range(-300, 301)
        if all(Evaluator({X: x % (1 << 32), Y: y % (1 << 32)}.__getitem__).value(each) for each in candidates_of_loop)
    ]
    return allowed[0], allowed[-1]


@pytest.mark.parametrize(
    ("system", "x", "expected"),
    [
        (loop((0, 1), bvadd(Y, SMALL)), 10, (0, 70)),
        (loop((0, 1), bvsub(Y, SMALL)), 10, (-70, 0)),
        (loop((5, 1), bvadd(Y, SMALL), 100), 15, (100, 170)),
        (loop((0, 3), bvadd(Y, SMALL)), 30, (0, 70)),
        (loop((50, -1), bvadd(Y, SMALL)), 40, (0, 70)),
        (loop((0, 1), ite(eq(IN, word(0)), Y, bvadd(Y, word(-3)))), 10, (-30, 0)),
        (loop((0, 1), bvadd(bvadd(SMALL, word(1)), bvadd(Y, word(1)))), 10, (20, 90)),
        (loop((0, 1), ite(eq(X, word(0)), word(5), bvadd(Y, SMALL)), 200), 10, (5, 68)),
        (loop((3, 1), ite(not_(eq(word(3), X)), bvadd(Y, SMALL), word(-5)), 200), 13, (-5, 58)),
    ],
)
def test_bounds_are_exact_and_inductive(system: ControlSystem, x: int, expected: tuple[int, int]) -> None:
    candidates_of_loop = candidates(system).plain
    assert bounds_at(candidates_of_loop, x) == expected
    solver = SystemSolver(system, SolverFactory().new())
    in_range = (bvslt(word(-2000), X), bvslt(X, word(2000)))  # or x would wrap around
    found = inductive_subset(system, {"loop": (*in_range, *candidates_of_loop)}, solver, Budget())
    assert set(candidates_of_loop) <= set(found["loop"])


@pytest.mark.parametrize("y", [bvadd(Y, IN), bvmul(Y, word(2)), bvadd(Y, Y), SMALL, bvsub(SMALL, Y), bvadd(Y, word(2))])
def test_unbounded_and_constant_amounts_give_no_bounds(y: Term) -> None:
    assert candidates(loop((0, 1), y)) == Accumulated((), ())


def test_wrapping_numbers_are_not_bounded() -> None:
    system = system_of(
        [
            Edge(ENTRY, "loop", TRUE, {X: word(0), Y: word(0)}),
            Edge("loop", "loop", TRUE, {X: bvadd(X, word(1)), Y: bvadd(Y, SMALL)}),
            Edge("loop", error(), eq(Y, word(-1))),
        ]
    )
    solver = SystemSolver(system, SolverFactory().new())
    assert not inductive_subset(system, {"loop": candidates(system).plain}, solver, Budget())["loop"]


def test_allocation_numbers_are_not_accumulated() -> None:
    made = variable("made", INSTANCE)
    system = system_of(
        [
            Edge(ENTRY, "loop", TRUE, {made: bv(0, INSTANCE.width), Y: word(0)}),
            Edge("loop", "loop", bvslt(Y, word(1000)), {made: bvadd(made, bv(1, INSTANCE.width)), Y: bvadd(Y, SMALL)}),
            Edge("loop", error(), eq(Y, word(5_000_000))),
        ]
    )
    assert candidates(system) == Accumulated((), ())


def test_no_candidate_is_refuted_by_samples() -> None:
    system = system_of(
        [
            Edge(ENTRY, "loop", TRUE, {X: SMALL, Y: word(9)}),
            Edge("loop", "loop", bvslt(X, word(1000)), {X: bvadd(X, word(1)), Y: bvadd(Y, SMALL)}),
            Edge("loop", error(), eq(Y, word(5_000_000))),
        ]
    )
    samples = sample_states(system, {}, 1, Budget())
    candidates_of_loop = accumulated(system, samples)["loop"].plain
    assert candidates_of_loop
    assert all(
        Evaluator(each.__getitem__).value(candidate) for each in samples["loop"] for candidate in candidates_of_loop
    )


def test_read_values_are_in_the_range_of_written_ones() -> None:
    system = system_of(
        [
            Edge(ENTRY, "fill", TRUE, {X: word(0), CELLS: variable("unknown", CELLS.sort)}),
            Edge("fill", "fill", bvslt(X, word(100)), {X: bvadd(X, word(1)), CELLS: store(CELLS, X, SMALL)}),
            Edge("fill", "loop", TRUE, {X: word(0), Y: word(0), CELLS: CELLS}),
            Edge(
                "loop",
                "loop",
                bvslt(X, word(100)),
                {X: bvadd(X, word(1)), Y: bvadd(Y, select(CELLS, X)), CELLS: CELLS},
            ),
            Edge("loop", error(), eq(Y, word(5_000_000))),
        ]
    )
    (numbers,) = common_ranges(system, Vocabulary(system)).values()
    assert numbers.signed_bounds == (0, 7)
    found = candidates(system)
    assert not found.plain
    assert bounds_at(found.about_cells, 10) == (0, 70)
