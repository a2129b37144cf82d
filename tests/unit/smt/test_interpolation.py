"""Interpolation: every method gives right interpolants, and wrong ones are detected."""

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.invariants.justification import justification
from surefoot.logic import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvslt,
    bvult,
    eq,
    extract,
    int_add,
    int_constant,
    int_le,
    int_lt,
    not_,
    or_,
    select,
    store,
    variable,
    variables_of,
)
from surefoot.logic.horn import Application, Clause
from surefoot.logic.smtlib import parse_script
from surefoot.smt.contracts import NOTHING_TO_INTERPOLATE, NoAnswer, Sat, Unsat, Use
from surefoot.smt.interpolation.by_theory import LibraryInterpolator, SpacerInterpolator, TheoryInterpolator, chosen
from surefoot.smt.interpolation.checking import Correct, Wrong, checked
from surefoot.smt.interpolation.contracts import FormulaGraph, GraphPart, Interpolants, Interpolator, sequence
from surefoot.smt.interpolation.cubes import CubeInterpolator
from surefoot.smt.interpolation.graph_as_sequence import SequenceInterpolator
from surefoot.smt.interpolation.horn import eliminate_forall, horn_solution
from surefoot.smt.interpolation.routing import CheckedInterpolation, weakened
from surefoot.smt.interpolation.words import in_words
from surefoot.smt.recording import Recorder
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory()
WORD = bit_vector(8)
X, Y, Z, N = (variable(name, WORD) for name in "xyzn")
A, B = (variable(name, array_sort(WORD, WORD)) for name in "ab")


def number(value: int) -> Term:
    return bv(value, 8)


CHAIN = [and_(eq(X, number(0)), eq(N, number(3))), eq(Y, bvadd(X, N)), and_(eq(Z, Y), bvslt(Z, number(0)))]
ARRAYS = [eq(B, store(A, X, number(3))), not_(eq(select(B, X), number(3)))]
WAYS: dict[str, Interpolator] = {
    "bitwuzla": LibraryInterpolator("bitwuzla"),
    "cvc5": LibraryInterpolator("cvc5"),
    "spacer": SpacerInterpolator(),
    "by theory": TheoryInterpolator(),
    "cubes": CubeInterpolator(SOLVERS, justification),
}


def verdict(parts: Sequence[Term], formulas: Sequence[Term]) -> object:
    with closing(SOLVERS.open_confirming("z3", Use.INCREMENTAL, Budget.seconds(30))) as solver:
        return checked(sequence(parts), Interpolants(tuple(formulas), "test"), solver)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("parts", [CHAIN[1:] + CHAIN[:1], CHAIN, ARRAYS], ids=["other order", "chain", "arrays"])
def test_every_method_gives_interpolants(way: str, parts: list[Term]) -> None:
    found = WAYS[way].interpolants(sequence(parts), Budget.seconds(30))
    assert isinstance(found, Interpolants)
    assert verdict(parts, found.formulas) == Correct()


@pytest.mark.parametrize("way", ["by theory", "spacer", "cubes"])
def test_integers_have_interpolants(way: str) -> None:
    """x = 0, y = x + n with n > 0, y <= 0."""
    x, y, n = (variable(name, INT) for name in "xyn")
    zero = int_constant(0)
    parts = [and_(eq(x, zero), int_lt(zero, n)), eq(y, int_add(x, n)), int_le(y, zero)]
    found = WAYS[way].interpolants(sequence(parts), Budget.seconds(30))
    if way == "cubes":
        assert isinstance(found, NoAnswer)  # the main library decides no integers
        return
    assert isinstance(found, Interpolants)
    assert verdict(parts, found.formulas) == Correct()


def test_theory_selects_the_method() -> None:
    assert chosen(sequence(CHAIN)).name == "bitwuzla"
    assert chosen(sequence(ARRAYS)).name == "cvc5"
    assert chosen(sequence([eq(variable("i", INT), int_constant(0))])).name == "z3"


@pytest.mark.parametrize("way", ["bitwuzla", "spacer", "cubes"])
def test_satisfiable_parts_have_no_interpolant(way: str) -> None:
    assert WAYS[way].interpolants(sequence(CHAIN[:2]), Budget.seconds(30)) == NoAnswer(NOTHING_TO_INTERPOLATE)


RIGHT = (and_(eq(X, number(0)), eq(N, number(3))), eq(Y, number(3)))


def test_right_interpolants_are_accepted() -> None:
    assert verdict(CHAIN, RIGHT) == Correct()


