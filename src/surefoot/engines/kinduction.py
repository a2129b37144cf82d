"""k-induction over cut points (Sheeran, Singh, Stålmarck, FMCAD 2000; Gadelha 2019, chapter 4), with checked invariants.

base(k):  some run fails a check within k rounds of each loop                                        sat   => unsafe
step(k):  from some state at a cut point, k - 1 segments pass without failure and the next fails    unsat => safe

Both with the invariants that Houdini found inductive. A segment is the loop-free piece between two cut points.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import ClassVar

from surefoot.analysis.candidates import candidates
from surefoot.analysis.houdini import inductive_subset
from surefoot.analysis.reduction import reduced
from surefoot.budget import Budget
from surefoot.engines.bounded_search import BoundedSearch, gave_up
from surefoot.events import BoundRaised, Watcher
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Goal, Why
from surefoot.logic import FALSE, Term
from surefoot.solvers.contracts import Answer, NoAnswer, Sat, Solver, Unsat
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.cutpoints import CutpointGraph, NoFiniteShape, Place
from surefoot.systems.layout import Layout
from surefoot.systems.segments import Edge, Segments


@dataclass(frozen=True, slots=True)
class KInduction:
    """k-induction for growing k; proves programs whose loops have no bound."""

    name: ClassVar[str] = "kind"
    max_k: int = 20
    """Give up beyond this k."""
    invariants: bool = True
    """Strengthen the step with invariants from templates, as far as they are inductive."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` by k-induction; see the module."""
        try:
            graph = CutpointGraph(goal.program, goal.checked, budget)
        except NoFiniteShape as reason:
            return GaveUp(Why.UNSUPPORTED, f"no induction: {reason.message}", "use --engine bmc to look for violations")
        search = BoundedSearch(goal, solvers, on_event)
        with closing(solvers.new()) as solver:
            step = _Step(Segments(graph, goal.checked, budget), solver, {})
            for k in range(1, self.max_k + 1):
                on_event(BoundRaised(self.name, k))
                search.unrolling.extend(k, budget)
                claim = search.base() or search.forward()
                if claim is not None:
                    return claim
                if k == STRENGTHEN_AT and self.invariants:
                    step = _strengthened(step, goal, budget)
                holds = step.holds(k)
                if isinstance(holds, GaveUp):
                    return holds
                if holds:
                    known = _needed(step, k, goal, budget.at_most(REDUCTION_SECONDS))
                    names = {symbol: name for place in known for symbol, name in graph.variables(place).items()}
                    spans = {place: graph.span(place) for place in known}
                    return search.undefined() or ClaimsSafe(KInductive(k, known, solver.name, names, spans))
        return GaveUp(Why.BOUND, f"not inductive for k up to {self.max_k}", "raise max-k")


STRENGTHEN_AT = 2
"""Invariants cost time; what is inductive without them at a smaller k does not need them."""
REDUCTION_SECONDS = 2.0
"""How long to look for a smaller set of invariants once there is a proof."""

Known = Mapping[Place, tuple[Term, ...]]


def _strengthened(step: "_Step", goal: Goal, budget: Budget) -> "_Step":
    """The same step with the inductive ones of the candidate invariants."""
    graph = step.segments.graph
    guesses = {place: candidates(graph, place, goal.program) for place in step.segments.places}
    known = inductive_subset(step.segments.edges(), guesses, step.solver, step.layout, budget)
    kept = {place: tuple(terms) for place, terms in known.items() if terms}
    return _Step(Segments(graph, goal.checked, budget), step.solver, kept)


def _needed(step: "_Step", k: int, goal: Goal, budget: Budget) -> Known:
    """Invariants of ``step`` that are inductive and make step(k) hold, as few as can be found in time."""
    pairs = [(place, term) for place, terms in step.invariants.items() for term in terms]
    edges = step.segments.edges() if pairs else []

    def is_enough(some: list[tuple[Place, Term]]) -> bool:
        known = _by_place(some)
        trial = _Step(Segments(step.segments.graph, goal.checked, budget), step.solver, known)
        return trial.is_inductive(edges) and trial.holds(k) is True

    return _by_place(reduced(pairs, is_enough, budget))


def _by_place(pairs: list[tuple[Place, Term]]) -> Known:
    places = dict.fromkeys(place for place, _ in pairs)
    return {place: tuple(term for where, term in pairs if where == place) for place in places}


class _Step:
    """The inductive step: one incremental solver for all cut points, and invariants that hold at them."""

    def __init__(self, segments: Segments, solver: Solver, invariants: Known) -> None:
        self.segments = segments
        self.solver = solver
        self.invariants = invariants
        self.layout = Layout(segments.graph.book)

    def holds(self, k: int) -> bool | GaveUp:
        """Whether step(k) is unsatisfiable from every cut point."""
        for place in self.segments.places:
            match self._ask(self.segments.failure_in(k, place, self.invariants), "inductive step"):
                case Unsat():
                    pass
                case Sat():
                    return False
                case NoAnswer(reason):
                    return gave_up(reason)
        return True

    def is_inductive(self, edges: Sequence[Edge]) -> bool:
        """Whether every edge keeps the invariants."""
        return all(isinstance(self._ask(edge.breaks(self.invariants), "invariants"), Unsat) for edge in edges)

    def _ask(self, formula: Term, purpose: str) -> Answer:
        if formula is FALSE:
            return Unsat()
        for fact in self.layout.facts_for(formula):
            self.solver.add(fact)
        return self.solver.check([formula], purpose=purpose)
