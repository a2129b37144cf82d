"""Relevant conditions along a run: they hold on it, and all runs on the path that satisfy them
fail.
"""

import pytest

from corpus.random_systems import RandomSystems, State, number, satisfies, starts, steps
from corpus.small_systems import error, system_of
from limits import override
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.ic3.domain import JustifiedDomain
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.ic3.lifting import lifted_states
from surefoot.engines.ic3.search import FrameSearch
from surefoot.engines.limits import LIMITS
from surefoot.evidence.claims import LiftedState
from surefoot.logic import TRUE, Evaluator, SymbolKind, Term, Value, and_, bv, bvadd, bvsle, bvslt, eq, not_
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, Step, states_along
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

SOLVERS = SolverFactory(check_models=True)
SYSTEMS = {
    "one location": RandomSystems(3, ("a",), has_parameter=False),
    "two locations": RandomSystems(2, ("a", "b"), has_parameter=False),
}
A, B, ANY = number("a", 8), number("b", 8), number("any", 8, SymbolKind.CHOICE)
COUNTING = system_of(
    [
        Edge(ENTRY, "head", TRUE, {A: bv(0, 8), B: ANY}),
        Edge("head", "head", bvslt(A, B), {A: bvadd(A, bv(1, 8)), B: B}),
        Edge("head", error(), and_(not_(bvslt(A, B)), not_(eq(A, bv(10, 8))))),
    ]
)
"""a = 0; b = *; while (a < b) a++; assert(a == 10)"""


def found_run(system: ControlSystem) -> Run | None:
    search = FrameSearch(
        SystemSolvers(system, SOLVERS), {}, JustifiedDomain(system), Effort(), Budget.seconds(50), lambda _: None
    )
    try:
        result = search.result(lambda _: True)
    finally:
        search.close()
    return result if isinstance(result, Run) else None


def counting(value: int) -> Run:
    """Return the run with this number for b."""
    entry, around, fails = COUNTING.edges
    rounds = (Step(around, {}) for _ in range(value))
    return Run({}, (Step(entry, {ANY: value % 256}), *rounds, Step(fails, {})))


def fails_from(system: ControlSystem, state: State, rest: tuple[Step, ...]) -> bool:
    """Return whether a run from ``state`` takes the edges of ``rest``, with its inputs."""
    name, _, values = state
    now: dict[Term, Value] = dict(zip(system.location(name).symbols, values, strict=True))
    for step in rest:
        inputs = {each: step.inputs.get(each, 0) for each in system.location(step.edge.source).inputs}
        state_of = Evaluator({**now, **inputs}.__getitem__)
        if not state_of.value(step.edge.guard):
            return False
        now = {symbol: state_of.value(value) for symbol, value in step.edge.update.items()}
    return True


@pytest.mark.parametrize("kind", SYSTEMS)
@pytest.mark.parametrize("seed", range(40))
def test_all_runs_on_the_path_that_satisfy_the_condition_fail(kind: str, seed: int) -> None:
    system = SYSTEMS[kind].make(seed)
    run = found_run(system)
    if run is None:
        return
    lifted = lifted_states(system, run, SOLVERS, Budget.seconds(50))
    assert [each.name for each in lifted] == [step.edge.target for step in run.steps[:-1]]
    for said, values in zip(lifted, states_along(system, run)[1:], strict=True):
        assert all(values.value(each) for each in said.formulas)
    here = set(starts(system))
    for number_of_step, (step, said) in enumerate(zip(run.steps, lifted, strict=False), start=1):
        taken = ((edge, after) for state in here for edge, after in steps(system, state))
        here = {after for edge, after in taken if edge is step.edge and after is not None}
        for state in here:
            if satisfies(system, state, said.formulas):
                assert fails_from(system, state, run.steps[number_of_step:])


def test_known_values_are_substituted() -> None:
    """With b = -128 as with b = 0 the loop is left at once: only b <= 0 is relevant."""
    for value in (-128, 0):
        lifted = lifted_states(COUNTING, counting(value), SOLVERS, Budget.seconds(50))
        assert lifted == (LiftedState("head", (bvsle(B, bv(0, 8)),)),)


def test_each_round_has_a_relevant_condition() -> None:
    lifted = lifted_states(COUNTING, counting(2), SOLVERS, Budget.seconds(50))
    assert [each.name for each in lifted] == ["head"] * 3
    for said in lifted[:2]:
        values = [each for each in range(256) if all(Evaluator({B: each}.__getitem__).value(f) for f in said.formulas)]
        assert values == [2]
    assert lifted[2].formulas == (bvsle(B, bv(2, 8)),)


def test_long_runs_and_an_exhausted_budget_yield_no_lifted_states() -> None:
    assert lifted_states(COUNTING, counting(2), SOLVERS, Budget.seconds(0)) == ()
    with override(LIMITS, lifted_run_steps=3):
        assert lifted_states(COUNTING, counting(2), SOLVERS, Budget.seconds(50)) == ()
        assert len(lifted_states(COUNTING, counting(1), SOLVERS, Budget.seconds(50))) == 2
