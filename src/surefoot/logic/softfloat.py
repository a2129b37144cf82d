"""Exact IEEE 754 arithmetic on bit patterns, for every format and all five rounding modes.

A finite number is an integer fraction times a power of two. Each operation computes the exact
result (quotients and square roots: one with a sticky bit) and rounds it once, in `_rounded`.
Double arithmetic in the default mode uses the machine's operations, which give the same results
faster.

Functions that define an operator take the sort of the operands and a payload that is None.
"""

import math
import struct
from typing import Final

from surefoot.logic.sorts import FLOAT64, FloatSort
from surefoot.logic.values import RoundingMode, canonical_nan

_RNE: Final = RoundingMode.RNE
_DOUBLE: Final = struct.Struct("<d")
_DOUBLE_BITS: Final = struct.Struct("<Q")


def is_nan(sort: FloatSort, _payload: None, value: int) -> bool:
    """Return whether ``value`` is the NaN."""
    return _magnitude(sort, value) > _infinity(sort)


def is_infinite(sort: FloatSort, _payload: None, value: int) -> bool:
    """Return whether ``value`` is an infinity."""
    return _magnitude(sort, value) == _infinity(sort)


def is_zero(sort: FloatSort, _payload: None, value: int) -> bool:
    """Return whether ``value`` is a zero."""
    return _magnitude(sort, value) == 0


def is_normal(sort: FloatSort, _payload: None, value: int) -> bool:
    """Return whether ``value`` is finite and has a hidden bit that is set."""
    return _least_normal(sort) <= _magnitude(sort, value) < _infinity(sort)


def is_subnormal(sort: FloatSort, _payload: None, value: int) -> bool:
    """Return whether ``value`` is not zero and has a hidden bit that is clear."""
    return 0 < _magnitude(sort, value) < _least_normal(sort)


def is_negative(sort: FloatSort, _payload: None, value: int) -> bool:
    """Return whether ``value`` has its sign set; NaN has none."""
    return _sign(sort, value) == 1 and not is_nan(sort, None, value)


def is_positive(sort: FloatSort, _payload: None, value: int) -> bool:
    """Return whether ``value`` has its sign clear; NaN has none."""
    return _sign(sort, value) == 0 and not is_nan(sort, None, value)


def less(sort: FloatSort, _payload: None, left: int, right: int) -> bool:
    """Return whether ``left < right``."""
    return not _unordered(sort, left, right) and _rank(sort, left) < _rank(sort, right)


def less_or_equal(sort: FloatSort, _payload: None, left: int, right: int) -> bool:
    """Return whether ``left <= right``."""
    return not _unordered(sort, left, right) and _rank(sort, left) <= _rank(sort, right)


def equal(sort: FloatSort, _payload: None, left: int, right: int) -> bool:
    """Return whether ``left == right`` as IEEE 754 defines it."""
    return not _unordered(sort, left, right) and _rank(sort, left) == _rank(sort, right)


def absolute(sort: FloatSort, _payload: None, value: int) -> int:
    """Clear the sign."""
    return _magnitude(sort, value)


def negate(sort: FloatSort, _payload: None, value: int) -> int:
    """Flip the sign of everything but NaN."""
    return value if is_nan(sort, None, value) else value ^ _sign_bit(sort)


def add(sort: FloatSort, _payload: None, mode: RoundingMode, left: int, right: int) -> int:
    """Return the rounded sum."""
    if sort is FLOAT64 and mode is _RNE:
        return _double_bits(_double(left) + _double(right))
    special = _special_sum(sort, left, right)
    if special is not None:
        return special
    return _rounded_sum(sort, mode, _exact(sort, left), _exact(sort, right), (_sign(sort, left), _sign(sort, right)))


def subtract(sort: FloatSort, _payload: None, mode: RoundingMode, left: int, right: int) -> int:
    """Return the rounded difference."""
    return add(sort, None, mode, left, negate(sort, None, right))


