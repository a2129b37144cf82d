"""Interval analysis of locations: ranges of their state variables, a fixpoint over the edges
between them (Cousot and Cousot, POPL 1977). Ranges are candidates that Houdini checks.

Object and offset of a pointer are bit-vectors like any other, so points-to sets are narrowed along
with the numbers. Arrays are not tracked: a read gives any value, unless a condition on the same
edge constrains the same cell.

Thresholds of widening are constants of the program, one step of a loop beyond them, and the bounds
of the types.

Numbers of summarised heap objects have no thresholds among constants of the program: they are
unrelated to these.
"""

from collections.abc import Iterator, Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.invariants.limits import LIMITS
from surefoot.logic import (
    FALSE,
    TRUE,
    BitVecSort,
    FloatSort,
    RoundingMode,
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
    softfloat,
)
from surefoot.logic.intervals.domain import (
    Abstract,
    Floats,
    Numbers,
    Truth,
    bits_of,
    infinity_key,
    is_single,
    join,
    key_of,
    meet,
    rank_of,
    widen,
)
from surefoot.logic.intervals.evaluation import AbstractEnvironment, Allowance, Evaluation
from surefoot.logic.intervals.refinement import assume
from surefoot.logic.semantics import signed
from surefoot.logic.values import canonical_nan
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge


class Thresholds:
    """Ascending thresholds for each sort: of signed numbers, or of keys of floats."""

    def __init__(self, constants: Mapping[Sort, Sequence[Value]]) -> None:
        self._constants = constants
        self._integers = sorted(self._signed_constants())
        self._near = self._near_integers()
        self._by_sort: dict[Sort, Sequence[int]] = {}

    def of(self, sort: Sort) -> Sequence[int]:
        """Return all thresholds of `sort`."""
        known = self._by_sort.get(sort)
        if known is None:
            known = self._by_sort[sort] = sorted({*self._near_constants(sort), *self.bounds_of(sort)})
        return known

    def bounds_of(self, sort: Sort) -> Sequence[int]:
        """Return the thresholds that every program has."""
        match sort:
            case BitVecSort(width):
                half = 1 << (width - 1)
                return (-half, -1, 0, half - 1)
            case FloatSort():
                greatest = infinity_key(sort)
                return (-greatest - 1, -greatest, -1, 0, greatest - 1, greatest)
            case _:
                return ()

    def _near_constants(self, sort: Sort) -> set[int]:
        match sort:
            case BitVecSort() if sort is INSTANCE:
                return set()
            case BitVecSort(width):
                return {signed(number & sort.mask, width) for number in self._near}
            case FloatSort():
                found = [softfloat.from_integer(sort, RoundingMode.RNE, number) for number in self._integers]
                found += [
                    softfloat.convert(other, sort, RoundingMode.RNE, value)
                    for other, values in self._constants.items()
                    if isinstance(other, FloatSort)
                    for value in values
                    if isinstance(value, int)
                ]
                keys = {key_of(sort, bits) for bits in found if bits != canonical_nan(sort)}
                return {key + step for key in keys for step in (-1, 0, 1) if abs(key) < infinity_key(sort)}
            case _:
                return set()

    def _near_integers(self) -> set[int]:
        """Return the values of a counter that stops just before, at or just after a constant, and
        then takes a step.
        """
        steps = {0, *(sign * each for each in self._integers if abs(each) <= LIMITS.threshold_step for sign in (-1, 1))}
        if len(self._integers) * len(steps) > LIMITS.threshold_sums:
            steps = {0}
        return {number + near + step for number in self._integers for near in (-1, 0, 1) for step in steps}

    def _signed_constants(self) -> set[int]:
        return {
            signed(value, sort.width)
            for sort, values in self._constants.items()
            if isinstance(sort, BitVecSort)
            for value in values
            if isinstance(value, int)
        }


Ranges = Mapping[str, AbstractEnvironment]
"""For each reachable location, the values of its state variables."""


def reachable_ranges(system: ControlSystem, constants: Mapping[Sort, Sequence[Value]], budget: Budget) -> Ranges:
    """Return ranges that hold whenever a run is at a location; a location without ranges is not
    reached.

        `constants` of the program are thresholds. Raises `OutOfBudget`.
    """
    analysis = _Fixpoint(system, Thresholds(constants), budget)
    analysis.ascend()
    for _ in range(LIMITS.narrowings):
        if not analysis.descend():
            break
    return analysis.ranges


