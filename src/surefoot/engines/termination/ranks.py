"""Search for lexicographic ranks: candidates that fit sampled transitions, refined by transitions
on which they fail.

A rank is chosen greedily, component by component: a sum of at most two features that rises on none
of the transitions that are left, and falls on most. A solver then looks for a transition on which
the rank does not decrease.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import combinations, takewhile

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.discharge.obligation import values_of
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.limits import LIMITS
from surefoot.engines.termination.candidates import TIERS, RankFeature, combined, features_of
from surefoot.engines.termination.transitions import Transition, transition_of
from surefoot.logic import FALSE, Term, and_, bv, bvneg, bvslt, eq, not_, or_
from surefoot.logic.transformations.linear_integers import in_linear_integers
from surefoot.smt.contracts import Answer, NoAnswer, Sat, Unsat, Use
from surefoot.smt.registry import FOR_LINEAR_INTEGERS, SolverFactory
from surefoot.systems.control.allocations import allocates, is_bounded_below
from surefoot.systems.control.components import strongly_connected
from surefoot.systems.control.system import ControlSystem, Edge, Invariants

INTEGERS = "linear integers"
"""Name of the attempt in linear integer arithmetic, which decides sums of words fast."""
Ranks = Mapping[str, tuple[Term, ...]]
"""Tuples of words for locations, compared lexicographically."""
_Sum = tuple[tuple[int, RankFeature], ...]
_SOLVERS = (("bitwuzla", 0.3), (INTEGERS, 0.3), ("bits", 0.4), ("z3", 0.6), ("bitwuzla", 2.0), ("bits", 3.0))
"""Solvers in turn, with the seconds of each for a query."""


@dataclass(frozen=True, slots=True)
class RanksFound:
    """Ranks of all components; ``undecided`` has the components for which only sampled transitions
    decrease them.
    """

    ranks: Ranks
    undecided: tuple[tuple[str, ...], ...] = ()
    solvers: frozenset[str] = frozenset()
    """The solvers that decided that the ranks of the other components decrease."""


@dataclass(frozen=True, slots=True)
class NoRanks:
    """No rank fits the transitions of the component ``names``."""

    names: tuple[str, ...]


def components_of(system: ControlSystem, cut: Collection[str] = ()) -> list[tuple[tuple[str, ...], tuple[Edge, ...]]]:
    """Return the strongly connected components with edges, and these edges, among the locations
    other than `cut`.
    """
    following = {
        name: [edge.destination for edge in system.edges_from(name) if isinstance(edge.target, str)]
        for name in system.names
    }
    found = []
    members = [name for name in system.names if name not in cut]
    for names in strongly_connected(members, following, frozenset(members)):
        inside = frozenset(names)
        edges = tuple(edge for edge in system.transitions if edge.source in inside and edge.target in inside)
        if edges:
            ordered = tuple(name for name in system.names if name in inside)
            found.append((ordered, edges))
    return found


def decreases(system: ControlSystem, ranks: Ranks, edge: Edge) -> Term:
    """Return the condition that the rank after `edge` is lexicographically less than before; after
    an allocation, in a prefix that is bounded however many objects are allocated.
    """
    less = FALSE
    memo: dict[Term, Term] = {}
    pairs = list(zip(ranks[edge.destination], ranks[edge.source], strict=True))
    if allocates(system, edge):
        pairs = list(takewhile(lambda pair: all(is_bounded_below(each) for each in pair), pairs))
    for new, old in reversed(pairs):
        after = edge.after(new, memo)
        less = or_(bvslt(after, old), and_(eq(after, old), less))
    return less


class RankSearch:
    """Search for ranks of `system` under `invariants`, from sampled transitions.

    Ranks consist of features of the first `tiers`. Those of the last tier are conditions at one
    location, which annotations and witnesses cannot express.
    """

    def __init__(
        self,
        system: ControlSystem,
        invariants: Invariants,
        samples: Sequence[Transition],
        solvers: SolverFactory,
        budget: Budget,
        seconds: float,
        tiers: int = TIERS,
    ) -> None:
        self._system = system
        self._tiers = tiers
        self._invariants = invariants
        self._samples = samples
        self._solvers = solvers
        self._budget = budget
        self._end = time.thread_time() + seconds
        self._deciders: set[str] = set()

    def ranks(self, cut: Collection[str] = ()) -> RanksFound | NoRanks:
        """Return ranks of all components among the locations other than `cut`, or the first
        component that has none.
        """
        ranks: dict[str, tuple[Term, ...]] = {}
        undecided: list[tuple[str, ...]] = []
        for names, edges in components_of(self._system, cut):
            found = self._of_component(names, edges)
            if found is None:
                return NoRanks(names)
            own, is_decided = found
            ranks |= own
            if not is_decided:
                undecided.append(names)
        return RanksFound(ranks, tuple(undecided), frozenset(self._deciders))

    def _of_component(self, names: tuple[str, ...], edges: tuple[Edge, ...]) -> tuple[Ranks, bool] | None:
        """Return the rank of a component, and whether it decreases on all transitions."""
        everything = features_of(self._system, names, edges)
        own = {id(edge) for edge in edges}
        allocating = {id(edge) for edge in edges if allocates(self._system, edge)}
        rows = [each for each in self._samples if id(each.edge) in own]
        changes = _Changes()
        fitting: Ranks | None = None
        for tier in range(self._tiers):
            features = [each for each in everything if each.tier <= tier]
            if tier and not any(each.tier == tier for each in everything):
                continue
            for _ in range(LIMITS.rank_rounds):
                if time.thread_time() >= self._end:
                    break
                self._budget.spend()
                chosen = _chosen(features, rows, changes, allocating)
                if chosen is None:
                    break
                ranks = {name: tuple(combined(each, name) for each in chosen) or (bv(0, 1),) for name in names}
                refuted = self._refuting(edges, ranks)
                if refuted is None:
                    return ranks, True
                if isinstance(refuted, NoAnswer):
                    fitting = ranks
                    break
                rows.append(refuted)
        if fitting is not None:
            return fitting, False
        real = [each for each in rows if each.is_real]
        simpler = [each for each in everything if each.tier < TIERS - 1]
        chosen = _chosen(simpler, real, changes, allocating)  # if no run was seen here, to be proved unreachable
        if chosen is None and self._tiers == TIERS:
            chosen = _chosen(everything, real, changes, allocating)
        if chosen is None:
            return None
        return {name: tuple(combined(each, name) for each in chosen) or (bv(0, 1),) for name in names}, False

    def _refuting(self, edges: Sequence[Edge], ranks: Ranks) -> Transition | NoAnswer | None:
        """Return a transition on which `ranks` do not decrease; `None` if there is none."""
        unknown: NoAnswer | None = None
        for edge in edges:
            assumed = self._system.assumption(edge.source, self._invariants)
            formula = and_(edge.guard, *assumed, not_(decreases(self._system, ranks, edge)))
            answer = self._decide(formula)
            if isinstance(answer, Sat):
                values = values_of(answer.model, formula)
                return transition_of(self._system, edge, values, is_real=False)
            if isinstance(answer, NoAnswer):
                unknown = answer
        return unknown

    def _decide(self, formula: Term) -> Answer:
        """Decide `formula` under the facts of the system, by several solvers in turn."""
        if formula is FALSE:
            return Unsat()
        answer: Answer = NoAnswer("no time")
        for name, seconds in _SOLVERS:
            if time.thread_time() >= self._end:
                break
            try:
                answer = decide_by(name, formula, self._system, self._solvers, self._budget.at_most(seconds))
            except OutOfBudget:
                self._budget.spend()
            if not isinstance(answer, NoAnswer):
                if isinstance(answer, Unsat):
                    self._deciders.add(name)
                return answer
        return answer


def decide_by(name: str, formula: Term, system: ControlSystem, solvers: SolverFactory, budget: Budget) -> Answer:
    """Decide `formula` under the facts of `system` by the solver `name` in the time of `budget`."""
    if formula is FALSE:
        return Unsat()
    in_integers = name == INTEGERS
    library = FOR_LINEAR_INTEGERS[0] if in_integers else name
    with closing(SystemSolver(system, solvers.open_named(library, Use.ONE_SHOT, budget))) as solver:
        solver.add(in_linear_integers([formula]) if in_integers else formula)
        answer = solver.check(purpose="ranks")
    return NoAnswer("integers abstract words") if in_integers and isinstance(answer, Sat) else answer


class _Changes:
    """Changes of features on transitions, each computed once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], int] = {}
        self._kept: list[object] = []

    def of(self, feature: RankFeature, rows: Sequence[Transition]) -> list[int]:
        """Return the changes of `feature` on `rows`."""
        found: list[int] = []
        for row in rows:
            key = (id(feature), id(row))
            change = self._known.get(key)
            if change is None:
                change = self._known[key] = feature.change(row)
                self._kept += (feature, row)
            found.append(change)
        return found


