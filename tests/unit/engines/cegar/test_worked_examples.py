"""The worked examples of the thesis, mostly over mathematical integers, and differences of its
configurations.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import product

import pytest

from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.cegar import search as search_module
from surefoot.engines.cegar.configuration import CegarConfiguration, PredicateSearchChoices, PredicateSource
from surefoot.engines.cegar.predicates import assigned
from surefoot.engines.cegar.search import PredicateSearch
from surefoot.engines.ic3.blocking import Blocking
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.frames import ALWAYS, BlockedCube, LocationFrames
from surefoot.engines.ic3.lifting import lifted_states
from surefoot.engines.ic3.obligations import FrameObligation
from surefoot.engines.ic3.paths import Path, run_along
from surefoot.engines.ic3.search import Inductive
from surefoot.engines.searches import NoDecision
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
    or_,
    variable,
)
from surefoot.smt.contracts import NoAnswer, Unsat, Use
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, states_along
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
    """Return the system of x = 0; y = apart; while (*) { x++; y++; } while (x > 0) { x--; y--; }
    assert(y >= claimed).
    """
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
    system: ControlSystem,
    configuration: CegarConfiguration,
    refinements: int = 0,
    source: PredicateSource = PredicateSource.CUBES,
) -> Iterator[PredicateSearch]:
    budget = Budget().at_most_cpu(100)
    search = PredicateSearch(
        system, {}, PredicateSearchChoices(configuration, source, refinements), INTEGERS, budget, lambda _: None
    )
    with closing(search):
        yield search


def is_proof(system: ControlSystem, invariants: Invariants) -> bool:
    """Return whether an independent solver finds ``invariants`` to be inductive and to exclude
    every error.
    """
    with closing(
        SystemSolver(system, INTEGERS.open_confirming("cvc5", Use.INCREMENTAL, Budget().at_most_cpu(50)))
    ) as solver:
        for edge in system.edges:
            known = invariants.get(edge.source, ())
            kept = edge.after(and_(*invariants[edge.target])) if isinstance(edge.target, str) else TRUE
            fails = TRUE if edge in system.error_edges else not_(kept)
            if not isinstance(solver.check([and_(*known, edge.guard, fails)]), Unsat):
                return False
    return True


def test_latches() -> None:
    """00 -> 01 -> 10 -> 00 and 11 -> 00, from states with first bit 0: never both 1, which is the
    whole invariant.
    """
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


def gulwani_statement_by_statement() -> ControlSystem:
    """Return the same with a location after every statement, as the thesis has it."""
    start, between, end = (tuple(symbol(f"{name} {where}") for name in "xy") for where in ("first", "between", "last"))
    return system_of(
        [
            Edge(ENTRY, "start", TRUE, {start[0]: at(-50), start[1]: ANY}),
            Edge("start", "head", TRUE, {X: start[0], Y: start[1]}),
            Edge("head", "between", int_lt(X, at(0)), {between[0]: int_add(X, Y), between[1]: Y}),
            Edge("between", "head", TRUE, {X: between[0], Y: plus(between[1], 1)}),
            Edge("head", "end", int_le(at(0), X), {end[1]: Y}),
            Edge("end", error(), int_le(end[1], at(0))),
        ]
    )


@pytest.mark.parametrize("configuration", CegarConfiguration)
def test_gulwani_needs_no_refinement_with_one_step_a_round(configuration: CegarConfiguration) -> None:
    """A whole round in one step: x < 0, y <= 0 and comparisons of x and y suffice."""
    with searching(GULWANI, configuration) as search:
        result = search.result(lambda _: True)
        assert isinstance(result, Inductive)
        assert is_proof(GULWANI, result.invariants)
        assert (search.tally.refinements, len(search.predicates), search.last) == (0, 4, 1)


@pytest.mark.parametrize("source", [PredicateSource.CUBES, PredicateSource.LIBRARY])
@pytest.mark.parametrize("configuration", CegarConfiguration)
def test_gulwani_needs_one_refinement_with_one_step_a_statement(
    configuration: CegarConfiguration, source: PredicateSource
) -> None:
    """One interpolation as in the thesis, with one predicate; frame 3 where the thesis, with one
    statement more on the path, has 4 to 5.
    """
    system = gulwani_statement_by_statement()
    with searching(system, configuration, source=source) as search:
        before = len(search.predicates)
        result = search.result(lambda _: True)
        assert isinstance(result, Inductive)
        assert is_proof(system, result.invariants)
        assert (search.tally.refinements, search.tally.literals, search.last) == (1, 0, 3)
        assert (before, len(search.predicates)) == (8, 9)


@pytest.mark.parametrize("source", [PredicateSource.CUBES, PredicateSource.LIBRARY])
@pytest.mark.parametrize("configuration", [CegarConfiguration.NOOPT, CegarConfiguration.C, CegarConfiguration.CR])
def test_gulwani_without_initial_predicates(
    configuration: CegarConfiguration, source: PredicateSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All predicates come from interpolants: two suffice, and no obligation becomes predicates."""
    monkeypatch.setattr(search_module, "initial_predicates", lambda *_: iter(()))
    with searching(GULWANI, configuration, source=source) as search:
        assert len(search.predicates) == 0
        result = search.result(lambda _: True)
        assert isinstance(result, Inductive)
        assert is_proof(GULWANI, result.invariants)
        assert (search.tally.refinements, search.tally.literals, len(search.predicates)) == (2, 0, 2)


