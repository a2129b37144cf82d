"""Ranges at locations as formulas: candidates for invariants."""

from collections.abc import Iterator, Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.invariants.intervals.fixpoint import reachable_ranges
from surefoot.logic import (
    FALSE,
    TRUE,
    Sort,
    Term,
    Value,
    bv,
    bvsle,
    bvule,
    eq,
    fp,
    fp_is_nan,
    fp_le,
    not_,
    or_,
)
from surefoot.logic.intervals.domain import (
    Abstract,
    Floats,
    Numbers,
    Truth,
    bits_of,
    infinity_key,
    is_single,
    rank_of,
)
from surefoot.systems.control.system import ControlSystem


def interval_candidates(
    system: ControlSystem, constants: Mapping[Sort, Sequence[Value]], budget: Budget
) -> dict[str, list[Term]]:
    """Return for each location the bounds of its state variables, false if no edge reaches it;
    nothing if time is over.
    """
    try:
        ranges = reachable_ranges(system, constants, budget)
    except OutOfBudget:
        return {name: [] for name in system.names}
    return {
        name: [formula for symbol, value in ranges[name].items() for formula in bounds(symbol, value)]
        if name in ranges
        else [FALSE]
        for name in system.names
    }


def bounds(symbol: Term, value: Abstract) -> list[Term]:
    """Return formulas whose conjunction is that `symbol` is in `value`, without those that are
    valid.
    """
    match value:
        case Numbers():
            found = list(_number_bounds(symbol, value))
        case Floats():
            found = list(_float_bounds(symbol, value))
        case Truth() if is_single(value):
            found = [symbol if value.may_hold else not_(symbol)]
        case _:
            found = []
    return [formula for formula in dict.fromkeys(found) if formula is not TRUE]


def _number_bounds(symbol: Term, value: Numbers) -> Iterator[Term]:
    """Yield bounds in the signed and in the unsigned order: readers and solvers may want either."""
    width = value.width
    low, high = value.signed_bounds
    if is_single(value):
        yield eq(symbol, bv(low, width))
        return
    yield bvsle(bv(low, width), symbol)
    yield bvsle(symbol, bv(high, width))
    low, high = value.unsigned_bounds
    yield bvule(bv(low, width), symbol)
    yield bvule(symbol, bv(high, width))


def _float_bounds(symbol: Term, value: Floats) -> Iterator[Term]:
    """Yield bounds in the order of floats, in which the zeros are equal; infinite bounds are left
    out where NaN is possible.
    """
    sort = value.sort
    is_nan = fp_is_nan(symbol)
    if not value.has_numbers:
        yield is_nan
        return
    if is_single(value):
        yield eq(symbol, fp(bits_of(sort, value.low), sort))
        return
    if not value.nan:
        yield not_(is_nan)
    greatest = infinity_key(sort)
    low, high = fp(bits_of(sort, value.low), sort), fp(bits_of(sort, value.high), sort)
    if rank_of(value.low) > -greatest:
        yield or_(is_nan, fp_le(low, symbol)) if value.nan else fp_le(low, symbol)
    if value.high < greatest:
        yield or_(is_nan, fp_le(symbol, high)) if value.nan else fp_le(symbol, high)
