"""Lines that bound two numbers: edges of the convex hull of their values in sample states."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

from surefoot.base.records import dataclass
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.sampling import Sample
from surefoot.logic import TRUE, BitVecSort, Term, bv, bvadd, bvmul, bvsle, sign_extend
from surefoot.logic.semantics import signed

_Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BoundingLine:
    """An inequality ``y >= a x + b`` or ``y <= a x + b`` over the integers that all samples
    satisfy, and the constant bound of ``y`` that follows for the ``x`` in the samples.
    """

    inequality: Term
    bound: Term


def bounding_lines(samples: Sequence[Sample]) -> Iterator[BoundingLine]:
    """Yield lines that are edges of hulls, for pairs of numbers of one sort."""
    moving = [
        symbol
        for symbol in (samples[0] if samples else ())
        if isinstance(symbol.sort, BitVecSort) and symbol.sort.width >= LIMITS.number_width
        if len({each[symbol] for each in samples}) > 1
    ]
    for x, y in permutations(moving[: LIMITS.hull_numbers], 2):
        if x.sort is y.sort:
            width = x.sort.width
            points = sorted({(signed(int(each[x]), width), signed(int(each[y]), width)) for each in samples})  # type: ignore[arg-type]
            for is_above, (slope, offset) in _lines(points):
                ends = [slope * points[0][0] + offset, slope * points[-1][0] + offset]
                bound = _bound(y, min(ends) if is_above else max(ends), is_above=is_above)
                yield BoundingLine(_inequality(x, y, (slope, offset), is_above=is_above), bound)


def _lines(points: Sequence[_Point]) -> Iterator[tuple[bool, _Point]]:
    """Yield the first and the last edge below, and above, as slope and offset, if the slope is a
    small integer.
    """
    for sign in (1, -1):
        edges = _lower_hull([(x, sign * y) for x, y in points])
        for (x, y), (u, v) in dict.fromkeys((*edges[:1], *edges[-1:])):
            slope, rest = divmod(v - y, u - x)
            if not rest and 0 < abs(slope) <= LIMITS.hull_slope:
                yield sign > 0, (sign * slope, sign * (y - slope * x))


def _lower_hull(points: Sequence[_Point]) -> list[tuple[_Point, _Point]]:
    """Return the edges of the lower hull of the sorted `points`, from left to right."""
    least: dict[int, int] = {}
    for x, y in points:
        least[x] = min(y, least.get(x, y))
    chain: list[_Point] = []
    for point in least.items():
        while len(chain) > 1 and _is_above(chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    return list(pairwise(chain))


def _is_above(first: _Point, second: _Point, third: _Point) -> bool:
    """Return whether `second` is on or above the line from `first` to `third`."""
    return (second[1] - first[1]) * (third[0] - first[0]) >= (third[1] - first[1]) * (second[0] - first[0])


def _bound(symbol: Term, number: int, *, is_above: bool) -> Term:
    """Return ``symbol >= number`` if it `is_above`, else ``symbol <= number``."""
    width = symbol.sort.width
    if signed(number % (1 << width), width) != number:
        return TRUE
    limit = bv(number % (1 << width), width)
    return bvsle(limit, symbol) if is_above else bvsle(symbol, limit)


def _inequality(x: Term, y: Term, line: _Point, *, is_above: bool) -> Term:
    """Return ``y >= a x + b`` if it `is_above` the line, else ``y <= a x + b``."""
    width = x.sort.width + abs(line[0]).bit_length() + LIMITS.spare_bits
    slope, offset = (bv(each % (1 << width), width) for each in line)
    bound = bvadd(bvmul(slope, sign_extend(x, width)), offset)
    other = sign_extend(y, width)
    return bvsle(bound, other) if is_above else bvsle(other, bound)
