"""Contents of an object as an SMT array of elements of a fixed size.

Requires: every read and write lies inside the object.
"""

from surefoot.base.errors import invariant
from surefoot.logic import (
    Sort,
    Term,
    bv,
    bvadd,
    bvand,
    bvlshr,
    bvmul,
    bvnot,
    bvor,
    bvshl,
    bvurem,
    extract,
    ite,
    select,
    store,
    zero_extend,
)
from surefoot.program.layout import byte_size
from surefoot.semantics.memory.bits import as_bits, as_sort, byte_of, congruence, joined, resized, slice_of
from surefoot.semantics.memory.objects import MemoryObject


class Elements:
    """Array of elements of a fixed size; any access is a combination of element reads and writes."""

    __slots__ = ("_size", "array", "object")

    def __init__(self, memory_object: MemoryObject, array: Term, element_size: int) -> None:
        self.object = memory_object
        self.array = array
        self._size = element_size

    def copy(self) -> "Elements":
        """Return an independent copy."""
        return Elements(self.object, self.array, self._size)

    def read(self, offset: Term, sort: Sort) -> Term:
        """Return the value of ``sort`` at ``offset``."""
        size = byte_size(sort)
        if self._is_aligned(offset) and size % self._size == 0:
            parts = [select(self.array, self._index(_plus(offset, at))) for at in range(0, size, self._size)]
            return as_sort(joined(parts), sort)
        if self._is_inside_element(offset, size):
            element = select(self.array, self._index(offset))
            return as_sort(extract(bvlshr(element, self._shift(offset)), 8 * size - 1, 0), sort)
        return as_sort(joined([self._byte(_plus(offset, at)) for at in range(size)]), sort)

    def write(self, offset: Term, value: Term) -> None:
        """Store ``value`` at ``offset``."""
        bits = as_bits(value)
        size = byte_size(bits.sort)
        if self._is_aligned(offset) and size % self._size == 0:
            for at in range(0, size, self._size):
                self.array = store(self.array, self._index(_plus(offset, at)), slice_of(bits, at, self._size))
        elif self._is_inside_element(offset, size):
            self._write_inside_element(offset, bits)
        else:
            for at in range(size):
                self._write_inside_element(_plus(offset, at), byte_of(bits, at))

    def merge(self, condition: Term, other: "Elements") -> "Elements":
        """Return these contents if ``condition``, else ``other``."""
        invariant(self._size == other._size, "arrays of one object have one element size")
        return Elements(self.object, ite(condition, self.array, other.array), self._size)

    @property
    def element_size(self) -> int:
        """The bytes of an element."""
        return self._size

    def _index(self, offset: Term) -> Term:
        shift = self._size.bit_length() - 1
        return bvlshr(offset, _number(shift, offset))

    def _is_aligned(self, offset: Term) -> bool:
        bits, residue = congruence(offset)
        return (1 << bits) % self._size == 0 and residue % self._size == 0

    def _is_inside_element(self, offset: Term, size: int) -> bool:
        bits, residue = congruence(offset)
        return size < self._size and (1 << bits) % size == 0 and residue % size == 0 and self._size % size == 0

    def _shift(self, offset: Term) -> Term:
        """Return the bits below ``offset`` in its element, as a term of the element's width."""
        if self._size == 1:
            return bv(0, 8)
        inside = bvmul(bvurem(offset, _number(self._size, offset)), _number(8, offset))
        return resized(inside, 8 * self._size)

    def _byte(self, offset: Term) -> Term:
        element = select(self.array, self._index(offset))
        return extract(bvlshr(element, self._shift(offset)), 7, 0)

    def _write_inside_element(self, offset: Term, bits: Term) -> None:
        width = 8 * self._size
        index, shift = self._index(offset), self._shift(offset)
        ones = bv((1 << (8 * byte_size(bits.sort))) - 1, width)
        kept = bvand(select(self.array, index), bvnot(bvshl(ones, shift)))
        self.array = store(self.array, index, bvor(kept, bvshl(zero_extend(bits, width), shift)))


def _plus(offset: Term, amount: int) -> Term:
    return bvadd(offset, _number(amount, offset)) if amount else offset


def _number(value: int, like: Term) -> Term:
    return bv(value, like.sort.width)
