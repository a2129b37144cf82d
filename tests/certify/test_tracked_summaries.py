"""Tables of tracked variables: right ones are accepted, and changed ones exactly as an enumeration
of all states says.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from corpus.tracked_oracle import Oracle
from surefoot.base.budget import Budget
from surefoot.certify.context import JudgeContext
from surefoot.certify.corroborate.concrete_runs import NoContradiction, RunDisagrees
from surefoot.certify.corroborate.tracked_runs import sample_tracked_runs
from surefoot.certify.judge import judge
from surefoot.certify.kernel.certificates_from_files import judge_certificate_from_file
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected
from surefoot.certify.kernel.tracked.checker import check_tracked
from surefoot.certify.verdicts import Safe, Unknown
from surefoot.evidence.assumptions import Assumption
from surefoot.evidence.certificate_text import About, parse_certificate, print_certificate
from surefoot.evidence.claims import ClaimsSafe, Goal, Why
from surefoot.evidence.tracked import CallTargets, StatementPoint, TrackedContext, TrackedSummaries, Valuation
from surefoot.logic import BOOL, Term, bvule, eq, variable
from surefoot.program.program import Program
from surefoot.program.properties import ASSERTIONS, UNREACH_CALL
from surefoot.program.text import parse_program
from surefoot.program.validate import validate
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem

LOCK = """
program LP64 entry main
global lock: i1 = 0
global count: i2 = 0
function main
  local x: i1
start:
  goto head
head:
  call acquire()
  x := input "choice"
  if x == 1 goto more else done
more:
  call release()
  goto head
done:
  call release()
  stop "end"
function acquire
start:
  check lock == 0 else error_call "locked twice"
  lock := 1
  count := count + 1
  return
function release
start:
  check lock == 1 else error_call "not locked"
  lock := 0
  return
"""
RESULTS = """
program LP64 entry main
global state: i2 = 1
global other: i1 = 0
function main
  local r: i2
  local s: bool
start:
  r := call twice(state)
  s := input "choice"
  call unrelated()
  if s goto again else last
again:
  r := call twice(r)
  goto last
last:
  check r != 3 else error_call "three"
  check state == 1 else error_call "state"
  stop "end"
function twice -> (i2)
  parameter n: i2
start:
  if n == 1 goto one else other_case
one:
  state := 0
  state := 1
  return 2
other_case:
  return 0
function unrelated
start:
  other := other + 1
  return
"""
RECURSION = """
program LP64 entry main
global depth: i2 = 0
function main
start:
  call down(2)
  check depth == 2 else error_call "depth"
  stop "end"
function down
  parameter n: i2
start:
  if n == 0 goto bottom else deeper
deeper:
  depth := depth + 1
  call down(n - 1)
  return
bottom:
  check depth == 2 else error_call "bottom"
  return
"""
POINTERS = """
program LP64 entry main
global mode: i1 = 0
global value: i2 = 0
function main
  local x: i1
start:
  x := input "choice"
  call [x == 0 ? &zero : &one](x)
  check value != 3 else error_call "value"
  call [mode == 0 ? &zero : &one](mode)
  check value != 3 else error_call "value again"
  stop "end"
function zero
  parameter a: i1
start:
  value := 1
  return
function one
  parameter b: i1
start:
  value := 2
  mode := b
  return
function wide
  parameter c: i2
start:
  value := 3
  return
"""
PREDICATE = """
program LP64 entry main
global low: i2 = 0
global high: i2 = 2
function main
  local x: i2
  temporary q: i2
start:
  goto head
head:
  x := input "choice"
  q := memory[8]
  assume x <=u high
  if q == 0 goto lower else upper
lower:
  low := x
  goto test
upper:
  assume low <=u x
  high := x
  goto test
test:
  check low <=u high else error_call "order"
  check q != 3 else shift "shift"
  goto head
