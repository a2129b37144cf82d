"""Intervals of floats, with the machine's own arithmetic.

An `Interval` is the numbers from ``low`` to ``high``, none if that is backwards, and NaN if ``nan``. Zeros are not told apart. Rounding to the nearest is monotone: so the rounded
results at the corners of the operands are the ends of the set of results, exactly, and nothing has to be widened.

A number of the format with 24 bits is the double with the same value. Sums, products, quotients and roots of such numbers may be computed as doubles and rounded again: 53 bits are
more than twice 24 and one (Figueroa, "When is double rounding innocuous?", SIGNUM 1995).
"""

import math
from collections.abc import Callable
from ctypes import c_float
from itertools import product
from typing import NamedTuple

INFINITY = math.inf


class Interval(NamedTuple):
    """A set of floats; see the module."""

    low: float
    high: float
    nan: bool

    @property
    def has_numbers(self) -> bool:
        """Whether there is anything but NaN."""
        return self.low <= self.high


EVERYTHING = Interval(-INFINITY, INFINITY, nan=True)
ONLY_NAN = Interval(INFINITY, -INFINITY, nan=True)

Rounding = Callable[[float], float]
"""From a double to the nearest number of a format."""


def to_double(value: float) -> float:
    """A double is one."""
    return value


def to_single(value: float) -> float:
    """The nearest number with 24 bits."""
    return c_float(value).value


def point(value: float) -> Interval:
    """Just ``value``."""
    return ONLY_NAN if math.isnan(value) else Interval(value, value, nan=False)


def hull(left: Interval, right: Interval) -> Interval:
    """All of both, and what is between."""
    return Interval(min(left.low, right.low), max(left.high, right.high), left.nan or right.nan)


def negate(value: Interval) -> Interval:
    """The set of ``-x``."""
    return Interval(-value.high, -value.low, value.nan)


def absolute(value: Interval) -> Interval:
    """The set of ``|x|``."""
    low, high, nan = value
    if low >= 0 or low > high:
        return value
    return Interval(0.0 if high >= 0 else -high, max(-low, high), nan)


def add(rounding: Rounding, left: Interval, right: Interval) -> Interval:
    """The set of ``x + y``."""
    if not (left.has_numbers and right.has_numbers):
        return ONLY_NAN
    low, high = rounding(left.low + right.low), rounding(left.high + right.high)
    if math.isnan(low) and math.isnan(high):  # both are infinite and nothing else
        return ONLY_NAN
    opposite = (left.low == -INFINITY and right.high == INFINITY) or (left.high == INFINITY and right.low == -INFINITY)
    return Interval(
        -INFINITY if math.isnan(low) else low,
        INFINITY if math.isnan(high) else high,
        left.nan or right.nan or opposite,
    )


def subtract(rounding: Rounding, left: Interval, right: Interval) -> Interval:
    """The set of ``x - y``."""
    return add(rounding, left, negate(right))


def multiply(rounding: Rounding, left: Interval, right: Interval) -> Interval:
    """The set of ``x * y``. Where one end is zero and the other infinite, the other corners bound what is beside NaN."""
    if not (left.has_numbers and right.has_numbers):
        return ONLY_NAN
    corners = [one * other for one, other in product(left[:2], right[:2])]
    undefined = (_has_zero(left) and _has_infinity(right)) or (_has_infinity(left) and _has_zero(right))
    numbers = [rounding(each) for each in corners if not math.isnan(each)] if undefined else [*map(rounding, corners)]
    nan = left.nan or right.nan or undefined
    if undefined and (left.low < 0 < left.high or right.low < 0 < right.high):
        return Interval(-INFINITY, INFINITY, nan)
    return Interval(min(numbers), max(numbers), nan) if numbers else ONLY_NAN


def square(rounding: Rounding, value: Interval) -> Interval:
    """The set of ``x * x``, in which both factors are the same number."""
    size = absolute(value)
    if not size.has_numbers:
        return ONLY_NAN
    return Interval(rounding(size.low * size.low), rounding(size.high * size.high), value.nan)


def divide(rounding: Rounding, left: Interval, right: Interval) -> Interval:
    """The set of ``x / y``; anything if ``y`` may be zero and ``x`` another number. Where both ends are infinite, the other corners bound what is beside NaN, and the zeros that finite numbers give."""
    if not (left.has_numbers and right.has_numbers):
        return ONLY_NAN
    if _has_zero(right):
        return ONLY_NAN if left.low == left.high == right.low == right.high else EVERYTHING
    quotients = [one / other for one, other in product(left[:2], right[:2])]
    if _has_infinity(right) and left.low < left.high:
        quotients.append(0.0)
    corners = [rounding(each) for each in quotients if not math.isnan(each)]
    nan = left.nan or right.nan or (_has_infinity(left) and _has_infinity(right))
    return Interval(min(corners), max(corners), nan) if corners else ONLY_NAN


def square_root(rounding: Rounding, value: Interval) -> Interval:
    """The set of square roots."""
    if not value.has_numbers or value.high < 0:
        return ONLY_NAN
    low, high = math.sqrt(max(value.low, 0.0)), math.sqrt(value.high)
    return Interval(rounding(low), rounding(high), value.nan or value.low < 0)


def convert(rounding: Rounding, value: Interval) -> Interval:
    """The set of ``x`` rounded to another format."""
    return Interval(rounding(value.low), rounding(value.high), value.nan) if value.has_numbers else value


def _has_zero(value: Interval) -> bool:
    return value.low <= 0 <= value.high


def _has_infinity(value: Interval) -> bool:
    return value.low == -INFINITY or value.high == INFINITY
