"""Control systems and runs as text: round trip, and errors with their line."""

from typing import Any

import pytest

from corpus.control_systems import PROGRAMS, system_of_program
from corpus.small_systems import error, system_of
from surefoot.base.errors import InputError
from surefoot.logic import (
    BOOL,
    INT,
    TRUE,
    ArrayValue,
    Op,
    Symbol,
    SymbolKind,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvult,
    eq,
    int_constant,
    int_lt,
    int_neg,
    or_,
    pack,
    select,
    variable,
)
from surefoot.systems.control.runs import NoSuchRun, Run, Step, states_along
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Exit, Fact, Location, validate
from surefoot.systems.control.text import names_of, parse_run, parse_system, print_run, print_system
from surefoot.systems.control.transport import pack_system

WORD = bit_vector(32)
X, Y, N = (variable(name, WORD) for name in ("x", "y", "n"))
AHEAD = """\
(declare-fun n () (_ BitVec 8))
(declare-fun x () (_ BitVec 8))
(parameter n)
(fact (n) (bvult n #x10))
(location "entry" (span)
  (domain true))
(location "loop" (span "f.c" 3 5)
  (variable x local "x" 0 whole)
  (domain true))
(edge "entry" "loop"
  (guard true)
  (assign x #x00))
(edge "loop" "loop"
  (guard (bvult x n))
  (assign x (bvadd x #x01)))
(edge "loop" (error assertion "x == n" (span) "main" violation)
  (guard (bvult n x)))
"""


def shape_of(system: ControlSystem) -> tuple[Any, ...]:
    """Everything about a system but the identity of its symbols: their names stand for them."""
    names = names_of(system)
    by_symbol = {(symbol.payload, symbol.sort): name for symbol, name in names.items()}
    packed = pack_system(system)
    rows = tuple(
        (op, arguments, by_symbol[payload, sort] if op is Op.VARIABLE else payload, sort)
        for op, arguments, payload, sort in packed.terms.rows
    )
    return packed._replace(terms=pack(())), rows, packed.terms.roots


def assert_survives(system: ControlSystem) -> None:
    text = print_system(system)
    read = parse_system(text)
    validate(read)
    assert shape_of(read) == shape_of(system)
    assert print_system(read) == text
    assert parse_system(print_system(read)) == read


@pytest.mark.parametrize("name", PROGRAMS)
def test_systems_of_programs_survive(name: str) -> None:
    assert_survives(system_of_program(name))


def test_symbols_of_equal_spelling_stay_distinct() -> None:
    first, second = (variable(Symbol(SymbolKind.STATE, owner, 0, "x"), WORD) for owner in ("a", "b"))
    chosen = variable(Symbol(SymbolKind.CHOICE, "x", 0, "x"), BOOL)
    edges = [
        Edge(ENTRY, "a", TRUE, {first: bv(0, 32)}),
        Edge("a", "b", chosen, {second: bvadd(first, first)}),
        Edge("b", error(), eq(second, bv(1, 32))),
    ]
    assert_survives(system_of(edges))


def test_any_text_can_be_a_name() -> None:
    odd = variable('a |b| "c" \\ d', WORD)
    named = variable("true", BOOL)
    edges = [
        Edge(ENTRY, 'here "and" there', named, {odd: bv(7, 32)}),
        Edge('here "and" there', error('a\n"b" || c'), bvult(odd, bv(3, 32))),
        Edge('here "and" there', "exit", bvult(bv(8, 32), odd), {}),
        Edge('here "and" there', Exit(), eq(odd, bv(5, 32))),
    ]
    assert_survives(system_of(edges))


def test_integers_and_arrays_survive() -> None:
    memory, index = variable("m", array_sort(INT, WORD)), variable("i", INT)
    start = {memory: variable("first", memory.sort), index: int_constant(-3)}
    failure = and_(int_lt(int_neg(index), index), eq(select(memory, index), bv(0, 32)))
    assert_survives(system_of([Edge(ENTRY, "l", TRUE, start), Edge("l", error(), failure)]))


def test_text_size_is_linear_and_depth_is_unlimited() -> None:
    term = X
    for number in range(5000):
        term = bvadd(bvmul(term, term), bv(number, 32))
    edges = [Edge(ENTRY, "l", TRUE, {X: bv(1, 32), Y: bv(1, 32)}), Edge("l", "l", eq(term, Y), {X: term, Y: term})]
    system = system_of(edges)
    assert len(print_system(system)) < 5000 * 120
    assert_survives(system)


def test_terms_are_not_simplified_again() -> None:
    lines = AHEAD.replace("(guard (bvult n x))", "(guard (and (bvult n x) (and (bvult n x) (bvult x n))))")
    system = parse_system(lines)
    assert print_system(system).count("(and ") == 2
    assert print_system(system) == print_system(parse_system(print_system(system)))


