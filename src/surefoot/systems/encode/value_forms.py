"""Abstract values at cut points: constants, pointers into known objects, and arbitrary values.

A pointer into known objects has parts: the index of its object, the index of the instance if that
is a summary, the offset, and its value if it points into none of the objects.
"""

from collections.abc import Iterable, Mapping

from surefoot.base.records import dataclass
from surefoot.logic import (
    TRUE,
    Sort,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvult,
    concat,
    eq,
    extract,
    ite,
    not_,
    or_,
    select,
)
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.pools import INSTANCE, TARGET
from surefoot.systems.control.system import Aspect
from surefoot.systems.limits import LIMITS


@dataclass(frozen=True, slots=True)
class Fixed:
    """Value that is equal at every arrival: a constant, or the address of an object plus a
    constant.
    """

    value: Term


@dataclass(frozen=True, slots=True)
class PointsInto:
    """An address in one of ``objects`` or, if ``is_number``, one that must not be dereferenced:
    null, uninitialised, or of a dead object.

    The offset is ``residue`` modulo 2^``bits``: a pointer into an array of int moves by multiples
    of four. If ``bits`` is the width of addresses, the offset is constant. If ``is_null``, the only
    such number is null.
    """

    objects: tuple[MemoryObject, ...]
    is_number: bool
    bits: int
    residue: int
    is_null: bool = False


@dataclass(frozen=True, slots=True)
class Arbitrary:
    """Any value."""


Range = Fixed | PointsInto | Arbitrary

NO_OBJECT = PointsInto((), is_number=True, bits=LIMITS.alignment_bits, residue=0)
"""Null, or an uninitialised value."""


_PARTS = (Aspect.TARGET, Aspect.OFFSET, Aspect.NUMBER, Aspect.INSTANCE)


@dataclass(frozen=True, slots=True)
class PointerParts:
    """The parts of a pointer, or arrays of the parts of all pointers in a field; parts that are
    constant are omitted.
    """

    target: Term | None
    offset: Term | None
    number: Term | None
    instance: Term | None

    @staticmethod
    def of(range_: PointsInto, width: int, terms: Iterable[Term]) -> "PointerParts":
        """Return ``terms`` as the parts of a pointer of ``width`` bits."""
        found = dict(zip(aspects_of(range_, width), terms, strict=True))
        return PointerParts(*(found.get(aspect) for aspect in _PARTS))

    def at(self, place: Term) -> "PointerParts":
        """Return the parts of the pointer at ``place`` of a field."""
        parts = (self.target, self.offset, self.number, self.instance)
        return PointerParts(*(None if part is None else select(part, place) for part in parts))

    def point_into(self, index: int) -> Term:
        """Return the condition that the pointer points into object ``index`` of its range."""
        return TRUE if self.target is None else eq(self.target, bv(index, TARGET.width))

    def terms(self) -> tuple[Term, ...]:
        """Return the parts that are not omitted, in order."""
        parts = (self.target, self.offset, self.number, self.instance)
        return tuple(part for part in parts if part is not None)


def aspects_of(range_: PointsInto, width: int) -> dict[Aspect, Sort]:
    """Return the parts of pointers of ``width`` bits in ``range_`` that are not constant."""
    found: dict[Aspect, Sort] = {}
    if len(range_.objects) + range_.is_number > 1:
        found[Aspect.TARGET] = TARGET
    if range_.bits < width:
        found[Aspect.OFFSET] = bit_vector(width - range_.bits)
    if range_.is_number and not range_.is_null:
        found[Aspect.NUMBER] = bit_vector(width)
    if has_pool(range_):
        found[Aspect.INSTANCE] = INSTANCE
    return found


def pointer_with(range_: PointsInto, parts: PointerParts, width: int) -> Term:
    """Return the pointer of ``width`` bits in ``range_`` with these parts."""
    if parts.offset is None:
        distance = bv(range_.residue, width)
    else:
        distance = concat(parts.offset, bv(range_.residue, range_.bits)) if range_.bits else parts.offset
    leaves = [
        bvadd(each.address if each.pool is None else select(each.address, parts.instance), distance)  # type: ignore[arg-type]
        for each in range_.objects
    ]
    if range_.is_number:
        leaves.append(bv(0, width) if parts.number is None else parts.number)
    value = leaves[-1]
    for index in range(len(leaves) - 2, -1, -1):
        value = ite(parts.point_into(index), leaves[index], value)
    return value


def parts_of(range_: PointsInto, value: Term, book: AddressBook) -> PointerParts:
    """Return the parts of ``value``.

    Requires: ``range_`` covers it.
    """
    width = value.sort.width
    targets = book.targets(value)
    choice = bv(len(range_.objects), TARGET.width)
    offset = number = bv(0, width)
    instance = bv(0, INSTANCE.width)
    for target in targets.objects:
        if target.object in range_.objects:
            choice = ite(target.guard, bv(range_.objects.index(target.object), TARGET.width), choice)
            offset = ite(target.guard, target.offset, offset)
            if target.instance is not None:
                instance = ite(target.guard, target.instance, instance)
        else:  # it is dead
            number = ite(target.guard, target.address, number)
    for leaf, guard in targets.numbers:
        number = ite(guard, leaf, number)
    aspects = aspects_of(range_, width)
    return PointerParts(
        choice if Aspect.TARGET in aspects else None,
        extract(offset, width - 1, range_.bits) if Aspect.OFFSET in aspects else None,
        number if Aspect.NUMBER in aspects else None,
        instance if Aspect.INSTANCE in aspects else None,
    )


def has_pool(range_: PointsInto) -> bool:
    """Return whether the pointer can point into a summarised heap object."""
    return any(each.pool is not None for each in range_.objects)


def instance_exists(range_: PointsInto, parts: PointerParts, counts: Mapping[MemoryObject, Term]) -> Term:
    """Return the condition that a pointer to a summarised object has an index below the number of
    allocations.
    """
    return and_(
        *(
            or_(not_(parts.point_into(index)), bvult(parts.instance, counts[each]))  # type: ignore[arg-type]
            for index, each in enumerate(range_.objects)
            if each.pool is not None
        )
    )


@dataclass(frozen=True, slots=True)
class PointerColumn:
    """Pointers of ``width`` bits in a field of ``count`` summarised objects; ``counts`` are the
    numbers of objects of all summaries.
    """

    width: int
    range_: PointsInto
    parts: PointerParts
    count: Term
    counts: Mapping[MemoryObject, Term]

    def read(self, instance: Term) -> tuple[Term, Term]:
        """Return the pointer in ``instance``, and the fact about it that holds if the instance
        exists.
        """
        here = self.parts.at(instance)
        made = instance_exists(self.range_, here, self.counts) if has_pool(self.range_) else TRUE
        fact = TRUE if made is TRUE else or_(not_(bvult(instance, self.count)), made)
        return pointer_with(self.range_, here, self.width), fact