def test_preimages_prove_gulwani_with_more_refinements() -> None:
    """The thesis finds them inferior to interpolants."""
    with searching(gulwani_statement_by_statement(), CegarConfiguration.CR, source=PredicateSource.PREIMAGE) as search:
        result = search.result(lambda _: True)
        assert isinstance(result, Inductive)
        assert is_proof(gulwani_statement_by_statement(), result.invariants)
        assert search.tally.refinements >= 1


def lifted_trace(system: ControlSystem) -> list[tuple[str, Cube]]:
    """Return the relevant conditions of the states on the path to the error, by location."""
    with searching(system, CegarConfiguration.C) as search:
        path = search.path(lambda _: True)
    assert isinstance(path, Path)
    cubes: list[tuple[str, Cube]] = []
    here = path.then
    while here is not None:
        cubes.append((here.name, here.cube))
        here = here.then
    return cubes


COUNTING = system_of(
    [
        Edge(ENTRY, "head", TRUE, {X: at(0), Y: ANY}),
        Edge("head", "head", int_lt(X, Y), {X: plus(X, 1), Y: Y}),
        Edge("head", "end", not_(int_lt(X, Y)), {V: X, W: Y}),
        Edge("end", error(), not_(eq(V, at(10)))),
    ]
)
"""a = 0; b = *; while (a < b) a++; assert(a == 10)"""


def test_trace_states_relevant_conditions() -> None:
    """The loop is left after r rounds with a = r, where r is an input: a counts up to r, b is r, or
    not above 0 without rounds, and behind the loop only a is relevant.
    """
    *heads, (end, of_end) = lifted_trace(COUNTING)
    rounds = len(heads) - 1
    assert end == "end" and rounds != 10
    assert of_end == (eq(V, at(rounds)),)
    for number, (name, cube) in enumerate(heads):
        values = dict(filter(None, map(assigned, cube)))
        assert name == "head" and values.keys() == {X, Y}
        assert values[X] is at(number)
        assert values[Y].payload == rounds if rounds else values[Y].payload <= 0


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_report_states_a_condition_instead_of_a_number(rounds: int) -> None:
    """Without rounds, b <= 0 is relevant at the loop; behind it a is equal in all runs on this
    path, and nothing else is relevant.
    """
    begin, around, leave, fail = COUNTING.edges
    run = run_along(COUNTING, (begin, *[around] * rounds, leave, fail), INTEGERS)
    assert run is not None
    *heads, end = lifted_states(COUNTING, run, INTEGERS, Budget.seconds(50))
    assert (end.name, end.formulas) == ("end", ())
    assert [each.name for each in heads] == ["head"] * (rounds + 1)
    for number, said in enumerate(heads):
        allowed = [v for v in range(-3, 9) if all(Evaluator({Y: v}.__getitem__).value(f) for f in said.formulas)]
        assert allowed == ([rounds] if number < rounds else [v for v in range(-3, 9) if v <= rounds])


