"""Candidates about shared function bodies: what holds in all sample states with the same active
calls.

Arguments and callers' variables differ between call sites. Little holds for all calls, much for
each call site.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.sampling import Sample
from surefoot.invariants.sources.polynomials import linear_equations
from surefoot.logic import TRUE, BitVecSort, Term, Value, and_, bv, bvule, eq, implies, or_
from surefoot.systems.control.system import ControlSystem


def candidates_by_call(system: ControlSystem, name: str, samples: Sequence[Sample]) -> list[Term]:
    """Return candidates at the location `name`, one group for each combination of active calls in
    `samples`; none if no function body is shared.
    """
    numbers = [each.symbol for each in system.location(name).variables if each.is_return_site]
    if not numbers:
        return []
    groups: dict[tuple[Value, ...], list[Sample]] = {}
    for sample in samples:
        others = {symbol: value for symbol, value in sample.items() if symbol not in numbers}
        groups.setdefault(tuple(sample[number] for number in numbers), []).append(others)
    waiting = {values: _are(numbers, values) for values in groups}
    found = [or_(*waiting.values())]
    for values, states in groups.items():
        share = LIMITS.call_candidates // len(groups)
        found += (implies(waiting[values], each) for each in islice(_in_common(states), share))
    return [candidate for candidate in dict.fromkeys(found) if candidate is not TRUE]


def _are(numbers: Sequence[Term], values: Sequence[Value]) -> Term:
    return and_(*(eq(symbol, bv(int(value), symbol.sort.width)) for symbol, value in zip(numbers, values, strict=True)))  # type: ignore[arg-type]


def _in_common(states: Sequence[Sample]) -> Iterator[Term]:
    """Yield constants, equal numbers, ordered numbers and linear equations."""
    known = [
        symbol
        for symbol in states[0]
        if isinstance(symbol.sort, BitVecSort) and symbol.sort.width >= LIMITS.number_width
    ]
    columns = {symbol: [int(each[symbol]) for each in states] for symbol in known}  # type: ignore[arg-type]
    moving = [symbol for symbol, values in columns.items() if len(set(values)) > 1]
    for symbol in known:
        if symbol not in moving:
            yield eq(symbol, bv(columns[symbol][0], symbol.sort.width))
    pairs = [
        (a, b)
        for a in moving[: LIMITS.call_symbols]
        for b in moving[: LIMITS.call_symbols]
        if a is not b and a.sort is b.sort
    ]
    for left, right in pairs:
        if left.id < right.id and columns[left] == columns[right]:
            yield eq(left, right)
    for left, right in pairs:
        if all(a <= b for a, b in zip(columns[left], columns[right], strict=True)):
            yield bvule(left, right)
    yield from linear_equations(states)
    for symbol in moving:
        yield bvule(symbol, bv(max(columns[symbol]), symbol.sort.width))
        yield bvule(bv(min(columns[symbol]), symbol.sort.width), symbol)
