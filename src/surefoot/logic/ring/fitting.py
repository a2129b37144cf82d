"""Fitting of polynomial equations to sample states modulo ``2**width``: the null space of the
matrix with a row for each state and a column for each monomial.

A basis of all polynomials is made to vanish on one state after the other: the member whose value
there is divisible by the smallest power of two cancels the others, and is itself multiplied by the
least number that makes it zero.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from surefoot.logic import Term
from surefoot.logic.ring.polynomials import Monomial, Polynomial

SampledNumbers = Mapping[Term, int]
"""Values of unknowns in a state."""


def monomials_of(unknowns: Sequence[Term], degree: int) -> list[Monomial]:
    """Return all products of at most `degree` of the `unknowns`, the smallest first."""
    ordered = sorted(unknowns, key=lambda term: term.id)
    return [each for size in range(degree + 1) for each in combinations_with_replacement(ordered, size)]


def vanishing(samples: Sequence[SampledNumbers], monomials: Sequence[Monomial], width: int) -> Iterator[Polynomial]:
    """Return a basis of the polynomials that are zero in all `samples`, without members whose
    coefficients are all even.
    """
    modulus = 1 << width
    basis = [{position: 1} for position in range(len(monomials))]
    for sample in samples:
        row = [_value(monomial, sample, modulus) for monomial in monomials]
        basis = list(_vanishing_at(row, basis, modulus))
    for member in basis:
        if any(number % 2 for number in member.values()):
            yield Polynomial(width, {monomials[position]: number for position, number in member.items()})


_Member = dict[int, int]


def _vanishing_at(row: Sequence[int], basis: Sequence[_Member], modulus: int) -> Iterator[_Member]:
    """Return a basis of the polynomials spanned by `basis` that are zero where monomials have the
    values `row`.
    """
    values = [sum(number * row[position] for position, number in member.items()) % modulus for member in basis]
    # of those that cancel as well, the shortest: it is added to many others
    best = min(
        (each for each in range(len(basis)) if values[each]),
        key=lambda each: (values[each] & -values[each], len(basis[each]), each),
        default=None,
    )
    for number, member in enumerate(basis):
        if best is None or not values[number]:
            yield member
        elif number == best:
            order = modulus // (values[best] & -values[best])
            multiple = {position: order * each % modulus for position, each in member.items()}
            if any(multiple.values()):
                yield {position: each for position, each in multiple.items() if each}
        else:
            power = values[best] & -values[best]
            factor = (values[number] // power) * pow(values[best] // power, -1, modulus)
            changed = dict(member)
            for position, each in basis[best].items():
                changed[position] = (changed.get(position, 0) - factor * each) % modulus
            yield {position: each for position, each in changed.items() if each}


def _value(monomial: Monomial, sample: SampledNumbers, modulus: int) -> int:
    value = 1
    for factor in monomial:
        value = value * sample[factor] % modulus
    return value