@pytest.mark.parametrize(
    ("formulas", "claim"),
    [
        ((RIGHT[0],), "3 parts have 2 interpolants, not 1"),
        ((RIGHT[0], eq(Z, number(3))), "interpolant 2 is about something that the parts do not share"),
        ((RIGHT[0], and_(RIGHT[1], eq(X, number(0)))), "interpolant 2 is about something that the parts do not share"),
        ((FALSE, RIGHT[1]), "interpolant 0 and part 1 do not imply interpolant 1"),
        ((TRUE, RIGHT[1]), "interpolant 1 and part 2 do not imply interpolant 2"),
        ((RIGHT[0], TRUE), "interpolant 2 and part 3 do not imply interpolant 3"),
        ((RIGHT[0], eq(Y, number(4))), "interpolant 1 and part 2 do not imply interpolant 2"),
    ],
    ids=["too few", "of the future", "of the past", "too strong", "too weak", "says nothing", "another number"],
)
def test_tampered_interpolants_are_rejected(formulas: tuple[Term, ...], claim: str) -> None:
    found = verdict(CHAIN, formulas)
    assert isinstance(found, Wrong)
    assert found.claim == claim


DIAMOND = FormulaGraph(
    4,
    (
        GraphPart(0, 1, eq(X, number(2))),
        GraphPart(0, 2, eq(Y, number(2))),
        GraphPart(1, 3, eq(Z, X)),
        GraphPart(2, 3, and_(eq(Z, Y), bvult(N, number(9)))),
        GraphPart(1, 4, eq(X, number(3))),
        GraphPart(3, 4, eq(Z, number(3))),
    ),
)
"""Two ways to the third node, x = 2; z = x and y = 2; z = y, after which z would be 3; and one that ends earlier, where x would be."""
LABELS = tuple(eq(each, number(2)) for each in (X, Y, Z))


def graph_verdict(graph: FormulaGraph, formulas: Sequence[Term]) -> object:
    with closing(SOLVERS.open_confirming("cvc5", Use.INCREMENTAL, Budget.seconds(30))) as solver:
        return checked(graph, Interpolants(tuple(formulas), "test"), solver)


GRAPH_WAYS: dict[str, Interpolator] = {
    "spacer": SpacerInterpolator(),
    "by theory": TheoryInterpolator(),
    "in sequence": SequenceInterpolator(
        CheckedInterpolation([LibraryInterpolator("bitwuzla")], SOLVERS), SOLVERS, 20.0
    ),
}


@pytest.mark.parametrize("way", GRAPH_WAYS)
def test_graphs_have_interpolants(way: str) -> None:
    found = GRAPH_WAYS[way].interpolants(DIAMOND, Budget.seconds(30))
    assert isinstance(found, Interpolants)
    assert graph_verdict(DIAMOND, found.formulas) == Correct()


@pytest.mark.parametrize("way", GRAPH_WAYS)
def test_sequences_are_graphs(way: str) -> None:
    found = GRAPH_WAYS[way].interpolants(sequence(CHAIN), Budget.seconds(30))
    assert isinstance(found, Interpolants)
    assert verdict(CHAIN, found.formulas) == Correct()


@pytest.mark.parametrize("way", GRAPH_WAYS)
def test_graph_with_a_satisfiable_path_has_no_interpolants(way: str) -> None:
    """The other edge to the last node is on one."""
    *parts, last = DIAMOND.parts
    satisfiable = replace(DIAMOND, parts=(*parts, replace(last, formula=bvult(Z, number(3)))))
    assert GRAPH_WAYS[way].interpolants(satisfiable, Budget.seconds(30)) == NoAnswer(NOTHING_TO_INTERPOLATE)


@pytest.mark.parametrize("way", ["bitwuzla", "cvc5", "cubes"])
def test_methods_for_sequences_refuse_graphs(way: str) -> None:
    assert WAYS[way].interpolants(DIAMOND, Budget.seconds(30)) == NoAnswer(f"{way} interpolates sequences only")


def test_shared_symbols_occur_before_and_after() -> None:
    """y is on a path that avoids node 1, and n on one edge alone."""
    assert DIAMOND.shared() == [frozenset({X}), frozenset({Y}), frozenset({Z})]
    assert not DIAMOND.is_sequence and sequence(CHAIN).is_sequence
    assert sequence(CHAIN).shared() == [frozenset({X, N}), frozenset({Y})]


