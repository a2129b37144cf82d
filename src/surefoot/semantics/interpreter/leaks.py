"""Leaked heap objects of a concrete state."""

from collections.abc import Iterator

from surefoot.logic import BitVecSort
from surefoot.program.program import Role
from surefoot.semantics.interpreter.machine import Frame, Machine
from surefoot.semantics.interpreter.memory import PAGE, ConcreteObject


def leaked_object(machine: Machine) -> ConcreteObject | None:
    """Return the first unreachable heap object, as `CheckMemory` defines it."""
    if next(iter(machine.memory.heap()), None) is None:
        return None
    reached: set[ConcreteObject] = set()
    pending: list[ConcreteObject] = []
    size = machine.program.data_model.pointer_width // 8

    def reach(value: int) -> None:
        found = machine.memory.heap_object_around(value)
        if found is not None and found not in reached:
            reached.add(found)
            pending.append(found)

    for value in _variables(machine):
        reach(value)
    for found in machine.memory.root_objects():
        for value in _words(found, size):
            reach(value)
    while pending:
        for value in _words(pending.pop(), size):
            reach(value)
    return next((found for found in machine.memory.heap() if found not in reached), None)


def _variables(machine: Machine) -> Iterator[int]:
    """Yield the values of variables that may be addresses."""
    for known in machine.program.global_variables:
        if known.variable.role is not Role.GHOST and _is_word(machine, known.variable.symbol.sort):
            yield int(machine.globals[machine.global_slots[known.variable.symbol]])  # type: ignore[arg-type]  # a bit-vector
    for frame in machine.frames:
        yield from _locals(machine, frame)


def _locals(machine: Machine, frame: Frame) -> Iterator[int]:
    function = frame.code.function
    for variable in (*function.parameters, *function.locals):
        if variable.role is not Role.TEMPORARY and _is_word(machine, variable.symbol.sort):
            yield int(frame.values[frame.code.slots[variable.symbol]])  # type: ignore[arg-type]  # a bit-vector


def _is_word(machine: Machine, sort: object) -> bool:
    return isinstance(sort, BitVecSort) and sort.width == machine.program.data_model.pointer_width


def _words(found: ConcreteObject, size: int) -> Iterator[int]:
    """Yield the words at multiples of ``size`` in an object, except on pages that hold zeros."""
    for start in found.written:
        for at in range(start, min(start + PAGE, found.size - size + 1), size):
            yield int.from_bytes(found.read(at, size), "little")