def _chosen(
    features: Sequence[RankFeature], rows: Sequence[Transition], changes: _Changes, allocating: Collection[int]
) -> list[_Sum] | None:
    """Return components of a rank that decreases on all `rows`; `None` if there is none among sums
    of two features. Those for `allocating` edges are bounded however many objects are allocated.
    """
    left = list(rows)
    chosen: list[_Sum] = []
    while left:
        needs_bounds = any(id(row.edge) in allocating for row in left)
        vectors = [(feature, changes.of(feature, left)) for feature in features]
        best: tuple[int, int, int] = (0, 0, 0)
        found: tuple[_Sum, list[int]] | None = None
        for candidate, values in _sums(vectors):
            falling = sum(value < 0 for value in values)
            tier = max(feature.tier for _, feature in candidate)
            quality = (falling, -tier, -len(candidate))
            if quality > best and falling and (not needs_bounds or _is_bounded(candidate)):
                best, found = quality, (candidate, values)
        if found is None:
            return None
        chosen.append(found[0])
        left = [row for row, value in zip(left, found[1], strict=True) if value >= 0]
    return chosen


def _is_bounded(candidate: _Sum) -> bool:
    """Return whether the sum has a least value however many objects are allocated."""
    return all(
        is_bounded_below(term if factor > 0 else bvneg(term))
        for factor, feature in candidate
        for term in feature.terms.values()
    )


def _sums(vectors: Sequence[tuple[RankFeature, list[int]]]) -> Iterator[tuple[_Sum, list[int]]]:
    """Yield sums of one or two features, with their changes, that rise nowhere."""
    for feature, values in vectors:
        if max(values) <= 0:
            yield ((1, feature),), values
        if min(values) >= 0:
            yield ((-1, feature),), [-value for value in values]
    for (one, left), (other, right) in combinations(vectors, 2):
        if not any(left) or not any(right):
            continue
        for first, second in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            if all(first * a + second * b <= 0 for a, b in zip(left, right, strict=True)):
                yield (
                    ((first, one), (second, other)),
                    [first * a + second * b for a, b in zip(left, right, strict=True)],
                )
