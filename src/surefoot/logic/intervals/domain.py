"""Abstract values: each stands for a set of values of one sort.

A bit-vector is a range of negative numbers and a range of others, both in two's complement. That is
the reduced product of a signed and an unsigned interval: the unsigned one reaches from the least of
the others to the greatest negative number, the signed one from the least negative number to the
greatest of the others. Floats are ranges of keys, which order bit patterns as numbers with -0 just
below +0. Arrays, integers and other sorts are not tracked.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic import BitVecSort, BoolSort, FloatSort, Sort, Value
from surefoot.logic.semantics import signed
from surefoot.logic.values import canonical_nan

NumberRange = tuple[int, int]
"""The integers from the first to the second, both included."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Bit-vectors; at most one range of negative numbers and then at most one of others."""

    width: int
    ranges: tuple[NumberRange, ...]

    @property
    def unsigned(self) -> list[NumberRange]:
        """The ranges as unsigned numbers."""
        size = 1 << self.width
        return [(low + size, high + size) if low < 0 else (low, high) for low, high in self.ranges]

    @property
    def signed_bounds(self) -> NumberRange:
        """The least and the greatest signed number.  Requires: not empty."""
        return self.ranges[0][0], self.ranges[-1][1]

    @property
    def unsigned_bounds(self) -> NumberRange:
        """The least and the greatest unsigned number.  Requires: not empty."""
        ranges = self.unsigned
        return min(low for low, _ in ranges), max(high for _, high in ranges)


@dataclass(frozen=True, slots=True)
class Floats:
    """Floats with keys from ``low`` to ``high``, none if ``low > high``, and NaN if ``nan``."""

    sort: FloatSort
    low: int
    high: int
    nan: bool

    @property
    def has_numbers(self) -> bool:
        """True if there is a float other than NaN."""
        return self.low <= self.high


@dataclass(frozen=True, slots=True)
class Truth:
    """Truth values."""

    may_hold: bool
    may_fail: bool


@dataclass(frozen=True, slots=True)
class Anything:
    """Every value of a sort that is not tracked."""


Abstract = Numbers | Floats | Truth | Anything
ANYTHING: Final = Anything()
HOLDS: Final = Truth(may_hold=True, may_fail=False)
FAILS: Final = Truth(may_hold=False, may_fail=True)
EITHER: Final = Truth(may_hold=True, may_fail=True)


def numbers(width: int, pieces: Iterable[NumberRange]) -> Numbers:
    """Return the least set with the bit-vectors that are congruent to a number in `pieces` modulo
    ``2**width``.
    """
    size = 1 << width
    half = size >> 1
    negative: NumberRange | None = None
    other: NumberRange | None = None
    for piece in pieces:
        low, high = piece
        if -half <= low <= high < half and (low >= 0 or high < 0):  # most pieces do not wrap around
            if low >= 0:
                other = piece if other is None else _hull(other, piece)
            else:
                negative = piece if negative is None else _hull(negative, piece)
            continue
        if high - low >= size - 1:
            return every_number(width)
        first = (low + half) % size - half
        last = first + high - low
        for start, end in ((first, min(last, half - 1)), (-half, last - size)):
            if start < 0 and start <= end:
                negative = _hull(negative, (start, min(end, -1)))
            if end >= 0 and start <= end:
                other = _hull(other, (max(start, 0), end))
    return Numbers(width, tuple(part for part in (negative, other) if part is not None))


@cache
def every_number(width: int) -> Numbers:
    """Return all bit-vectors of `width` bits."""
    half = 1 << (width - 1)
    return Numbers(width, ((-half, -1), (0, half - 1)))


def _hull(left: NumberRange | None, right: NumberRange) -> NumberRange:
    return right if left is None else (min(left[0], right[0]), max(left[1], right[1]))


# ---- keys of floats


def infinity_key(sort: FloatSort) -> int:
    """Return the greatest key; the least is ``-infinity_key(sort) - 1``."""
    return ((1 << sort.exponent) - 1) << (sort.significand - 1)


def key_of(sort: FloatSort, bits: int) -> int:
    """Return the key of a float that is not NaN."""
    sign = 1 << (sort.bits - 1)
    return -(bits - sign) - 1 if bits & sign else bits


def bits_of(sort: FloatSort, key: int) -> int:
    """Return the float with this key."""
    return (1 << (sort.bits - 1)) - key - 1 if key < 0 else key


def rank_of(key: int) -> int:
    """Return the rank by which floats are compared: the zeros have the same."""
    return key + 1 if key < 0 else key


def keys_of_ranks(low: int, high: int) -> NumberRange:
    """Return the keys whose ranks are from `low` to `high`; an empty range if there are none."""
    return (low if low > 0 else low - 1, high if high >= 0 else high - 1) if low <= high else (1, 0)


def floats(sort: FloatSort, results: Iterable[int], *, nan: bool = False) -> Floats:
    """Return the least set with the floats of the bit patterns `results` and all between them, and
    NaN if it is among them.
    """
    keys = []
    for bits in results:
        if bits == canonical_nan(sort):
            nan = True
        else:
            keys.append(key_of(sort, bits))
    return Floats(sort, min(keys), max(keys), nan) if keys else Floats(sort, 1, 0, nan)


