"""Snapshots of runs at block starts, to continue a run several times with other choices."""

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import Value
from surefoot.semantics.interpreter.machine import Code, Frame, Machine, Stretch
from surefoot.semantics.interpreter.memory import ConcreteObject, MemorySnapshot


@dataclass(frozen=True, slots=True)
class _FrameCopy:
    """The fields of a `Frame`."""

    code: Code
    values: tuple[Value, ...]
    objects: tuple[ConcreteObject, ...]
    resume: Stretch | None
    called_at: Span | None


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """State of a machine at the start of the block ``label`` of its newest call."""

    label: str
    frames: tuple[_FrameCopy, ...]
    globals: tuple[Value, ...]
    memory: MemorySnapshot


def snapshot_of(machine: Machine, label: str) -> RunSnapshot:
    """Return the state of ``machine`` at the start of the block ``label``."""
    return RunSnapshot(
        label,
        tuple(
            _FrameCopy(each.code, tuple(each.values), tuple(each.objects), each.resume, each.called_at)
            for each in machine.frames
        ),
        tuple(machine.globals),
        machine.memory.snapshot(),
    )


def restore(machine: Machine, snapshot: RunSnapshot) -> Stretch:
    """Set ``machine`` to the state of ``snapshot``; return the code of the block that follows.

    Requires: the snapshot is of this machine and was taken since its last `Machine.begin`.
    Ensures: the number of steps is 0.
    """
    machine.globals[:] = snapshot.globals
    machine.frames.clear()
    for each in snapshot.frames:
        frame = Frame(each.code, (), each.resume, each.called_at)
        frame.values = list(each.values)
        frame.objects = list(each.objects)
        machine.frames.append(frame)
    machine.memory.restore(snapshot.memory)
    machine.steps = 0
    return machine.frames[-1].code.stretch(snapshot.label)
