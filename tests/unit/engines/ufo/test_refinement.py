"""Computation of labels: the example of CLEAN, agreement of all methods, and detection of wrong
labels.
"""

from collections.abc import Callable, Sequence
from contextlib import closing

import pytest

from corpus.flow_graphs import K, X, count_to_five, foo, nested, word
from surefoot.base.budget import Budget
from surefoot.engines.ufo import search as search_module
from surefoot.engines.ufo.configuration import InterpolantSource, RouteKind, SearchChoices, UfoConfiguration
from surefoot.engines.ufo.graph import Labels, Node, ReachabilityGraph
from surefoot.engines.ufo.queries import StepQueries
from surefoot.engines.ufo.refinement import Broken, broken
from surefoot.engines.ufo.search import GraphSearch, Proved
from surefoot.logic import BOOL, FALSE, TRUE, and_, bv, bvsge, bvslt, not_, or_, variable
from surefoot.smt.interpolation.graph_as_sequence import clean
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem

SOLVERS = SolverFactory()
PROGRAMS: dict[str, tuple[Callable[[], ControlSystem], bool]] = {
    "foo": (foo, True),
    "foo with a negative number": (lambda: foo(is_safe=False), False),
    "count to five": (count_to_five, False),
    "nested": (nested, True),
}


def test_clean_on_the_example_of_the_paper() -> None:
    x3, x4 = word("x3"), word("x4")
    here, there = variable("c2'", BOOL), variable("c7", BOOL)
    zero = bv(0, 32)
    interpolant = or_(and_(here, bvsge(x3, zero)), and_(there, bvsge(x4, zero)))
    assert clean(interpolant, here, [there, x4], SOLVERS, Budget.seconds(30)) is bvsge(x3, zero)


def test_foreign_atoms_that_exclude_each_other_are_no_case() -> None:
    x4 = word("x4")
    here = variable("c2'", BOOL)
    small, large = bvslt(x4, bv(3, 32)), bvslt(bv(5, 32), x4)
    formula = or_(bvsge(X, bv(0, 32)), not_(small), not_(large))
    assert clean(formula, here, [x4], SOLVERS, Budget.seconds(30)) is TRUE


ROUTES = [
    (program, route)
    for program in PROGRAMS
    for route in RouteKind
    if (program, route) != ("nested", RouteKind.SEQUENCE)  # quantifier elimination does not end there
]


@pytest.mark.parametrize(("program", "route"), ROUTES)
def test_all_methods_agree(program: str, route: RouteKind) -> None:
    make, is_safe = PROGRAMS[program]
    choices = SearchChoices(route=route, is_across=False, reuses=False)
    with closing(GraphSearch(make(), choices, lambda _: True, SOLVERS, Budget.seconds(50))) as search:
        result = search.result(lambda _: None)
    assert isinstance(result, Proved if is_safe else Run)
    assert not search.ledger.wrong


@pytest.mark.parametrize(("program", "route"), ROUTES)
def test_second_solver_confirms_every_refinement(
    program: str, route: RouteKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Definition 2 of the paper, checked with z3 for all labels of all refinements."""
    make, _ = PROGRAMS[program]
    system = make()
    confirmed: list[Broken | None] = []

    def confirming(nodes: Sequence[Node], labels: Labels, queries: StepQueries) -> Broken | None:
        assert labels[nodes[0]] is TRUE
        assert labels[nodes[-1]] is FALSE
        with closing(StepQueries(system, SolverFactory(main="z3"), Budget.seconds(50))) as others:
            confirmed.append(broken(nodes, labels, others))
        return broken(nodes, labels, queries)

    monkeypatch.setattr(search_module, "broken", confirming)
    with closing(
        GraphSearch(system, SearchChoices(route=route), lambda _: True, SOLVERS, Budget.seconds(50))
    ) as search:
        search.result(lambda _: None)
    assert confirmed
    assert set(confirmed) == {None}


@pytest.mark.parametrize("route", RouteKind)
@pytest.mark.parametrize("configuration", UfoConfiguration)
@pytest.mark.parametrize("is_safe", [True, False])
def test_every_configuration_agrees_by_every_method(
    is_safe: bool, configuration: UfoConfiguration, route: RouteKind
) -> None:
    choices = SearchChoices(configuration, route)
    with closing(GraphSearch(foo(is_safe=is_safe), choices, lambda _: True, SOLVERS, Budget.seconds(50))) as search:
        result = search.result(lambda _: None)
    assert isinstance(result, Proved if is_safe else Run)


@pytest.mark.parametrize("configuration", UfoConfiguration)
@pytest.mark.parametrize("program", PROGRAMS)
def test_all_configurations_agree(program: str, configuration: UfoConfiguration) -> None:
    make, is_safe = PROGRAMS[program]
    choices = SearchChoices(configuration, source=InterpolantSource.CUBES)
    with closing(GraphSearch(make(), choices, lambda _: True, SOLVERS, Budget.seconds(50))) as search:
        result = search.result(lambda _: None)
    assert isinstance(result, Proved if is_safe else Run)


def test_labels_that_contradict_an_edge_are_detected() -> None:
    system = nested()
    graph = ReachabilityGraph(system, lambda _: True)
    head, after = graph.new("1"), graph.new("6")
    graph.connect(graph.root, head)
    graph.connect(head, after)
    graph.connect(after, graph.error)
    nodes = graph.towards_error()
    assert nodes == (graph.root, head, after, graph.error)
    never_negative = bvsge(K, bv(0, 32))
    with closing(StepQueries(system, SOLVERS, Budget.seconds(30))) as queries:
        right = {graph.root: TRUE, head: never_negative, after: never_negative, graph.error: FALSE}
        assert broken(nodes, right, queries) is None
        assert broken(nodes, right | {head: TRUE}, queries) == Broken(head, after)
        assert broken(nodes, right | {head: FALSE}, queries) == Broken(graph.root, head)
        assert broken(nodes, right | {after: TRUE}, queries) == Broken(after, graph.error)