def every_float(sort: FloatSort) -> Floats:
    """Return all floats of `sort`."""
    greatest = infinity_key(sort)
    return Floats(sort, -greatest - 1, greatest, nan=True)


# ---- every kind


def everything(sort: Sort) -> Abstract:
    """Return all values of `sort`."""
    match sort:
        case BitVecSort(width):
            return every_number(width)
        case FloatSort():
            return every_float(sort)
        case BoolSort():
            return EITHER
        case _:
            return ANYTHING


def exactly(value: Value, sort: Sort) -> Abstract:
    """Return the set with only `value`."""
    match sort:
        case BitVecSort(width) if isinstance(value, int):
            number = signed(value, width)
            return Numbers(width, ((number, number),))
        case FloatSort() if isinstance(value, int):
            return floats(sort, [value])
        case BoolSort():
            return HOLDS if value else FAILS
        case _:
            return ANYTHING


def contains(abstract: Abstract, value: Value) -> bool:
    """Return whether `value` is in the set.  Requires: it is of the right sort."""
    match abstract:
        case Numbers(width, ranges) if isinstance(value, int):
            return any(low <= signed(value, width) <= high for low, high in ranges)
        case Floats(sort, low, high, nan) if isinstance(value, int):
            return nan if value == canonical_nan(sort) else low <= key_of(sort, value) <= high
        case Truth(may_hold, may_fail):
            return may_hold if value else may_fail
        case _:
            return True


def is_empty(abstract: Abstract) -> bool:
    """Return whether the set is empty."""
    match abstract:
        case Numbers(_, ranges):
            return not ranges
        case Floats():
            return not abstract.has_numbers and not abstract.nan
        case Truth(may_hold, may_fail):
            return not may_hold and not may_fail
        case Anything():
            return False


def is_single(abstract: Abstract) -> bool:
    """Return whether the set has exactly one value."""
    match abstract:
        case Numbers(_, ranges):
            return len(ranges) == 1 and ranges[0][0] == ranges[0][1]
        case Floats(_, low, high, nan):
            return (low == high and not nan) or (low > high and nan)
        case Truth(may_hold, may_fail):
            return may_hold != may_fail
        case Anything():
            return False


def join(left: Abstract, right: Abstract) -> Abstract:
    """Return the least set with the values of both."""
    match left, right:
        case Numbers(width, ranges), Numbers(_, others):
            return left if left == right else numbers(width, (*ranges, *others))
        case Floats(sort), Floats():
            parts = [each for each in (left, right) if each.has_numbers]
            low, high = (min(each.low for each in parts), max(each.high for each in parts)) if parts else (1, 0)
            return Floats(sort, low, high, left.nan or right.nan)
        case Truth(), Truth():
            return Truth(left.may_hold or right.may_hold, left.may_fail or right.may_fail)
        case _:
            return ANYTHING


def meet(left: Abstract, right: Abstract) -> Abstract:
    """Return the values that both sets have."""
    match left, right:
        case Numbers(width, ranges), Numbers(_, others):
            if ranges == others:
                return left
            common = [(a if a > c else c, b if b < d else d) for a, b in ranges for c, d in others]  # noqa: FURB136
            return Numbers(width, tuple([part for part in common if part[0] <= part[1]]))
        case Floats(sort), Floats():
            low, high = max(left.low, right.low), min(left.high, right.high)
            return Floats(sort, *((low, high) if low <= high else (1, 0)), left.nan and right.nan)
        case Truth(), Truth():
            return Truth(left.may_hold and right.may_hold, left.may_fail and right.may_fail)
        case Anything(), _:
            return right
        case _:
            return left


def widen(old: Abstract, new: Abstract, thresholds: Sequence[int]) -> Abstract:
    """Return a set that contains both; a bound of `old` that `new` exceeds moves to the next
    threshold.

        Requires: thresholds ascend and include the bounds of both ranges of a bit-vector, and of a
        float's keys.
        Ensures: growing chains have at most as many steps as there are thresholds and ranges.
    """
    joined = join(old, new)
    match old, joined:
        case Numbers(width, before), Numbers(_, after):
            return numbers(width, (_widened(part, before, thresholds) for part in after))
        case Floats(sort, low, high), Floats() if old.has_numbers:
            return Floats(sort, *_widened((joined.low, joined.high), ((low, high),), thresholds), joined.nan)
        case _:
            return joined


def _widened(part: NumberRange, before: Sequence[NumberRange], thresholds: Sequence[int]) -> NumberRange:
    """Return `part`, which covers at most one of the ranges `before`, with its new bounds at
    thresholds.
    """
    low, high = part
    for old_low, old_high in before:
        if low <= old_low and old_high <= high:
            return (
                low if low == old_low else thresholds[bisect_right(thresholds, low) - 1],
                high if high == old_high else thresholds[bisect_left(thresholds, high)],
            )
    return part
