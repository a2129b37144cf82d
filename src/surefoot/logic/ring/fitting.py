"""Fitting of polynomial equations to sample states modulo ``2**width``: the null space of the
matrix with a row for each state and a column for each monomial.

A basis of all polynomials is made to vanish on one state after the other: the member whose value
there is divisible by the smallest power of two cancels the others, and is itself multiplied by the
least number that makes it zero.

A single state suggests linear equations, which are true in it, and perhaps on every run along its
path; a solver confirms them. Some define an unknown by others: the remainder of a division, or that
a sum does not wrap before it is extended. Others equate two unknowns, such as a counter and its
bound at the end of a loop.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, islice

from surefoot.logic import (
    Op,
    Term,
    bv,
    bvadd,
    bvmul,
    bvsrem,
    bvurem,
    extract,
    sign_extend,
    zero_extend,
)
from surefoot.logic.limits import LIMITS
from surefoot.logic.ring.lemmas import Equation
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


ValueOf = Callable[[Term], int]
"""The value of a bit-vector in the state."""
FormOf = Callable[[Term], Polynomial]


def explanations(unknowns: Iterable[Term], value_of: ValueOf, form_of: FormOf) -> Iterator[Equation]:
    """Yield equations, true in the state, that relate `unknowns` to their subterms."""
    for term in unknowns:
        width = term.sort.width
        match term.op:
            case Op.BVUDIV | Op.BVSDIV if _is_small(term.args[1]):
                remainder = (bvurem if term.op is Op.BVUDIV else bvsrem)(*term.args)
                yield Equation(remainder, bv(value_of(remainder), width))
            case Op.ZERO_EXTEND if _is_shifted(term):
                whole, count = term.args[0].args[0], term.args[0].payload[1]
                low = zero_extend(extract(whole, count - 1, 0), width)
                yield Equation(low, bv(value_of(low), width))
            case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
                parts = _extended(form_of(term.args[0]), term)
                if parts is not None and value_of(term) == value_of(parts):
                    yield Equation(term, parts)
            case _:
                pass


def equalities(unknowns: Sequence[Term], others: Sequence[Term], value_of: ValueOf) -> Iterator[Equation]:
    """Yield equations, true in the state, of `unknowns` with each other, with `others`, with a
    successor, or with a constant near zero.
    """
    values = {term: value_of(term) for term in (*unknowns, *others)}
    pairs = [pair for pair in combinations(values, 2) if pair[0] in unknowns]
    equal = (
        Equation(left, bvadd(right, bv(distance & right.sort.mask, right.sort.width)))
        for distance in (0, 1, -1)
        for left, right in pairs
        if (values[left] - values[right] - distance) & right.sort.mask == 0
    )
    yield from islice(equal, LIMITS.suggested_equalities)
    for term in unknowns:
        if (values[term] + LIMITS.suggested_constant) & term.sort.mask <= 2 * LIMITS.suggested_constant:
            yield Equation(term, bv(values[term], term.sort.width))


def _is_shifted(term: Term) -> bool:
    """Return whether the extension `term` is a value of its width, shifted right by a few bits."""
    inner = term.args[0]
    if inner.op is not Op.EXTRACT or inner.args[0].sort.width != term.sort.width:
        return False
    high, low = inner.payload
    return bool(high == term.sort.width - 1 and 1 < 1 << low <= LIMITS.suggested_remainders)


def _is_small(divisor: Term) -> bool:
    if divisor.op is not Op.CONSTANT:
        return False
    return bool(min(divisor.payload, -divisor.payload & divisor.sort.mask) <= LIMITS.suggested_remainders)


def _extended(narrow: Polynomial, term: Term) -> Term | None:
    """Return the sum of the extended parts of `narrow`, if it is a sum and has more than one part."""
    if narrow.degree > 1 or (len(narrow) == 1 and next(narrow.signed())[1] == 1):
        return None
    width = term.sort.width
    extend = sign_extend if term.op is Op.SIGN_EXTEND else zero_extend
    total = bv(0, width)
    for monomial, number in narrow.signed():
        part = bv(number % (1 << width), width)
        for factor in monomial:
            part = bvmul(part, extend(factor, width))
        total = bvadd(total, part)
    return total