def test_comments_are_ignored() -> None:
    system = parse_system(AHEAD)
    assert print_system(system) == AHEAD
    assert print_system(system, ["a", "b"]) == f"; a\n; b\n{AHEAD}"
    assert parse_system(print_system(system, ["a"])) == system


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("(parameter n)", "(parameter m)", 3, "unknown symbol m"),
        ("(parameter n)", "(parameter (bvadd x n))", 3, "expected a declared symbol"),
        ("(fact (n)", "(fact (x)", 4, "about something that is no parameter"),
        ("(bvult n #x10)", "(bvadd n #x10)", 4, r"a fact is of BitVec\(8\), not a formula"),
        ("(bvult n #x10)", "(bvult n #x100)", 4, "BitVec"),
        ('"entry" (span)', '"start" (span)', 16, "the first location is not the entry"),
        ('(location "loop"', '(location "entry"', 7, "two locations entry"),
        ("(variable x local", "(variable x lokal", 8, "expected one of local, global"),
        ("(variable x local", "(variable n local", 7, "a symbol of loop has two roles"),
        ('"x" 0 whole', '"x" zero whole', 8, "expected a number"),
        ('(span "f.c" 3 5)', '(span "f.c" 3)', 7, "expected .span file line column."),
        ('(edge "entry" "loop"', '(edge "begin" "loop"', 10, "starts at begin, which is no location"),
        ('(edge "entry" "loop"', '(edge "entry" "lop"', 10, "leads to lop, which is no location"),
        ('(edge "loop" "loop"', '(edge "loop" "entry"', 13, "an edge leads to the entry"),
        ('(edge "loop" "loop"', '(edge "loop" (error)', 13, "expected a location"),
        ("(assign x #x00)", "(assign x n) (assign x n)", 12, "x gets two values"),
        ("(assign x #x00)", "", 10, "does not give a value to each state variable"),
        ("(assign x #x00)", "(assign x #x000)", 10, r"gives x a value of BitVec\(12\)"),
        ("(guard (bvult n x))", "(guard n)", 16, "is of BitVec"),
        ("(assign x #x00)", "(assign x (bvadd x n))", 10, "an edge from entry mentions x, which is not declared there"),
        ("(guard (bvult n x)))", "(guard (bvult n x))", 16, "is never closed"),
        ("(guard (bvult x n))", "(when (bvult x n))", 13, "expected a declaration"),
        ('"main" violation', '"main" harmless', 16, "expected a location"),
        ("assertion", "assumption", 16, "expected one of error-call, assertion"),
        ("(declare-fun x", "(declare-fun n", 2, "n is declared twice"),
    ],
)
def test_errors_state_their_line(old: str, new: str, line: int, message: str) -> None:
    assert old in AHEAD
    with pytest.raises(InputError, match=f"line {line}: .*{message}"):
        parse_system(AHEAD.replace(old, new, 1))


def test_empty_text_is_no_system() -> None:
    with pytest.raises(InputError, match="the first location is not the entry"):
        parse_system("")


def run_of(system: ControlSystem) -> Run:
    """Three steps with n = 2: in, round, round."""
    n = system.parameters[0]
    return Run({n: 2}, tuple(Step(system.edges[number], {}) for number in (0, 1, 1)))


def test_runs_survive() -> None:
    system = parse_system(AHEAD)
    run = run_of(system)
    text = print_run(system, run)
    assert text == "(run\n  (parameter n #x02)\n  (step 0)\n  (step 1)\n  (step 1))\n"
    assert parse_run(text, system) == run
    assert len(states_along(system, run)) == 3


def test_infeasible_run_is_printed_but_not_replayed() -> None:
    system = parse_system(AHEAD)
    run = parse_run("(run (parameter n #x02) (step 0) (step 1) (step 2))", system)
    with pytest.raises(NoSuchRun, match="the guard of step 3 does not hold"):
        states_along(system, run)


def test_inputs_of_every_sort_survive() -> None:
    memory, truth, number = variable("m", array_sort(WORD, WORD)), variable("t", BOOL), variable("i", INT)
    where = select(memory, bv(3, 32))
    guard = and_(truth, int_lt(number, int_constant(0)), eq(where, bv(9, 32)))
    system = system_of([Edge(ENTRY, error(), guard)])
    edge = system.edges[0]
    run = Run({}, (Step(edge, {memory: ArrayValue(1, {3: 9}), truth: True, number: -4}),))
    assert parse_run(print_run(system, run), system) == run
    assert len(states_along(system, run)) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(run (step 3))", "there is no edge 3"),
        ("(run (step 0 (input x #x00)))", "x cannot be given a value here"),
        ("(run (parameter x #x00))", "x cannot be given a value here"),
        ("(run (parameter n #x000))", "expected a value of BitVec"),
        ("(run (parameter n x))", "expected a value of BitVec"),
        ("(run (step 0) (parameter n #x00))", "expected parameters, then steps"),
        ("(walk)", "expected .run"),
        ("", "expected .run"),
    ],
)
def test_malformed_runs_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_run(text, parse_system(AHEAD))


def test_error_locations_are_those_of_the_part() -> None:
    system = parse_system(AHEAD)
    wrong = ControlSystem(system.parameters, (*system.facts, Fact((X,), TRUE)), system.locations, system.edges)
    with pytest.raises(AssertionError, match="a fact is about something that is no parameter"):
        validate(wrong)
    untyped = ControlSystem((), (), (Location(ENTRY, domain=or_(eq(X, N), TRUE)),), (Edge(ENTRY, Exit(), X),))
    with pytest.raises(AssertionError, match="mentions x"):
        validate(untyped)
