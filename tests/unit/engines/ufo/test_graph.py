"""Abstract reachability graphs: the invariant of a location is the disjunction of its labels."""

from collections.abc import Sequence

import pytest

from surefoot.engines.ufo.graph import ReachabilityGraph, View
from surefoot.logic import BOOL, FALSE, TRUE, Term, and_, or_, variable
from surefoot.systems.control.system import ENTRY, ControlSystem, Location

A, B, C, D = (variable(name, BOOL) for name in "abcd")


@pytest.mark.parametrize(
    ("labels", "stated"),
    [
        ([], {FALSE}),
        ([TRUE, and_(A, B)], set()),
        ([A], {A}),
        ([and_(A, B, C), and_(A, B), and_(A, B, D)], {A, B}),
        ([and_(A, B, C), and_(A, D)], {A, or_(and_(B, C), D)}),
        ([and_(A, B), and_(C, D)], {or_(and_(A, B), and_(C, D))}),
        ([FALSE, and_(A, B)], {A, B}),
    ],
)
def test_stronger_labels_are_omitted_from_the_disjunction(labels: Sequence[Term], stated: set[Term]) -> None:
    places = (Location(ENTRY), Location("loop"))
    system = ControlSystem(parameters=(), facts=(), locations=places, edges=())
    graph = ReachabilityGraph(system, lambda _: True)
    nodes = [graph.new("loop") for _ in labels]
    for node, label in zip(nodes, labels, strict=True):
        node.label = label
    found = View(graph, (graph.root, *nodes), frozenset(), None).invariants()["loop"]
    assert set(found) == stated
