"""IC3-CEGAR against brute force on small random systems, in all configurations."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from corpus.random_systems import RandomSystems, is_proof, reachable, reachable_errors, satisfies
from surefoot.base.budget import Budget
from surefoot.engines.cegar.configuration import CegarConfiguration, PredicateSearchChoices, PredicateSource
from surefoot.engines.cegar.search import PredicateSearch
from surefoot.engines.ic3.search import Inductive
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import ENTRY, ControlSystem

SOLVERS = SolverFactory(check_models=True)
KINDS = {
    "one location": RandomSystems(3, ("a",), has_parameter=False),
    "two locations and a parameter": RandomSystems(2, ("a", "b"), has_parameter=True),
    "wide": RandomSystems(8, ("a",), has_parameter=False),
}


@contextmanager
def searching(
    system: ControlSystem,
    configuration: CegarConfiguration,
    source: PredicateSource = PredicateSource.CUBES,
    refinements: int = 0,
) -> Iterator[PredicateSearch]:
    choices = PredicateSearchChoices(configuration, source, refinements)
    search = PredicateSearch(system, {}, choices, SOLVERS, Budget().at_most_cpu(50), lambda _: None)
    with closing(search):
        yield search


@pytest.mark.parametrize("configuration", CegarConfiguration)
@pytest.mark.parametrize("kind", ["one location", "two locations and a parameter"])
@pytest.mark.parametrize("seed", range(3))
def test_result_agrees_with_brute_force(kind: str, seed: int, configuration: CegarConfiguration) -> None:
    system = KINDS[kind].make(seed)
    errors = reachable_errors(system)
    with searching(system, configuration) as search:
        result = search.result(lambda _: True)
    if errors:
        assert isinstance(result, Run)
        assert result.error in errors
        assert len(states_along(system, result)) == len(result.steps)
    else:
        assert isinstance(result, Inductive)
        assert is_proof(system, result.invariants)


@pytest.mark.parametrize("configuration", [CegarConfiguration.C, CegarConfiguration.CGRL])
@pytest.mark.parametrize("kind", ["one location", "two locations and a parameter"])
@pytest.mark.parametrize("seed", range(12, 15))
def test_frames_contain_the_states_reachable_in_as_many_steps(
    kind: str, seed: int, configuration: CegarConfiguration
) -> None:
    system = KINDS[kind].make(seed)
    within = reachable(system)
    with searching(system, configuration) as search:
        search.result(lambda _: True)
        for level in range(1, search.last + 1):
            frame = search._search._frames.above(level - 1)
            states = within[min(level, len(within) - 1)]
            assert all(satisfies(system, state, frame[state[0]]) for state in states if state[0] != ENTRY)


@pytest.mark.parametrize("kind", ["one location", "two locations and a parameter"])
@pytest.mark.parametrize("seed", range(3, 9))
def test_refinement_by_preimages_agrees_with_brute_force(kind: str, seed: int) -> None:
    system = KINDS[kind].make(seed)
    with searching(system, CegarConfiguration.CR, PredicateSource.PREIMAGE) as search:
        result = search.result(lambda _: True)
    assert isinstance(result, Run) == bool(reachable_errors(system))