"""
SOURCES = {"lock": LOCK, "results": RESULTS, "recursion": RECURSION, "pointers": POINTERS, "predicate": PREDICATE}
TARGETS = {
    "pointers": {
        StatementPoint("main", "start", 1): CallTargets(("zero", "one"), others=True),
        StatementPoint("main", "start", 3): CallTargets(("zero", "one"), others=True),
    }
}


def goal_of(name: str) -> Goal:
    program = parse_program(SOURCES[name])
    validate(program)
    return Goal(program, UNREACH_CALL)


def keys_of(name: str, program: Program) -> tuple[Term, ...]:
    variables = {str(each.variable.symbol.payload): each.variable.symbol for each in program.global_variables}
    for function in program.functions.values():
        variables |= {str(each.symbol.payload): each.symbol for each in (*function.parameters, *function.locals)}
    match name:
        case "lock":
            return (variables["lock"],)
        case "predicate":
            return (
                bvule(variables["low"], variables["high"]),
                variables["x"],
                bvule(variables["x"], variables["high"]),
            )
        case _:
            return tuple(each for each in variables.values() if str(each.payload) not in ("other", "s"))


@pytest.fixture(scope="module")
def tables() -> dict[str, tuple[Goal, TrackedSummaries]]:
    """Right tables of all programs."""
    found = {}
    for name in SOURCES:
        goal = goal_of(name)
        empty = TrackedSummaries(keys_of(name, goal.program), (), (), TARGETS.get(name, {}), "search")
        completed = Oracle(goal, empty).completed()
        assert completed is not None, name
        found[name] = goal, completed
    return found


def checked(goal: Goal, certificate: TrackedSummaries) -> Finding:
    return check_tracked(goal, certificate, SolverFactory(budget=Budget()), Budget())


def mutants(certificate: TrackedSummaries) -> Iterator[tuple[str, TrackedSummaries]]:
    """Yield changed certificates, each with a description."""
    for number, context in enumerate(certificate.contexts):
        others = (*certificate.contexts[:number], *certificate.contexts[number + 1 :])
        yield f"no context {number}", replace(certificate, contexts=others)

        def with_context(changed: TrackedContext, number: int = number) -> TrackedSummaries:
            first, last = certificate.contexts[:number], certificate.contexts[number + 1 :]
            return replace(certificate, contexts=(*first, changed, *last))

        for entry in changed_valuations(context.entry, certificate):
            yield f"entry of {number}: {entry}", with_context(replace(context, entry=entry))
        for point, listed in context.points.items():
            without = {place: each for place, each in context.points.items() if place != point}
            yield f"no point {point} of {number}", with_context(replace(context, points=without))
            for place, valuation in enumerate(listed):
                rest = (*listed[:place], *listed[place + 1 :])
                yield f"no row {place} at {point}", with_context(replace(context, points={**without, point: rest}))
                for changed in changed_valuations(valuation, certificate):
                    rows = {**without, point: (*rest, changed)}
                    yield f"{point} of {number}: {changed}", with_context(replace(context, points=rows))
        for place, end in enumerate(context.exits):
            rest_of_exits = (*context.exits[:place], *context.exits[place + 1 :])
            yield f"no exit {place} of {number}", with_context(replace(context, exits=rest_of_exits))
            for changed in changed_valuations(end.globals, certificate):
                exits = (*rest_of_exits, replace(end, globals=changed))
                yield f"exit {place} of {number}: {changed}", with_context(replace(context, exits=exits))
            for result in range(len(end.results)):
                for ranges in (None, ((3, 3),), ((0, 1),)):
                    results = (*end.results[:result], ranges, *end.results[result + 1 :])
                    exits = (*rest_of_exits, replace(end, results=results))
                    yield f"result of {number}: {results}", with_context(replace(context, exits=exits))


def changed_valuations(valuation: Valuation, certificate: TrackedSummaries) -> Iterator[Valuation]:
    """Yield ``valuation`` without a key, with another value, and with one more value."""
    for place, (key, ranges) in enumerate(valuation):
        before, after = valuation[:place], valuation[place + 1 :]
        sort = certificate.keys[key].sort
        most = 1 if sort is BOOL else (1 << sort.width) - 1
        yield (*before, *after)
        other = (ranges[0][0] + 1) % (most + 1)
        yield (*before, (key, ((other, other),)), *after)
        if most > 1:
            least, greatest = sorted((ranges[0][0], other))
            both = ((least, greatest),) if greatest == least + 1 else ((least, least), (greatest, greatest))
            yield (*before, (key, both), *after)


@pytest.mark.parametrize("name", SOURCES)
def test_right_tables_are_accepted(name: str, tables: dict[str, tuple[Goal, TrackedSummaries]]) -> None:
    goal, certificate = tables[name]
    assert isinstance(checked(goal, certificate), Accepted)


def test_changed_tables_are_accepted_as_enumeration_says(tables: dict[str, tuple[Goal, TrackedSummaries]]) -> None:
    rejected = needlessly = 0
    for name, (goal, certificate) in tables.items():
        every = list(mutants(certificate))
        for what, mutant in Random(7).sample(every, min(len(every), 60)):
            is_right = next(Oracle(goal, mutant).problems(), None) is None
            found = checked(goal, mutant)
            assert is_right or isinstance(found, Rejected), (name, what, found)
            rejected += not is_right
            needlessly += is_right and not isinstance(found, Accepted)
    assert needlessly <= 3
    assert rejected >= 200


def test_callees_and_functions_without_body_must_be_listed(tables: dict[str, tuple[Goal, TrackedSummaries]]) -> None:
    goal, certificate = tables["pointers"]
    for point in certificate.targets:
        for targets in (CallTargets(("zero",), others=True), CallTargets(("one",), others=True)):
            changed = replace(certificate, targets={**certificate.targets, point: targets})
            assert isinstance(checked(goal, changed), Rejected)
        others = {place: each for place, each in certificate.targets.items() if place != point}
        assert isinstance(checked(goal, replace(certificate, targets=others)), Rejected)
    alone = dict.fromkeys(certificate.targets, CallTargets(("zero", "one"), others=False))
    assert isinstance(checked(goal, replace(certificate, targets=alone)), Accepted)
    wide = CallTargets(("zero", "one", "wide"), others=True)
    assert isinstance(checked(goal, replace(certificate, targets=dict.fromkeys(certificate.targets, wide))), Accepted)


@pytest.mark.parametrize("name", SOURCES)
def test_runs_lie_in_right_tables(name: str, tables: dict[str, tuple[Goal, TrackedSummaries]]) -> None:
    goal, certificate = tables[name]
    assert isinstance(sample_tracked_runs(goal, certificate, 0.05, JudgeContext(goal).code), NoContradiction)


def test_runs_contradict_tables_that_lack_their_states(tables: dict[str, tuple[Goal, TrackedSummaries]]) -> None:
    goal, certificate = tables["lock"]
    main = certificate.contexts[0]
    for point in (("head", 0), ("done", 0), ("more", 0)):
        without = replace(main, points={place: each for place, each in main.points.items() if place != point})
        changed = replace(certificate, contexts=(without, *certificate.contexts[1:]))
        assert isinstance(sample_tracked_runs(goal, changed, 0.05, JudgeContext(goal).code), RunDisagrees)


def test_keys_must_fit_the_program(tables: dict[str, tuple[Goal, TrackedSummaries]]) -> None:
    goal, certificate = tables["results"]
    stranger = variable("stranger", BOOL)
    n, r = (each for each in certificate.keys if str(each.payload) in ("n", "r"))
    for key in (stranger, eq(n, r)):
        assert isinstance(checked(goal, replace(certificate, keys=(*certificate.keys, key))), Rejected)


def test_only_unreach_call_is_shown(tables: dict[str, tuple[Goal, TrackedSummaries]]) -> None:
    goal, certificate = tables["lock"]
    assert isinstance(checked(replace(goal, checked=ASSERTIONS), certificate), Rejected)


def test_verdict_names_assumptions_and_text_is_read_back(tables: dict[str, tuple[Goal, TrackedSummaries]]) -> None:
    for name, expected in (
        ("lock", ()),
        ("predicate", (Assumption.OPERATIONS,)),
        ("pointers", (Assumption.WRITES, Assumption.EXTERNAL_FUNCTIONS)),
    ):
        goal, certificate = tables[name]
        verdict = judge(ClaimsSafe(certificate), goal, (), SolverFactory(budget=Budget()), Budget())
        assert isinstance(verdict, Safe) and verdict.assumptions == expected
        text = print_certificate(certificate, About(), None, program=goal.program)
        _, again = parse_certificate(text, no_system, program=lambda goal=goal: goal.program)  # type: ignore[misc]
        assert again == certificate
        solvers = SolverFactory(budget=Budget())
        assert isinstance(judge_certificate_from_file(again, goal, (), solvers, Budget(), lambda *_: ""), Safe)
        nothing = replace(again, contexts=again.contexts[1:])
        found = judge_certificate_from_file(nothing, goal, (), solvers, Budget(), lambda *_: "")
        assert isinstance(found, Unknown) and found.why is Why.REJECTED


def no_system() -> ControlSystem:
    raise AssertionError("the certificate is about the program")
