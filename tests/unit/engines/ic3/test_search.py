"""IC3 against brute force on small random systems: proofs, runs and frames."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from corpus.random_systems import (
    RandomSystems,
    is_proof,
    number,
    reachable,
    reachable_errors,
    satisfies,
)
from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.ic3.domain import JustifiedDomain
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.ic3.search import FrameSearch, Inductive, property_directed
from surefoot.logic import TRUE, Term, and_, bv, bvadd, bvule, bvult, eq, extract, not_
from surefoot.smt.contracts import Limits, NoAnswer
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import NoSuchRun, Run, states_along
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Invariants

SOLVERS = SolverFactory(check_models=True)
KINDS = {
    "one location": RandomSystems(3, ("a",), has_parameter=False),
    "two locations and a parameter": RandomSystems(2, ("a", "b"), has_parameter=True),
    "three locations and a parameter": RandomSystems(2, ("a", "b", "c"), has_parameter=True),
}
EFFORTS = {"no counterexamples": Effort(depth=0), "counterexamples": Effort(), "deep": Effort(2, 5, 1)}


@contextmanager
def searching(
    system: ControlSystem, known: Invariants | None = None, effort: Effort | None = None
) -> Iterator[FrameSearch]:
    domain = JustifiedDomain(system)
    search = FrameSearch(
        SystemSolvers(system, SOLVERS), known or {}, domain, effort or Effort(), Budget.seconds(50), lambda _: None
    )
    with closing(search):
        yield search


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_result_agrees_with_brute_force(kind: str, seed: int, effort: str) -> None:
    system = KINDS[kind].make(seed)
    errors = reachable_errors(system)
    with searching(system, effort=EFFORTS[effort]) as search:
        result = search.result(lambda _: True)
    if errors:
        assert isinstance(result, Run)
        assert result.error in errors
        assert len(states_along(system, result)) == len(result.steps)
    else:
        assert isinstance(result, Inductive)
        assert is_proof(system, result.invariants)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12, 24))
def test_frames_contain_the_states_reachable_in_as_many_steps(kind: str, seed: int) -> None:
    system = KINDS[kind].make(seed)
    within = reachable(system)
    with searching(system) as search:
        search.result(lambda _: True)
        for level in range(1, search._last + 1):
            frame = search._frames.above(level - 1)
            states = within[min(level, len(within) - 1)]
            assert all(satisfies(system, state, frame[state[0]]) for state in states if state[0] != ENTRY)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(24, 40))
def test_only_violations_are_reported_as_runs(kind: str, seed: int) -> None:
    system = KINDS[kind].make(seed)
    errors = reachable_errors(system)
    found = property_directed(system, {}, SOLVERS, Budget.seconds(50))
    if any(each.is_violation for each in errors):
        assert isinstance(found, Run) and found.error is not None and found.error.is_violation
        states_along(system, found)
    elif errors:
        assert found is None
    else:
        assert found is not None and not isinstance(found, Run)
        assert is_proof(system, found)


def test_tampered_results_are_detected() -> None:
    """The oracles of these tests reject wrong proofs and runs."""
    proofs = runs = 0
    for seed in range(40):
        system = KINDS["two locations and a parameter"].make(seed)
        found = property_directed(system, {}, SOLVERS, Budget.seconds(50))
        if isinstance(found, Run):
            runs += 1
            with pytest.raises(NoSuchRun):
                states_along(system, replace(found, steps=found.steps[1:]))
            with pytest.raises(NoSuchRun):
                states_along(system, replace(found, steps=(*found.steps, found.steps[-1])))
        elif found is not None and any(found.values()):
            proofs += 1
            assert not is_proof(system, {name: tuple(not_(each) for each in found[name]) for name in found})
    assert proofs and runs


X = number("x", 8)


def counter(last: int, step: int, failing: Term, bound: Term = TRUE) -> ControlSystem:
    """Return a system in which x counts from 0 in steps up to ``last``, then fails if it is in
    ``failing``.
    """
    more = and_(bvult(X, bv(last, 8)), bound)
    return system_of(
        [
            Edge(ENTRY, "head", TRUE, {X: bv(0, 8)}),
            Edge("head", "head", more, {X: bvadd(X, bv(step, 8))}),
            Edge("head", error(), and_(not_(more), failing)),
        ]
    )


@pytest.mark.parametrize("depth", [1, 10, 50])
def test_deep_error_has_a_run_of_the_right_length(depth: int) -> None:
    system = counter(depth, 1, eq(X, bv(depth, 8)))
    found = property_directed(system, {}, SOLVERS, Budget.seconds(50))
    assert isinstance(found, Run)
    assert len(found.steps) == depth + 2
    assert states_along(system, found)[-1].value(X) == depth


def test_twin_without_the_error_is_proved() -> None:
    found = property_directed(counter(50, 1, eq(X, bv(51, 8))), {}, SOLVERS, Budget.seconds(50))
    assert isinstance(found, dict)


def test_known_invariants_are_used_and_not_repeated() -> None:
    """No literal of the program implies that x is even; with the known invariants nothing remains
    to be found.
    """
    system = counter(101, 2, not_(eq(X, bv(102, 8))))
    known = {"head": (eq(extract(X, 0, 0), bv(0, 1)), bvule(X, bv(102, 8)))}
    assert property_directed(system, known, SOLVERS, Budget.seconds(50)) == {"head": ()}


def test_system_without_locations_is_decided_at_the_entry() -> None:
    choice = number("choice", 8)
    unsafe = system_of([Edge(ENTRY, error(), bvult(choice, bv(3, 8)))])
    safe = system_of([Edge(ENTRY, error(), and_(bvult(choice, bv(3, 8)), bvult(bv(4, 8), choice)))])
    found = property_directed(unsafe, {}, SOLVERS, Budget.seconds(50))
    assert isinstance(found, Run)
    assert states_along(unsafe, found)[-1].value(choice) in {0, 1, 2}
    assert property_directed(safe, {}, SOLVERS, Budget.seconds(50)) == {}


def test_solver_without_answer_decides_nothing() -> None:
    system = counter(50, 1, eq(X, bv(51, 8)))
    hurried = replace(SOLVERS, limits=Limits(seconds=0.0))
    search = FrameSearch(
        SystemSolvers(system, hurried), {}, JustifiedDomain(system), Effort(), Budget(), lambda _: None
    )
    with closing(search):
        assert search.result(lambda _: True) == NoAnswer("time limit")
    assert property_directed(system, {}, hurried, Budget()) is None


def test_expired_budget_ends_the_search() -> None:
    with pytest.raises(OutOfBudget):
        property_directed(counter(50, 1, eq(X, bv(51, 8))), {}, SOLVERS, Budget.seconds(0))
