"""Mining of refined states: linear equations common to obligations of one shape become predicates.

The thesis fits a line through any three states. But k states in general position always lie on a
plane of k - 1 dimensions. Equations are therefore accepted only if the states satisfy more of
them than k states must: if the rank of the matrix with a row (1, x_1, ..., x_n) for each of the
k states is below k and below n + 1.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import lcm

from surefoot.engines.cegar.predicates import assigned, at_most, has_order
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.limits import LIMITS
from surefoot.invariants.sources.polynomials import null_space
from surefoot.logic import INT, Term, bv, bvadd, bvmul, eq, int_add, int_constant, int_mul

StatePoint = tuple[int, ...]
LinearEquation = tuple[int, ...]
"""Coefficients of 1 and of the coordinates; their weighted sum is 0."""


def equations_of(points: Sequence[StatePoint], least_points: int) -> tuple[LinearEquation, ...]:
    """Return the linear equations with small coefficients of ``points``, if there are more than k
    points must satisfy.
    """
    if len(points) < least_points:
        return ()
    width = len(points[0]) + 1
    vectors = list(null_space([[1, *point] for point in points], width))
    rank = width - len(vectors)
    if rank >= min(len(points), width):
        return ()
    found: list[LinearEquation] = []
    for vector in vectors:
        scale = lcm(*(number.denominator for number in vector))
        whole = tuple(int(number * scale) for number in vector)
        if max(map(abs, whole[1:])) <= LIMITS.largest_coefficient and abs(whole[0]) <= LIMITS.largest_constant:
            found.append(whole)
    return tuple(found)


def mined(points: Sequence[StatePoint], least_points: int) -> tuple[tuple[LinearEquation, ...], tuple[StatePoint, ...]]:
    """Return the equations of ``points``, or of a subset with outliers removed, and the points that
    satisfy them.
    """
    for fewer in range(min(LIMITS.most_outliers, len(points) - least_points) + 1):
        for chosen in combinations(points, len(points) - fewer):
            equations = equations_of(chosen, least_points)
            if equations:
                return equations, chosen
    return (), ()


class StateMining:
    """Refined states by location and shape."""

    def __init__(self, least_points: int) -> None:
        self._least_points = least_points
        self._points: dict[tuple[str, tuple[Term, ...]], list[StatePoint]] = {}
        self.successes = 0
        """Number of times that equations were found."""

    def predicates(self, name: str, cube: Cube) -> Iterator[Term]:
        """Yield equations, and their inequalities, of the refined obligation ``cube`` at ``name``
        and earlier ones of its shape.
        """
        for symbols, point in _points(cube):
            points = self._points.setdefault((name, symbols), [])
            if point in points:
                continue
            points.append(point)
            del points[: -LIMITS.most_points]
            equations, explained = mined(points, self._least_points)
            if not equations:
                continue
            self.successes += 1
            self._points[name, symbols] = [each for each in points if each not in explained]
            for equation in equations:
                yield from _predicates(equation, symbols)


def _points(cube: Cube) -> Iterator[tuple[tuple[Term, ...], StatePoint]]:
    """Yield for each sort with several numbers the symbols that ``cube`` assigns, and their values."""
    by_sort: dict[object, list[tuple[Term, int]]] = {}
    for literal in cube:
        known = assigned(literal)
        if known is None:
            return
        symbol, value = known
        if has_order(symbol):
            half = 0 if symbol.sort is INT else 1 << (symbol.sort.width - 1)
            number = int(value.payload)
            signed = number - 2 * half if half and number >= half else number
            by_sort.setdefault(symbol.sort, []).append((symbol, signed))
    for pairs in by_sort.values():
        if len(pairs) > 1:
            pairs.sort(key=lambda pair: pair[0].id)
            yield tuple(symbol for symbol, _ in pairs), tuple(number for _, number in pairs)


def _predicates(equation: LinearEquation, symbols: Sequence[Term]) -> Iterator[Term]:
    """Yield the equation, its inequalities, and their neighbours.

    Obligations lie beside reachable states; the equation itself also holds where numbers wrap
    around.
    """
    left, right = _sides(equation, symbols)
    yield eq(left, right)
    yield at_most(left, right)
    yield at_most(right, left)
    for step in (1, -1):
        yield eq(*_sides((equation[0] + step, *equation[1:]), symbols))


def _sides(equation: LinearEquation, symbols: Sequence[Term]) -> tuple[Term, Term]:
    """Return the monomials with positive coefficients, and the others negated."""
    sort = symbols[0].sort
    is_integer = sort is INT
    add, times = (int_add, int_mul) if is_integer else (bvadd, bvmul)

    def number(value: int) -> Term:
        return int_constant(value) if is_integer else bv(value % (1 << sort.width), sort.width)

    sides = [number(max(equation[0], 0)), number(max(-equation[0], 0))]
    for coefficient, symbol in zip(equation[1:], symbols, strict=True):
        if coefficient:
            side = 0 if coefficient > 0 else 1
            sides[side] = add(sides[side], times(number(abs(coefficient)), symbol))
    return sides[0], sides[1]
