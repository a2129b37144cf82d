"""States deep in loops, and candidates from them."""

import random

from corpus.random_systems import number
from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.sampling import Sample, sample_states
from surefoot.invariants.sources.hulls import bounding_lines
from surefoot.invariants.sources.phases import phase_candidates_at
from surefoot.logic import TRUE, Evaluator, Term, and_, bv, bvadd, bvsle, bvslt, bvult, eq, extract, implies, ite, not_
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

X, Y = number("x", 32), number("y", 32)
EARLY = bvult(X, bv(1_000_001, 32))


def two_speeds() -> ControlSystem:
    """Return a counter with step 1 up to a million and one, then with step 4 up to a thousand
    million.
    """
    guard = bvult(X, bv(1_000_000_000, 32))
    faster = ite(EARLY, bvadd(X, bv(1, 32)), bvadd(X, bv(4, 32)))
    return system_of(
        [
            Edge(ENTRY, "loop", TRUE, {X: bv(0, 32)}),
            Edge("loop", "loop", guard, {X: faster}),
            Edge("loop", error(), and_(not_(guard), not_(eq(X, bv(1_000_000_001, 32))))),
        ]
    )


def test_sample_runs_reach_every_phase() -> None:
    found = {int(each[X]) for each in sample_states(two_speeds(), {}, 1, Budget())["loop"]}  # type: ignore[arg-type]
    assert {0, 1, 2, 3} <= found
    assert 1_000_001 in found
    assert 1_000_000_001 in found
    assert all(value <= 1_000_001 or value % 4 == 1 for value in found)


def test_common_conditions_of_a_phase_are_inductive_candidates() -> None:
    system = two_speeds()
    samples = sample_states(system, {}, 1, Budget())["loop"]
    candidates = phase_candidates_at(system, "loop", samples)
    late = implies(not_(EARLY), eq(extract(X, 1, 0), bv(1, 2)))
    assert late in candidates
    solver = SystemSolver(system, SolverFactory().new())
    assert late in inductive_subset(system, {"loop": candidates}, solver, Budget())["loop"]


def test_every_candidate_holds_in_all_sample_states() -> None:
    system = two_speeds()
    samples = sample_states(system, {}, 1, Budget())["loop"]
    for candidate in phase_candidates_at(system, "loop", samples):
        assert all(Evaluator(each.__getitem__).value(candidate) for each in samples)


def states(points: list[tuple[int, int]]) -> list[Sample]:
    return [{X: x % (1 << 32), Y: y % (1 << 32)} for x, y in points]


def holds(formula: Term, sample: Sample) -> bool:
    return bool(Evaluator(sample.__getitem__).value(formula))


def test_lines_bound_all_points_and_touch_some() -> None:
    choose = random.Random(3)
    for _ in range(50):
        points = [(choose.randint(-50, 50), choose.randint(-50, 50)) for _ in range(choose.randint(3, 20))]
        for line in bounding_lines(states(points)):
            assert all(holds(line.inequality, each) for each in states(points))
            assert all(holds(line.bound, each) for each in states(points))


def test_the_first_and_last_edges_of_a_parabola_are_its_bounds_below() -> None:
    lines = list(bounding_lines(states([(x, x * x) for x in range(-10, 11)])))
    below = [each for each in lines if not holds(each.inequality, {X: 0, Y: (-1000) % (1 << 32)})]
    assert below
    assert any(not holds(each.inequality, states([(-10, 99)])[0]) for each in below)


def test_extreme_numbers_do_not_wrap_in_inequalities() -> None:
    greatest = (1 << 31) - 1
    points = states([(0, 0), (1, 3), (2, 6), (greatest, greatest)])
    for line in bounding_lines(points):
        assert all(holds(line.inequality, each) for each in points)


def test_signed_ranges_of_a_phase() -> None:
    guard = bvslt(X, bv(0, 32))
    system = system_of(
        [
            Edge(ENTRY, "loop", TRUE, {X: bv((-5_000_000) % (1 << 32), 32)}),
            Edge("loop", "loop", guard, {X: bvadd(X, bv(1, 32))}),
            Edge("loop", error(), bvslt(bv(0, 32), X)),
        ]
    )
    candidates = phase_candidates_at(system, "loop", sample_states(system, {}, 1, Budget())["loop"])
    assert bvsle(X, bv(0, 32)) in candidates
    assert bvsle(bv((-5_000_000) % (1 << 32), 32), X) in candidates
