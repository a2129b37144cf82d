"""UFO on the program of the paper, and against brute force on small random systems."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of
from corpus.flow_graphs import ROUND, N, X, count_to_five, foo, nested, self_loop
from corpus.invariant_loops import INVARIANT_LOOPS
from corpus.random_systems import RandomSystems, is_proof, reachable_errors
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.ufo import search as search_module
from surefoot.engines.ufo.configuration import InterpolantSource, RouteKind, SearchChoices, UfoConfiguration
from surefoot.engines.ufo.search import GraphSearch, Proved
from surefoot.logic import FALSE, Term, and_, bv, bvneg, bvsge, bvslt, bvsub, eq, not_
from surefoot.smt.contracts import NoAnswer, Unsat, Use
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import ControlSystem, Exit

SOLVERS = SolverFactory(check_models=False)
PAPER = SearchChoices(is_across=False, reuses=False)


@contextmanager
def searching(system: ControlSystem, choices: SearchChoices) -> Iterator[GraphSearch]:
    with closing(GraphSearch(system, choices, lambda _: True, SOLVERS, Budget.seconds(100))) as search:
        yield search


def implies(premise: Term, conclusion: Term) -> bool:
    with closing(SOLVERS.new()) as solver:
        return isinstance(solver.check([premise, not_(conclusion)]), Unsat)


def is_inductive(system: ControlSystem, found: Proved) -> bool:
    """Return whether another library confirms that the invariants of the graph prove the system
    safe.
    """
    invariants = found.view.invariants()
    with closing(SystemSolver(system, SOLVERS.open_confirming("z3", Use.INCREMENTAL, Budget.seconds(60)))) as solver:
        for edge in system.edges:
            if isinstance(edge.target, Exit):
                continue
            kept = edge.after(and_(*invariants[edge.destination])) if isinstance(edge.target, str) else FALSE
            if not isinstance(solver.check([*invariants.get(edge.source, ()), edge.guard, not_(kept)]), Unsat):
                return False
    return True


@pytest.mark.parametrize(
    ("route", "source"),
    [
        (RouteKind.OBLIGATIONS, InterpolantSource.CUBES),
        (RouteKind.STEPWISE, InterpolantSource.CUBES),
        (RouteKind.STEPWISE, InterpolantSource.BITWUZLA),
    ],
)
def test_foo_needs_exactly_one_refinement(route: RouteKind, source: InterpolantSource) -> None:
    system = foo()
    choices = SearchChoices(route=route, source=source, is_across=False, reuses=False)
    with searching(system, choices) as search:
        result = search.result(lambda _: None)
        assert isinstance(result, Proved)
        assert search.tally.refinements == 1
        assert [node.location for node in search.graph.nodes if node not in result.view.nodes] == ["3"]
        assert len(search.graph.nodes) == 11
        assert [node.location for node in result.view.covered] == ["2"]
    labels = {(node.location, node.number): node.label for node in result.view.nodes}
    for (location, _), label in labels.items():
        if location in {"2", "6", "7"}:
            assert implies(label, bvsge(X, bv(0, 32)))
        if location == "5":
            assert implies(label, bvsge(ROUND, bv(0, 32)))
    assert result.view.error is not None
    assert result.view.error.label is FALSE
    assert is_inductive(system, result)


def test_foo_with_a_negative_number_fails_in_the_third_round() -> None:
    system = foo(is_safe=False)
    with searching(system, PAPER) as search:
        result = search.result(lambda _: None)
        assert isinstance(result, Run)
        assert (search.tally.refinements, len(search.graph.nodes)) == (2, 31)
    last = states_along(system, result)[-1]
    assert last.value(eq(bvneg(X), bvsub(N, bv(1, 32))))
    assert last.value(bvslt(X, bv(-2 % 2**32, 32)))


def test_five_rounds_of_a_loop_need_three_of_the_search() -> None:
    system = count_to_five()
    with searching(system, PAPER) as search:
        result = search.result(lambda _: None)
        assert isinstance(result, Run)
        assert (search.tally.refinements, len(search.graph.nodes)) == (2, 16)
    assert [step.edge.source for step in result.steps] == ["entry", *["1", "2"] * 5, "1", "3"]


def test_nested_loop_needs_one_refinement() -> None:
    system = nested()
    with searching(system, PAPER) as search:
        result = search.result(lambda _: None)
        assert isinstance(result, Proved)
        assert search.tally.refinements == 1
    assert is_inductive(system, result)


THESIS = {
    "a and b": "int a = 0, b = __VERIFIER_nondet_int(); while (a < b) a++; if (a != 10) reach_error();",
    "m and n": """int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), i = 0;
        if (n <= m) return 0;
        while (m < n) { m++; i = (i + 1) & 7; }
        if (m != n + 1) reach_error();""",
}
"""Programs of Birgmeier's thesis that fail."""