def test_irrelevant_values_are_in_no_trace() -> None:
    """m = *; n = *; i = 0; if (n <= m) return; while (m < n) { m++; i++; } assert(m == n + 1), with
    other unused variables.
    """
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
    assert [name for name, _ in trace] == ["begin", "head", "head"]
    states = [dict(filter(None, map(assigned, cube))) for _, cube in trace]
    assert all(each.keys() == {X, Y} for each in states)
    assert [each[Y].payload - each[X].payload for each in states] == [1, 1, 0]


@pytest.mark.parametrize("configuration", CegarConfiguration)
def test_pairs_suffice_for_variables_in_step(configuration: CegarConfiguration) -> None:
    """xy0.c of the thesis: x = y is two of the initial comparisons, so mining adds none."""
    system = up_and_down(0, 0)
    with searching(system, configuration) as search:
        result = search.result(lambda _: True)
    assert isinstance(result, Inductive)
    assert is_proof(system, result.invariants)


@pytest.mark.parametrize("configuration", CegarConfiguration)
def test_violation_has_a_run(configuration: CegarConfiguration) -> None:
    system = up_and_down(3, 4)
    with searching(system, configuration) as search:
        result = search.result(lambda _: True)
    assert isinstance(result, Run)
    assert len(states_along(system, result)) == len(result.steps)


@pytest.mark.parametrize("configuration", [CegarConfiguration.NOOPT, CegarConfiguration.C])
def test_predicates_without_mining_never_suffice(configuration: CegarConfiguration) -> None:
    """y = x + 3 is no pair: there are always new states next to the excluded ones."""
    with searching(up_and_down(3, 3), configuration, refinements=12) as search:
        result = search.result(lambda _: True)
        assert result == NoAnswer("more than 12 refinements")
        assert search.tally.refinements == 12
        assert search.last > 2


@pytest.mark.parametrize("configuration", [CegarConfiguration.CR, CegarConfiguration.CGR])
def test_predicates_with_mining_suffice(configuration: CegarConfiguration) -> None:
    system = up_and_down(3, 3)
    with searching(system, configuration, refinements=60) as search:
        result = search.result(lambda _: True)
        assert isinstance(result, Inductive)
        assert is_proof(system, result.invariants)
        assert search.tally.mined > 0


def modes(*starts: int, added: int) -> ControlSystem:
    """Return the system of the following program.

    mode = one of starts; y = *; while (*) { if (mode == 13) mode = 7; else if (mode == 7) { mode
    = 1; x = 2 * y + added; } else y++; } assert(mode != 1 || x is odd).
    """
    mode = symbol("mode")
    start, half = (symbol(name, INT, SymbolKind.CHOICE) for name in ("start", "half"))
    is_last, is_next = eq(mode, at(13)), eq(mode, at(7))
    begun = or_(*(eq(start, at(each)) for each in starts))
    return system_of(
        [
            Edge(ENTRY, "head", begun, {mode: start, X: at(0), Y: ANY}),
            Edge("head", "head", and_(GO, is_last), {mode: at(7), X: X, Y: Y}),
            Edge("head", "head", and_(GO, is_next), {mode: at(1), X: plus(int_add(Y, Y), added), Y: Y}),
            Edge("head", "head", and_(GO, not_(is_last), not_(is_next)), {mode: mode, X: X, Y: plus(Y, 1)}),
            Edge("head", error(), and_(not_(GO), eq(mode, at(1)), eq(X, int_add(half, half)))),
        ]
    )


