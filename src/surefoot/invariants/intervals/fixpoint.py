"""Ranges of the state variables of locations: a fixpoint over the edges between them (Cousot and
Cousot, POPL 1977).

Object and offset of a pointer are bit-vectors like any other, so points-to sets are narrowed along
with the numbers. Arrays are not tracked: a read gives any value, unless a condition on the same
edge constrains the same cell.
"""

from collections.abc import Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.invariants.intervals.thresholds import Thresholds
from surefoot.invariants.limits import LIMITS
from surefoot.logic import Sort, Term, Value
from surefoot.logic.intervals.domain import Abstract, join, meet, widen
from surefoot.logic.intervals.evaluation import AbstractEnvironment, Allowance, Evaluation
from surefoot.logic.intervals.refinement import assume
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

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
