"""Pools: summarised heap objects of one size, an allocation-site summary with numbered instances.

Loops allocate heap objects. Those that are alive at a loop head are the instances 0, 1, 2, ... of a
pool, numbered in allocation order, together with all others of their size that the same pointers
point to: the nodes of a list may be allocated at several sites and share one numbering. A state has
a column for each field: the value of the field in every instance. The address of an instance is an
element of the pool's array of addresses, so that ``addresses[i] + 8`` still shows its target.

A column is its value at the last cut point, updated by the writes since then, by instance. So the
effects of a loop-free piece on the instances that it accesses are exact, and the other instances
keep their values.
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
"""Sort of the numbers of objects and pools that pointers point into; no C integer has this width.
"""
INSTANCE = bit_vector(62)
"""Sort of instance numbers; no C integer has this width, so indices of arrays cannot be mixed up
with them."""
MOST_INSTANCES = bv(1 << 60, INSTANCE.width)
"""Upper bound of the objects that a run allocates; reaching it would take decades."""


ANY_SIZE = 0
"""Stands for sizes that are unknown at the allocation site."""
SizedSite = tuple[str, int]
"""Allocation site of a pool, and the size of its objects."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Heap objects of ``size`` bytes allocated at ``sites``; of all sizes, if that is `ANY_SIZE`.

    ``fields`` are disjoint parts (offset, bytes) in order; every access covers whole fields. If not
    ``may_be_freed``, no instance is ever freed. If ``opaque``, the pool has no fields, and the
    contents of its instances are unknown.
    """

    size: int
    sites: tuple[str, ...]
    """Allocation sites in order: the variables that the addresses are assigned to."""
    fields: tuple[tuple[int, int], ...] = ()
    may_be_freed: bool = False
    aligned_with: "SizedSite | None" = None
    """Site of objects that may own one of these each; numbers are skipped so that an object and the
    one it owns keep equal numbers."""
    lag: int = 0
    """Lead of those objects when one of these is allocated for the latest of them: 1 if the owner
    is allocated first, else 0."""
    opaque: bool = False

    @property
    def is_counted(self) -> bool:
        """True iff states count the freed instances; with skipped numbers, invariants would need
        sums.
        """
        return self.aligned_with is None

    @property
    def sizes_differ(self) -> bool:
        """True iff each instance has a size of its own."""
        return self.size == ANY_SIZE

    def made_opaque(self) -> "Pool":
        """Return the pool with unknown contents."""
        return replace(self, fields=(), opaque=True)

    def cut(self, offset: int, size: int) -> "Pool":
        """Return the pool with fields split so that some of them make up the ``size`` bytes from
        ``offset``.
        """
        end = offset + size
        touched = [each for each in self.fields if each[0] < end and offset < each[0] + each[1]]
        cuts = sorted({offset, end, *(at for at, _ in touched), *(at + length for at, length in touched)})
        parts = [(at, following - at) for at, following in pairwise(cuts)]
        return replace(self, fields=tuple(sorted({*self.fields}.difference(touched).union(parts))))

    def joined(self, other: "Pool") -> "Pool":
        """Return one pool for the objects of both.

        Requires: they have one size.
        """
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
    """Return the sites of all ``pools``, with sizes."""
    return {(place, pool.size) for pool in pools for place in pool.sites}


class PoolChanged(SurefootError):
    """Request to restart with ``pool`` in place of a pool that was too coarse for the statements
    executed so far.
    """

    def __init__(self, pool: Pool) -> None:
        super().__init__("a pool of objects has other fields than it seemed")
        self.pool = pool


class Column(Protocol):
    """Values of a field in all instances at the last cut point."""

    def read(self, instance: Term, /) -> tuple[Term, Term]:
        """Return the value in ``instance``, and the facts that hold about it if the instance
        exists.
        """
        ...


@dataclass(frozen=True, slots=True)
class EmptyColumn:
    """Column of a pool without instances; reads return ``bits`` zero bits."""

    bits: int

    def read(self, _instance: Term) -> tuple[Term, Term]:
        """Return an arbitrary value."""
        return bv(0, self.bits), TRUE


@dataclass(frozen=True, slots=True)
class UniformColumn:
    """Column with the same value in every instance."""

    value: Term

    def read(self, _instance: Term) -> tuple[Term, Term]:
        """Return the value."""
        return self.value, TRUE


@dataclass(frozen=True, slots=True)
class ArrayColumn:
    """Column given by the elements of an array."""

    array: Term

    def read(self, instance: Term) -> tuple[Term, Term]:
        """Return the value in ``instance``."""
        return select(self.array, instance), TRUE


class WrittenColumn:
    """Column with the writes to it."""

    __slots__ = ("base", "values")

    def __init__(self, base: Column, values: dict[Term, Term] | None = None) -> None:
        self.base = base
        self.values: dict[Term, Term] = values or {}
        """Written values by instance; of two instances that may be equal, the later write counts.
        """

    def copy(self) -> "WrittenColumn":
        """Return an independent copy."""
        return WrittenColumn(self.base, self.values.copy())

    def read(self, instance: Term) -> tuple[Term, Term]:
        """Return the value in ``instance``, and the facts about it."""
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
        """Return this column if ``condition``, else ``other``, independent of both.

        Requires: both were the same column at the last cut point.
        """
        invariant(self.base == other.base, "columns that meet have one origin")
        if self.values == other.values:
            return self.copy()
        keys = dict.fromkeys((*self.values, *other.values))
        return WrittenColumn(self.base, {key: ite(condition, self.read(key)[0], other.read(key)[0]) for key in keys})

    def as_array(self, element: Sort) -> Term:
        """Return the column as an array of ``element``.

        Requires: it holds no pointers.
        """
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
    """Contents of all instances of a pool in one state, which of them are alive, and how many there
    are.
    """

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
        """Number of instances allocated, plus the numbers skipped."""
        self.live = live
        """Number of instances that were not freed, if counted."""
        self.freed = freed
        """Number of instances freed: ``count - live``, kept separately so that invariants about
        either need no sums."""
        self.alive = alive
        self.columns = columns
        """Columns by the offsets of fields."""
        self.sizes = sizes
        """Sizes of instances in bytes, if they differ."""
        self._facts: list[Term] = []

    @staticmethod
    def none_of(pool: Pool, pointer_width: int) -> "Instances":
        """Return the contents of a pool without instances."""
        zero = bv(0, INSTANCE.width)
        columns = {offset: WrittenColumn(EmptyColumn(8 * size)) for offset, size in pool.fields}
        sizes = WrittenColumn(EmptyColumn(pointer_width)) if pool.sizes_differ else None
        return Instances(pool, zero, zero, zero, WrittenColumn(EmptyColumn(1)), columns, sizes)

    def copy(self) -> "Instances":
        """Return an independent copy."""
        columns = {offset: column.copy() for offset, column in self.columns.items()}
        sizes = None if self.sizes is None else self.sizes.copy()
        twin = Instances(self.pool, self.count, self.live, self.freed, self.alive.copy(), columns, sizes)
        twin._facts = self._facts.copy()
        return twin

    def merge(self, condition: Term, other: "Instances") -> "Instances":
        """Return these instances if ``condition``, else ``other``."""
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
        """Allocate an instance of ``size`` bytes with ``contents`` in its fields; return its
        number.

        The number is aligned with the count ``beside``, if given.
        """
        number = self.count if beside is None else self._in_step(beside)
        one = bv(1, INSTANCE.width)
        self.count = bvadd(number, one)
        if self.pool.is_counted:
            self.live = bvadd(self.live, one)
        self.alive.write(number, bv(1, 1))
        for offset, value in contents.items():
            self.columns[offset].write(number, value)
        if self.sizes is not None:
            self.sizes.write(number, size)
        return number

    def _in_step(self, beside: Term) -> Term:
        """Return the number of the next instance, aligned with the count ``beside``.

        Ensures: the result is at least ``count``.
        """
        lag = bv(self.pool.lag, INSTANCE.width)
        least = bvsub(beside, lag)
        one_was_made = beside.op is Op.BVADD and beside.args[1] is lag  # numbers stay far below 2^62: this is not 0
        is_behind = bvult(self.count, least) if one_was_made else bvult(bvadd(self.count, lag), beside)
        return ite(is_behind, least, self.count)

    def is_alive(self, instance: Term) -> Term:
        """Return whether ``instance``, which was allocated, was not freed."""
        if not self.pool.may_be_freed:
            return TRUE
        return eq(self.alive.read(instance)[0], bv(1, 1))

    def end(self, instance: Term, hit: Term) -> None:
        """Free ``instance`` where ``hit`` holds.

        Requires: it is alive there.
        """
        if not self.pool.may_be_freed:
            raise PoolChanged(replace(self.pool, may_be_freed=True))
        self.alive.write(instance, ite(hit, bv(0, 1), self.alive.read(instance)[0]))
        if self.pool.is_counted:
            one = bv(1, INSTANCE.width)
            self.live = ite(hit, bvsub(self.live, one), self.live)
            self.freed = ite(hit, bvadd(self.freed, one), self.freed)

    @property
    def some_live(self) -> Term:
        """The condition that some instance was not freed.

        Both counters express it, so that either invariant excludes it; without counters, an
        arbitrary instance does.
        """
        if self.pool.is_counted:
            return and_(not_(eq(self.live, bv(0, INSTANCE.width))), not_(eq(self.freed, self.count)))
        some = variable(Symbol(SymbolKind.AUXILIARY, f"left of {self.pool.sites}", self.pool.size, "left"), INSTANCE)
        return and_(bvult(some, self.count), self.is_alive(some))

    # ---- contents

    def read(self, instance: Term, offset: int, sort: Sort) -> Term:
        """Return the value of ``sort`` at ``offset`` of ``instance``."""
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
        """Return the facts about the values that were read since the last call."""
        facts, self._facts = self._facts, []
        return facts

    def _fields(self, offset: int, size: int) -> Iterator[tuple[int, int]]:
        """Return the fields that make up ``size`` bytes from ``offset``."""
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
