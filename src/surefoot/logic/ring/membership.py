"""Ideal membership of bounded degree: a polynomial as sum of multiplier * hypothesis, modulo
``2**width``.

A hypothesis that determines an unknown (it occurs once, alone, with an odd coefficient) eliminates
it. The rest is linear algebra over products of hypotheses with monomials, in Howell form: where a
pivot is divisible by ``2**v``, the row times ``2**(width - v)`` is a row, too; otherwise
combinations would be missed. Multipliers are of bounded degree, so the procedure is incomplete.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from surefoot.base.records import dataclass
from surefoot.logic import Term
from surefoot.logic.limits import LIMITS
from surefoot.logic.ring.polynomials import ONE, Monomial, Polynomial, order, quotient

_Key = TypeVar("_Key")

Multipliers = dict[int, Polynomial]
"""Multipliers by the number of the hypothesis, without zeros."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A combination of hypotheses: ``value`` = sum of multiplier * hypothesis."""

    value: Polynomial
    multipliers: Multipliers

    def plus(self, factor: Polynomial, other: "_Row") -> "_Row":
        """Return ``self + factor * other``."""
        multipliers = dict(self.multipliers)
        for number, each in other.multipliers.items():
            product = factor * each
            multipliers[number] = multipliers[number] + product if number in multipliers else product
        return _Row(self.value + factor * other.value, multipliers)

    def times(self, factor: Polynomial) -> "_Row":
        """Return ``factor * self``."""
        return _Row(factor * self.value, {number: factor * each for number, each in self.multipliers.items()})


@dataclass(frozen=True, slots=True)
class _Solved:
    """A row that determines ``unknown``: its value is ``(unknown - rest) / inverse``, and the rest
    does not contain the unknown.
    """

    unknown: Term
    inverse: int
    row: _Row


class Combinations:
    """Combinations of ``hypotheses``, which have one width; without ``solving`` no unknown is
    eliminated first.
    """

    def __init__(self, hypotheses: Sequence[Polynomial], width: int, *, solving: bool = True) -> None:
        self._width = width
        one = Polynomial.constant(1, width)
        rows = [_Row(each, {number: one}) for number, each in enumerate(hypotheses) if each]
        self._solved: list[_Solved] = []
        while solving and (found := _determining(rows)) is not None:
            rows.remove(found.row)
            rows = [row for each in rows if (row := _without(each, found)).value]
            self._solved.append(found)
        self._rest = rows
        self._degrees = [row.value.degree for row in rows]

    def of(self, goal: Polynomial) -> Multipliers | None:
        """Return multipliers with which the hypotheses add up to `goal`; `None` if none were found."""
        remaining = self._reduced(goal)
        if remaining.value:
            return None
        return {number: each.scaled(-1) for number, each in remaining.multipliers.items() if each}

    def remainder(self, goal: Polynomial) -> Polynomial:
        """Return `goal` reduced by the hypotheses: it is equal to `goal` where they hold.

        Without `solving`, newer unknowns are expressed by older ones where that is possible.
        """
        return self._reduced(goal).value

    def _reduced(self, goal: Polynomial) -> _Row:
        remaining = _Row(goal, {})
        for each in self._solved:
            if len(remaining.value) > LIMITS.membership_monomials:
                return remaining
            remaining = _without(remaining, each)
        rest = remaining
        degree = max([remaining.value.degree, *self._degrees])
        for more in range(LIMITS.membership_degrees + 1) if remaining.value else ():
            rows = self._products(remaining.value.coefficients, degree + more)
            rest = _Echelon(self._width, rows).reduced(remaining)
            if not rest.value:
                break
        return rest

    def of_a_constant(self) -> tuple[int, Multipliers] | None:
        """Return multipliers with which the hypotheses add up to a constant other than zero, so
        that they are inconsistent.
        """
        monomials = dict.fromkeys(monomial for row in self._rest for monomial in row.value.coefficients)
        degree = max(self._degrees, default=0)
        found = _Echelon(self._width, self._products(monomials, degree)).constant()
        if found is None:
            return None
        return found.value.coefficients[ONE], {number: each for number, each in found.multipliers.items() if each}

    def _products(self, monomials: Iterable[Monomial], degree: int) -> list[_Row]:
        """Return products of hypotheses and monomials that share monomials with the goal, or with
        each other, up to `degree`.
        """
        found: dict[tuple[int, Monomial], _Row] = {}
        seen = set(monomials)
        todo = sorted(seen, key=order)
        while todo and len(found) < LIMITS.membership_rows:
            wanted = todo.pop()
            for number, row in enumerate(self._rest):
                largest = degree - self._degrees[number]
                for monomial in row.value.coefficients:
                    if not 0 <= len(wanted) - len(monomial) <= largest:
                        continue
                    factor = quotient(wanted, monomial)
                    if factor is None or (number, factor) in found:
                        continue
                    product = row.times(Polynomial(self._width, {factor: 1}))
                    found[number, factor] = product
                    new = [each for each in product.value.coefficients if each not in seen]
                    seen.update(new)
                    todo.extend(new)
        return list(found.values())


