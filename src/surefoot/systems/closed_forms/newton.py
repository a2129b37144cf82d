"""Polynomials in the number k of a round, by Newton's coefficients: c_0 + c_1 C(k, 1) + c_2 C(k, 2) + ...

c_j is the j-th difference of the first values, so that coefficients are unique over the integers and modulo 2^w: two
polynomials agree in all rounds iff their coefficients do. Besides sums of counters, linear recurrences x := a x + b with an
odd factor are of this form modulo 2^w, for (1 + 2m)^k = sum of (2m)^j C(k, j), whose terms vanish for j >= w.

Numbers of rounds are lower bounds everywhere: what is said holds for so many rounds at least.
"""

from collections.abc import Sequence
from itertools import pairwise, zip_longest
from math import comb
from typing import Final

Coefficients = tuple[int, ...]
"""At least one; the last of several is not 0."""

FOREVER: Final = 1 << 100
"""More rounds than any run has before it comes back to a state it was in."""


def constant(value: int) -> Coefficients:
    """The polynomial that is ``value`` in each round."""
    return (value,)


def interpolated(values: Sequence[int], modulus: int) -> Coefficients:
    """The polynomial of least degree that is ``values`` in the first rounds, modulo ``modulus``."""
    found: list[int] = []
    row = [each % modulus for each in values]
    while any(row):
        found.append(row[0])
        row = [(after - before) % modulus for before, after in pairwise(row)]
    return trimmed(found or [0])


def trimmed(coefficients: Sequence[int]) -> Coefficients:
    """Without zeros at the end."""
    length = len(coefficients)
    while length > 1 and not coefficients[length - 1]:
        length -= 1
    return tuple(coefficients[:length])


def reduced(polynomial: Sequence[int], modulus: int) -> Coefficients:
    """The same modulo ``modulus``."""
    return trimmed([each % modulus for each in polynomial])


def added(left: Coefficients, right: Coefficients) -> Coefficients:
    """The sum."""
    return trimmed([a + b for a, b in zip_longest(left, right, fillvalue=0)])


def scaled(polynomial: Coefficients, factor: int) -> Coefficients:
    """The multiple."""
    return trimmed([factor * each for each in polynomial])


def subtracted(left: Coefficients, right: Coefficients) -> Coefficients:
    """The difference."""
    return added(left, scaled(right, -1))


def multiplied(left: Coefficients, right: Coefficients) -> Coefficients:
    """The product; C(k, i) C(k, j) is the sum over s from max(i, j) to i + j of s! / ((s - i)! (s - j)! (i + j - s)!) C(k, s)."""
    found = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            if a and b:
                for s in range(max(i, j), i + j + 1):
                    found[s] += a * b * comb(s, i) * comb(i, i + j - s)
    return trimmed(found)


def following(polynomial: Coefficients) -> Coefficients:
    """What the polynomial is one round later, as a polynomial: C(k + 1, j) = C(k, j) + C(k, j - 1)."""
    return added(polynomial, polynomial[1:] or (0,))


def value_at(polynomial: Coefficients, round_number: int) -> int:
    """The value in a round."""
    total, binomial = 0, 1
    for j, each in enumerate(polynomial):
        total += each * binomial
        binomial = binomial * (round_number - j) // (j + 1)
    return total


def rounds_nonnegative(polynomial: Coefficients) -> int:
    """For how many rounds a polynomial over the integers is not negative.

    It grows or falls for as long as its difference, which has a smaller degree, keeps its sign; there the first negative value is searched for.
    """
    if polynomial[0] < 0:
        return 0
    if all(each >= 0 for each in polynomial):
        return FOREVER
    difference = polynomial[1:]
    if difference[0] >= 0:
        return min(FOREVER, rounds_nonnegative(difference) + 1)
    falling = rounds_nonnegative(subtracted(constant(-1), difference))
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


def rounds_between(polynomial: Coefficients, least: int, greatest: int) -> int:
    """For how many rounds a polynomial over the integers is between ``least`` and ``greatest``."""
    above = rounds_nonnegative(subtracted(polynomial, constant(least)))
    return min(above, rounds_nonnegative(subtracted(constant(greatest), polynomial)))


def lifted(polynomial: Coefficients, width: int, *, signed: bool) -> tuple[Coefficients, int]:
    """A polynomial over the integers that has the value of the bits of ``polynomial``, modulo 2^width, and for how many rounds.

    Ensures  in these rounds it is a number of ``width`` bits, read as signed or not
    """
    half = 1 << (width - 1)
    first = polynomial[0] % (2 * half)
    if signed and first >= half:
        first -= 2 * half
    rest = ((each + half) % (2 * half) - half for each in polynomial[1:])
    found = trimmed((first, *rest))
    least = -half if signed else 0
    return found, rounds_between(found, least, least + 2 * half - 1)


def rounds_nonzero(polynomial: Coefficients, width: int) -> int:
    """For how many rounds a polynomial modulo 2^width is not 0."""
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
    found, rounds = lifted(polynomial, width, signed=False)
    return min(rounds, rounds_nonnegative(subtracted(found, constant(1))))
