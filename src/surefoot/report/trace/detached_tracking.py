"""Tracking of calls, loop iterations and objects while the recorder of a run is detached."""

from surefoot.program.program import Function
from surefoot.report.trace.active_calls import ActiveCalls
from surefoot.report.trace.run_objects import RunObjects
from surefoot.semantics.interpreter import ConcreteObject, Frame, Machine


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