@pytest.mark.parametrize("name", THESIS)
def test_programs_of_the_thesis_fail_in_the_first_round(name: str, tmp_path: Path) -> None:
    goal = goal_for(f"int main(void) {{ {THESIS[name]} }}", tmp_path)
    system = encoding_of(goal).system
    with searching(system, SearchChoices()) as search:
        result = search.result(lambda _: None)
        assert isinstance(result, Run)
        assert search.tally.refinements == 0
    assert len(states_along(system, result)) == len(result.steps)


def test_graph_with_a_defect_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "flaw_of", lambda *_: "a test says so")
    with searching(foo(), SearchChoices()) as search:
        assert search.result(lambda _: None) == NoAnswer("the labelled graph is no proof: a test says so")


class _EnoughRounds(Exception):
    """The search goes on and on."""


@pytest.mark.parametrize("name", ["in step", "in step, apart", "opposite"])
def test_linear_equations_are_beyond_predicates(name: str, tmp_path: Path) -> None:
    """Variables that change together: each round has its own states, and one equation describes
    all.
    """

    def counting(number: int) -> None:
        if number > 4:
            raise _EnoughRounds

    system = encoding_of(goal_for(INVARIANT_LOOPS[name].safe, tmp_path)).system
    with searching(system, SearchChoices(UfoConfiguration.AUFO)) as search:
        result = search.result(counting)
    assert isinstance(result, Proved)
    assert is_inductive(system, result)
    with searching(system, SearchChoices(UfoConfiguration.CPUFO)) as search, pytest.raises(_EnoughRounds):
        search.result(counting)


KINDS = {
    "one location": RandomSystems(3, ("a",), has_parameter=False),
    "two locations and a parameter": RandomSystems(2, ("a", "b"), has_parameter=True),
    "three locations and a parameter": RandomSystems(2, ("a", "b", "c"), has_parameter=True),
}
CHOICES = {
    "cubes": SearchChoices(route=RouteKind.STEPWISE),
    "cubes, as in the paper": SearchChoices(route=RouteKind.STEPWISE, is_across=False, reuses=False),
    "bitwuzla": SearchChoices(route=RouteKind.STEPWISE, source=InterpolantSource.BITWUZLA),
    "conjoined": SearchChoices(conjoins=True),
    "as in the paper": PAPER,
    **{each.value: SearchChoices(each) for each in UfoConfiguration},
}


@pytest.mark.parametrize("choices", CHOICES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_result_agrees_with_brute_force(kind: str, seed: int, choices: str) -> None:
    system = KINDS[kind].make(seed)
    errors = reachable_errors(system)
    with searching(system, CHOICES[choices]) as search:
        result = search.result(lambda _: None)
        assert not search.ledger.wrong
    if errors:
        assert isinstance(result, Run)
        assert result.error in errors
        assert len(states_along(system, result)) == len(result.steps)
    else:
        assert isinstance(result, Proved)
        assert is_proof(system, result.view.invariants())


@pytest.mark.parametrize("configuration", UfoConfiguration)
@pytest.mark.parametrize("route", [RouteKind.OBLIGATIONS, RouteKind.STEPWISE])
def test_self_loop_step_terminates(configuration: UfoConfiguration, route: RouteKind) -> None:
    system = self_loop()
    with searching(system, SearchChoices(configuration, route)) as search:
        result = search.result(lambda _: None)
    assert isinstance(result, Proved)
    assert is_inductive(system, result)


def test_labels_of_parts_of_the_graph_do_not_alternate_forever() -> None:
    """Each exploration enters another part of the graph: a refinement of that part alone undoes
    earlier ones.
    """
    system = KINDS["two locations and a parameter"].make(0)
    with searching(system, SearchChoices(route=RouteKind.STEPWISE)) as search:
        search.result(lambda _: None)
        assert search.tally.refinements < 10
