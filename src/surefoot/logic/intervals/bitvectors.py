"""Operators on bit-vectors applied to ranges.

Most compute with exact integers and leave wrapping to `domain.numbers`: addition, for one, is
addition of ranges, and a sum that overflows keeps its bounds as long as it does not cover
everything.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Final

from surefoot.logic import Op
from surefoot.logic.intervals.domain import EITHER, FAILS, HOLDS, NumberRange, Numbers, Truth, numbers


def negate(value: Numbers) -> Numbers:
    """Return the set of ``-x``."""
    return numbers(value.width, ((-high, -low) for low, high in value.ranges))


def complement(value: Numbers) -> Numbers:
    """Return the set of ``~x``."""
    return numbers(value.width, ((-high - 1, -low - 1) for low, high in value.ranges))


def add(left: Numbers, right: Numbers) -> Numbers:
    """Return the set of ``x + y``."""
    return numbers(left.width, ((a + c, b + d) for (a, b), (c, d) in product(left.ranges, right.ranges)))


def subtract(left: Numbers, right: Numbers) -> Numbers:
    """Return the set of ``x - y``."""
    return numbers(left.width, ((a - d, b - c) for (a, b), (c, d) in product(left.ranges, right.ranges)))


def _multiply(left: Numbers, right: Numbers) -> Numbers:
    corners = ((a * c, a * d, b * c, b * d) for (a, b), (c, d) in product(left.ranges, right.ranges))
    return numbers(left.width, ((min(each), max(each)) for each in corners))


def _udiv(left: Numbers, right: Numbers) -> Numbers:
    pieces: list[NumberRange] = []
    for (a, b), (c, d) in product(left.unsigned, right.unsigned):
        if c == 0:
            pieces.append((-1, -1))
        if d > 0:
            pieces.append((a // d, b // max(c, 1)))
    return numbers(left.width, pieces)


def _urem(left: Numbers, right: Numbers) -> Numbers:
    pieces: list[NumberRange] = []
    for (a, b), (c, d) in product(left.unsigned, right.unsigned):
        if c == 0:
            pieces.append((a, b))
        if d > 0:
            pieces.append(_remainders(a, b, max(c, 1), d))
    return numbers(left.width, pieces)


def _remainders(low: int, high: int, least: int, greatest: int) -> NumberRange:
    """Return bounds of ``x % y`` for natural numbers with ``low <= x <= high`` and ``0 < least <= y
    <= greatest``.
    """
    if high < least:
        return low, high
    if least == greatest and low // least == high // least:
        return low % least, high % least
    return 0, min(high, greatest - 1)


def _sdiv(left: Numbers, right: Numbers) -> Numbers:
    pieces: list[NumberRange] = []
    for (a, b), (c, d) in product(left.ranges, right.ranges):
        if c == 0:
            pieces.append((1, 1) if a < 0 else (-1, -1))
        if (c or d) != 0:
            corners = [_truncated(x, y) for x in (a, b) for y in (c or 1, d)]
            pieces.append((min(corners), max(corners)))
    return numbers(left.width, pieces)


def _truncated(dividend: int, divisor: int) -> int:
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def _srem(left: Numbers, right: Numbers) -> Numbers:
    pieces: list[NumberRange] = []
    for (a, b), (c, d) in product(left.ranges, right.ranges):
        if c == 0:
            pieces.append((a, b))
        if (c or d) != 0:
            least, greatest = sorted((abs(c or 1), abs(d)))
            low, high = _remainders(*((-b, -a) if a < 0 else (a, b)), least, greatest)
            pieces.append((-high, -low) if a < 0 else (low, high))
    return numbers(left.width, pieces)


def _or(left: Numbers, right: Numbers) -> Numbers:
    pairs = product(left.unsigned, right.unsigned)
    return numbers(left.width, (_or_bounds(one, other, left.width) for one, other in pairs))


def _and(left: Numbers, right: Numbers) -> Numbers:
    pairs = product(left.unsigned, right.unsigned)
    return numbers(left.width, (_and_bounds(one, other, left.width) for one, other in pairs))


def _xor(left: Numbers, right: Numbers) -> Numbers:
    return numbers(left.width, _xor_bounds(left, right))


def _xor_bounds(left: Numbers, right: Numbers) -> Iterator[NumberRange]:
    """Return ``x ^ y`` as ``(x & ~y) | (~x & y)``, whose two parts have no bit in common."""
    width = left.width
    for one, other in product(left.unsigned, right.unsigned):
        first = _and_bounds(one, _inverted(other, width), width)
        second = _and_bounds(_inverted(one, width), other, width)
        yield first[0] | second[0], _or_bounds((0, first[1]), (0, second[1]), width)[1]


def _inverted(bounds: NumberRange, width: int) -> NumberRange:
    mask = (1 << width) - 1
    return mask - bounds[1], mask - bounds[0]


def _and_bounds(left: NumberRange, right: NumberRange, width: int) -> NumberRange:
    return _inverted(_or_bounds(_inverted(left, width), _inverted(right, width), width), width)


def _or_bounds(left: NumberRange, right: NumberRange, width: int) -> NumberRange:
    """Return the least and the greatest ``x | y`` for unsigned ranges (Warren, Hacker's Delight,
    section 4-3).
    """
    return _least_or(left, right, width), _greatest_or(left, right, width)


def _least_or(left: NumberRange, right: NumberRange, width: int) -> int:
    (a, b), (c, d) = left, right
    for position in reversed(range(width)):
        bit = 1 << position
        if c & ~a & bit:
            raised = (a | bit) & -bit
            if raised <= b:
                return raised | c
        elif a & ~c & bit:
            raised = (c | bit) & -bit
            if raised <= d:
                return a | raised
    return a | c


def _greatest_or(left: NumberRange, right: NumberRange, width: int) -> int:
    (a, b), (c, d) = left, right
    for position in reversed(range(width)):
        bit = 1 << position
        if b & d & bit:
            for low, high, other in ((a, b, d), (c, d, b)):
                lowered = (high - bit) | (bit - 1)
                if lowered >= low:
                    return lowered | other
    return b | d


def _shl(left: Numbers, right: Numbers) -> Numbers:
    width = left.width
    distances = {min(n, width) for low, high in right.unsigned for n in range(min(low, width), min(high, width) + 1)}
    return numbers(width, ((a << n, b << n) if n < width else (0, 0) for n in distances for a, b in left.ranges))


def _lshr(left: Numbers, right: Numbers) -> Numbers:
    least, greatest = _distances(right)
    return numbers(left.width, ((a >> greatest, b >> least) for a, b in left.unsigned))


def _ashr(left: Numbers, right: Numbers) -> Numbers:
    least, greatest = _distances(right)
    pieces = ((a >> least, b >> greatest) if a < 0 else (a >> greatest, b >> least) for a, b in left.ranges)
    return numbers(left.width, pieces)


def _distances(value: Numbers) -> NumberRange:
    least, greatest = value.unsigned_bounds
    return min(least, value.width), min(greatest, value.width)


def _concat(high: Numbers, low: Numbers) -> Numbers:
    pairs = product(high.unsigned, low.unsigned)
    return numbers(high.width + low.width, (((a << low.width) + c, (b << low.width) + d) for (a, b), (c, d) in pairs))


def extract(value: Numbers, high: int, low: int) -> Numbers:
    """Return the set of bits ``high`` to ``low`` of ``x``."""
    return numbers(high - low + 1, ((a >> low, b >> low) for a, b in value.ranges))


def zero_extend(value: Numbers, width: int) -> Numbers:
    """Return the set of ``x`` with zeros in front."""
    return numbers(width, value.unsigned)


def sign_extend(value: Numbers, width: int) -> Numbers:
    """Return the set of ``x`` with copies of its sign in front."""
    return Numbers(width, value.ranges)


def less(left: Numbers, right: Numbers, *, is_signed: bool) -> Truth:
    """Return the truth of ``x < y``."""
    a, b = left.signed_bounds if is_signed else left.unsigned_bounds
    c, d = right.signed_bounds if is_signed else right.unsigned_bounds
    if b < c:
        return HOLDS
    return FAILS if a >= d else EITHER


UNARY: Final[Mapping[Op, Callable[[Numbers], Numbers]]] = {Op.BVNOT: complement, Op.BVNEG: negate}
BINARY: Final[Mapping[Op, Callable[[Numbers, Numbers], Numbers]]] = {
    Op.BVADD: add,
    Op.BVSUB: subtract,
    Op.BVMUL: _multiply,
    Op.BVUDIV: _udiv,
    Op.BVUREM: _urem,
    Op.BVSDIV: _sdiv,
    Op.BVSREM: _srem,
    Op.BVAND: _and,
    Op.BVOR: _or,
    Op.BVXOR: _xor,
    Op.BVSHL: _shl,
    Op.BVLSHR: _lshr,
    Op.BVASHR: _ashr,
    Op.CONCAT: _concat,
}
