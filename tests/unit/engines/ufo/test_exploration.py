"""Graphs as proofs: valid ones are accepted, tampered ones rejected."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

import pytest

from corpus.flow_graphs import K, X, foo, nested
from surefoot.base.budget import Budget
from surefoot.engines.ufo.configuration import SearchChoices
from surefoot.engines.ufo.exploration import flaw_of
from surefoot.engines.ufo.graph import View, graph_dot
from surefoot.engines.ufo.queries import StepQueries
from surefoot.engines.ufo.search import GraphSearch, Proved
from surefoot.logic import TRUE, bv, eq
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem

SOLVERS = SolverFactory()


def proof_of(system: ControlSystem) -> View:
    with closing(GraphSearch(system, SearchChoices(), lambda _: True, SOLVERS, Budget.seconds(50))) as search:
        found = search.result(lambda _: None)
    assert isinstance(found, Proved)
    return found.view


def flaw(view: View) -> str | None:
    with closing(StepQueries(view.graph.system, SOLVERS, Budget.seconds(50))) as queries:
        return flaw_of(view, queries)


def weaken_a_label(view: View) -> View:
    next(node for node in view.nodes if node.location == "7").label = TRUE
    return view


def strengthen_a_label(view: View) -> View:
    next(node for node in view.nodes if node.location == "6").label = eq(X, bv(7, 32))
    return view


def cover_nothing(view: View) -> View:
    return replace(view, covered=frozenset())


def cover_everything(view: View) -> View:
    return replace(view, covered=frozenset(view.nodes[1:-1]))


def cover_what_is_larger(view: View) -> View:
    next(iter(view.covered)).label = TRUE
    return view


def leave_the_errors_open(view: View) -> View:
    assert view.error is not None
    view.error.label = TRUE
    return view


TAMPERED: dict[str, tuple[Callable[[View], View], str]] = {
    "a label that is too weak": (weaken_a_label, "not well-labelled"),
    "a label that is too strong": (strengthen_a_label, "not well-labelled"),
    "nothing is covered": (cover_nothing, "not complete"),
    "everything is covered": (cover_everything, "is not covered"),
    "more than what covers it": (cover_what_is_larger, "not"),
    "errors that are reached": (leave_the_errors_open, "not safe"),
}


def test_proofs_have_no_defect() -> None:
    assert flaw(proof_of(foo())) is None
    assert flaw(proof_of(nested())) is None


@pytest.mark.parametrize("case", TAMPERED)
def test_tampered_graphs_prove_nothing(case: str) -> None:
    tamper, expected = TAMPERED[case]
    found = flaw(tamper(proof_of(foo())))
    assert found is not None
    assert expected in found


def test_drawing_has_every_node_and_edge() -> None:
    view = proof_of(nested())
    text = graph_dot(view, lambda _, formula: str(formula))
    for node in view.graph.nodes:
        assert f"  n{node.number} [label=" in text
        for child in node.children:
            assert f"  n{node.number} -> n{child.number};" in text
    assert text.count("style=dashed") == len(view.covered)
    assert str(K.payload) in text


@pytest.mark.parametrize(("length", "is_cut"), [(60, False), (61, True)])
def test_truncated_lines_of_a_drawing_are_marked(length: int, *, is_cut: bool) -> None:
    text = graph_dot(proof_of(nested()), lambda *_: "x" * length)
    assert ("x" * 60 + "\\l" in text, "x" * 59 + "…\\l" in text) == (not is_cut, is_cut)
    assert "x" * 61 not in text
