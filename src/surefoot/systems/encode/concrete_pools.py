"""Summarised heap objects in a concrete run: the index of each object, and the values of their
fields.

The objects of a summary are those of its size that are allocated at its sites, indexed by
allocation order; `Pool.aligned_with` may skip indices. This requires that every allocation has a
constant size: the size of others may or may not be known to the control system.
"""

from collections.abc import Mapping, Sequence

from surefoot.logic import ArrayValue, Op, Term, Value
from surefoot.program.layout import FIRST_ADDRESS, Region, byte_size
from surefoot.program.program import Program
from surefoot.program.statements import Allocate, Storage
from surefoot.semantics.interpreter import ConcreteObject, Machine
from surefoot.semantics.limits import LIMITS as SEMANTICS_LIMITS
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.systems.control.system import Aspect, ReferentKind
from surefoot.systems.encode.slots import Slot
from surefoot.systems.encode.value_forms import PointsInto, Range, aspects_of
from surefoot.systems.limits import LIMITS

Parts = tuple[int, ...]
"""The values of the state variables of a pointer."""


def sizes_are_written(program: Program) -> bool:
    """Return whether every heap allocation of the program has a constant size."""
    return all(
        each.size.op is Op.CONSTANT
        for function in program.functions.values()
        for block in function.blocks.values()
        for each in block.statements
        if isinstance(each, Allocate) and each.storage is Storage.HEAP
    )


class ConcretePools:
    """The summarised heap objects in one state of a run that allocated the objects ``allocated``."""

    def __init__(
        self,
        machine: Machine,
        objects: Mapping[MemoryObject, ConcreteObject],
        allocated: Sequence[ConcreteObject],
        pools: Sequence[MemoryObject],
    ) -> None:
        self._machine = machine
        self._objects = objects
        self._found: dict[MemoryObject, dict[int, ConcreteObject]] = {pool: {} for pool in pools}
        self._made = dict.fromkeys(pools, 0)
        at = {(place, own.size): pool for pool in pools if (own := pool.pool) for place in own.sites}
        given = {pool.made_at: pool for pool in pools if pool.strings is not None}
        for each in allocated if at else ():
            strings = given.get(each.symbol)
            if strings is not None:
                self._found[strings][self._made[strings]] = each
                self._made[strings] += 1
                continue
            pool = at.get((each.symbol, each.size)) if each.region is Region.HEAP else None
            if pool is not None and pool.pool is not None:
                beside = None if pool.pool.aligned_with is None else at.get(pool.pool.aligned_with)
                number = max(self._made[pool], 0 if beside is None else self._made[beside] - pool.pool.lag)
                self._found[pool][number] = each
                self._made[pool] = number + 1

    def instances(self, pool: MemoryObject) -> dict[int, ConcreteObject]:
        """Return the objects of the summary ``pool`` by their indices."""
        return self._found[pool]

    def made(self, pool: MemoryObject) -> int:
        """Return the number of indices of ``pool`` that were used or skipped."""
        return self._made[pool]

    def addresses(self, pool: MemoryObject) -> ArrayValue:
        """Return the array of the addresses of ``pool``."""
        return ArrayValue(0, {number: each.base for number, each in self.instances(pool).items()})

    def count(self, slot: Slot) -> Value | None:
        """Return the value of a slot of a summary that is no field; ``None`` if it is not known."""
        if not isinstance(slot.owner, MemoryObject):
            return None
        instances = self.instances(slot.owner)
        alive = {number for number, each in instances.items() if self._machine.memory.is_alive(each)}
        match slot.kind:
            case ReferentKind.ALLOCATED:
                return self.made(slot.owner)
            case ReferentKind.LIVE if _is_counted(slot.owner):
                return len(alive)
            case ReferentKind.FREED if _is_counted(slot.owner):
                return len(instances) - len(alive)
            case ReferentKind.ALIVE if len(instances) <= LIMITS.concrete_instances:
                return ArrayValue(0, dict.fromkeys(alive, 1))
            case _:
                return None

    def column(self, slot: Slot, range_: Range, symbols: Sequence[Term]) -> dict[Term, Value] | None:
        """Return the arrays ``symbols`` that represent the field ``slot`` of all objects; ``None``
        if they are not known.
        """
        if not isinstance(slot.owner, MemoryObject) or len(self.instances(slot.owner)) > LIMITS.concrete_instances:
            return None
        if (slot.owner.constant_size or 0) > SEMANTICS_LIMITS.remembered_bytes:
            return None
        size = byte_size(slot.sort)
        instances = self.instances(slot.owner)
        held: dict[Value, int] = {
            at: int.from_bytes(each.read(slot.number, size), "little") for at, each in instances.items()
        }
        if not isinstance(range_, PointsInto):
            return {symbols[0]: ArrayValue(0, {**held})}
        nowhere = self._parts(range_, slot.sort.width, len(range_.objects), 0, 0, 0)
        pointers = [self.pointer(range_, value, slot.sort.width) for value in held.values()]
        rows = [each for each in pointers if each is not None]
        if len(rows) < len(pointers):
            return None
        columns = zip(*rows, strict=True) if rows else ((),) * len(symbols)
        return {
            symbol: ArrayValue(default, dict(zip(held, column, strict=True)))
            for symbol, default, column in zip(symbols, nowhere, columns, strict=True)
        }

    def pointer(self, range_: PointsInto, value: int, width: int) -> Parts | None:
        """Return the parts of the pointer ``value``; ``None`` if they are ambiguous."""
        if value < FIRST_ADDRESS:
            return self._parts(range_, width, len(range_.objects), 0, value, 0) if range_.is_number else None
        found: list[Parts] = []
        for index, each in enumerate(range_.objects):
            if each.pool is None:
                created = self._objects.get(each)
                candidates = [] if created is None else [(0, created)]
            else:
                candidates = list(self.instances(each).items())
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


def _is_counted(pool: MemoryObject) -> bool:
    return pool.pool is not None and pool.pool.is_counted


def same_column(one: ArrayValue, other: ArrayValue, count: int) -> bool:
    """Return whether two fields are equal in the first ``count`` objects."""
    return all(one.entries.get(at, one.default) == other.entries.get(at, other.default) for at in range(count))
