"""The worked examples of the thesis, most of them over mathematical integers as there, and what makes its configurations differ."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import product

import pytest

from corpus.small_systems import error, system_of
from surefoot.budget import Budget
from surefoot.engines.cegar.configuration import CegarConfiguration, PredicateSource
from surefoot.engines.cegar.search import PredicateSearch
from surefoot.engines.decisions import NoDecision
from surefoot.engines.ic3.blocking import Blocking
from surefoot.engines.ic3.frames import ALWAYS, BlockedCube, LocationFrames
from surefoot.engines.ic3.paths import Path
from surefoot.engines.ic3.search import Inductive
from surefoot.engines.searches import Undecided
from surefoot.logic import (
    BOOL,
    INT,
    TRUE,
    Evaluator,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    and_,
    eq,
    int_add,
    int_constant,
    int_le,
    int_lt,
    not_,
    variable,
    variables_of,
)
from surefoot.solvers.contracts import Unsat, Use
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.solving import SystemSolver
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Exit, Invariants

INTEGERS = SolverFactory(main="z3", check_models=True)


def symbol(name: str, sort: Sort = INT, kind: SymbolKind = SymbolKind.STATE) -> Term:
    return variable(Symbol(kind, name, 0, name), sort)


X, Y = symbol("x"), symbol("y")
V, W = symbol("x later"), symbol("y later")
GO = symbol("go", BOOL, SymbolKind.CHOICE)
ANY = symbol("any", INT, SymbolKind.CHOICE)


def at(value: int) -> Term:
    return int_constant(value)


def plus(term: Term, value: int) -> Term:
    return int_add(term, at(value))


def up_and_down(apart: int, claimed: int) -> ControlSystem:
    """x = 0; y = apart; while (*) { x++; y++; } while (x > 0) { x--; y--; } assert(y >= claimed)."""
    done = not_(int_lt(at(0), V))
    return system_of(
        [
            Edge(ENTRY, "up", TRUE, {X: at(0), Y: at(apart)}),
            Edge("up", "up", GO, {X: plus(X, 1), Y: plus(Y, 1)}),
            Edge("up", "down", not_(GO), {V: X, W: Y}),
            Edge("down", "down", not_(done), {V: plus(V, -1), W: plus(W, -1)}),
            Edge("down", error(), and_(done, int_lt(W, at(claimed)))),
            Edge("down", Exit(), and_(done, int_le(at(claimed), W))),
        ]
    )


GULWANI = system_of(
    [
        Edge(ENTRY, "head", TRUE, {X: at(-50), Y: ANY}),
        Edge("head", "head", int_lt(X, at(0)), {X: int_add(X, Y), Y: plus(Y, 1)}),
        Edge("head", error(), and_(int_le(at(0), X), int_le(Y, at(0)))),
    ]
)
"""x = -50; y = *; while (x < 0) { x = x + y; y++; } assert(y > 0)"""


@contextmanager
def searching(
    system: ControlSystem, configuration: CegarConfiguration, refinements: int = 0
) -> Iterator[PredicateSearch]:
    budget = Budget().at_most_cpu(100)
    search = PredicateSearch(
        system, {}, configuration, PredicateSource.CUBES, refinements, INTEGERS, budget, lambda _: None
    )
    with closing(search):
        yield search


def is_proof(system: ControlSystem, invariants: Invariants) -> bool:
    """Whether a solver that nobody asked before finds ``invariants`` to be inductive, and to exclude every error."""
    with closing(SystemSolver(system, INTEGERS.other("cvc5", Use.INCREMENTAL, Budget().at_most_cpu(50)))) as solver:
        for edge in system.edges:
            known = invariants.get(edge.source, ())
            kept = edge.after(and_(*invariants[edge.target])) if isinstance(edge.target, str) else TRUE
            fails = TRUE if edge in system.error_edges else not_(kept)
            if not isinstance(solver.check([and_(*known, edge.guard, fails)]), Unsat):
                return False
    return True


def test_latches() -> None:
    """00 -> 01 -> 10 -> 00 and 11 -> 00, from where the first is 0, are never both 1: that is the whole invariant."""
    first, second = symbol("first", BOOL), symbol("second", BOOL)
    choice = symbol("choice", BOOL, SymbolKind.CHOICE)
    nxt = {first: and_(not_(first), second), second: and_(not_(first), not_(second))}
    system = system_of(
        [
            Edge(ENTRY, "latches", TRUE, {first: eq(TRUE, not_(TRUE)), second: choice}),
            Edge("latches", "latches", not_(and_(first, second)), nxt),
            Edge("latches", error(), and_(first, second)),
        ]
    )
    with searching(system, CegarConfiguration.C) as search:
        result = search.result(lambda _: True)
    assert isinstance(result, Inductive)
    stated = and_(*result.invariants["latches"])
    for values in product((False, True), repeat=2):
        known = dict(zip((first, second), values, strict=True))
        assert bool(Evaluator(known.__getitem__).value(stated)) == (not all(values))


def test_gulwani_takes_few_refinements() -> None:
    with searching(GULWANI, CegarConfiguration.C) as search:
        result = search.result(lambda _: True)
        assert isinstance(result, Inductive)
        assert is_proof(GULWANI, result.invariants)
        assert search.tally.refinements <= 2
        assert len(search.predicates) <= 10


def lifted_trace(system: ControlSystem) -> list[Term]:
    """What the search says of the states on the way to the error."""
    with searching(system, CegarConfiguration.C) as search:
        path = search.path(lambda _: True)
    assert isinstance(path, Path)
    cubes: list[Term] = []
    here = path.then
    while here is not None:
        cubes.append(and_(*here.cube))
        here = here.then
    return cubes


def test_a_trace_says_what_matters() -> None:
    """a = 0; b = *; while (a < b) a++; assert(a == 10): fails where b is not above 0, whatever it is."""
    system = system_of(
        [
            Edge(ENTRY, "head", TRUE, {X: at(0), Y: ANY}),
            Edge("head", "head", int_lt(X, Y), {X: plus(X, 1), Y: Y}),
            Edge("head", "end", not_(int_lt(X, Y)), {V: X}),
            Edge("end", error(), not_(eq(V, at(10)))),
        ]
    )
    *heads, end = lifted_trace(system)
    assert heads
    assert all(set(variables_of(each)) == {X, Y} for each in heads)
    assert set(variables_of(end)) == {V}


def test_what_does_not_matter_is_in_no_trace() -> None:
    """m = *; n = *; i = 0; if (n <= m) return; while (m < n) { m++; i++; } assert(m == n + 1), with others that nothing uses."""
    i, j = symbol("i"), symbol("j")
    system = system_of(
        [
            Edge(ENTRY, "begin", TRUE, {X: ANY, Y: symbol("other", INT, SymbolKind.CHOICE)}),
            Edge("begin", "head", int_lt(X, Y), {X: X, Y: Y, i: at(0), j: at(0)}),
            Edge("begin", Exit(), not_(int_lt(X, Y))),
            Edge("head", "head", int_lt(X, Y), {X: plus(X, 1), Y: Y, i: plus(i, 1), j: j}),
            Edge("head", error(), and_(not_(int_lt(X, Y)), not_(eq(X, plus(Y, 1))))),
            Edge("head", Exit(), and_(not_(int_lt(X, Y)), eq(X, plus(Y, 1)))),
        ]
    )
    trace = lifted_trace(system)
    assert len(trace) == 3
    assert all(set(variables_of(cube)) == {X, Y} for cube in trace)


@pytest.mark.parametrize("configuration", CegarConfiguration)
def test_pairs_are_enough_where_numbers_are_in_step(configuration: CegarConfiguration) -> None:
    system = up_and_down(0, 0)
    with searching(system, configuration) as search:
        result = search.result(lambda _: True)
    assert isinstance(result, Inductive)
    assert is_proof(system, result.invariants)


@pytest.mark.parametrize("configuration", CegarConfiguration)
def test_a_violation_is_a_run(configuration: CegarConfiguration) -> None:
    system = up_and_down(3, 4)
    with searching(system, configuration) as search:
        result = search.result(lambda _: True)
    assert isinstance(result, Run)
    assert len(states_along(system, result)) == len(result.steps)


@pytest.mark.parametrize("configuration", [CegarConfiguration.NOOPT, CegarConfiguration.C])
def test_without_mining_predicates_are_never_enough(configuration: CegarConfiguration) -> None:
    """y = x + 3 is no pair: there are always new states next to those that were excluded."""
    with searching(up_and_down(3, 3), configuration, refinements=12) as search:
        result = search.result(lambda _: True)
        assert result == Undecided("more than 12 refinements")
        assert search.tally.refinements == 12
        assert search.last > 2


@pytest.mark.parametrize("configuration", [CegarConfiguration.CR, CegarConfiguration.CGR])
def test_with_mining_they_are(configuration: CegarConfiguration) -> None:
    system = up_and_down(3, 3)
    with searching(system, configuration, refinements=60) as search:
        result = search.result(lambda _: True)
        assert isinstance(result, Inductive)
        assert is_proof(system, result.invariants)
        assert search.tally.mined > 0


def test_lazy_refinement_follows_spurious_steps_and_is_right() -> None:
    system = up_and_down(3, 3)
    with searching(system, CegarConfiguration.CRL, refinements=100) as search:
        result = search.result(lambda _: True)
        assert search.tally.followed > 0
    assert not isinstance(result, Run)
    assert isinstance(result, Undecided) or is_proof(system, result.invariants)


@pytest.mark.parametrize("configuration", [CegarConfiguration.C, CegarConfiguration.CGRL])
def test_every_clause_follows_from_the_frame_before(
    configuration: CegarConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever generalisation adds, to whatever level, is checked against the frames as they are then."""
    system = up_and_down(3, 4)
    added: list[BlockedCube] = []
    original = LocationFrames.add

    def checking(self: LocationFrames, new: BlockedCube) -> None:
        added.append(new)
        for edge in system.edges_into(new.name):
            before = frames.at(edge.source)
            level = new.level if new.level == ALWAYS else new.level - 1
            if level < 1 and edge.source != ENTRY:
                continue
            own = [new.clause] if edge.source == new.name else []
            assert isinstance(before.check(level, [edge.guard, edge.after(and_(*new.cube)), *own], "test"), Unsat)
        original(self, new)

    monkeypatch.setattr(LocationFrames, "add", checking)
    with searching(system, configuration) as search:
        frames = search._search._frames
        search.result(lambda _: True)
    assert added


def test_a_refinement_without_progress_is_an_alarm() -> None:
    """An obligation whose literals are all predicates already, and that is excluded but not as predicates, cannot be: it is not silently tried for ever."""
    with searching(GULWANI, CegarConfiguration.C) as search:
        blocking: Blocking = search._search._blocking
        edge = GULWANI.edges_into("head")[0]
        cube = (eq(X, at(7)), eq(Y, at(7)))
        blocking._refine("head", cube, edge, 0, is_tiring=True)  # type: ignore[attr-defined]
        with pytest.raises(NoDecision, match="no progress"):
            blocking._refine("head", cube, edge, 0, is_tiring=True)  # type: ignore[attr-defined]
