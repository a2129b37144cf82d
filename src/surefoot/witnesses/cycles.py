"""Waypoints of a run without end: its inputs up to the cycle, a place that the cycle passes again and
again, and the inputs on it.
"""

from collections.abc import Iterator

from surefoot.base.records import replace
from surefoot.base.spans import Span
from surefoot.certify.verdicts import Unsafe
from surefoot.evidence.claims import Lasso
from surefoot.frontend.acsl.source_text import SourceText
from surefoot.program.program import Function, Program
from surefoot.program.properties import Property
from surefoot.program.statements import Call
from surefoot.report.limits import LIMITS as REPORT_LIMITS
from surefoot.semantics.interpreter import (
    BoundReached,
    ConcreteObject,
    Event,
    Executed,
    Halt,
    Machine,
    TraceChoices,
    run,
)
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.symbolic.loops import loop_order
from surefoot.witnesses.document import Action, Waypoint, WaypointKind
from surefoot.witnesses.invariants import LoopKeywords
from surefoot.witnesses.limits import LIMITS
from surefoot.witnesses.runs import InputAt, InputObserver, SourcePlaces


def cycle_waypoints(
    verdict: Unsafe, program: Program, source: SourceText, checked: Property, generated_code: GeneratedCode
) -> tuple[list[Waypoint], int] | None:
    """Return the waypoints of the lasso of ``verdict``, and the number of inputs without one; None
    if the cycle is not in ``source``.
    """
    if verdict.lasso is None:
        return None
    replay = _Replay(verdict.lasso)
    run(
        program,
        checked,
        TraceChoices(verdict.lasso.trace),
        max_steps=REPORT_LIMITS.accelerated_after,
        observer=replay,
        visitor=replay,
        generated_code=generated_code,
    )
    places = SourcePlaces(source)
    passed = _repeated(replay, program, source, places)
    if passed is None:
        return None
    stem, cycle = replay.inputs.found[: replay.stem], replay.inputs.found[replay.stem :]
    first = [each for each in (places.returned(*each) for each in stem) if each is not None]
    first = first[: LIMITS.segments // 2]
    repeated = [] if verdict.recurrent is not None else _on_cycle(cycle, replay, places)
    return [*first, passed, *repeated], len(stem) + len(cycle) - len(first) - len(repeated)


def _on_cycle(inputs: list[InputAt], replay: "_Replay", places: SourcePlaces) -> list[Waypoint]:
    """Return the waypoints of the inputs of a cycle that begins at its repeated place; none if some
    have no waypoint, since the order of the others would be wrong.
    """
    rotated = [*inputs[replay.before_head :], *inputs[: replay.before_head]]
    found = [places.returned(*each) for each in rotated]
    known = [replace(each, action=Action.CYCLE) for each in found if each is not None]
    return known if len(known) == len(found) < LIMITS.segments // 2 else []


def _repeated(replay: "_Replay", program: Program, source: SourceText, places: SourcePlaces) -> Waypoint | None:
    """Return the waypoint that the cycle passes: at the condition of its outermost loop or the begin
    of the loop's body, at a recursive call, or at the target of a jump.
    """
    if replay.head is None:
        found = None if replay.call is None else places.entered(replay.call)
        return None if found is None else replace(found, action=Action.CYCLE)
    function, label = replay.head
    span = program.functions[function].blocks[label].span
    loop = LoopKeywords(source).place_of(span)
    if loop is not None:
        kind, place = places.in_loop(loop)
        constraint = "true" if kind is WaypointKind.BRANCHING else "1"
        return Waypoint(kind, place, constraint, Action.CYCLE)
    at = places.statement_at(span)
    return None if at is None else Waypoint(WaypointKind.ASSUMPTION, at, "1", Action.CYCLE)


class _Replay:
    """Observer and visitor of the replay of a lasso, which ends at the end of the cycle."""

    def __init__(self, lasso: Lasso) -> None:
        self._lasso = lasso
        self._visits = 0
        self._around: list[tuple[str, str]] = []
        """The heads of the loops around the place of the lasso, outer ones first."""
        self._first_inputs: dict[tuple[str, str], int] = {}
        """The inputs on the cycle before the first visit of a block."""
        self.inputs = InputObserver()
        self.stem = 0
        """The number of inputs before the cycle."""
        self.call: Span | None = None
        """The last call of the function that the lasso is at."""

    @property
    def head(self) -> tuple[str, str] | None:
        """The head of the outermost loop that the cycle repeats; None for a recursion."""
        return next((each for each in self._around if each in self._first_inputs), None)

    @property
    def before_head(self) -> int:
        """The number of inputs on the cycle before that loop head."""
        return 0 if self.head is None else self._first_inputs[self.head]

    def on_event(self, event: Event) -> None:
        """Record inputs and calls."""
        self.inputs.on_event(event)
        statement = event.statement if isinstance(event, Executed) else None
        if isinstance(statement, Call) and statement.callee == self._lasso.place[0]:
            self.call = statement.span

    def is_visited(self, _function: Function, _label: str) -> bool:
        """Return whether the block is visited: all are."""
        return True

    def on_start(self, _machine: Machine) -> None:
        """Do nothing."""

    def on_object(self, _created: ConcreteObject) -> None:
        """Do nothing."""

    def on_block(self, machine: Machine, label: str) -> None:
        """Record the blocks of the cycle."""
        key = (machine.frames[-1].code.function.name, label)
        if key == self._lasso.place:
            self._visits += 1
            if self._visits == self._lasso.first:
                self.stem = len(self.inputs.found)
                self._around = list(_heads_around(machine, label))
            elif self._visits == self._lasso.second:
                raise Halt(BoundReached(machine.steps, "the cycle is closed"))
        if self._around:
            self._first_inputs.setdefault(key, len(self.inputs.found) - self.stem)


def _heads_around(machine: Machine, label: str) -> Iterator[tuple[str, str]]:
    """Yield the heads of the loops around the blocks of all active calls."""
    resumed = [each.resume for each in machine.frames[1:]]
    labels = [*("" if each is None else each.label for each in resumed), label]
    for frame, block in zip(machine.frames, labels, strict=True):
        function = frame.code.function
        yield from ((function.name, head) for head in loop_order(function).heads.get(block, ()))
