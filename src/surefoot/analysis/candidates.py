"""Candidate invariants: ranges of numbers, and templates over the symbols of a cut point and the constants of the program."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from surefoot.analysis.intervals.formulas import interval_candidates
from surefoot.budget import Budget
from surefoot.logic import BOOL, FALSE, TRUE, BitVecSort, Term, bv, bvadd, bvsle, bvule, eq, extract, not_
from surefoot.program.access import constants_of
from surefoot.program.program import Program
from surefoot.systems.cutpoints import CutpointGraph, Place
from surefoot.systems.segments import Edge

MOST_CONSTANTS = 24
MOST_PAIRED = 14
MOST_SUMMED = 8
"""Symbols beyond these are left out of templates that combine several."""


def all_candidates(
    graph: CutpointGraph, edges: Sequence[Edge], program: Program, budget: Budget
) -> dict[Place, list[Term]]:
    """For every cut point of ``graph``, whose edges are ``edges``, the ranges of its symbols and then the templates."""
    ranges = interval_candidates(edges, tuple(graph.shapes), constants_of(program), budget)
    return {place: [*found, *candidates(graph, place, program)] for place, found in ranges.items()}


def candidates(graph: CutpointGraph, place: Place, program: Program) -> list[Term]:
    """The templates at ``place``."""
    symbols = [symbol for group in graph.start(place).symbols.values() for symbol in group[:2]]
    numbers = [symbol for symbol in symbols if isinstance(symbol.sort, BitVecSort)]
    constants = _thresholds(program)
    found: list[Term] = []
    for symbol in symbols:
        if symbol.sort is BOOL:
            found += [symbol, not_(symbol)]
    for symbol in numbers:
        found.extend(_bounds(symbol, constants))
    for left, right in combinations(numbers[:MOST_PAIRED], 2):
        if left.sort is right.sort:
            found.extend(_relations(left, right))
    found.extend(_sums(numbers[:MOST_SUMMED]))
    return [guess for guess in dict.fromkeys(found) if guess is not TRUE and guess is not FALSE]


def _thresholds(program: Program) -> list[int]:
    """The constants of ``program`` as signed numbers, with their neighbours, small ones first."""
    signed: set[int] = set()
    for sort, values in constants_of(program).items():
        if isinstance(sort, BitVecSort):
            half = 1 << (sort.width - 1)
            signed.update((int(value) + half) % (2 * half) - half for value in values)  # type: ignore[arg-type]
    near = [0, 1, -1, *(number + step for number in sorted(signed, key=abs) for step in (0, 1, -1))]
    return list(dict.fromkeys(near))[:MOST_CONSTANTS]


def _bounds(symbol: Term, constants: Sequence[int]) -> Iterator[Term]:
    width = symbol.sort.width
    parity = extract(symbol, 0, 0)
    yield eq(parity, bv(0, 1))
    yield eq(parity, bv(1, 1))
    for number in constants:
        value = bv(number % (1 << width), width)
        yield bvsle(value, symbol)
        yield bvsle(symbol, value)
        yield bvule(symbol, value)
        yield not_(eq(symbol, value))
        yield eq(symbol, value)


def _relations(left: Term, right: Term) -> Iterator[Term]:
    one = bv(1, left.sort.width)
    yield eq(left, right)
    yield not_(eq(left, right))
    for smaller, greater in ((left, right), (right, left)):
        yield bvsle(smaller, greater)
        yield bvule(smaller, greater)
        yield bvsle(smaller, bvadd(greater, one))
        yield eq(smaller, bvadd(greater, one))
        yield eq(smaller, bvadd(greater, greater))


def _sums(numbers: Sequence[Term]) -> Iterator[Term]:
    for first, second, third in combinations(numbers, 3):
        if first.sort is second.sort is third.sort:
            yield eq(bvadd(first, second), third)
            yield eq(bvadd(first, third), second)
            yield eq(bvadd(second, third), first)
