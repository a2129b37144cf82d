"""Unions of ranges of unsigned values: set operations, images and preimages."""

from collections.abc import Iterable

from surefoot.engines.limits import LIMITS
from surefoot.evidence.tracked import RangeUnion
from surefoot.logic import Sort

ValueRanges = tuple[tuple[int, int], ...]
"""Like `RangeUnion`, but possibly empty."""

NONE: ValueRanges = ()
FALSE_ONLY: RangeUnion = ((0, 0),)
TRUE_ONLY: RangeUnion = ((1, 1),)


def width_of(sort: Sort) -> int:
    """Return the bits of a bit-vector sort; 1 for Bool; 0 for sorts without ranges."""
    return sort.width or (1 if repr(sort) == "Bool" else 0)


def every(width: int) -> RangeUnion:
    """Return all values of ``width`` bits."""
    return ((0, (1 << width) - 1),)


def exactly(value: int) -> RangeUnion:
    """Return the set with one value."""
    return ((value, value),)


def single(ranges: ValueRanges) -> int | None:
    """Return the only value, or `None`."""
    return ranges[0][0] if len(ranges) == 1 and ranges[0][0] == ranges[0][1] else None


def normal(pieces: Iterable[tuple[int, int]]) -> ValueRanges:
    """Return the union of ``pieces``, sorted, with gaps between the ranges."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(pieces):
        if found and low <= found[-1][1] + 1:
            if high > found[-1][1]:
                found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return tuple(found)


def capped(ranges: ValueRanges) -> ValueRanges:
    """Return a superset with at most `EngineLimits.track_ranges` ranges: small gaps are filled."""
    if len(ranges) <= LIMITS.track_ranges:
        return ranges
    gaps = sorted(range(1, len(ranges)), key=lambda each: ranges[each][0] - ranges[each - 1][1])
    filled = set(gaps[: len(ranges) - LIMITS.track_ranges])
    found = [ranges[0]]
    for position in range(1, len(ranges)):
        if position in filled:
            found[-1] = (found[-1][0], ranges[position][1])
        else:
            found.append(ranges[position])
    return tuple(found)


def intersection(left: ValueRanges, right: ValueRanges) -> ValueRanges:
    """Return the values in both."""
    if left is right:
        return left
    found: list[tuple[int, int]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        low, high = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if low <= high:
            found.append((low, high))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return tuple(found)


def complement(ranges: ValueRanges, width: int) -> ValueRanges:
    """Return the values of ``width`` bits outside ``ranges``."""
    found: list[tuple[int, int]] = []
    start = 0
    for low, high in ranges:
        if start < low:
            found.append((start, low - 1))
        start = high + 1
    if start < 1 << width:
        found.append((start, (1 << width) - 1))
    return tuple(found)


def includes(outer: ValueRanges, inner: ValueRanges) -> bool:
    """Return whether every value of ``inner`` is in ``outer``."""
    return all(any(low <= least and greatest <= high for low, high in outer) for least, greatest in inner)


def modulo(pieces: Iterable[tuple[int, int]], width: int) -> ValueRanges:
    """Return the values of ``width`` bits that are congruent to integers in ``pieces``."""
    size = 1 << width
    found: list[tuple[int, int]] = []
    for low, high in pieces:
        if high - low >= size - 1:
            return every(width)
        first, last = low % size, high % size
        found += [(first, last)] if first <= last else [(first, size - 1), (0, last)]
    return normal(found)


def sign_extended(ranges: ValueRanges, width: int, result: int) -> ValueRanges:
    """Return the values of ``result`` bits that sign extension of ``ranges`` yields."""
    half, offset = 1 << (width - 1), (1 << result) - (1 << width)
    low = intersection(ranges, ((0, half - 1),))
    high = intersection(ranges, ((half, 2 * half - 1),))
    return normal([*low, *((first + offset, last + offset) for first, last in high)])


def before_sign_extension(ranges: ValueRanges, width: int, result: int) -> ValueRanges:
    """Return the values of ``width`` bits whose sign extension to ``result`` bits is in ``ranges``."""
    half, offset = 1 << (width - 1), (1 << result) - (1 << width)
    low = intersection(ranges, ((0, half - 1),))
    high = intersection(ranges, ((half + offset, 2 * half - 1 + offset),))
    return normal([*low, *((first - offset, last - offset) for first, last in high)])


def below_signed(bound: int, width: int) -> ValueRanges:
    """Return the values that are less than ``bound`` as signed numbers."""
    half = 1 << (width - 1)
    if bound >= half:
        return ((half, bound - 1),) if bound > half else NONE
    return normal([(half, 2 * half - 1), *([(0, bound - 1)] if bound else [])])
