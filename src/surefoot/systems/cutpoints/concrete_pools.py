"""The objects of pools in a concrete run: which of its objects is which instance, and what the columns of a pool are.

All objects of a pool's size that are made at its places are its instances, in the order of their births. That is so if the sizes of all allocations are written in the program: the system may know
a size that is computed, or not.
"""

from collections.abc import Mapping, Sequence

from surefoot.logic import ArrayValue, Op, Term, Value
from surefoot.program.interpreter import ConcreteObject, Machine
from surefoot.program.interpreter.memory import LARGEST_REMEMBERED
from surefoot.program.layout import FIRST_ADDRESS, byte_size
from surefoot.program.program import Program
from surefoot.program.regions import Region
from surefoot.program.statements import Allocate, Storage
from surefoot.systems.control.system import Aspect, ReferentKind
from surefoot.systems.cutpoints.ranges import PointsInto, Range, aspects_of
from surefoot.systems.cutpoints.slots import Slot
from surefoot.systems.objects import MemoryObject

MOST_INSTANCES = 200
"""In longer runs, columns are not read."""
Parts = tuple[int, ...]
"""The values of the state variables of a pointer."""


def sizes_are_written(program: Program) -> bool:
    """Whether every allocation on the heap is of a size that is a number in the program."""
    return all(
        each.size.op is Op.CONSTANT
        for function in program.functions.values()
        for block in function.blocks.values()
        for each in block.statements
        if isinstance(each, Allocate) and each.storage is Storage.HEAP
    )


class ConcretePools:
    """The instances of pools in one state of a run that made the objects ``born``."""

    def __init__(
        self, machine: Machine, objects: Mapping[MemoryObject, ConcreteObject], born: Sequence[ConcreteObject]
    ) -> None:
        self._machine = machine
        self._objects = objects
        self._born = born
        self._found: dict[MemoryObject, list[ConcreteObject]] = {}

    def instances(self, pool: MemoryObject) -> list[ConcreteObject]:
        """The instances of ``pool``, by their numbers."""
        if pool not in self._found:
            size, places = pool.constant_size, () if pool.pool is None else pool.pool.places
            self._found[pool] = [
                each
                for each in self._born
                if each.region is Region.HEAP and each.size == size and each.symbol in places
            ]
        return self._found[pool]

    def addresses(self, pool: MemoryObject) -> ArrayValue:
        """The array of the addresses of ``pool``, as far as there are instances."""
        return ArrayValue(0, {number: each.base for number, each in enumerate(self.instances(pool))})

    def count(self, slot: Slot) -> Value | None:
        """The value of a slot of a pool that is no column; ``None`` if that is not told."""
        if not isinstance(slot.owner, MemoryObject):
            return None
        instances = self.instances(slot.owner)
        alive = {number for number, each in enumerate(instances) if self._machine.memory.is_alive(each)}
        match slot.kind:
            case ReferentKind.MADE:
                return len(instances)
            case ReferentKind.LEFT:
                return len(alive)
            case ReferentKind.FREED:
                return len(instances) - len(alive)
            case ReferentKind.ALIVE if len(instances) <= MOST_INSTANCES:
                return ArrayValue(0, dict.fromkeys(alive, 1))
            case _:
                return None

    def column(self, slot: Slot, range_: Range, symbols: Sequence[Term]) -> dict[Term, Value] | None:
        """The arrays ``symbols`` that make up the field ``slot`` of all instances; ``None`` if that is not told."""
        if not isinstance(slot.owner, MemoryObject) or len(self.instances(slot.owner)) > MOST_INSTANCES:
            return None
        if (slot.owner.constant_size or 0) > LARGEST_REMEMBERED:
            return None
        size = byte_size(slot.sort)
        held = [int.from_bytes(each.read(slot.number, size), "little") for each in self.instances(slot.owner)]
        if not isinstance(range_, PointsInto):
            return {symbols[0]: ArrayValue(0, dict(enumerate(held)))}
        nowhere = self._parts(range_, slot.sort.width, len(range_.objects), 0, 0, 0)
        pointers = [self.pointer(range_, value, slot.sort.width) for value in held]
        rows = [each for each in pointers if each is not None]
        if len(rows) < len(pointers):
            return None
        columns = zip(*rows, strict=True) if rows else ((),) * len(symbols)
        return {
            symbol: ArrayValue(default, dict(enumerate(column)))
            for symbol, default, column in zip(symbols, nowhere, columns, strict=True)
        }

    def pointer(self, range_: PointsInto, value: int, width: int) -> Parts | None:
        """The parts of the pointer ``value``; ``None`` if there is doubt about them."""
        if value < FIRST_ADDRESS:
            return self._parts(range_, width, len(range_.objects), 0, value, 0) if range_.is_number else None
        found: list[Parts] = []
        for index, each in enumerate(range_.objects):
            if each.pool is None:
                created = self._objects.get(each)
                candidates = [] if created is None else [(0, created)]
            else:
                candidates = list(enumerate(self.instances(each)))
            for number, there in candidates:
                offset = value - there.base
                if 0 <= offset < there.size and offset % (1 << range_.bits) == range_.residue % (1 << range_.bits):
                    found.append(self._parts(range_, width, index, offset >> range_.bits, 0, number))
        return found[0] if len(found) == 1 else None

    def _parts(self, range_: PointsInto, width: int, target: int, offset: int, number: int, instance: int) -> Parts:
        known = {
            Aspect.TARGET: target,
            Aspect.OFFSET: offset,
            Aspect.NUMBER: number,
            Aspect.INSTANCE: instance,
        }
        return tuple(known[aspect] for aspect in aspects_of(range_, width))


def same_column(one: ArrayValue, other: ArrayValue, count: int) -> bool:
    """Whether two columns hold the same in the first ``count`` instances."""
    return all(one.entries.get(at, one.default) == other.entries.get(at, other.default) for at in range(count))
