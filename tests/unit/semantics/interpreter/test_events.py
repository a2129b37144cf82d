import pytest

from surefoot.logic import Term, bit_vector
from surefoot.program.properties import ASSERTIONS
from surefoot.program.statements import Origin
from surefoot.program.text import parse_program, print_statement
from surefoot.program.trace import Chosen, Placed, Trace
from surefoot.semantics.interpreter import (
    Allocated,
    Assigned,
    Branched,
    Called,
    Event,
    Executed,
    Finished,
    Freed,
    Input,
    Outcome,
    Overwritten,
    Region,
    Returned,
    Started,
    Stored,
    TraceChoices,
    run,
)

TEXT = """
program LP64 entry main
global g: i32
object &a: 4 bytes align 4
function main -> (i32)
  parameter n: i32
  local x: i32
  local p: i64
start:
  x := input "nondet"
  x := x + n
  p := allocate heap "malloc" (4) align 4
  memory[p] := x
  copy(&a, p, 2)
  free p
  x := call twice(x)
  check x != 0 else assertion "x"
  if x <s 100 goto low else high
low:
  return x
high:
  goto low
function twice -> (i32)
  parameter t: i32
start:
  return t + t
"""


class Recorder:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


def observed() -> tuple[list[Event], Outcome]:
    recorder = Recorder()
    trace = Trace({"g": 5, "&a": 0x500}, {}, (Chosen(1), Chosen(20), Placed(0x1000, {})))
    ended = run(parse_program(TEXT), ASSERTIONS, TraceChoices(trace), max_steps=None, observer=recorder)
    return recorder.events, ended


def symbol(name: str) -> Term:
    program = parse_program(TEXT)
    functions = program.functions.values()
    variables = [variable for function in functions for variable in (*function.parameters, *function.locals)]
    variables += [known.variable for known in program.global_variables]
    return next(variable.symbol for variable in variables if variable.name == name)


def test_events_have_every_step_in_order_with_changes() -> None:
    events, ended = observed()
    assert ended == Finished(42, "the entry function returned", None)
    steps = [event for event in events if isinstance(event, Executed)]
    assert [(step.function, step.depth, print_statement(step.statement)) for step in steps] == [
        ("main", 0, 'x := input "nondet"'),
        ("main", 0, "x := x + n"),
        ("main", 0, 'p := allocate heap "malloc" (4) align 4'),
        ("main", 0, "memory[p] := x"),
        ("main", 0, "copy(&a, p, 2)"),
        ("main", 0, "free p"),
        ("main", 0, "x := call twice(x)"),
        ("twice", 1, "return t + t"),
        ("main", 0, "x := call twice(x)"),
        ("main", 0, 'check x != 0 else assertion "x"'),
        ("main", 0, "if x <s 100 goto low else high"),
        ("main", 0, "return x"),
    ]
    allocated = steps[2].changes[0]
    assert isinstance(allocated, Allocated)
    heap = allocated.created
    assert (heap.symbol, heap.name, heap.region, heap.base, heap.size) == ("p", "malloc", Region.HEAP, 0x1000, 4)
    overwritten = steps[4].changes[0]
    assert isinstance(overwritten, Overwritten)
    assert (overwritten.target.name, overwritten.offset, overwritten.data) == ("&a", 0, b"\x15\0")
    x, p = symbol("x"), symbol("p")
    assert [step.changes for step in steps[:4]] == [
        (Input(x, 20, Origin.INPUT, "nondet"),),
        (Assigned(x, 21),),
        (Allocated(heap), Assigned(p, 0x1000)),
        (Stored(heap, 0, bit_vector(32), 21),),
    ]
    assert [step.changes for step in steps[5:]] == [
        (Freed(heap),),
        (Called("twice", (21,)),),
        (Returned("twice", (42,)),),
        (Assigned(x, 42),),
        (),
        (Branched(taken=True),),
        (Returned("main", (42,)),),
    ]


def test_start_event_has_addresses_unknown_globals_and_arguments() -> None:
    events, _ = observed()
    started = events[0]
    assert isinstance(started, Started)
    places = [change.created.name for change in started.changes if isinstance(change, Allocated)]
    assert places == ["&a", "main", "twice"]
    inputs = [change for change in started.changes if isinstance(change, Input)]
    assert inputs == [
        Input(symbol("g"), 5, Origin.UNINITIALISED, "g"),
        Input(symbol("n"), 1, Origin.INPUT, "n"),
    ]
    assert not any(isinstance(event, Started) for event in events[1:])


@pytest.mark.parametrize("observer", [None, Recorder()])
def test_observing_does_not_change_the_run(observer: Recorder | None) -> None:
    trace = Trace({}, {}, (Chosen(1), Chosen(20)))
    ended = run(parse_program(TEXT), ASSERTIONS, TraceChoices(trace), max_steps=None, observer=observer)
    assert ended == Finished(42, "the entry function returned", None)
