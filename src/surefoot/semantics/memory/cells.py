"""Contents of an object as separate cells by constant offset.

Requires: every read and write lies inside the object.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

from surefoot.logic import Op, Sort, Term, bit_vector, bv, eq, extract, ite, not_, store
from surefoot.program.layout import byte_size
from surefoot.semantics.memory.bits import as_bits, as_sort, byte_of, ite_by_parts, joined, keeps_bits, slice_of
from surefoot.semantics.memory.elements import Elements
from surefoot.semantics.memory.objects import MemoryObject


class Cells:
    """Disjoint cells by constant offset; bytes that no cell covers have their initial value."""

    __slots__ = ("_unit", "_values", "_widest", "object")

    def __init__(self, memory_object: MemoryObject) -> None:
        self.object = memory_object
        self._values: dict[int, Term] = {}
        self._unit = 0
        self._widest = 1
        """Upper bound of the bytes of each cell."""

    def copy(self) -> "Cells":
        """Return an independent copy."""
        twin = Cells(self.object)
        twin._values = self._values.copy()
        twin._unit = self._unit
        twin._widest = self._widest
        return twin

    def read(self, offset: int, sort: Sort) -> Term:
        """Return the value of ``sort`` at ``offset``."""
        cell = self._values.get(offset)
        size = byte_size(sort)
        if cell is not None and byte_size(cell.sort) == size:
            return as_sort(cell, sort)
        if cell is None and self.is_clear(offset, size):
            return as_sort(self.object.initial.read(offset, sort), sort)
        return as_sort(joined([as_bits(piece) for _, piece in self.pieces(offset, size)]), sort)

    def write(self, offset: int, value: Term) -> None:
        """Store ``value`` at ``offset``."""
        size = byte_size(value.sort)
        cell = self._values.get(offset)
        if cell is None or byte_size(cell.sort) != size:
            if not (cell is None and self.is_clear(offset, size)):
                self._clear(offset, size)
            self._note_unit(offset, size)
        self._values[offset] = value

    def items(self) -> list[tuple[int, Term]]:
        """Return the cells by offset, in order."""
        return sorted(self._values.items())

    def pieces(self, offset: int, size: int) -> list[tuple[int, Term]]:
        """Return cells that together make up ``size`` bytes from ``offset``, by their distance from
        it.
        """
        found: list[tuple[int, Term]] = []
        at, end = offset, offset + size
        while at < end:
            over = self._cell_over(at)
            if over is None:
                length = self._clear_length(at, end)
                found.append((at - offset, self.object.initial.read(at, bit_vector(8 * length))))
            else:
                start, cell = over
                length = min(start + byte_size(cell.sort), end) - at
                whole = length == byte_size(cell.sort)
                found.append((at - offset, cell if whole else slice_of(as_bits(cell), at - start, length)))
            at += length
        return found

    def _clear_length(self, at: int, end: int) -> int:
        """Return the largest of 8, 4, 2 and 1 bytes from ``at`` that fits, is aligned, and that no
        cell overlaps.
        """
        for length in (8, 4, 2):
            if at % length == 0 and at + length <= end and self.is_clear(at, length):
                return length
        return 1

    def read_at_any(self, offset: Term, candidates: list[int], sort: Sort) -> Term:
        """Return the value at ``offset``, which is one of ``candidates``."""
        value = self.read(candidates[-1], sort)
        for candidate in reversed(candidates[:-1]):
            value = ite(eq(offset, _number(candidate, offset)), self.read(candidate, sort), value)
        return value

    def read_table(self, offset: Term, candidates: list[int], sort: Sort) -> Term:
        """Return the value at ``offset``, which is one of the sorted ``candidates``, as a binary
        decision tree.

        The tree branches on the bits of the offset, highest first, instead of comparing it with
        each candidate.
        """
        first, last = candidates[0], candidates[-1]
        if first == last:
            return self.read(first, sort)
        bit = (first ^ last).bit_length() - 1
        middle = bisect_left(candidates, last >> bit << bit)
        upper = self.read_table(offset, candidates[middle:], sort)
        lower = self.read_table(offset, candidates[:middle], sort)
        return ite(eq(extract(offset, bit, bit), bv(1, 1)), upper, lower)

    def write_at_any(self, offset: Term, candidates: list[int], value: Term) -> None:
        """Store ``value`` at ``offset``, which is one of ``candidates``."""
        if any(b - a < byte_size(value.sort) for a, b in pairwise(candidates)):
            self._write_bytes_at_any(offset, candidates, as_bits(value))
            return
        for candidate in candidates:
            self.write(candidate, self.replaced_if(eq(offset, _number(candidate, offset)), candidate, value))

    def _write_bytes_at_any(self, offset: Term, candidates: list[int], bits: Term) -> None:
        size = byte_size(bits.sort)
        new: dict[int, Term] = {}
        for at in range(candidates[0], candidates[-1] + size):
            value = self.read(at, bit_vector(8))
            for candidate in candidates:
                if candidate <= at < candidate + size:
                    value = ite(eq(offset, _number(candidate, offset)), byte_of(bits, at - candidate), value)
            new[at] = value
        for at, value in new.items():
            self.write(at, value)

    def to_elements(self, index: Sort, preferred_size: int) -> "Elements":
        """Return the same contents as an array."""
        element_size = self.object.initial.element_size(preferred_size)
        array = self.object.initial.array(index)
        width = index.width
        touched: dict[int, None] = {}
        for start, cell in self._values.items():
            for at in range(start, start + byte_size(cell.sort)):
                touched[at // element_size] = None
        element = bit_vector(8 * element_size)
        for number in touched:
            array = store(array, bv(number, width), self.read(number * element_size, element))
        return Elements(self.object, array, element_size)

    def merge(self, condition: Term, other: "Cells") -> "Cells":
        """Return these contents if ``condition``, else ``other``."""
        result = self.copy()
        uneven: list[tuple[int, Term, bool]] = []
        for offset, mine in self._values.items():
            theirs = other._values.get(offset)
            if theirs is mine:
                continue
            if theirs is not None and theirs.sort is mine.sort:
                result._values[offset] = ite_by_parts(condition, mine, theirs)
            else:
                uneven += _cell_or_bytes(offset, mine, other, is_mine=True)
                if theirs is not None:
                    uneven += _cell_or_bytes(offset, theirs, self, is_mine=False)
        for offset, theirs in other._values.items():
            if offset not in self._values:
                uneven += _cell_or_bytes(offset, theirs, self, is_mine=False)
        uneven.sort(key=lambda each: -byte_size(each[1].sort))
        done: list[tuple[int, int]] = []
        for offset, cell, is_mine in uneven:  # larger cells first: they cover the smaller ones inside
            end = offset + byte_size(cell.sort)
            if any(start <= offset and end <= stop for start, stop in done):
                continue
            done.append((offset, end))
            if is_mine:
                result.write(offset, other.replaced_if(condition, offset, cell))
            else:
                result.write(offset, self.replaced_if(not_(condition), offset, cell))
        return result

    def replaced_if(self, condition: Term, offset: int, value: Term) -> Term:
        """Return ``value`` if ``condition``, else the value at ``offset``; as bits where
        ``value``'s sort would lose some.
        """
        old = self.read(offset, value.sort)
        if not keeps_bits(old):
            value = as_bits(value)
            old = self.read(offset, value.sort)
        return ite_by_parts(condition, value, old)

    def is_clear(self, offset: int, size: int) -> bool:
        """Return whether no cell overlaps ``offset .. offset + size``."""
        if not self._values:
            return True
        if self._unit == size and offset % size == 0:
            return offset not in self._values
        return all(self._cell_over(at) is None for at in range(offset, offset + size))

    def is_part(self, offset: int, size: int) -> bool:
        """Return whether ``size`` bytes from ``offset`` are a proper part of a cell that is not
        constant.

        A constant cell, such as a block of zeros, may be split without loss.
        """
        over = self._cell_over(offset)
        return over is not None and over[1].op is not Op.CONSTANT and byte_size(over[1].sort) > size

    def _note_unit(self, offset: int, size: int) -> None:
        self._widest = max(self._widest, size)
        if not self._values and offset % size == 0:
            self._unit = size
        elif self._unit != size or offset % size:
            self._unit = -1

    def _cell_over(self, at: int) -> tuple[int, Term] | None:
        for start in range(at, at - self._widest, -1):
            cell = self._values.get(start)
            if cell is not None:
                return (start, cell) if at < start + byte_size(cell.sort) else None
        return None

    def _clear(self, offset: int, size: int) -> None:
        """Remove the cells that overlap ``offset .. offset + size``; the rest of a cut cell stays,
        as bytes.
        """
        for at in range(offset, offset + size):
            over = self._cell_over(at)
            if over is None:
                continue
            start, cell = over
            bits = as_bits(cell)
            del self._values[start]
            for rest in range(start, start + byte_size(cell.sort)):
                if not offset <= rest < offset + size:
                    self._values[rest] = byte_of(bits, rest - start)
                    self._unit = -1


def _cell_or_bytes(offset: int, cell: Term, beside: Cells, *, is_mine: bool) -> Iterator[tuple[int, Term, bool]]:
    """Yield the cell, or its bytes if it is constant and ``beside`` has cells of other sizes there."""
    if cell.op is not Op.CONSTANT or beside.is_clear(offset, byte_size(cell.sort)):
        yield offset, cell, is_mine
        return
    bits = as_bits(cell)
    for at in range(byte_size(cell.sort)):
        yield offset + at, byte_of(bits, at), is_mine


def _number(value: int, like: Term) -> Term:
    return bv(value, like.sort.width)
