"""Intervals of floats, computed with the machine's own arithmetic.

An `Interval` contains the numbers from ``low`` to ``high`` (none if ``low > high``), and NaN if
``nan``. It does not distinguish zeros. Rounding to nearest is monotone; therefore the rounded
results at the corners of the operands are the exact bounds of the set of results.

A float with a 24-bit significand is represented by the double of the same value. Sums, products,
quotients and square roots may be computed as doubles and rounded again, because 53 >= 2 * 24 + 2
(Figueroa, "When is double rounding innocuous?", SIGNUM 1995).
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
        """True if the interval contains a number."""
        return self.low <= self.high


EVERYTHING = Interval(-INFINITY, INFINITY, nan=True)
ONLY_NAN = Interval(INFINITY, -INFINITY, nan=True)

Rounding = Callable[[float], float]
"""From a double to the nearest number of a format."""


def to_double(value: float) -> float:
    """Return ``value``; a double needs no rounding."""
    return value


def to_single(value: float) -> float:
    """Return the nearest number with 24 bits."""
    return c_float(value).value


def point(value: float) -> Interval:
    """Just ``value``."""
    return ONLY_NAN if math.isnan(value) else Interval(value, value, nan=False)


def hull(left: Interval, right: Interval) -> Interval:
    """Return the smallest interval that contains both."""
    return Interval(min(left.low, right.low), max(left.high, right.high), left.nan or right.nan)


def negate(value: Interval) -> Interval:
    """Return the set of ``-x``."""
    return Interval(-value.high, -value.low, value.nan)


def absolute(value: Interval) -> Interval:
    """Return the set of ``|x|``."""
    low, high, nan = value
    if low >= 0 or low > high:
        return value
    return Interval(0.0 if high >= 0 else -high, max(-low, high), nan)


def add(rounding: Rounding, left: Interval, right: Interval) -> Interval:
    """Return the set of ``x + y``."""
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
    """Return the set of ``x - y``."""
    return add(rounding, left, negate(right))


def multiply(rounding: Rounding, left: Interval, right: Interval) -> Interval:
    """Return the interval of ``x * y``. If one corner is zero times infinity, the other corners
    bound the numbers.
    """
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
    """Return the set of ``x * x``, in which both factors are the same number."""
    size = absolute(value)
    if not size.has_numbers:
        return ONLY_NAN
    return Interval(rounding(size.low * size.low), rounding(size.high * size.high), value.nan)


def divide(rounding: Rounding, left: Interval, right: Interval) -> Interval:
    """Return the interval of ``x / y``.

    Ensures: all values if ``y`` may be zero and ``x`` another number. If both ends are infinite,
      the other corners bound the numbers, zeros of finite numbers included.
    """
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
    """Return the set of square roots."""
    if not value.has_numbers or value.high < 0:
        return ONLY_NAN
    low, high = math.sqrt(max(value.low, 0.0)), math.sqrt(value.high)
    return Interval(rounding(low), rounding(high), value.nan or value.low < 0)


def convert(rounding: Rounding, value: Interval) -> Interval:
    """Return the set of ``x`` rounded to another format."""
    return Interval(rounding(value.low), rounding(value.high), value.nan) if value.has_numbers else value


def _has_zero(value: Interval) -> bool:
    return value.low <= 0 <= value.high


def _has_infinity(value: Interval) -> bool:
    return value.low == -INFINITY or value.high == INFINITY
