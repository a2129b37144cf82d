"""State of a run as far as its continuation depends on it; runs that come back to one never have to
end.

At a loop head that is the call stack with the live locals, the globals, and the memory. If a
function is called while it is active, it is the arguments, the globals, and all objects that
existed at the earlier call: then the calls between the two can be repeated for ever.
"""

from itertools import pairwise

from surefoot.logic import Term
from surefoot.program.layout import Region
from surefoot.program.program import Function, Program
from surefoot.program.properties import Property
from surefoot.semantics.interpreter.machine import Frame, Machine
from surefoot.semantics.interpreter.memory import ConcreteObject
from surefoot.semantics.symbolic.liveness import Liveness, irrelevant_variables
from surefoot.semantics.symbolic.loops import loop_heads

StatePart = tuple[object, ...]
"""Part of a state, comparable and hashable."""
_UNCHANGING = frozenset({Region.CONSTANT, Region.FUNCTION})


class RunStateReader:
    """Reader of the states of runs of one program under one property."""

    def __init__(self, program: Program, checked: Property) -> None:
        self._program = program
        self._irrelevant = irrelevant_variables(program, checked)
        self._heads: dict[str, frozenset[str]] = {}
        self._liveness: dict[str, Liveness] = {}
        self._slots: dict[tuple[str, str, int], tuple[int, ...]] = {}
        self._global_slots: tuple[int, ...] | None = None

    def is_head(self, function: Function, label: str) -> bool:
        """Return whether the block is a loop head of `function`."""
        found = self._heads.get(function.name)
        if found is None:
            found = self._heads[function.name] = loop_heads(function)
        return label in found

    def variables(self, machine: Machine, label: str) -> StatePart:
        """Return call stack, live locals and globals of a run at the start of the block `label`."""
        frames = machine.frames
        stack: list[object] = []
        for caller, callee in pairwise(frames):
            resume = callee.resume
            if resume is not None:
                stack.append(self._frame(caller, resume.label, resume.index))
        stack.append(self._frame(frames[-1], label, 0))
        return (*stack, self.globals(machine))

    def globals(self, machine: Machine) -> StatePart:
        """Return the values of the global variables that matter."""
        if self._global_slots is None:
            slots = machine.global_slots.items()
            self._global_slots = tuple(slot for symbol, slot in slots if symbol not in self._irrelevant)
        return tuple(machine.globals[slot] for slot in self._global_slots)

    def arguments(self, machine: Machine) -> StatePart:
        """Return the arguments of the newest call."""
        frame = machine.frames[-1]
        return tuple(frame.values[: len(frame.code.function.parameters)])

    def memory(self, machine: Machine, most: int | None = None) -> StatePart:
        """Return the live objects that a run can change, with their bytes; those that were placed
        among the first `most`.
        """
        return tuple(
            _object(each)
            for each in machine.memory.objects()
            if each.region not in _UNCHANGING and (most is None or each.number < most)
        )

    def _frame(self, frame: Frame, label: str, index: int) -> StatePart:
        function = frame.code.function
        key = (function.name, label, index)
        slots = self._slots.get(key)
        if slots is None:
            liveness = self._liveness.get(function.name)
            if liveness is None:
                liveness = self._liveness[function.name] = Liveness(function)
            live: frozenset[Term] = liveness.live_at(label, index) - self._irrelevant
            slots = self._slots[key] = tuple(slot for symbol, slot in frame.code.slots.items() if symbol in live)
        values = frame.values
        return (*key, *(values[slot] for slot in slots))


def _object(found: ConcreteObject) -> StatePart:
    pages = tuple((offset, bytes(found.read(offset, min(4096, found.size - offset)))) for offset in found.written)
    return (found.base, found.size, found.region, tuple(page for page in pages if any(page[1])))
