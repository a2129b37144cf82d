"""Lines that bound two numbers together: edges of the convex hull of their values in sample states."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from surefoot.analysis.sampling import Sample
from surefoot.logic import BitVecSort, Term, bv, bvadd, bvmul, bvsle, sign_extend
from surefoot.logic.semantics import signed

MOST_NUMBERS = 4
"""Among more numbers than these there are too many pairs."""
STEEPEST = 1 << 12
SPARE_BITS = 16
LEAST_WIDTH = 8

_Point = tuple[int, int]


def bounding_lines(samples: Sequence[Sample]) -> Iterator[Term]:
    """Inequalities ``y >= a x + b`` and ``y <= a x + b`` that all samples satisfy, over the integers, for numbers of one sort."""
    moving = [
        symbol
        for symbol in (samples[0] if samples else ())
        if isinstance(symbol.sort, BitVecSort) and symbol.sort.width >= LEAST_WIDTH
        if len({each[symbol] for each in samples}) > 1
    ]
    for x, y in permutations(moving[:MOST_NUMBERS], 2):
        if x.sort is y.sort:
            width = x.sort.width
            points = {(signed(int(each[x]), width), signed(int(each[y]), width)) for each in samples}  # type: ignore[arg-type]
            for is_above, line in _lines(sorted(points)):
                yield _inequality(x, y, line, is_above=is_above)


def _lines(points: Sequence[_Point]) -> Iterator[tuple[bool, _Point]]:
    """The first and the last edge below, and above, as slope and offset; only slopes that are whole numbers, and not too great."""
    for sign in (1, -1):
        edges = _lower_hull([(x, sign * y) for x, y in points])
        for (x, y), (u, v) in dict.fromkeys((*edges[:1], *edges[-1:])):
            slope, rest = divmod(v - y, u - x)
            if not rest and 0 < abs(slope) <= STEEPEST:
                yield sign > 0, (sign * slope, sign * (y - slope * x))


def _lower_hull(points: Sequence[_Point]) -> list[tuple[_Point, _Point]]:
    """The edges below ``points``, which are sorted, from left to right."""
    least: dict[int, int] = {}
    for x, y in points:
        least[x] = min(y, least.get(x, y))
    chain: list[_Point] = []
    for point in least.items():
        while len(chain) > 1 and _is_above(chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    return list(zip(chain, chain[1:], strict=False))


def _is_above(first: _Point, second: _Point, third: _Point) -> bool:
    """Whether ``second`` is not below the line from ``first`` to ``third``."""
    return (second[1] - first[1]) * (third[0] - first[0]) >= (third[1] - first[1]) * (second[0] - first[0])


def _inequality(x: Term, y: Term, line: _Point, *, is_above: bool) -> Term:
    """``y >= a x + b`` if it ``is_above`` the line, else ``y <= a x + b``."""
    width = x.sort.width + SPARE_BITS
    slope, offset = (bv(each % (1 << width), width) for each in line)
    bound = bvadd(bvmul(slope, sign_extend(x, width)), offset)
    other = sign_extend(y, width)
    return bvsle(bound, other) if is_above else bvsle(other, bound)