class _Fixpoint:
    def __init__(self, system: ControlSystem, thresholds: Thresholds, budget: Budget) -> None:
        self.ranges: dict[str, AbstractEnvironment] = {}
        self._system = system
        self._edges = system.transitions
        self._thresholds = thresholds
        self._budget = budget
        self._growths: dict[str, int] = {}

    def ascend(self) -> None:
        """Join until every edge leads into the ranges; a location is stable under its own
        iterations before its successors are visited.
        """
        pending = list(range(len(self._edges)))
        while pending:
            stays = (
                at for at, number in enumerate(pending) if self._edges[number].source == self._edges[number].target
            )
            edge = self._edges[pending.pop(next(stays, 0))]
            arriving = self._arriving(edge)
            if arriving is not None and self._grow(edge.destination, arriving):
                again = [number for number, each in enumerate(self._edges) if each.source == edge.target]
                pending.extend(number for number in again if number not in pending)

    def descend(self) -> bool:
        """Shrink ranges to what arrives at locations, and return whether any shrank.

        Requires and ensures: every edge leads into the ranges of its target.
        """
        arriving: dict[str, AbstractEnvironment] = {}
        for edge in self._edges:
            found = self._arriving(edge)
            if found is not None:
                other = arriving.get(edge.destination)
                arriving[edge.destination] = found if other is None else _joined(other, found)
        shrunk: dict[str, AbstractEnvironment] = {
            name: {symbol: meet(value, self.ranges[name][symbol]) for symbol, value in found.items()}
            for name, found in arriving.items()
        }
        changed = shrunk != self.ranges
        self.ranges = shrunk
        return changed

    def _arriving(self, edge: Edge) -> AbstractEnvironment | None:
        """Return the values of the target's symbols after the edge; `None` if it cannot be taken."""
        self._budget.spend()
        known: AbstractEnvironment | None = {} if edge.source == ENTRY else self.ranges.get(edge.source)
        evaluation = None if known is None else over_edge(self._system, edge, known)
        if evaluation is None:
            return None
        return {symbol: evaluation.value(value) for symbol, value in edge.update.items()}

    def _grow(self, name: str, arriving: AbstractEnvironment) -> bool:
        old = self.ranges.get(name)
        if old is None:
            self.ranges[name] = arriving
            return True
        if _joined(old, arriving) == old:
            return False
        count = self._growths[name] = self._growths.get(name, 0) + 1
        self.ranges[name] = {symbol: self._grown(symbol, old[symbol], new, count) for symbol, new in arriving.items()}
        return True

    def _grown(self, symbol: Term, old: Abstract, new: Abstract, count: int) -> Abstract:
        if count <= LIMITS.plain_joins:
            return join(old, new)
        is_patient = count <= LIMITS.plain_joins + LIMITS.widenings
        return widen(
            old, new, self._thresholds.of(symbol.sort) if is_patient else self._thresholds.bounds_of(symbol.sort)
        )


def _joined(left: AbstractEnvironment, right: AbstractEnvironment) -> AbstractEnvironment:
    return {symbol: join(value, right[symbol]) for symbol, value in left.items()}


def ranges_within(formula: Term) -> AbstractEnvironment | None:
    """Return ranges of the variables of `formula` in all states where it holds; `None` if there are
    none.
    """
    return assume({}, formula, Allowance(LIMITS.edge_effort), holds=True)


def over_edge(system: ControlSystem, edge: Edge, known: AbstractEnvironment) -> Evaluation | None:
    """Return an evaluation of terms over the source and inputs of `edge` where it is taken and
    `known` holds before; `None` if it cannot be taken.
    """
    effort = Allowance(LIMITS.edge_effort)
    at_source = assume(known, system.location(edge.source).domain, effort, holds=True)
    passing = None if at_source is None else assume(at_source, edge.guard, effort, holds=True)
    if passing is None:
        return None

    def split(environment: AbstractEnvironment, condition: Term, holds: bool) -> AbstractEnvironment | None:  # noqa: FBT001
        return assume(environment, condition, effort, holds=holds)

    return Evaluation(passing, effort, split)


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
