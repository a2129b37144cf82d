"""k-induction over cut points (Sheeran, Singh, Stålmarck, FMCAD 2000; Gadelha 2019, chapter 4), with checked invariants.

base(k):     some run fails a check within k rounds of each loop                                      sat   => unsafe
forward(k):  some run is cut short by the bound k                                                     unsat => safe
step(k):     from some state at a cut point, k - 1 segments pass without failure and the next fails   unsat => safe
             or, loop by loop: the program with summaries for its loops fails a check                 unsat => safe

The step is strengthened with invariants that are inductive on their own. A segment is the loop-free piece between two cut points.
"""

from contextlib import closing
from dataclasses import dataclass, replace
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bounded_search import BoundedSearch, gave_up
from surefoot.engines.induction_step import InductiveStep
from surefoot.engines.strengthening import (
    REDUCTION_SECONDS,
    inductive_invariants,
    needed_invariants,
    property_directed_invariants,
)
from surefoot.events import BoundRaised, Watcher
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Goal, Why
from surefoot.solvers.contracts import NoAnswer
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.cutpoints import CutpointGraph, NoFiniteShape
from surefoot.systems.loopwise import LoopSummaries
from surefoot.systems.segments import Checked, Segments

STRENGTHEN_AT = 2
DIRECT_AT = 3
"""Invariants cost time; what is inductive without them at a smaller k does not need them."""


@dataclass(frozen=True, slots=True)
class KInduction:
    """k-induction for growing k; proves programs whose loops have no bound."""

    name: ClassVar[str] = "kind"
    max_k: int = 20
    """Give up beyond this k."""
    invariants: bool = True
    """Strengthen the step with invariants, as far as they are inductive."""
    directed_seconds: float = 12.0
    """How long to search for invariants that exclude the failures of the step."""
    simple_path: bool = False
    """Let the step start only runs that never come back to a state they were in."""
    separate: bool = False
    """Prove each check of the program on its own; what is proved is not asked about again."""
    loop_wise: bool = False
    """Ask the step about the whole program, each loop summarised by k rounds; without simple-path and separate."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` by k-induction; see the module."""
        try:
            graph = CutpointGraph(goal.program, goal.checked, budget)
        except NoFiniteShape as reason:
            return no_induction(reason)
        search = BoundedSearch(goal, solvers, on_event)
        segments = Segments(graph, goal.checked, budget)
        proved: frozenset[Checked] = frozenset()
        with closing(solvers.new()) as solver:
            summaries = LoopSummaries(segments) if self.loop_wise else None
            step = InductiveStep(segments, solver, {}, simple_paths=self.simple_path, summaries=summaries)
            for k in range(1, self.max_k + 1):
                on_event(BoundRaised(self.name, k))
                search.unrolling.extend(k, budget)
                claim = search.base() or search.forward()
                if claim is not None:
                    return claim
                if k == STRENGTHEN_AT and self.invariants:
                    known = inductive_invariants(segments, goal, solver, budget)
                    step = step.with_invariants(known)
                if self.separate and not self.loop_wise:
                    more = step.provable(k, proved)
                    if isinstance(more, NoAnswer):
                        return gave_up(more.reason)
                    proved = more
                if k == DIRECT_AT and self.invariants:
                    stronger = self._directed(step, solvers, budget)
                    if stronger is not None:
                        return search.undefined() or ClaimsSafe(certificate(stronger, 1, budget))
                holds = step.holds(k, proved)
                if isinstance(holds, NoAnswer):
                    return gave_up(holds.reason)
                if holds:
                    return search.undefined() or ClaimsSafe(certificate(step, k, budget))
        return GaveUp(Why.BOUND, f"not inductive for k up to {self.max_k}", "raise max-k")

    def _directed(self, step: InductiveStep, solvers: SolverFactory, budget: Budget) -> InductiveStep | None:
        """The same step with invariants that were searched for its failures, if they make it hold at k = 1."""
        share = budget.at_most(self.directed_seconds)
        with closing(replace(solvers, budget=share).new()) as solver:
            known = property_directed_invariants(step, solver, share)
        budget.spend()
        return None if known is None else InductiveStep(step.segments, step.solver, known)


def certificate(step: InductiveStep, k: int, budget: Budget) -> KInductive:
    """The evidence for a ``step`` that holds at ``k``, with no more invariants than it needs."""
    known = needed_invariants(step, k, budget.at_most(REDUCTION_SECONDS))
    graph = step.segments.graph
    places = (*known, *step.lemmas)
    names = {symbol: name for place in places for symbol, name in graph.variables(place).items()}
    spans = {place: graph.span(place) for place in places}
    loop_wise = step.summaries is not None
    simple_paths = step.simple_paths and not loop_wise
    return KInductive(k, known, step.solver.name, dict(step.lemmas), simple_paths, loop_wise, names, spans)


def no_induction(reason: NoFiniteShape) -> GaveUp:
    """What an engine says about a program whose loop heads have no finite description."""
    return GaveUp(Why.UNSUPPORTED, f"no induction: {reason.message}", "use --engine bmc to look for violations")
