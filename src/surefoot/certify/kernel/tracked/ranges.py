"""Unions of ranges of unsigned values: inclusion, intersection, and formulas."""

from surefoot.evidence.tracked import RangeUnion
from surefoot.logic import BOOL, FALSE, TRUE, BitVecSort, Op, Sort, Term, and_, bv, bvule, eq, not_, or_


def greatest(sort: Sort) -> int:
    """Return the greatest unsigned value of ``sort``, Bool or bit-vector."""
    return (1 << sort.width) - 1 if isinstance(sort, BitVecSort) else 1


def merged(ranges: RangeUnion) -> RangeUnion:
    """Return ``ranges``, which ascend, with adjacent ranges joined."""
    found: list[tuple[int, int]] = []
    for least, most in ranges:
        if found and least <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(most, found[-1][1])
        else:
            found.append((least, most))
    return tuple(found)


def includes(outer: RangeUnion, inner: RangeUnion) -> bool:
    """Return whether every value of ``inner`` is one of ``outer``.  Requires: both are `merged`."""
    return all(any(low <= least and most <= high for low, high in outer) for least, most in inner)


def intersection(left: RangeUnion, right: RangeUnion) -> RangeUnion:
    """Return the common values; empty if there are none."""
    found = [(max(a, c), min(b, d)) for a, b in left for c, d in right]
    return tuple(sorted(each for each in found if each[0] <= each[1]))


def value_of(term: Term) -> int | None:
    """Return the unsigned value of ``term``, ``None`` if it is not constant."""
    return int(term.payload) if term.op is Op.CONSTANT else None


def within(term: Term, ranges: RangeUnion) -> Term:
    """Return the formula that the value of ``term`` is in ``ranges``."""
    if term.sort is BOOL:
        possible = {value for least, most in ranges for value in range(least, most + 1)}
        return TRUE if len(possible) > 1 else term if possible == {1} else not_(term) if possible else FALSE
    width, top = term.sort.width, greatest(term.sort)
    return or_(
        *(
            eq(term, bv(least, width))
            if least == most
            else and_(
                TRUE if least == 0 else bvule(bv(least, width), term),
                TRUE if most == top else bvule(term, bv(most, width)),
            )
            for least, most in ranges
        )
    )