@pytest.mark.parametrize(
    ("formulas", "claim"),
    [
        (LABELS, None),
        (LABELS[:2], "6 parts have 3 interpolants, not 2"),
        ((TRUE, *LABELS[1:]), "interpolant 1 and part 3 do not imply interpolant 3"),
        ((bvult(X, number(4)), LABELS[1], bvult(Z, number(4))), "interpolant 1 and part 5 do not imply interpolant 4"),
        ((LABELS[0], FALSE, LABELS[2]), "interpolant 0 and part 2 do not imply interpolant 2"),
        ((LABELS[0], bvult(Y, number(3)), LABELS[2]), "interpolant 2 and part 4 do not imply interpolant 3"),
        ((*LABELS[:2], TRUE), "interpolant 3 and part 6 do not imply interpolant 4"),
        (
            (LABELS[0], and_(LABELS[1], bvult(N, number(9))), LABELS[2]),
            "interpolant 2 is about something that the parts do not share",
        ),
        (
            (and_(LABELS[0], LABELS[1]), *LABELS[1:]),
            "interpolant 1 is about something that the parts do not share",
        ),
    ],
)
def test_interpolants_of_a_graph_are_checked_edge_by_edge(formulas: tuple[Term, ...], claim: str | None) -> None:
    found = graph_verdict(DIAMOND, formulas)
    assert found == Correct() if claim is None else isinstance(found, Wrong) and found.claim == claim


@dataclass(frozen=True, slots=True)
class ConstantAnswer:
    """Interpolation method with a constant answer."""

    formulas: tuple[Term, ...]
    name: str = "liar"

    def interpolants(self, graph: FormulaGraph, budget: Budget) -> Interpolants:
        del graph, budget
        return Interpolants(self.formulas, self.name)


def test_wrong_interpolants_are_counted_and_the_next_method_is_used(tmp_path: Path) -> None:
    solvers = SolverFactory(recorder=Recorder(tmp_path))
    lies = ConstantAnswer((eq(X, number(1)), eq(Y, number(3))))
    checking = CheckedInterpolation([lies, WAYS["bitwuzla"]], solvers)
    found = checking.interpolants(sequence(CHAIN), Budget.seconds(30))
    assert isinstance(found, Interpolants)
    assert verdict(CHAIN, found.formulas) == Correct()
    assert [each.given.origin for each in checking.ledger.wrong] == ["liar"]
    assert checking.ledger.accepted == {"bitwuzla": 1}
    assert solvers.statistics.wrong_interpolants == {"liar": 1}
    assert [each.read_text() for each in tmp_path.glob("*-wrong-interpolants.smt2")] == [
        checking.ledger.wrong[0].script()
    ]


@pytest.mark.parametrize("formulas", [(RIGHT[0],), (*RIGHT, TRUE), (RIGHT[0], eq(Z, number(3)))])
def test_interpolants_of_the_wrong_shape_are_counted(formulas: tuple[Term, ...]) -> None:
    solvers = SolverFactory()
    checking = CheckedInterpolation([ConstantAnswer(formulas)], solvers)
    assert isinstance(checking.interpolants(sequence(CHAIN), Budget.seconds(30)), NoAnswer)
    assert solvers.statistics.wrong_interpolants == {"liar": 1}
    script = parse_script(checking.ledger.wrong[0].script())
    assert len(script.assertions) == len(CHAIN) + len(formulas)


def test_interpolants_that_are_right_after_weakening_are_counted() -> None:
    """x != 2 does not follow from x < 5, but is not needed to contradict x = 9."""
    solvers = SolverFactory()
    parts = [bvult(X, number(5)), eq(X, number(9))]
    lies = ConstantAnswer((and_(parts[0], not_(eq(X, number(2)))),))
    assert weakened(sequence(parts), lies.interpolants(sequence(parts), Budget()), SOLVERS).formulas == (parts[0],)
    checking = CheckedInterpolation([lies], solvers)
    assert isinstance(checking.interpolants(sequence(parts), Budget.seconds(30)), NoAnswer)
    assert solvers.statistics.wrong_interpolants == {"liar": 1}
    assert checking.ledger.wrong[0].given.formulas == lies.formulas


@pytest.mark.parametrize("library", ["bitwuzla", "z3", "cvc5"])
def test_script_of_wrong_interpolants_is_satisfiable(library: str) -> None:
    """It states the library, its version, the parts and the interpolants, and every solver refutes
    a condition.
    """
    checking = CheckedInterpolation([ConstantAnswer((RIGHT[0], eq(Y, number(4))), "cvc5")], SOLVERS)
    checking.interpolants(sequence(CHAIN), Budget.seconds(30))
    text = checking.ledger.wrong[0].script()
    assert re.match(r"; cvc5 [0-9.]+: interpolant 1 and part 2 do not imply interpolant 2\n", text)
    script = parse_script(text)
    names = [str(each.payload) for each in variables_of(*script.assertions) if each.sort is BOOL]
    assert sorted(names) == ["interpolant 1", "interpolant 2", "part 1", "part 2", "part 3"]
    with closing(SOLVERS.open_named(library, Use.ONE_SHOT, Budget.seconds(30))) as solver:
        assert isinstance(solver.check(script.assertions), Sat)