def multiply(sort: FloatSort, _payload: None, mode: RoundingMode, left: int, right: int) -> int:
    """Return the rounded product."""
    if sort is FLOAT64 and mode is _RNE:
        return _double_bits(_double(left) * _double(right))
    if _unordered(sort, left, right):
        return canonical_nan(sort)
    sign = _sign(sort, left) ^ _sign(sort, right)
    if is_infinite(sort, None, left) or is_infinite(sort, None, right):
        undefined = is_zero(sort, None, left) or is_zero(sort, None, right)
        return canonical_nan(sort) if undefined else _signed(sort, sign, _infinity(sort))
    fraction, exponent = _exact(sort, left)
    other_fraction, other_exponent = _exact(sort, right)
    return _rounded(sort, mode, sign, abs(fraction * other_fraction), exponent + other_exponent)


def divide(sort: FloatSort, _payload: None, mode: RoundingMode, left: int, right: int) -> int:
    """Return the rounded quotient."""
    if sort is FLOAT64 and mode is _RNE and not is_zero(sort, None, right):
        return _double_bits(_double(left) / _double(right))
    if _unordered(sort, left, right):
        return canonical_nan(sort)
    sign = _sign(sort, left) ^ _sign(sort, right)
    if is_infinite(sort, None, left):
        return canonical_nan(sort) if is_infinite(sort, None, right) else _signed(sort, sign, _infinity(sort))
    if is_infinite(sort, None, right):
        return _signed(sort, sign, 0)
    if is_zero(sort, None, right):
        return canonical_nan(sort) if is_zero(sort, None, left) else _signed(sort, sign, _infinity(sort))
    fraction, exponent = _exact(sort, left)
    divisor, divisor_exponent = _exact(sort, right)
    return _rounded_quotient(sort, mode, sign, abs(fraction), abs(divisor), exponent - divisor_exponent)


def fused_multiply_add(sort: FloatSort, _payload: None, mode: RoundingMode, left: int, right: int, addend: int) -> int:
    """Return ``left * right + addend``, rounded once."""
    if _unordered(sort, left, right) or is_nan(sort, None, addend):
        return canonical_nan(sort)
    sign = _sign(sort, left) ^ _sign(sort, right)
    if is_infinite(sort, None, left) or is_infinite(sort, None, right):
        if is_zero(sort, None, left) or is_zero(sort, None, right):
            return canonical_nan(sort)
        opposed = is_infinite(sort, None, addend) and _sign(sort, addend) != sign
        return canonical_nan(sort) if opposed else _signed(sort, sign, _infinity(sort))
    if is_infinite(sort, None, addend):
        return addend
    fraction, exponent = _exact(sort, left)
    other_fraction, other_exponent = _exact(sort, right)
    product = (fraction * other_fraction, exponent + other_exponent)
    return _rounded_sum(sort, mode, product, _exact(sort, addend), (sign, _sign(sort, addend)))


