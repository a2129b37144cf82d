"""Operators on floats applied to ranges.

Results are computed exactly at the corners of the operands' ranges. That suffices because rounding
is monotone, and so are the operators where no operand changes its sign. A corner that is NaN does
not bound its neighbours, but other corners do. Where the rounding mode is not known, every mode is
tried.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Final

from surefoot.logic import FloatSort, Op, RoundingMode, softfloat
from surefoot.logic.intervals.domain import (
    EITHER,
    FAILS,
    HOLDS,
    Floats,
    NumberRange,
    Numbers,
    Truth,
    bits_of,
    every_float,
    every_number,
    floats,
    infinity_key,
    key_of,
    numbers,
    rank_of,
)

Modes = Sequence[RoundingMode]
_Operator = Callable[[FloatSort, None, RoundingMode, int, int], int]


def negate(value: Floats) -> Floats:
    """Return the set of ``-x``."""
    return Floats(value.sort, -value.high - 1, -value.low - 1, value.nan) if value.has_numbers else value


def absolute(value: Floats) -> Floats:
    """Return the set of ``|x|``."""
    ranges = [(-high - 1, -low - 1) if low < 0 else (low, high) for low, high in _halves(value)]
    return _from_keys(value.sort, ranges, nan=value.nan)


def add(modes: Modes, left: Floats, right: Floats) -> Floats:
    """Return the set of ``x + y``: between the sum of the least and that of the greatest, whatever
    the signs.
    """
    sort = left.sort
    greatest = infinity_key(sort)
    nan = left.nan or right.nan or _has_opposite_infinities(left, right)
    if not (left.has_numbers and right.has_numbers):
        return Floats(sort, 1, 0, nan)
    low, high = greatest, -greatest - 1
    for mode in modes:
        least = softfloat.add(sort, None, mode, bits_of(sort, left.low), bits_of(sort, right.low))
        most = softfloat.add(sort, None, mode, bits_of(sort, left.high), bits_of(sort, right.high))
        low = min(low, -greatest - 1 if softfloat.is_nan(sort, None, least) else key_of(sort, least))
        high = max(high, greatest if softfloat.is_nan(sort, None, most) else key_of(sort, most))
    return Floats(sort, low, high, nan)


def subtract(modes: Modes, left: Floats, right: Floats) -> Floats:
    """Return the set of ``x - y``."""
    return add(modes, left, negate(right))


def multiply(modes: Modes, left: Floats, right: Floats) -> Floats:
    """Return the set of ``x * y``."""
    undefined = (_has_zero(left) and _has_infinity(right)) or (_has_infinity(left) and _has_zero(right))
    return _at_corners(softfloat.multiply, modes, left, right, nan=undefined)


def divide(modes: Modes, left: Floats, right: Floats) -> Floats:
    """Return the set of ``x / y``."""
    undefined = (_has_zero(left) and _has_zero(right)) or (_has_infinity(left) and _has_infinity(right))
    return _at_corners(softfloat.divide, modes, left, right, nan=undefined)


def square_root(modes: Modes, value: Floats) -> Floats:
    """Return the set of square roots."""
    sort = value.sort
    corners = {max(value.low, -1), value.high} if value.has_numbers and value.high >= -1 else set()
    roots = (softfloat.square_root(sort, None, mode, bits_of(sort, key)) for mode in modes for key in corners)
    return floats(sort, roots, nan=value.nan or (value.has_numbers and value.low < -1))


def round_to_integral(modes: Modes, value: Floats) -> Floats:
    """Return the set of ``x`` rounded to integral floats."""
    sort = value.sort
    results = (softfloat.round_to_integral(sort, None, mode, bits) for mode in modes for bits in _ends(value))
    return floats(sort, results, nan=value.nan)


def convert(modes: Modes, value: Floats, target: FloatSort) -> Floats:
    """Return the set of ``x`` rounded to another format."""
    results = (softfloat.convert(value.sort, target, mode, bits) for mode in modes for bits in _ends(value))
    return floats(target, results, nan=value.nan)


def from_integers(modes: Modes, ranges: Iterable[NumberRange], target: FloatSort) -> Floats:
    """Return the set of integers in `ranges`, rounded to floats."""
    ends = [end for bounds in ranges for end in bounds]
    return floats(target, (softfloat.from_integer(target, mode, end) for mode in modes for end in ends))


def to_integers(modes: Modes, value: Floats, width: int, *, is_signed: bool) -> Numbers:
    """Return the set of ``x`` rounded to integers of `width` bits; every value if some may not fit."""
    least, limit = (-(1 << (width - 1)), 1 << (width - 1)) if is_signed else (0, 1 << width)
    if value.nan or not value.has_numbers:
        return every_number(width)
    found = [softfloat.to_integer(value.sort, mode, bits) for mode in modes for bits in _ends(value)]
    fitting = [number for number in found if number is not None and least <= number < limit]
    return numbers(width, [(min(fitting), max(fitting))]) if len(fitting) == len(found) else every_number(width)


def from_bits(value: Numbers, sort: FloatSort) -> Floats:
    """Return the set of floats with bit patterns in `value`."""
    greatest = infinity_key(sort)
    sign = 1 << (sort.bits - 1)
    if any(high % sign > greatest or low % sign > greatest for low, high in value.unsigned):
        return every_float(sort)
    return floats(sort, (end for bounds in value.unsigned for end in bounds))


def to_bits(value: Floats) -> Numbers:
    """Return the set of bit patterns."""
    sort = value.sort
    ends = ([bits_of(sort, low), bits_of(sort, high)] for low, high in _halves(value))
    pieces = [(min(each), max(each)) for each in ends]
    return every_number(sort.bits) if value.nan else numbers(sort.bits, pieces)


def less(left: Floats, right: Floats, *, or_equal: bool) -> Truth:
    """Return the truth of ``x < y``, or ``x <= y``."""
    if not (left.has_numbers and right.has_numbers):
        return FAILS
    a, b, c, d = (rank_of(key) for key in (left.low, left.high, right.low, right.high))
    may_hold = a <= d if or_equal else a < d
    may_fail = left.nan or right.nan or (b > c if or_equal else b >= c)
    return Truth(may_hold, may_fail)


def equal(left: Floats, right: Floats) -> Truth:
    """Return the truth of ``x == y`` in IEEE 754."""
    if not (left.has_numbers and right.has_numbers):
        return FAILS
    a, b, c, d = (rank_of(key) for key in (left.low, left.high, right.low, right.high))
    return Truth(a <= d and c <= b, left.nan or right.nan or not a == b == c == d)


def is_nan(value: Floats) -> Truth:
    """Return the truth of ``x`` being NaN."""
    return Truth(value.nan, value.has_numbers)


def is_among(accepted: Callable[[FloatSort], list[NumberRange]], value: Floats) -> Truth:
    """Return the truth of ``x`` having a key in the accepted ranges, which ascend and do not touch."""
    if not value.has_numbers:
        return FAILS
    ranges = accepted(value.sort)
    if not any(value.low <= high and low <= value.high for low, high in ranges):
        return FAILS
    covered = any(low <= value.low and value.high <= high for low, high in ranges)
    return HOLDS if covered and not value.nan else EITHER


def _infinite(sort: FloatSort) -> list[NumberRange]:
    greatest = infinity_key(sort)
    return [(-greatest - 1, -greatest - 1), (greatest, greatest)]


def _zero(_sort: FloatSort) -> list[NumberRange]:
    return [(-1, 0)]


def _normal(sort: FloatSort) -> list[NumberRange]:
    greatest, least = infinity_key(sort) - 1, 1 << (sort.significand - 1)
    return [(-greatest - 1, -least - 1), (least, greatest)]


def _subnormal(sort: FloatSort) -> list[NumberRange]:
    greatest = (1 << (sort.significand - 1)) - 1
    return [(-greatest - 1, -2), (1, greatest)]


def _negative(sort: FloatSort) -> list[NumberRange]:
    return [(-infinity_key(sort) - 1, -1)]


def _positive(sort: FloatSort) -> list[NumberRange]:
    return [(0, infinity_key(sort))]


CLASSES: Final[Mapping[Op, Callable[[FloatSort], list[NumberRange]]]] = {
    Op.FP_IS_INFINITE: _infinite,
    Op.FP_IS_ZERO: _zero,
    Op.FP_IS_NORMAL: _normal,
    Op.FP_IS_SUBNORMAL: _subnormal,
    Op.FP_IS_NEGATIVE: _negative,
    Op.FP_IS_POSITIVE: _positive,
}
"""Return the keys of the floats in each class; NaN is in none of them."""

TESTS: Final[Mapping[Op, Callable[[Floats], Truth]]] = {
    Op.FP_IS_NAN: is_nan,
    **{op: partial(is_among, accepted) for op, accepted in CLASSES.items()},
}
ROUNDED_UNARY: Final[Mapping[Op, Callable[[Modes, Floats], Floats]]] = {
    Op.FP_SQRT: square_root,
    Op.FP_ROUND_TO_INTEGRAL: round_to_integral,
}
ROUNDED_BINARY: Final[Mapping[Op, Callable[[Modes, Floats, Floats], Floats]]] = {
    Op.FP_ADD: add,
    Op.FP_SUB: subtract,
    Op.FP_MUL: multiply,
    Op.FP_DIV: divide,
}


def _ends(value: Floats) -> list[int]:
    return [bits_of(value.sort, key) for key in (value.low, value.high)] if value.has_numbers else []


def _halves(value: Floats) -> Iterator[NumberRange]:
    """Return the keys of the floats with and without a sign."""
    if value.has_numbers and value.low < 0:
        yield value.low, min(value.high, -1)
    if value.has_numbers and value.high >= 0:
        yield max(value.low, 0), value.high


def _from_keys(sort: FloatSort, ranges: Iterable[NumberRange], *, nan: bool) -> Floats:
    return floats(sort, (bits_of(sort, key) for bounds in ranges for key in bounds), nan=nan)


def _at_corners(operator: _Operator, modes: Modes, left: Floats, right: Floats, *, nan: bool) -> Floats:
    sort = left.sort
    corners = (
        operator(sort, None, mode, bits_of(sort, one), bits_of(sort, other))
        for left_half, right_half in product(_halves(left), _halves(right))
        for mode in modes
        for one, other in product(left_half, right_half)
    )
    return floats(sort, corners, nan=nan or left.nan or right.nan)


def _has_zero(value: Floats) -> bool:
    return value.low <= 0 and value.high >= -1


def _has_infinity(value: Floats) -> bool:
    greatest = infinity_key(value.sort)
    return value.has_numbers and (value.low == -greatest - 1 or value.high == greatest)


def _has_opposite_infinities(left: Floats, right: Floats) -> bool:
    greatest = infinity_key(left.sort)
    least = -greatest - 1
    return (left.low == least and right.high == greatest) or (left.high == greatest and right.low == least)
