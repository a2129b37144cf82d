"""Polynomials over the integers modulo ``2**width``, whose unknowns are terms."""

from collections.abc import Iterator, Mapping

from surefoot.logic import Term, bv, bvadd, bvmul
from surefoot.logic.ring.lemmas import Equation

Monomial = tuple[Term, ...]
"""The factors, with repetitions, in the order of their creation."""

ONE: Monomial = ()


class Polynomial:
    """A sum of monomials with coefficients; immutable.

    Invariant: every coefficient is in ``1 .. 2**width - 1``.
    """

    __slots__ = ("coefficients", "width")

    def __init__(self, width: int, coefficients: Mapping[Monomial, int]) -> None:
        mask = (1 << width) - 1
        self.width = width
        self.coefficients: dict[Monomial, int] = {
            monomial: reduced for monomial, number in coefficients.items() if (reduced := number & mask)
        }

    @classmethod
    def constant(cls, number: int, width: int) -> "Polynomial":
        """Return the constant polynomial."""
        return cls(width, {ONE: number})

    @classmethod
    def unknown(cls, term: Term) -> "Polynomial":
        """Return the polynomial with the one unknown `term`."""
        return cls(term.sort.width, {(term,): 1})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.width == other.width and self.coefficients == other.coefficients

    def __hash__(self) -> int:
        return hash((self.width, frozenset(self.coefficients.items())))

    def __bool__(self) -> bool:
        return bool(self.coefficients)

    def __len__(self) -> int:
        return len(self.coefficients)

    def __add__(self, other: "Polynomial") -> "Polynomial":
        return self.plus(other, 1)

    def __sub__(self, other: "Polynomial") -> "Polynomial":
        return self.plus(other, -1)

    def plus(self, other: "Polynomial", factor: int) -> "Polynomial":
        """Return ``self + factor * other``."""
        result = dict(self.coefficients)
        for monomial, number in other.coefficients.items():
            result[monomial] = result.get(monomial, 0) + factor * number
        return Polynomial(self.width, result)

    def scaled(self, factor: int) -> "Polynomial":
        """Return ``factor * self``."""
        return Polynomial(self.width, {each: factor * number for each, number in self.coefficients.items()})

    def __mul__(self, other: "Polynomial") -> "Polynomial":
        result: dict[Monomial, int] = {}
        for monomial, number in self.coefficients.items():
            for factor, coefficient in other.coefficients.items():
                product = joined(monomial, factor)
                result[product] = result.get(product, 0) + number * coefficient
        return Polynomial(self.width, result)

    def replaced(self, unknown: Term, by: "Polynomial") -> "Polynomial":
        """Return `self` with `by` in place of `unknown`."""
        result = Polynomial(self.width, {})
        for monomial, number in self.coefficients.items():
            product = Polynomial.constant(number, self.width)
            for factor in monomial:
                product *= by if factor is unknown else Polynomial.unknown(factor)
            result += product
        return result

    @property
    def degree(self) -> int:
        """The largest number of factors in a monomial; 0 for constants."""
        return max((len(each) for each in self.coefficients), default=0)

    @property
    def unknowns(self) -> tuple[Term, ...]:
        """The unknowns that occur, each once, in the order of their creation."""
        found = {term for monomial in self.coefficients for term in monomial}
        return tuple(sorted(found, key=lambda term: term.id))

    def signed(self) -> Iterator[tuple[Monomial, int]]:
        """Return the monomials with their coefficients between ``-2**(width-1)`` and ``2**(width-1)
        - 1``, the largest monomial first.
        """
        half = 1 << (self.width - 1)
        for monomial in sorted(self.coefficients, key=order, reverse=True):
            yield monomial, (self.coefficients[monomial] + half) % (2 * half) - half

    def term(self) -> Term:
        """Return a term with this value."""
        total = bv(0, self.width)
        for monomial, number in self.signed():
            total = bvadd(total, _product(monomial, number, self.width))
        return total

    def equation(self) -> Equation:
        """Return the equation ``self = 0``, with negative coefficients moved to the other side."""
        sides = {True: bv(0, self.width), False: bv(0, self.width)}
        first_is_positive: bool | None = None
        for monomial, number in self.signed():
            if first_is_positive is None:
                first_is_positive = number > 0
            side = (number > 0) is first_is_positive
            sides[side] = bvadd(sides[side], _product(monomial, abs(number), self.width))
        return Equation(sides[True], sides[False])


def _product(monomial: Monomial, number: int, width: int) -> Term:
    product = bv(number % (1 << width), width)
    for factor in monomial:
        product = bvmul(product, factor)
    return product


def joined(left: Monomial, right: Monomial) -> Monomial:
    """Return the product of two monomials."""
    if not left:
        return right
    if not right:
        return left
    return tuple(sorted(left + right, key=lambda term: term.id))


def quotient(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    """Return ``monomial / divisor``; `None` if that is no monomial."""
    rest = list(monomial)
    for factor in divisor:
        if factor not in rest:
            return None
        rest.remove(factor)
    return tuple(rest)


def order(monomial: Monomial) -> tuple[int, tuple[int, ...]]:
    """Return a key that orders monomials by degree, then by their factors; the order is compatible
    with products.
    """
    return len(monomial), tuple(term.id for term in reversed(monomial))