NEVER = (0, 5, 11, 17)
"""Modes from which none of 1, 7 and 13 is reached, with one of them between any two."""


@pytest.mark.parametrize("configuration", [CegarConfiguration.NOOPT, CegarConfiguration.C, CegarConfiguration.CR])
def test_eager_refinement_may_not_terminate(configuration: CegarConfiguration) -> None:
    """No step leads to an even x, but steps from mode 7 lead next to each: even numbers are
    separated from odd ones one by one.
    """
    with searching(modes(*NEVER, added=1), configuration, refinements=12) as search:
        assert search.result(lambda _: True) == NoAnswer("more than 12 refinements")


def test_lazy_refinement_needs_none() -> None:
    """The spurious step from mode 7 is followed, mode 13 is not reached, and so neither are modes 7
    and 1, for any x.
    """
    system = modes(*NEVER, added=1)
    with searching(system, CegarConfiguration.CRL, refinements=12) as search:
        result = search.result(lambda _: True)
        assert isinstance(result, Inductive)
        assert is_proof(system, result.invariants)
        assert search.tally.refinements == 0
        assert search.tally.followed > 0


@pytest.mark.parametrize(("starts", "added", "fails"), [((13,), 0, True), ((13,), 1, False), (NEVER, 0, False)])
def test_spurious_steps_give_no_run(starts: tuple[int, ...], added: int, *, fails: bool) -> None:
    with searching(modes(*starts, added=added), CegarConfiguration.CRL, refinements=12) as search:
        result = search.result(lambda _: True)
    assert isinstance(result, Run) == fails


def substring() -> ControlSystem:
    """Return the system of the following program, in the shape of substring1.c of InvGen.

    k = 100; from = * within 0 to k; i = from; j = 0; while (i < k) { i++; j++; } assert(j < 101)
    """
    i, j, k = (symbol(name) for name in "ijk")
    return system_of(
        [
            Edge(ENTRY, "head", and_(int_le(at(0), ANY), int_le(ANY, at(100))), {i: ANY, j: at(0), k: at(100)}),
            Edge("head", "head", int_lt(i, k), {i: plus(i, 1), j: plus(j, 1), k: k}),
            Edge("head", error(), and_(int_le(k, i), int_le(at(101), j))),
        ]
    )


@pytest.mark.parametrize("configuration", [each for each in CegarConfiguration if each.mines])
def test_substring(configuration: CegarConfiguration) -> None:
    system = substring()
    with searching(system, configuration, refinements=12) as search:
        result = search.result(lambda _: True)
        assert isinstance(result, Inductive)
        assert is_proof(system, result.invariants)
        assert search.tally.mined > 0


def test_lazy_refinement_follows_spurious_steps_soundly() -> None:
    system = up_and_down(3, 3)
    with searching(system, CegarConfiguration.CRL, refinements=100) as search:
        result = search.result(lambda _: True)
        assert search.tally.followed > 0
    assert not isinstance(result, Run)
    assert isinstance(result, NoAnswer) or is_proof(system, result.invariants)


@pytest.mark.parametrize("configuration", [CegarConfiguration.C, CegarConfiguration.CGRL])
def test_every_clause_follows_from_the_frame_before(
    configuration: CegarConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each clause that generalisation adds is checked against the frames of that time."""
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


def test_refinement_without_progress_is_an_error() -> None:
    """An obligation whose literals are all predicates, excluded concretely but not abstractly,
    raises an error instead of a loop.
    """
    with searching(GULWANI, CegarConfiguration.C) as search:
        blocking: Blocking = search._search._blocking
        edge = GULWANI.edges_into("head")[0]
        obligation = FrameObligation((eq(X, at(7)), eq(Y, at(7))), GULWANI.edges_from("head")[0], None)
        blocking._refine(obligation, edge, 0, skip_interpolation=True)  # type: ignore[attr-defined]
        with pytest.raises(NoDecision, match="no progress"):
            blocking._refine(obligation, edge, 0, skip_interpolation=True)  # type: ignore[attr-defined]
