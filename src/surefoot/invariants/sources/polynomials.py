"""Polynomial equations that all sample states of a location satisfy.

The equations are the null space of the matrix with a row for each sample and a column for each
monomial, over the rationals (Sharma et al., ESOP 2013). Arithmetic that wraps around may violate
them.

Candidate equations with products: those that assertions compare, and quadratic equations of
sample states.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import gcd, lcm

from surefoot.discharge.product_abstraction import is_hard
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.sampling import Sample, unrefuted
from surefoot.invariants.source import NO_CANDIDATES, Candidates, GenerationContext
from surefoot.logic import BitVecSort, Op, Term, bv, bvadd, bvmul, eq, postorder, sign_extend, variables_of
from surefoot.logic.semantics import signed
from surefoot.systems.control.system import ControlSystem, Error

WIDTHS_IN_C = frozenset({8, 16, 32, 64})
"""Numbers of other widths count objects, which no program compares with its integers."""

_Row = list[Fraction]


def linear_equations(samples: Sequence[Sample]) -> Iterator[Term]:
    """Return linear equations between symbols of one sort, and between integers of C, where
    narrower ones are sign-extended.
    """
    by_sort = dict(_moving(samples))
    for sort, moving in by_sort.items():
        if 2 <= len(moving) <= LIMITS.linear_symbols:
            yield from _equations([(symbol,) for symbol in moving], sort, samples)
    integers = {sort: moving for sort, moving in by_sort.items() if sort.width in WIDTHS_IN_C}
    if len(integers) > 1:
        widest = max(integers, key=lambda sort: sort.width)
        everything = [(symbol,) for moving in integers.values() for symbol in moving]
        if len(everything) <= LIMITS.linear_symbols:
            for equation in _equations(everything, widest, samples):
                if any(term.op is Op.SIGN_EXTEND for term in postorder([equation])):
                    yield equation


def quadratic_equations(samples: Sequence[Sample]) -> Iterator[Term]:
    """Return equations with products of two symbols of one sort, where there are few symbols."""
    for sort, moving in _moving(samples):
        if 2 <= len(moving) <= LIMITS.quadratic_symbols:
            products = list(combinations_with_replacement(moving, 2))
            yield from _equations([*((symbol,) for symbol in moving), *products], sort, samples)


def hull_equations(samples: Sequence[Sample]) -> Iterator[Term]:
    """Return the linear equations of the affine hull of `samples`, for the numbers of each sort,
    without those with large coefficients.

        Few samples have a hull, too; other states need not be in it.
    """
    by_sort: dict[BitVecSort, list[Term]] = {}
    for symbol in samples[0] if samples else ():
        if isinstance(symbol.sort, BitVecSort):
            by_sort.setdefault(symbol.sort, []).append(symbol)
    for sort, symbols in by_sort.items():
        rows = [[1, *(signed(int(sample[each]), sort.width) for each in symbols)] for sample in samples]  # type: ignore[arg-type]
        yield from _small(null_space(rows, len(symbols) + 1), [(each,) for each in symbols], sort)


def _moving(samples: Sequence[Sample]) -> Iterator[tuple[BitVecSort, list[Term]]]:
    """Return the numbers that differ between samples, by sort."""
    by_sort: dict[BitVecSort, list[Term]] = {}
    for symbol in samples[0] if samples else ():
        if (
            isinstance(symbol.sort, BitVecSort)
            and symbol.sort.width >= 8
            and len({each[symbol] for each in samples}) > 1
        ):
            by_sort.setdefault(symbol.sort, []).append(symbol)
    yield from by_sort.items()


def _equations(monomials: Sequence[tuple[Term, ...]], sort: BitVecSort, samples: Sequence[Sample]) -> Iterator[Term]:
    rows = [row for sample in samples if (row := _row(monomials, sample)) is not None]
    if len(rows) <= len(monomials) + 1:
        return
    yield from _small(null_space(rows, len(monomials) + 1), monomials, sort)


def _small(relations: Iterable[_Row], monomials: Sequence[tuple[Term, ...]], sort: BitVecSort) -> Iterator[Term]:
    """Return those of `relations` whose integer coefficients are small, as equations."""
    for relation in relations:
        scale = lcm(*(number.denominator for number in relation))
        whole = [int(number * scale) for number in relation]
        if max(abs(number) for number in whole[1:]) <= LIMITS.equation_coefficient:
            yield _equation(whole, monomials, sort)


def _row(monomials: Sequence[tuple[Term, ...]], sample: Sample) -> _Row | None:
    row = [Fraction(1)]
    for monomial in monomials:
        product = 1
        for symbol in monomial:
            half = 1 << (symbol.sort.width - 1)
            product *= (int(sample[symbol]) + half) % (2 * half) - half  # type: ignore[arg-type]
        if abs(product) > LIMITS.equation_value:
            return None
        row.append(Fraction(product))
    return row


def null_space(rows: Sequence[Sequence[Fraction | int]], width: int) -> Iterator[_Row]:
    """Return a basis of the vectors that are orthogonal to all `rows`.

    Rows are scaled, so that integers suffice until the end.
    """
    reduced: list[list[int]] = []
    pivots: list[int] = []
    for original in rows:
        scale = lcm(*(number.denominator for number in original))
        row = [int(number * scale) for number in original]
        for pivot, known in zip(pivots, reduced, strict=True):
            if row[pivot]:
                row = _without(pivot, row, known)
        lead = next((index for index, number in enumerate(row) if number), None)
        if lead is None:
            continue
        reduced = [_without(lead, known, row) if known[lead] else known for known in reduced]
        reduced.append(row)
        pivots.append(lead)
    for free in range(width):
        if free not in pivots:
            vector = [Fraction(0)] * width
            vector[free] = Fraction(1)
            for pivot, known in zip(pivots, reduced, strict=True):
                vector[pivot] = Fraction(-known[free], known[pivot])
            yield vector


def _without(column: int, row: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the sum of multiples of `row` and `other` that is zero in `column`."""
    here, there = row[column], other[column]
    added = [a * there - here * b for a, b in zip(row, other, strict=True)]
    divisor = gcd(*added)
    return [number // divisor for number in added] if divisor > 1 else added


def _equation(coefficients: Sequence[int], monomials: Sequence[tuple[Term, ...]], sort: BitVecSort) -> Term:
    """Return the equation of the terms with positive coefficients and the rest."""
    width = sort.width
    left, right = bv(0, width), bv(0, width)
    for number, monomial in zip(coefficients, [(), *monomials], strict=True):
        product = bv(abs(number) % (1 << width), width)
        for symbol in monomial:
            product = bvmul(product, sign_extend(symbol, width))
        if number > 0:
            left = bvadd(left, product)
        elif number < 0:
            right = bvadd(right, product)
    return eq(left, right)


def asserted_candidates(context: GenerationContext) -> Candidates:
    """Return the equations with products that assertions mention."""
    system = context.system
    return Candidates({name: asserted_equations(system, name) for name in system.names}, have_products=True)


def product_candidates(context: GenerationContext) -> Candidates:
    """Return equations with products, asserted ones first; with quantified invariants, also the
    simple candidates.

    What cells of arrays hold may make candidates inductive that were dropped before.
    """
    if context.are_simple_published:
        return NO_CANDIDATES
    from surefoot.invariants.sources.templates import simple_candidates  # assertions alone do not need them

    system = context.system
    products = {}
    for name in system.names:
        samples = context.samples[name]
        equations = dict.fromkeys((*asserted_equations(system, name), *quadratic_equations(samples)))
        products[name] = unrefuted(list(equations), samples)
    simple = simple_candidates(context).by_location if context.known.quantified else {}
    everything = {name: [*simple.get(name, ()), *products[name]] for name in system.names}
    return Candidates(everything, have_products=any(products.values()))


def asserted_equations(system: ControlSystem, name: str) -> list[Term]:
    """Return the equations with products in assertions at the location `name`, if they are over its
    state variables.
    """
    known = frozenset(system.location(name).symbols)
    guards = [edge.guard for edge in system.edges_from(name) if isinstance(edge.target, Error)]
    equations = [term for term in postorder(guards) if term.op is Op.EQ and term.args[0].sort.width]
    return [
        each
        for each in equations
        if any(is_hard(term) for term in postorder((each,))) and known.issuperset(variables_of(each))
    ]
