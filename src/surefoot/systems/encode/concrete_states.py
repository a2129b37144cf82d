"""Concrete states of the interpreter as states of a location: the values of slots and state
variables.

Unknown slots are omitted: objects that the run did not allocate or that are dead, large arrays, the
results of active calls, and variables outside the slice. Pointers of the interpreter are numbers,
which may denote several (object, offset) pairs; see `StateReading`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from surefoot.logic import (
    ArraySort,
    ArrayValue,
    BitVecSort,
    Evaluator,
    Term,
    Value,
    variables_of,
)
from surefoot.logic.values import same_value
from surefoot.program.layout import FIRST_ADDRESS, byte_size
from surefoot.program.program import Program
from surefoot.program.statements import Call
from surefoot.semantics.interpreter import ConcreteObject, Machine
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.systems.control.system import Aspect, ReferentKind
from surefoot.systems.encode.concrete_pools import ConcretePools, same_column, sizes_are_written
from surefoot.systems.encode.cut_points import Place
from surefoot.systems.encode.encoding import Disagreement
from surefoot.systems.encode.graph import CutPoint
from surefoot.systems.encode.matching import in_logic
from surefoot.systems.encode.slots import Slot
from surefoot.systems.encode.value_forms import Arbitrary, Fixed, PointsInto, Range, aspects_of, has_pool
from surefoot.systems.limits import LIMITS

Pointer = tuple[int, int, int]
"""The object that a pointer points into, the part of the offset that is not constant, and the value
of a pointer into none of the objects.
"""


class StateReading:
    """The state variables of a location in a concrete state.

    ``values`` has the most plausible values. ``alternatives`` has, for the target variable of each
    ambiguous pointer, the state variables of the pointer and all their possible values.
    ``compared`` and ``skipped`` count slots.
    """

    __slots__ = ("alternatives", "compared", "counts", "skipped", "values")

    def __init__(self) -> None:
        self.counts: dict[MemoryObject, int] = {}
        """Numbers of objects of the summaries whose fields were read."""
        self.values: dict[Term, Value] = {}
        self.alternatives: dict[Term, tuple[tuple[Term, ...], tuple[tuple[int, ...], ...]]] = {}
        self.compared = 0
        self.skipped = 0

    def certain(self) -> dict[Term, Value]:
        """Return the values that are not ambiguous."""
        if not self.alternatives:
            return self.values
        doubtful = {symbol for symbols, _ in self.alternatives.values() for symbol in symbols}
        return {symbol: value for symbol, value in self.values.items() if symbol not in doubtful}


def place_of(machine: Machine, label: str) -> Place:
    """Return the place of a machine that is at the start of block ``label``."""
    frames = machine.frames
    callers = [
        (caller.code.function.name, callee.resume.label, callee.resume.index)
        for caller, callee in pairwise(frames)
        if callee.resume is not None
    ]
    return (*callers, (frames[-1].code.function.name, label, 0))


class StateReader:
    """A reader of the states of one location."""

    def __init__(self, program: Program, place: Place, cut_point: CutPoint, irrelevant: frozenset[Term]) -> None:
        self._shape = cut_point.shape
        everything = {
            slot: tuple(each.symbol for each in group) for slot, group in cut_point.representative.variables.items()
        }
        self._symbols = {slot: symbols for slot, symbols in everything.items() if slot in self._shape.ranges}
        self._columns = {
            slot: symbols for slot, symbols in everything.items() if slot.kind is ReferentKind.FIELD and symbols
        }
        self._has_pools = sizes_are_written(program)
        self._pools = [each for each, _, _ in self._shape.example.memory.inventory() if each.pool is not None]
        arrays = {slot.owner for slot in self._shape.ranges if slot.kind is ReferentKind.ARRAY}
        awaited = set(_awaited_results(program, place))
        self._unreadable = {
            slot for slot in self._shape.ranges if slot.owner in irrelevant or (slot.number, slot.owner) in awaited
        }
        self._due: Mapping[Slot, Range] = {
            slot: range_
            for slot, range_ in self._shape.ranges.items()
            if slot.kind is not ReferentKind.CELL or slot.owner not in arrays  # the array is what counts
        }
        self._changing = {
            slot: range_
            for slot, range_ in self._due.items()
            if not (isinstance(range_, Fixed) and isinstance(slot.owner, MemoryObject) and slot.owner.read_only)
        }

    def read(
        self,
        machine: Machine,
        parameters: Mapping[Term, Value],
        objects: Mapping[MemoryObject, ConcreteObject],
        allocated: Sequence[ConcreteObject] = (),
    ) -> StateReading:
        """Return the state of ``machine``, which is at this location and allocated the objects
        ``allocated``.

        Raises `Disagreement` if it is no instance of the shape. Slots that the program cannot write
        are compared once.
        """
        reading = StateReading()
        pools = ConcretePools(machine, objects, allocated, self._pools)
        if self._has_pools:
            self._read_columns(pools, reading)
        due, self._due = self._due, self._changing
        for slot, range_ in due.items():
            value = None if slot in self._unreadable else _value(slot, machine, objects)
            if value is None and self._has_pools and _is_pool(slot):
                value = pools.count(slot)
            if value is None:
                reading.skipped += 1
                continue
            match range_:
                case Fixed(term):
                    if any(symbol not in parameters for symbol in variables_of(term)):
                        reading.skipped += 1
                        continue
                    expected = Evaluator(parameters.__getitem__).value(term)
                    if not same_value(value, expected, slot.sort):
                        raise Disagreement(
                            f"{slot.referent} is {value_text(value)}, but its shape says {value_text(expected)}"
                        )
                    reading.compared += 1
                case Arbitrary():
                    reading.values[self._symbols[slot][0]] = value
                    reading.compared += 1
                case PointsInto() if has_pool(range_):
                    pointer = pools.pointer(range_, int(value), slot.sort.width) if self._has_pools else None  # type: ignore[arg-type]
                    if pointer is None:
                        reading.skipped += 1
                    else:
                        reading.values |= zip(self._symbols[slot], pointer, strict=True)
                        reading.compared += 1
                case PointsInto():
                    self._read_pointer(slot, range_, int(value), objects, reading)  # type: ignore[arg-type]
        return reading

    def _read_columns(self, pools: ConcretePools, reading: StateReading) -> None:
        for slot, symbols in self._columns.items():
            values = pools.column(slot, self._shape.columns[slot], symbols)
            if values is None:
                reading.skipped += 1
                continue
            reading.values |= values
            reading.compared += 1
            if isinstance(slot.owner, MemoryObject):
                reading.values[slot.owner.address] = pools.addresses(slot.owner)
                reading.counts[slot.owner] = pools.made(slot.owner)

    def held(self, slot: Slot, part: Value, objects: Mapping[MemoryObject, ConcreteObject]) -> Value | None:
        """Return the content of ``slot`` if its only state variable is ``part``; ``None`` if it is
        not known.
        """
        range_ = self._shape.ranges[slot]
        if not isinstance(range_, PointsInto):
            return part
        address = _address(range_, slot.sort.width, [int(part)], objects)  # type: ignore[arg-type]
        return None if address is None else address & slot.sort.mask

    def _read_pointer(
        self,
        slot: Slot,
        range_: PointsInto,
        value: int,
        objects: Mapping[MemoryObject, ConcreteObject],
        reading: StateReading,
    ) -> None:
        if value == 0 and not range_.is_number:
            raise Disagreement(f"{slot.referent} is null, but its shape says that it points into an object")
        pointers = tuple(_pointers(range_, value, slot.sort.mask, objects))
        if not pointers and all(each in objects for each in range_.objects):
            raise Disagreement(
                f"{slot.referent} is {value_text(value)}, but its shape says how it is aligned in its object"
            )
        if not pointers:
            reading.skipped += 1
            return
        symbols = self._symbols[slot]
        parts = tuple(dict.fromkeys(_parts(range_, slot.sort.width, each) for each in pointers))
        reading.values |= zip(symbols, parts[0], strict=True)
        reading.compared += 1
        if len(parts) > 1:
            reading.alternatives[symbols[0]] = symbols, parts

    def differing(
        self,
        updated: Mapping[Term, Value],
        reading: StateReading,
        objects: Mapping[MemoryObject, ConcreteObject],
    ) -> str | None:
        """Return a difference between ``updated``, values of state variables, and ``reading``;
        ``None`` if there is none.
        """
        for slot, symbols in self._symbols.items():
            if any(symbol not in updated or symbol not in reading.values for symbol in symbols):
                continue
            range_ = self._shape.ranges[slot]
            if _is_pool(slot) or (isinstance(range_, PointsInto) and has_pool(range_)):
                count = reading.counts.get(slot.owner, 0) if isinstance(slot.owner, MemoryObject) else 0
                wrong_parts = _differing_parts(symbols, updated, reading.values, count)
                if wrong_parts is not None:
                    return f"{slot.referent} {wrong_parts}"
            elif isinstance(range_, PointsInto):
                expected = _address(range_, slot.sort.width, [int(updated[symbol]) for symbol in symbols], objects)  # type: ignore[arg-type]
                found = _address(range_, slot.sort.width, [int(reading.values[symbol]) for symbol in symbols], objects)  # type: ignore[arg-type]
                if expected is not None and found is not None and (expected - found) & slot.sort.mask:
                    return f"{slot.referent} is {value_text(found)}, but the system says {value_text(expected)}"
            elif not same_value(updated[symbols[0]], reading.values[symbols[0]], slot.sort):
                value, wrong = reading.values[symbols[0]], updated[symbols[0]]
                return f"{slot.referent} is {value_text(value)}, but the system says {value_text(wrong)}"
        for slot, symbols in self._columns.items():
            if all(symbol in updated and symbol in reading.values for symbol in symbols):
                count = reading.counts.get(slot.owner, 0) if isinstance(slot.owner, MemoryObject) else 0
                wrong_parts = _differing_parts(symbols, updated, reading.values, count)
                if wrong_parts is not None:
                    return f"{slot.referent} {wrong_parts}"
        return None


def _is_pool(slot: Slot) -> bool:
    return isinstance(slot.owner, MemoryObject) and slot.owner.pool is not None


def _differing_parts(
    symbols: Sequence[Term], updated: Mapping[Term, Value], read: Mapping[Term, Value], count: int
) -> str | None:
    """Return a difference between the parts ``symbols`` of pointers, or of the fields of the first
    ``count`` objects.
    """
    for symbol in symbols:
        expected, found = updated[symbol], read[symbol]
        if isinstance(expected, ArrayValue) and isinstance(found, ArrayValue):
            is_same = same_column(expected, found, count)
        else:
            is_same = expected == found
        if not is_same:
            return f"is {value_text(found)}, but the system says {value_text(expected)}"
    return None


def value_text(value: Value) -> str:
    """Return the text form of ``value``."""
    if isinstance(value, ArrayValue):
        shown = ", ".join(f"[{index}] = {value_text(each)}" for index, each in list(value.entries.items())[:8])
        return f"{{{shown}}}"
    return f"{value:#x}" if isinstance(value, int) and value >= FIRST_ADDRESS else str(value)


def _awaited_results(program: Program, place: Place) -> Iterator[tuple[int, Term]]:
    """Return the locals, each with the index of its activation, that active calls will assign."""
    for number, (function, block, index) in enumerate(place[:-1]):
        call = program.functions[function].blocks[block].statements[index - 1]
        if isinstance(call, Call):
            yield from ((number, target) for target in call.targets)


def _value(slot: Slot, machine: Machine, objects: Mapping[MemoryObject, ConcreteObject]) -> Value | None:
    """Return the content of ``slot``; ``None`` if it is not known."""
    match slot.kind, slot.owner:
        case ReferentKind.LOCAL, Term() as name:
            frame = machine.frames[slot.number]
            return in_logic(frame.values[frame.code.slots[name]], slot.sort)
        case ReferentKind.GLOBAL, Term() as name:
            return in_logic(machine.globals[machine.global_slots[name]], slot.sort)
        case kind, MemoryObject() as owner:
            found = objects.get(owner)
            if found is None:
                return None
            is_alive = machine.memory.is_alive(found)
            if kind is ReferentKind.ALIVE:
                return is_alive
            if not is_alive:
                return None
            return _cell(slot, found) if kind is ReferentKind.CELL else _array(slot, found)
        case _:
            return None


def _cell(slot: Slot, found: ConcreteObject) -> Value | None:
    size = byte_size(slot.sort)
    if slot.number + size > found.size:
        return None
    bits = int.from_bytes(found.read(slot.number, size), "little")
    return bits & slot.sort.mask if isinstance(slot.sort, BitVecSort) else in_logic(bits, slot.sort)


def _array(slot: Slot, found: ConcreteObject) -> Value | None:
    """Return the elements of an object; those past its end have the initial value 0."""
    if found.size > LIMITS.concrete_array_bytes or not isinstance(slot.sort, ArraySort):
        return None
    data, size = found.read(0, found.size), slot.number
    return ArrayValue(
        0, {at // size: int.from_bytes(data[at : at + size], "little") for at in range(0, found.size, size)}
    )


def _pointers(
    range_: PointsInto, value: int, mask: int, objects: Mapping[MemoryObject, ConcreteObject]
) -> list[Pointer]:
    """Return the pointers with a given value, the most plausible first."""
    number = (len(range_.objects), 0, value)
    if value < FIRST_ADDRESS and range_.is_number:
        return [number]
    inside: list[Pointer] = []
    at_end: list[Pointer] = []
    outside: list[Pointer] = []
    for index, each in enumerate(range_.objects):
        found = objects.get(each)
        if found is not None:
            offset = (value - found.base) & mask
            if offset % (1 << range_.bits) == range_.residue:
                group = inside if offset < found.size else at_end if offset == found.size else outside
                group.append((index, offset >> range_.bits, 0))
    if not outside and len(inside) + len(at_end) == 1:
        return inside or at_end
    return [*inside, *at_end, *((number,) if range_.is_number and not range_.is_null else ()), *outside]


def _parts(range_: PointsInto, width: int, pointer: Pointer) -> tuple[int, ...]:
    """Return the values of the state variables of ``pointer``."""
    known = dict(zip((Aspect.TARGET, Aspect.OFFSET, Aspect.NUMBER), pointer, strict=True))
    return tuple(known[aspect] for aspect in aspects_of(range_, width))


def _address(
    range_: PointsInto, width: int, parts: list[int], objects: Mapping[MemoryObject, ConcreteObject]
) -> int | None:
    """Return the value of a pointer with the given state variables; ``None`` if the run has not
    allocated its object.
    """
    known = dict(zip(aspects_of(range_, width), parts, strict=True))
    target, offset, number = known.get(Aspect.TARGET, 0), known.get(Aspect.OFFSET, 0), known.get(Aspect.NUMBER, 0)
    if target >= len(range_.objects):
        return number
    found = objects.get(range_.objects[target])
    return None if found is None else found.base + (offset << range_.bits | range_.residue)
