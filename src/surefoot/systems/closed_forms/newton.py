"""Polynomials in the number k of an iteration, by Newton coefficients: c_0 + c_1 C(k, 1) + c_2 C(k,
2) + ...

c_j is the j-th difference of the first values, so that coefficients are unique over the integers
and modulo 2^w: two polynomials agree in all iterations iff their coefficients do. Besides sums of
counters, linear recurrences x := a x + b with an odd factor have this form modulo 2^w, because (1 +
2m)^k is the sum of (2m)^j C(k, j), whose terms vanish for j >= w.

All numbers of iterations are lower bounds.
"""

from collections.abc import Sequence
from itertools import pairwise, zip_longest
from math import comb
from typing import Final

Coefficients = tuple[int, ...]
"""At least one coefficient; the last of several is not 0."""

FOREVER: Final = 1 << 100
"""A bound that exceeds the number of iterations before any run repeats a state."""


def constant(value: int) -> Coefficients:
    """Return the polynomial with the constant value ``value``."""
    return (value,)


def interpolated(values: Sequence[int], modulus: int) -> Coefficients:
    """Return the polynomial of least degree with the first values ``values`` modulo ``modulus``."""
    found: list[int] = []
    row = [each % modulus for each in values]
    while any(row):
        found.append(row[0])
        row = [(after - before) % modulus for before, after in pairwise(row)]
    return trimmed(found or [0])


def trimmed(coefficients: Sequence[int]) -> Coefficients:
    """Return the coefficients without trailing zeros."""
    length = len(coefficients)
    while length > 1 and not coefficients[length - 1]:
        length -= 1
    return tuple(coefficients[:length])


def reduced(polynomial: Sequence[int], modulus: int) -> Coefficients:
    """Return the polynomial modulo ``modulus``."""
    return trimmed([each % modulus for each in polynomial])


def added(left: Coefficients, right: Coefficients) -> Coefficients:
    """Return the sum."""
    return trimmed([a + b for a, b in zip_longest(left, right, fillvalue=0)])


def scaled(polynomial: Coefficients, factor: int) -> Coefficients:
    """Return the multiple."""
    return trimmed([factor * each for each in polynomial])


def subtracted(left: Coefficients, right: Coefficients) -> Coefficients:
    """Return the difference."""
    return added(left, scaled(right, -1))


def multiplied(left: Coefficients, right: Coefficients) -> Coefficients:
    """Return the product.

    C(k, i) C(k, j) is the sum over s from max(i, j) to i + j of s! / ((s - i)! (s - j)! (i + j -
    s)!) C(k, s).
    """
    found = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            if a and b:
                for s in range(max(i, j), i + j + 1):
                    found[s] += a * b * comb(s, i) * comb(i, i + j - s)
    return trimmed(found)


def following(polynomial: Coefficients) -> Coefficients:
    """Return the polynomial shifted by one iteration: C(k + 1, j) = C(k, j) + C(k, j - 1)."""
    return added(polynomial, polynomial[1:] or (0,))


def value_at(polynomial: Coefficients, round_number: int) -> int:
    """Return the value in an iteration."""
    total, binomial = 0, 1
    for j, each in enumerate(polynomial):
        total += each * binomial
        binomial = binomial * (round_number - j) // (j + 1)
    return total


def iterations_nonnegative(polynomial: Coefficients) -> int:
    """Return the number of iterations for which an integer polynomial is not negative.

    It is monotone for as long as its difference, which has a smaller degree, keeps its sign; there
    the first negative value is found by bisection.
    """
    if polynomial[0] < 0:
        return 0
    if all(each >= 0 for each in polynomial):
        return FOREVER
    difference = polynomial[1:]
    if difference[0] >= 0:
        return min(FOREVER, iterations_nonnegative(difference) + 1)
    falling = iterations_nonnegative(subtracted(constant(-1), difference))
    if falling < FOREVER and value_at(polynomial, falling) >= 0:
        return falling + 1
    below = 1
    while below < falling and value_at(polynomial, below) >= 0:
        below *= 2
    low, high = below // 2, min(below, falling)  # not negative at low, negative at high
    while high - low > 1:
        middle = (low + high) // 2
        if value_at(polynomial, middle) >= 0:
            low = middle
        else:
            high = middle
    return high


def iterations_between(polynomial: Coefficients, least: int, greatest: int) -> int:
    """Return the number of iterations for which an integer polynomial is between ``least`` and
    ``greatest``.
    """
    above = iterations_nonnegative(subtracted(polynomial, constant(least)))
    return min(above, iterations_nonnegative(subtracted(constant(greatest), polynomial)))


def lifted(polynomial: Coefficients, width: int, *, signed: bool) -> tuple[Coefficients, int]:
    """Return an integer polynomial equal to ``polynomial`` modulo 2^width, and the number of
    iterations for which it is.

    Ensures: in these iterations its value is a number of ``width`` bits, signed or not.
    """
    half = 1 << (width - 1)
    first = polynomial[0] % (2 * half)
    if signed and first >= half:
        first -= 2 * half
    rest = ((each + half) % (2 * half) - half for each in polynomial[1:])
    found = trimmed((first, *rest))
    least = -half if signed else 0
    return found, iterations_between(found, least, least + 2 * half - 1)


def iterations_nonzero(polynomial: Coefficients, width: int) -> int:
    """Return the number of iterations for which a polynomial modulo 2^width is not 0."""
    modulus = 1 << width
    first, rest = polynomial[0] % modulus, [each % modulus for each in polynomial[1:]]
    if not first:
        return 0
    shared = modulus
    for each in rest:
        shared = min(shared, each & -each if each else modulus)
    if first % shared:
        return FOREVER  # a low bit that is set stays as it is
    if len(rest) == 1:
        return -(first // shared) * pow(rest[0] // shared, -1, modulus // shared) % (modulus // shared)
    found, iterations = lifted(polynomial, width, signed=False)
    return min(iterations, iterations_nonnegative(subtracted(found, constant(1))))
