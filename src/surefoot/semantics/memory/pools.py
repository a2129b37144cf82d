"""Objects of one size of which a state has any number: a pool, whose instances are told apart by the order of their births.

Loops make objects on the heap. Those that live at a loop head are the instances 0, 1, 2, ... of a pool, together with all others of their size that the same pointers point to: the nodes of one list may be made at
several places, and have one numbering. A state has for each field of theirs a column: the value in every instance. The address of an instance is an element of the pool's array of addresses, so that ``addresses[i] + 8`` still shows what it points to.

A column is what it was at the last cut point, and on top of that what was written since, by instance. So what happens to the instances that a loop-free piece touches is
exact, and nothing is lost about the others.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Protocol

from surefoot.base.errors import SurefootError, invariant
from surefoot.base.records import dataclass, replace
from surefoot.logic import (
    TRUE,
    Op,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvsub,
    bvult,
    constant_array,
    eq,
    ite,
    not_,
    select,
    store,
    variable,
)
from surefoot.program.layout import byte_size
from surefoot.semantics.memory.bits import as_bits, as_sort, joined, slice_of

TARGET = bit_vector(15)
"""The numbers that say which object, or pool, a pointer points into, as wide as no integer in C."""
INSTANCE = bit_vector(62)
"""The numbers of instances, as wide as no index of an array in C, so that nobody mixes them up."""
MOST_INSTANCES = bv(1 << 60, INSTANCE.width)
"""No run makes more objects than this: that would take decades."""


ANY_SIZE = 0
"""Stands for sizes that are not known where objects are made."""
SizedSite = tuple[str, int]
"""One of the places of a pool, and the size of its objects."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The objects of ``size`` bytes on the heap that are made at ``places``, or all that are made there, if that is `ANY_SIZE`.

    ``fields`` are disjoint parts (offset, bytes) in order; every access is to some of them as a whole. If the pool is not ``may_be_freed``, nothing frees its instances.
    If it is ``opaque``, it has no fields, and nothing is known of what its instances hold, whatever is written to them.
    """

    size: int
    sites: tuple[str, ...]
    """In order: the variables that the addresses are assigned to."""
    fields: tuple[tuple[int, int], ...] = ()
    may_be_freed: bool = False
    aligned_with: "SizedSite | None" = None
    """Where objects are made that may have one of these each: then numbers are skipped, so that those of an object and of what it has keep step."""
    lag: int = 0
    """How many more of those there are already when one of these is made for the last of them: 1 if that is made first, else 0."""
    opaque: bool = False

    @property
    def is_counted(self) -> bool:
        """Whether states say how many instances were freed: where numbers are skipped, sums would be needed to say what that has to do with them."""
        return self.aligned_with is None

    @property
    def sizes_differ(self) -> bool:
        """Whether each instance has a size of its own."""
        return self.size == ANY_SIZE

    def made_opaque(self) -> "Pool":
        """The pool of whose contents nothing is known."""
        return replace(self, fields=(), opaque=True)

    def cut(self, offset: int, size: int) -> "Pool":
        """The pool with smaller or more fields, so that some of them make up the ``size`` bytes from ``offset``."""
        end = offset + size
        touched = [each for each in self.fields if each[0] < end and offset < each[0] + each[1]]
        cuts = sorted({offset, end, *(at for at, _ in touched), *(at + length for at, length in touched)})
        parts = [(at, following - at) for at, following in pairwise(cuts)]
        return replace(self, fields=tuple(sorted({*self.fields}.difference(touched).union(parts))))

    def joined(self, other: "Pool") -> "Pool":
        """One pool for the objects of both.  Requires  they have one size."""
        invariant(self.size == other.size, "the objects of a pool have one size")
        places = tuple(sorted({*self.sites, *other.sites}))
        found = Pool(self.size, places, self.fields, self.may_be_freed or other.may_be_freed)
        for each in (other, self):
            if each.aligned_with is not None and each.aligned_with not in _sites_of(self, other):
                found = replace(found, aligned_with=each.aligned_with, lag=each.lag)
        for offset, size in other.fields:
            found = found.cut(offset, size)
        return found.made_opaque() if self.opaque or other.opaque else found


def _sites_of(*pools: Pool) -> set[SizedSite]:
    """The places of all of ``pools``."""
    return {(place, pool.size) for pool in pools for place in pool.sites}


class PoolChanged(SurefootError):
    """A pool must be another one: what was executed so far took it for too simple a thing."""

    def __init__(self, pool: Pool) -> None:
        super().__init__("a pool of objects has other fields than it seemed")
        self.pool = pool


class Column(Protocol):
    """What every instance held in a field at the last cut point."""

    def read(self, instance: Term, /) -> tuple[Term, Term]:
        """The value in ``instance``, and what is known of it if there is such an instance."""
        ...


@dataclass(frozen=True, slots=True)
class EmptyColumn:
    """There were none; whatever is read is ``bits`` wide."""

    bits: int

    def read(self, _instance: Term) -> tuple[Term, Term]:
        """Anything."""
        return bv(0, self.bits), TRUE


@dataclass(frozen=True, slots=True)
class UniformColumn:
    """The same value in every instance."""

    value: Term

    def read(self, _instance: Term) -> tuple[Term, Term]:
        """The value."""
        return self.value, TRUE


@dataclass(frozen=True, slots=True)
class ArrayColumn:
    """The elements of an array."""

    array: Term

    def read(self, instance: Term) -> tuple[Term, Term]:
        """The value in ``instance``."""
        return select(self.array, instance), TRUE


class WrittenColumn:
    """A column, and what was written to it."""

    __slots__ = ("base", "values")

    def __init__(self, base: Column, values: dict[Term, Term] | None = None) -> None:
        self.base = base
        self.values: dict[Term, Term] = values or {}
        """By instance. Of two that may be the same one, the later one counts."""

    def copy(self) -> "WrittenColumn":
        """An independent copy."""
        return WrittenColumn(self.base, self.values.copy())

    def read(self, instance: Term) -> tuple[Term, Term]:
        """The value in ``instance``, and what is known of it."""
        exact = self.values.get(instance)
        if exact is not None and next(reversed(self.values)) is instance:
            return exact, TRUE
        value, fact = self.base.read(instance)
        for at, written in self.values.items():
            value = ite(eq(at, instance), written, value)
        return value, fact

    def write(self, instance: Term, value: Term) -> None:
        """Set the value in ``instance``."""
        self.values.pop(instance, None)
        self.values[instance] = value

    def merge(self, condition: Term, other: "WrittenColumn") -> "WrittenColumn":
        """This column if ``condition``, else ``other``, independent of both.  Requires  they were the same one at the last cut point."""
        invariant(self.base == other.base, "columns that meet have one origin")
        if self.values == other.values:
            return self.copy()
        keys = dict.fromkeys((*self.values, *other.values))
        return WrittenColumn(self.base, {key: ite(condition, self.read(key)[0], other.read(key)[0]) for key in keys})

    def as_array(self, element: Sort) -> Term:
        """The column as an array of ``element``.  Requires  that it is none of pointers."""
        match self.base:
            case ArrayColumn(array):
                pass
            case EmptyColumn(bits):
                array = constant_array(array_sort(INSTANCE, element), bv(0, bits))
            case UniformColumn(value):
                array = constant_array(array_sort(INSTANCE, element), value)
            case _:
                raise AssertionError("a column of pointers is no array")
        for instance, value in self.values.items():
            array = store(array, instance, value)
        return array


class Instances:
    """What all instances of a pool hold in one state, which of them are alive, and how many were made."""

    __slots__ = ("_facts", "alive", "columns", "count", "freed", "live", "pool", "sizes")

    def __init__(
        self,
        pool: Pool,
        count: Term,
        live: Term,
        freed: Term,
        alive: WrittenColumn,
        columns: dict[int, WrittenColumn],
        sizes: WrittenColumn | None = None,
    ) -> None:
        self.pool = pool
        self.count = count
        """How many were made, and how many numbers were skipped."""
        self.live = live
        """How many of them were not freed, if that is counted."""
        self.freed = freed
        """How many of them were: ``count - live``, of which nobody has to know, so that invariants about either need no sums."""
        self.alive = alive
        self.columns = columns
        """By the offsets of fields."""
        self.sizes = sizes
        """How many bytes instances have, if their sizes differ."""
        self._facts: list[Term] = []

    @staticmethod
    def none_of(pool: Pool, pointer_width: int) -> "Instances":
        """No instance exists so far."""
        zero = bv(0, INSTANCE.width)
        columns = {offset: WrittenColumn(EmptyColumn(8 * size)) for offset, size in pool.fields}
        sizes = WrittenColumn(EmptyColumn(pointer_width)) if pool.sizes_differ else None
        return Instances(pool, zero, zero, zero, WrittenColumn(EmptyColumn(1)), columns, sizes)

    def copy(self) -> "Instances":
        """An independent copy."""
        columns = {offset: column.copy() for offset, column in self.columns.items()}
        sizes = None if self.sizes is None else self.sizes.copy()
        twin = Instances(self.pool, self.count, self.live, self.freed, self.alive.copy(), columns, sizes)
        twin._facts = self._facts.copy()
        return twin

    def merge(self, condition: Term, other: "Instances") -> "Instances":
        """These if ``condition``, else ``other``."""
        columns = {offset: mine.merge(condition, other.columns[offset]) for offset, mine in self.columns.items()}
        return Instances(
            self.pool,
            ite(condition, self.count, other.count),
            ite(condition, self.live, other.live),
            ite(condition, self.freed, other.freed),
            self.alive.merge(condition, other.alive),
            columns,
            None if self.sizes is None or other.sizes is None else self.sizes.merge(condition, other.sizes),
        )

    # ---- life

    def allocate(self, size: Term, contents: Mapping[int, Term], beside: Term | None = None) -> Term:
        """Make an instance of ``size`` bytes with ``contents`` in its fields; returns its number. It keeps step with as many as ``beside`` others, if they are given."""
        born = self.count if beside is None else self._in_step(beside)
        one = bv(1, INSTANCE.width)
        self.count = bvadd(born, one)
        if self.pool.is_counted:
            self.live = bvadd(self.live, one)
        self.alive.write(born, bv(1, 1))
        for offset, value in contents.items():
            self.columns[offset].write(born, value)
        if self.sizes is not None:
            self.sizes.write(born, size)
        return born

    def _in_step(self, beside: Term) -> Term:
        """The number of the next instance where there are ``beside`` others: it is not below ``count``."""
        lag = bv(self.pool.lag, INSTANCE.width)
        least = bvsub(beside, lag)
        one_was_made = beside.op is Op.BVADD and beside.args[1] is lag  # as no number comes near 2^62, this is not 0
        is_behind = bvult(self.count, least) if one_was_made else bvult(bvadd(self.count, lag), beside)
        return ite(is_behind, least, self.count)

    def is_alive(self, instance: Term) -> Term:
        """Whether ``instance``, which was made, was not freed."""
        if not self.pool.may_be_freed:
            return TRUE
        return eq(self.alive.read(instance)[0], bv(1, 1))

    def end(self, instance: Term, hit: Term) -> None:
        """Free ``instance`` where ``hit`` holds.  Requires  that it is alive there."""
        if not self.pool.may_be_freed:
            raise PoolChanged(replace(self.pool, may_be_freed=True))
        self.alive.write(instance, ite(hit, bv(0, 1), self.alive.read(instance)[0]))
        if self.pool.is_counted:
            one = bv(1, INSTANCE.width)
            self.live = ite(hit, bvsub(self.live, one), self.live)
            self.freed = ite(hit, bvadd(self.freed, one), self.freed)

    @property
    def some_live(self) -> Term:
        """Some instance was not freed. This is said by both numbers, so that one is enough to exclude it; where nobody counts, of the instance itself, whichever it is."""
        if self.pool.is_counted:
            return and_(not_(eq(self.live, bv(0, INSTANCE.width))), not_(eq(self.freed, self.count)))
        some = variable(Symbol(SymbolKind.AUXILIARY, f"left of {self.pool.sites}", self.pool.size, "left"), INSTANCE)
        return and_(bvult(some, self.count), self.is_alive(some))

    # ---- contents

    def read(self, instance: Term, offset: int, sort: Sort) -> Term:
        """The value of ``sort`` at ``offset`` of ``instance``."""
        parts: list[Term] = []
        for at, _ in self._fields(offset, byte_size(sort)):
            value, fact = self.columns[at].read(instance)
            parts.append(value)
            if fact is not TRUE:
                self._facts.append(fact)
        return as_sort(parts[0] if len(parts) == 1 else joined(parts), sort)

    def write(self, instance: Term, offset: int, value: Term) -> None:
        """Store ``value`` at ``offset`` of ``instance``."""
        bits = as_bits(value)
        fields = list(self._fields(offset, byte_size(value.sort)))
        for at, size in fields:
            self.columns[at].write(instance, bits if len(fields) == 1 else slice_of(bits, at - offset, size))

    def take_facts(self) -> list[Term]:
        """What is known of the values that were read since this was last asked for."""
        facts, self._facts = self._facts, []
        return facts

    def _fields(self, offset: int, size: int) -> Iterator[tuple[int, int]]:
        """The fields that make up ``size`` bytes from ``offset``."""
        at, end = offset, offset + size
        lengths = dict(self.pool.fields)
        found: list[tuple[int, int]] = []
        while at < end:
            length = lengths.get(at)
            if length is None or at + length > end:
                raise PoolChanged(self.pool.cut(offset, size))
            found.append((at, length))
            at += length
        return iter(found)