@pytest.mark.parametrize("weakens", [True, False])
def test_wrong_interpolants_of_a_graph_are_counted(weakens: bool) -> None:
    """The script states the nodes of the parts."""
    solvers = SolverFactory()
    ways = [ConstantAnswer((*LABELS[:2], TRUE), "cvc5"), GRAPH_WAYS["spacer"]]
    checking = CheckedInterpolation(ways, solvers, weakens=weakens)
    found = checking.interpolants(DIAMOND, Budget.seconds(30))
    assert isinstance(found, Interpolants)
    assert graph_verdict(DIAMOND, found.formulas) == Correct()
    assert solvers.statistics.wrong_interpolants == {"cvc5": 1}
    text = checking.ledger.wrong[0].script()
    assert "; between nodes 0 to 4: part 1 from 0 to 1, 2 from 0 to 2, 3 from 1 to 3" in text
    with closing(SOLVERS.new()) as solver:
        assert isinstance(solver.check(parse_script(text).assertions), Sat)


def test_conjuncts_unused_by_all_edges_of_a_node_are_dropped() -> None:
    """The rest of x = 2 and x < 9 has to suffice for both outgoing edges, which x < 9 does not."""
    strong = (and_(LABELS[0], bvult(X, number(9))), and_(LABELS[1], bvult(Y, number(100))), LABELS[2])
    found = weakened(DIAMOND, Interpolants(strong, "test"), SOLVERS).formulas
    assert found == (LABELS[0], LABELS[1], LABELS[2])
    assert graph_verdict(DIAMOND, found) == Correct()


def test_no_remaining_method_is_no_answer() -> None:
    checking = CheckedInterpolation([ConstantAnswer((TRUE, TRUE))], SOLVERS)
    assert isinstance(checking.interpolants(sequence(CHAIN), Budget.seconds(30)), NoAnswer)


def test_unused_conjuncts_are_dropped() -> None:
    found = weakened(sequence(CHAIN), Interpolants(RIGHT, "test"), SOLVERS)
    assert found.formulas == RIGHT
    strong = replace(found, formulas=(RIGHT[0], and_(RIGHT[1], bvult(Y, number(9)))))
    assert weakened(sequence(CHAIN), strong, SOLVERS).formulas[1] in {RIGHT[1], bvult(Y, number(9))}


@pytest.mark.parametrize(
    ("bits", "words"),
    [
        (and_(*(eq(extract(X, at, at), bv(5 >> at & 1, 1)) for at in range(8))), eq(X, number(5))),
        (or_(*(not_(eq(extract(X, at, at), bv(5 >> at & 1, 1))) for at in range(8))), not_(eq(X, number(5)))),
        (eq(extract(X, 7, 7), bv(1, 1)), bvslt(X, number(0))),
        (and_(eq(extract(X, 7, 7), bv(0, 1)), eq(Y, N)), and_(not_(bvslt(X, number(0))), eq(Y, N))),
    ],
    ids=["equation", "disequation", "sign", "with another"],
)
def test_bits_become_words(bits: Term, words: Term) -> None:
    assert in_words(bits) is words
    with closing(SOLVERS.new()) as solver:
        assert isinstance(solver.check([not_(eq(words, bits))]), Unsat)


def test_horn_clauses_have_a_solution() -> None:
    relations = {"one": (X, N), "two": (X, N)}
    clauses = [
        Clause((), eq(X, number(0)), Application("one", (X, N))),
        Clause((Application("one", (X, N)),), bvslt(X, N), Application("two", (bvadd(X, number(1)), N))),
        Clause((Application("two", (X, N)),), bvslt(X, number(0)), None),
    ]
    found = horn_solution(relations, clauses, Budget.seconds(30))
    assert not isinstance(found, NoAnswer)
    with closing(SOLVERS.new()) as solver:
        assert isinstance(solver.check([eq(X, number(0)), not_(found["one"])]), Unsat)
        assert isinstance(solver.check([found["two"], bvslt(X, number(0))]), Unsat)


def test_horn_clauses_without_a_solution_have_none() -> None:
    clauses = [
        Clause((), eq(X, number(0)), Application("one", (X,))),
        Clause((Application("one", (X,)),), bvslt(X, number(1)), None),
    ]
    assert horn_solution({"one": (X,)}, clauses, Budget.seconds(30)) == NoAnswer(NOTHING_TO_INTERPOLATE)


def test_quantified_variables_are_eliminated() -> None:
    found = eliminate_forall(or_(not_(eq(Y, bvadd(X, number(1)))), bvult(N, Y)), [Y], Budget.seconds(30))
    assert isinstance(found, Term)
    with closing(SOLVERS.new()) as solver:
        assert isinstance(solver.check([not_(eq(found, bvult(N, bvadd(X, number(1)))))]), Unsat)
