"""The active calls of a run, the block that each is in, and the iterations of its loops;
and their tracking while the recorder of a run is detached.
"""

from collections.abc import Iterator, Sequence

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.logic import Value
from surefoot.program.program import Function, Program
from surefoot.report.trace.run_objects import RunObjects
from surefoot.semantics.interpreter import ConcreteObject, Frame, Machine
from surefoot.semantics.symbolic.loops import LoopOrder, loop_order

SYNTHETIC = "__surefoot_"


@dataclass(slots=True)
class ActiveCall:
    """An activation of a function: its block, iterations of loops, and values of variables.

    The user wrote the variables in ``values``, not those in ``intermediate``. Those in ``unset``
    are uninitialised. It is unknown whether those in ``perhaps_unassigned`` were assigned.
    ``assigned_at`` numbers the last assignments in the order of the run.
    """

    function: str
    block: str
    is_hidden: bool
    called_at: Span | None = None
    iterations: dict[str, int] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    intermediate: dict[str, Value] = field(default_factory=dict)
    unset: set[str] = field(default_factory=set)
    perhaps_unassigned: set[str] = field(default_factory=set)
    assigned_at: dict[str, int] = field(default_factory=dict)


class ActiveCalls:
    """The call stack of a run; calls in models of library functions are hidden."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._orders: dict[str, LoopOrder] = {}
        self._followed: list[Frame] = []
        self._calls = [self._new(program.entry)]
        self._shown = int(not self.present.is_hidden)

    def __len__(self) -> int:
        return len(self._calls)

    def __iter__(self) -> Iterator[ActiveCall]:
        return iter(self._calls)

    @property
    def present(self) -> ActiveCall:
        """The innermost call."""
        return self._calls[-1]

    @property
    def depth(self) -> int:
        """Number of visible calls around the innermost one."""
        return max(0, self._shown - 1)

    @property
    def outermost_model(self) -> str | None:
        """The library function that the user called, if the run is inside its model."""
        name = None
        for call in reversed(self._calls):
            if not call.is_hidden:
                break
            name = call.function
        return name

    def call(self, function: str, called_at: Span | None) -> ActiveCall:
        """Enter ``function``."""
        new = self._new(function)
        new.called_at = called_at
        self._calls.append(new)
        self._shown += not new.is_hidden
        return new

    def leave(self) -> ActiveCall:
        """Return from the innermost call."""
        left = self._calls.pop()
        self._shown -= not left.is_hidden
        return left

    def enter(self, label: str) -> list[int] | None:
        """Enter a block; return the line of the loop and the number of the iteration if one begins
        there.
        """
        call = self.present
        order = self._order(call.function)
        before, call.block = call.block, label
        heads = order.heads.get(label, ())
        if not heads or heads[-1] != label:
            return None
        is_repeated = label in order.heads.get(before, ())
        call.iterations[label] = call.iterations.get(label, 0) + 1 if is_repeated else 1
        line = self._loop_line(label)
        return None if line is None else [line, call.iterations[label]]

    def accelerate(self, label: str, iterations: int) -> list[int] | None:
        """Count accelerated iterations; return the line of the loop and the number of the present
        iteration.
        """
        call = self.present
        call.iterations[label] = call.iterations.get(label, 1) + iterations
        line = self._loop_line(label)
        return None if line is None else [line, call.iterations[label]]

    def follow(self, frames: Sequence[Frame]) -> None:
        """Replace the call stack by that of ``frames``; calls that are still active are kept."""
        same = 0
        while same < min(len(frames), len(self._followed)) and self._followed[same] is frames[same]:
            same += 1
        for _ in self._calls[same:]:
            self.leave()
        for frame in frames[same:]:
            self.call(frame.code.function.name, frame.called_at)
        self._followed = list(frames)

    def begin_to_follow(self, frames: Sequence[Frame]) -> None:
        """Associate the call stack with ``frames``.

        Requires: the call stack is that of ``frames``.
        """
        invariant(len(frames) == len(self._calls), "the recorded call stack is that of the machine")
        self._followed = list(frames)

    def is_head(self, function: str, label: str) -> bool:
        """Return whether ``label`` is the head of a loop."""
        return self._order(function).heads.get(label, ())[-1:] == (label,)

    def heads_within(self, function: str, label: str) -> tuple[str, ...]:
        """Return the heads of the loops inside the one whose head is ``label``."""
        heads = self._order(function).heads
        return tuple(each for each, around in heads.items() if label in around[:-1] and around[-1] == each)

    def _order(self, function: str) -> LoopOrder:
        order = self._orders.get(function)
        if order is None:
            order = self._orders[function] = loop_order(self._program.functions[function])
        return order

    def _new(self, function: str) -> ActiveCall:
        body = self._program.functions[function]
        is_hidden = function.startswith(SYNTHETIC) or (body.span is not None and body.span.is_library)
        return ActiveCall(function, body.entry.label, is_hidden)

    def _loop_line(self, label: str) -> int | None:
        block = self._program.functions[self.present.function].blocks[label]
        spans = [item.span for item in (*block.statements, block.terminator) if item.span is not None]
        return spans[0].line if spans and not spans[0].is_library else None


class DetachedTracking:
    """A visitor of the run that keeps ``calls`` and ``objects`` up to date while the recorder is
    detached.
    """

    def __init__(self, calls: ActiveCalls, objects: RunObjects) -> None:
        self._calls = calls
        self._objects = objects
        self._machine: Machine | None = None
        """The running machine, while the recorder is detached."""
        self._frame: Frame | None = None
        """The last call that was followed; `_iterations` are the iterations of its loops."""
        self._iterations: dict[str, int] = {}
        self._within: dict[tuple[str, str], tuple[str, ...]] = {}
        """Heads of the loops inside a loop, by function and head."""

    def begin(self, machine: Machine) -> None:
        """Start tracking: the recorder is detached."""
        self._machine = machine
        self._calls.begin_to_follow(machine.frames)
        self._frame = None

    def end(self) -> None:
        """Stop tracking: the recorder is attached again, while the run pauses."""
        if self._machine is None:
            return
        frames, here = self._machine.frames, self._machine.pausing_at
        self._calls.follow(frames)
        labels = [*(callee.resume.label for callee in frames[1:] if callee.resume is not None), here]
        for call, label in zip(self._calls, labels, strict=True):
            call.block = label
        self._machine = None

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block ``label`` is the head of a loop."""
        return self._calls.is_head(function.name, label)

    def on_start(self, machine: Machine) -> None:
        """Ignore the start."""

    def on_object(self, created: ConcreteObject) -> None:
        """Add the object."""
        if self._machine is not None:
            self._follow(self._machine)
            self._objects.add(created.identity, by_model=self._calls.present.is_hidden)

    def on_block(self, machine: Machine, label: str) -> None:
        """Count an iteration of a loop, and reset the counts of loops inside it."""
        if self._machine is None:
            return
        if machine.frames[-1] is not self._frame:
            self._follow(machine)
        iterations, key = self._iterations, (self._calls.present.function, label)
        iterations[label] = iterations.get(label, 0) + 1
        if key not in self._within:
            self._within[key] = self._calls.heads_within(*key)
        for inner in self._within[key]:
            iterations.pop(inner, None)

    def _follow(self, machine: Machine) -> None:
        self._calls.follow(machine.frames)
        self._frame, self._iterations = machine.frames[-1], self._calls.present.iterations