def _determining(rows: Sequence[_Row]) -> _Solved | None:
    """Return the shortest row that determines an unknown."""
    for row in sorted(rows, key=lambda each: len(each.value)):
        counts: dict[Term, int] = {}
        for monomial in row.value.coefficients:
            for unknown in set(monomial):
                counts[unknown] = counts.get(unknown, 0) + 1
        for unknown in sorted(counts, key=lambda term: term.id, reverse=True):
            coefficient = row.value.coefficients.get((unknown,), 0)
            if counts[unknown] == 1 and coefficient % 2:
                return _Solved(unknown, pow(coefficient, -1, 1 << row.value.width), row)
    return None


def _without(row: _Row, solved: _Solved) -> _Row:
    """Return `row` minus the multiple of the solved row that eliminates the solved unknown; too
    long rows are returned unchanged.
    """
    while len(row.value) <= LIMITS.membership_monomials:
        factor: dict[Monomial, int] = {}
        for monomial, number in row.value.coefficients.items():
            rest = quotient(monomial, (solved.unknown,))
            if rest is not None:
                factor[rest] = number
        if not factor:
            return row
        row = row.plus(Polynomial(row.value.width, factor).scaled(-solved.inverse), solved.row)
    return row


_Numbers = dict[Monomial, int]
"""Coefficients of a polynomial."""


@dataclass(frozen=True, slots=True)
class _Combination:
    """A sum of rows, each times a number: its coefficients, and the numbers by the position of the
    row.
    """

    value: _Numbers
    factors: dict[int, int]


class _Echelon:
    """Rows in Howell form: every leading monomial of their span is the leading monomial of at most
    one row.
    """

    def __init__(self, width: int, rows: Sequence[_Row]) -> None:
        self._mask = (1 << width) - 1
        self._width = width
        self._rows = rows
        self._pivots: dict[Monomial, _Combination] = {}
        self._ranks: dict[Monomial, tuple[int, tuple[int, ...]]] = {}
        todo = [_Combination(row.value.coefficients, {position: 1}) for position, row in enumerate(rows)]
        while todo:
            new = todo.pop()
            while new.value:
                leading = max(new.value, key=self._rank)
                pivot = self._pivots.get(leading)
                own = _valuation(new.value[leading])
                if pivot is None or _valuation(pivot.value[leading]) > own:
                    self._pivots[leading] = new
                    if own:
                        todo.append(self._plus(_Combination({}, {}), 1 << (width - own), new))
                    if pivot is None:
                        break
                    pivot, new = new, pivot
                new = self._cancelled(new, pivot, leading)

    def reduced(self, row: _Row) -> _Row:
        """Return `row` minus a combination of the rows, from the leading monomial on; other
        monomials are left.

                If the rows span it, the result is zero: then each leading monomial can be
                cancelled.
        """
        rest = _Combination(row.value.coefficients, {})
        left: set[Monomial] = set()
        while todo := [monomial for monomial in rest.value if monomial not in left]:
            leading = max(todo, key=self._rank)
            pivot = self._pivots.get(leading)
            if pivot is None or _valuation(pivot.value[leading]) > _valuation(rest.value[leading]):
                left.add(leading)
            else:
                rest = self._cancelled(rest, pivot, leading)
        return self._row(row, rest)

    def constant(self) -> _Row | None:
        """Return a row whose value is a constant, if the rows span one."""
        found = self._pivots.get(ONE)
        return None if found is None else self._row(_Row(Polynomial(self._width, {}), {}), found)

    def _rank(self, monomial: Monomial) -> tuple[int, tuple[int, ...]]:
        known = self._ranks.get(monomial)
        if known is None:
            known = self._ranks[monomial] = order(monomial)
        return known

    def _row(self, start: _Row, change: _Combination) -> _Row:
        """Return `start` plus the rows of `change`."""
        for position, factor in change.factors.items():
            start = start.plus(Polynomial.constant(factor, self._width), self._rows[position])
        return start

    def _cancelled(self, row: _Combination, pivot: _Combination, monomial: Monomial) -> _Combination:
        """Return `row` minus the multiple of `pivot` that has the same coefficient at `monomial`."""
        divisor = pivot.value[monomial]
        power = _valuation(divisor)
        inverse = pow(divisor >> power, -1, 1 << self._width)
        return self._plus(row, -(row.value[monomial] >> power) * inverse, pivot)

    def _plus(self, row: _Combination, factor: int, other: _Combination) -> _Combination:
        return _Combination(self._sum(row.value, factor, other.value), self._sum(row.factors, factor, other.factors))

    def _sum(self, left: dict[_Key, int], factor: int, right: dict[_Key, int]) -> dict[_Key, int]:
        """Return ``left + factor * right``, without zeros."""
        result = dict(left)
        for key, number in right.items():
            total = (result.get(key, 0) + factor * number) & self._mask
            if total:
                result[key] = total
            else:
                result.pop(key, None)
        return result


def _valuation(number: int) -> int:
    """Return the exponent of 2 in `number`.  Requires: it is not zero."""
    return (number & -number).bit_length() - 1
