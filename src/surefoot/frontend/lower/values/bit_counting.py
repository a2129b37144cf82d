"""Counting and permuting the bits of a bit-vector."""

from collections.abc import Iterable

from surefoot.frontend.lower.values.arithmetic import width_of
from surefoot.logic import Term, bv, bvadd, concat, eq, extract, ite, zero_extend


def ones(value: Term) -> Term:
    """Return the number of set bits."""
    width = width_of(value)
    total = bv(0, width)
    for index in range(width):
        total = bvadd(total, zero_extend(extract(value, index, index), width))
    return total


def leading_zeros(value: Term) -> Term:
    """Return the number of zeros above the highest set bit; the width for 0."""
    width = width_of(value)
    return _first_one(value, ((index, width - 1 - index) for index in range(width)))


def trailing_zeros(value: Term) -> Term:
    """Return the number of zeros below the lowest set bit; the width for 0."""
    width = width_of(value)
    return _first_one(value, ((index, index) for index in reversed(range(width))))


def byte_swapped(value: Term) -> Term:
    """Return the bytes in opposite order."""
    width = width_of(value)
    return _joined(extract(value, low + 7, low) for low in range(0, width, 8))


def reversed_bits(value: Term) -> Term:
    """Return the bits in opposite order."""
    return _joined(extract(value, index, index) for index in range(width_of(value)))


def _first_one(value: Term, counts: Iterable[tuple[int, int]]) -> Term:
    """Return the count of the last pair (bit, count) whose bit is set, else the width."""
    width = width_of(value)
    count = bv(width, width)
    for index, answer in counts:
        count = ite(eq(extract(value, index, index), bv(1, 1)), bv(answer, width), count)
    return count


def _joined(parts: Iterable[Term]) -> Term:
    """Return the concatenation, the first part highest."""
    pieces = iter(parts)
    joined = next(pieces)
    for piece in pieces:
        joined = concat(joined, piece)
    return joined
