"""Arrays as variables, one for each element: reads choose among them, writes change one of them."""

from collections.abc import Iterator, Sequence
from itertools import product

from surefoot.logic import TRUE, Op, Term, and_, bv, bvult, eq, extract, ite


def is_inside(index: Term, size: int, bits: int) -> Term:
    """Whether ``index``, a signed number of so many ``bits``, is one of ``0 .. size - 1``."""
    return bvult(index, bv(min(size, 1 << (bits - 1)), bits))


def chosen(cells: Sequence[Term], dimensions: Sequence[int], indices: Sequence[Term], bits: int) -> Term:
    """The element at ``indices``.  Requires  they are inside; otherwise it is any element."""
    if not dimensions:
        return cells[0]
    size, *inner = dimensions
    stride = len(cells) // size
    parts = [cells[place * stride : (place + 1) * stride] for place in range(min(size, 1 << (bits - 1)))]
    index = indices[0]
    if index.op is Op.CONSTANT:
        place = int(index.payload)
        return chosen(parts[place if place < len(parts) else -1], inner, indices[1:], bits)
    columns = [_chosen_by_bits([part[column] for part in parts], index) for column in range(stride)]
    return chosen(columns, inner, indices[1:], bits)


def _chosen_by_bits(cells: Sequence[Term], index: Term) -> Term:
    """A tree of choices, one level for each bit of the index: shallower than a chain of comparisons."""
    if len(cells) == 1:
        return cells[0]
    bit = (len(cells) - 1).bit_length() - 1
    half = 1 << bit
    is_upper = eq(extract(index, bit, bit), bv(1, 1))
    return ite(is_upper, _chosen_by_bits(cells[half:], index), _chosen_by_bits(cells[:half], index))


def written(
    cells: Sequence[Term], dimensions: Sequence[int], indices: Sequence[Term], value: Term, bits: int
) -> Iterator[tuple[Term, Term]]:
    """Each element that may change, with what it is afterwards; nothing changes if ``indices`` are outside."""
    for cell, place in zip(cells, product(*map(range, dimensions)), strict=True):
        if any(each >= 1 << (bits - 1) for each in place):
            continue
        is_meant = and_(TRUE, *(eq(index, bv(at, bits)) for index, at in zip(indices, place, strict=True)))
        after = ite(is_meant, value, cell)
        if after is not cell:
            yield cell, after