def square_root(sort: FloatSort, _payload: None, mode: RoundingMode, value: int) -> int:
    """Return the rounded square root; -0 is its own, other negative numbers have none."""
    if is_nan(sort, None, value) or is_zero(sort, None, value):
        return value
    if _sign(sort, value):
        return canonical_nan(sort)
    if is_infinite(sort, None, value):
        return value
    if sort is FLOAT64 and mode is _RNE:
        return _double_bits(math.sqrt(_double(value)))
    fraction, exponent = _exact(sort, value)
    shift = max(0, 2 * (sort.significand + 2) - fraction.bit_length())
    shift += (exponent - shift) % 2
    root = math.isqrt(fraction << shift)
    inexact = root * root != fraction << shift
    return _rounded(sort, mode, 0, root << 1 | inexact, (exponent - shift) // 2 - 1)


def remainder(sort: FloatSort, _payload: None, left: int, right: int) -> int:
    """Return ``left - right * n``, n the integer nearest to ``left / right``, ties to even; always
    exact.
    """
    if _unordered(sort, left, right) or is_infinite(sort, None, left) or is_zero(sort, None, right):
        return canonical_nan(sort)
    if is_infinite(sort, None, right) or is_zero(sort, None, left):
        return left
    fraction, exponent = _exact(sort, left)
    divisor, divisor_exponent = _exact(sort, right)
    rest, common = _nearest_remainder(abs(fraction), exponent, abs(divisor), divisor_exponent)
    sign = _sign(sort, left) ^ (rest < 0)
    return _rounded(sort, _RNE, sign if rest else _sign(sort, left), abs(rest), common)


def round_to_integral(sort: FloatSort, _payload: None, mode: RoundingMode, value: int) -> int:
    """Return ``value`` rounded to an integer, as a float; a zero result keeps the sign of
    ``value``.
    """
    number = to_integer(sort, mode, value)
    if number is None:
        return value
    return _rounded(sort, mode, _sign(sort, value), abs(number), 0)


def convert(source: FloatSort, target: FloatSort, mode: RoundingMode, value: int) -> int:
    """Return ``value`` of ``source`` rounded to ``target``."""
    if is_nan(source, None, value):
        return canonical_nan(target)
    sign = _sign(source, value)
    if is_infinite(source, None, value):
        return _signed(target, sign, _infinity(target))
    fraction, exponent = _exact(source, value)
    return _rounded(target, mode, sign, abs(fraction), exponent)


def from_integer(sort: FloatSort, mode: RoundingMode, number: int) -> int:
    """Return an integer rounded to a float; 0 gives +0."""
    return _rounded(sort, mode, 1 if number < 0 else 0, abs(number), 0)


def from_ratio(sort: FloatSort, mode: RoundingMode, numerator: int, denominator: int) -> int:
    """Return ``numerator / denominator``, the latter positive, rounded to a float; 0 gives +0."""
    return _rounded_quotient(sort, mode, int(numerator < 0), abs(numerator), denominator, 0)


def to_integer(sort: FloatSort, mode: RoundingMode, value: int) -> int | None:
    """Return ``value`` rounded to an integer, None for NaN and the infinities."""
    if _magnitude(sort, value) >= _infinity(sort):
        return None
    fraction, exponent = _exact(sort, value)
    if exponent >= 0:
        return fraction << exponent
    magnitude = _shifted(abs(fraction), -exponent, mode, _sign(sort, value))
    return -magnitude if fraction < 0 else magnitude


def _sign_bit(sort: FloatSort) -> int:
    return 1 << (sort.exponent + sort.significand - 1)


def _sign(sort: FloatSort, value: int) -> int:
    return value >> (sort.exponent + sort.significand - 1)


def _magnitude(sort: FloatSort, value: int) -> int:
    return value & (_sign_bit(sort) - 1)


def _infinity(sort: FloatSort) -> int:
    return ((1 << sort.exponent) - 1) << (sort.significand - 1)


def _least_normal(sort: FloatSort) -> int:
    return 1 << (sort.significand - 1)


def _signed(sort: FloatSort, sign: int, magnitude: int) -> int:
    return magnitude | _sign_bit(sort) if sign else magnitude


def _unordered(sort: FloatSort, left: int, right: int) -> bool:
    return is_nan(sort, None, left) or is_nan(sort, None, right)


def _rank(sort: FloatSort, value: int) -> int:
    """Return an integer that orders as the numbers do; the zeros have the same."""
    magnitude = _magnitude(sort, value)
    return -magnitude if _sign(sort, value) else magnitude


def _least_exponent(sort: FloatSort) -> int:
    """Return the exponent of the lowest bit of subnormal numbers."""
    return 3 - (1 << (sort.exponent - 1)) - sort.significand


def _exact(sort: FloatSort, value: int) -> tuple[int, int]:
    """Return ``(fraction, exponent)``, the finite number being ``fraction * 2**exponent``."""
    magnitude = _magnitude(sort, value)
    biased = magnitude >> (sort.significand - 1)
    fraction = magnitude & (_least_normal(sort) - 1)
    if biased:
        fraction |= _least_normal(sort)
        biased -= 1
    return -fraction if _sign(sort, value) else fraction, biased + _least_exponent(sort)


def _rounded(sort: FloatSort, mode: RoundingMode, sign: int, fraction: int, exponent: int) -> int:
    """Round plus or minus ``fraction * 2**exponent`` to a float in ``mode``.

    A fraction with more than ``significand + 1`` bits may have a sticky lowest bit: an odd
    fraction then stands for any number strictly between its even neighbours.
    """
    if fraction == 0:
        return _signed(sort, sign, 0)
    lowest = max(exponent + fraction.bit_length() - sort.significand, _least_exponent(sort))
    kept = fraction << (exponent - lowest) if exponent >= lowest else _shifted(fraction, lowest - exponent, mode, sign)
    # The hidden bit carries into the exponent field by addition, and so does a fraction rounded up to 2**significand.
    magnitude = kept + ((lowest - _least_exponent(sort)) << (sort.significand - 1))
    if magnitude >= _infinity(sort):
        away = mode in (RoundingMode.RNE, RoundingMode.RNA) or (mode is _directed_up(sign))
        magnitude = _infinity(sort) if away else _infinity(sort) - 1
    return _signed(sort, sign, magnitude)


def _rounded_quotient(
    sort: FloatSort, mode: RoundingMode, sign: int, dividend: int, divisor: int, exponent: int
) -> int:
    """Round plus or minus ``dividend / divisor * 2**exponent``."""
    shift = max(0, sort.significand + 2 + divisor.bit_length() - dividend.bit_length())
    quotient, rest = divmod(dividend << shift, divisor)
    return _rounded(sort, mode, sign, quotient << 1 | (rest != 0), exponent - shift - 1)


def _directed_up(sign: int) -> RoundingMode:
    """Return the mode that rounds numbers of this sign away from zero."""
    return RoundingMode.RTN if sign else RoundingMode.RTP


def _shifted(fraction: int, distance: int, mode: RoundingMode, sign: int) -> int:
    """Return ``fraction / 2**distance`` rounded to an integer, for a number of this sign."""
    quotient = fraction >> distance
    rest = fraction & ((1 << distance) - 1)
    half = 1 << (distance - 1)
    match mode:
        case RoundingMode.RNE:
            up = rest > half or (rest == half and quotient & 1 == 1)
        case RoundingMode.RNA:
            up = rest >= half
        case RoundingMode.RTP | RoundingMode.RTN:
            up = rest > 0 and mode is _directed_up(sign)
        case RoundingMode.RTZ:
            up = False
    return quotient + up


def _special_sum(sort: FloatSort, left: int, right: int) -> int | None:
    """Return the sum if an operand is NaN or infinite, else None."""
    if _unordered(sort, left, right):
        return canonical_nan(sort)
    if is_infinite(sort, None, left):
        return left if right == left or not is_infinite(sort, None, right) else canonical_nan(sort)
    return right if is_infinite(sort, None, right) else None


def _rounded_sum(
    sort: FloatSort, mode: RoundingMode, left: tuple[int, int], right: tuple[int, int], signs: tuple[int, int]
) -> int:
    """Round the sum of two exact numbers; ``signs`` are theirs, for the sign of a sum that is zero."""
    common = min(left[1], right[1])
    total = (left[0] << (left[1] - common)) + (right[0] << (right[1] - common))
    if total == 0:
        sign = signs[0] if signs[0] == signs[1] else int(mode is RoundingMode.RTN)
        return _signed(sort, sign, 0)
    return _rounded(sort, mode, int(total < 0), abs(total), common)


def _nearest_remainder(fraction: int, exponent: int, divisor: int, divisor_exponent: int) -> tuple[int, int]:
    """Return ``(rest, exponent)`` of the remainder of least magnitude of two positive numbers, ties
    to even.
    """
    common = min(exponent, divisor_exponent)
    scaled_divisor = divisor << (divisor_exponent - common)
    modulus = scaled_divisor * 2
    if exponent - common > modulus.bit_length():
        rest = fraction * pow(2, exponent - common, modulus) % modulus
    else:
        rest = (fraction << (exponent - common)) % modulus
    odd, rest = divmod(rest, scaled_divisor)
    if 2 * rest > scaled_divisor or (2 * rest == scaled_divisor and odd):
        rest -= scaled_divisor
    return rest, common


def _double(bits: int) -> float:
    number: float = _DOUBLE.unpack(_DOUBLE_BITS.pack(bits))[0]
    return number


def _double_bits(number: float) -> int:
    if math.isnan(number):
        return canonical_nan(FLOAT64)
    bits: int = _DOUBLE_BITS.unpack(_DOUBLE.pack(number))[0]
    return bits
