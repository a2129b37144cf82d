"""k-induction over cut points (Sheeran, Singh, Stålmarck, FMCAD 2000; Gadelha 2019, chapter 4), with checked invariants.

base(k):     some run fails a check within k rounds of each loop                                      sat   => unsafe
forward(k):  some run is cut short by the bound k                                                     unsat => safe
step(k):     from some state at a cut point, k - 1 segments pass without failure and the next fails   unsat => safe
             or, loop by loop: the program with summaries for its loops fails a check                 unsat => safe

The step is strengthened with invariants that are inductive on their own. A segment is the loop-free piece between two cut points.
"""

from contextlib import closing
from dataclasses import dataclass
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bounded_search import BoundedSearch, gave_up
from surefoot.engines.induction_step import InductiveStep
from surefoot.engines.ranges import Positive, Seconds
from surefoot.engines.strengthening import REDUCTION_SECONDS, Strengthening, needed_invariants
from surefoot.events import BoundRaised, Watcher
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Goal, Why
from surefoot.solvers.contracts import NoAnswer, Solver
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.cutpoints import CutpointGraph, NoFiniteShape
from surefoot.systems.loopwise import LoopSummaries
from surefoot.systems.segments import Checked, Segments

STRENGTHEN_AT = 2
SEARCH_AT = 3
"""Invariants cost time; what is inductive without them at a smaller k does not need them."""


@dataclass(frozen=True, slots=True)
class KInduction:
    """k-induction for growing k; proves programs whose loops have no bound."""

    name: ClassVar[str] = "kind"
    max_k: Positive = 20
    """Give up beyond this k."""
    invariants: bool = True
    """Strengthen the step with invariants, as far as they are inductive."""
    directed_seconds: Seconds = 12.0
    """How long to search for invariants that exclude the failures of the step."""
    simple_path: bool = False
    """Let the step start only runs that never come back to a state they were in."""
    separate: bool = False
    """Prove each check of the program on its own; what is proved is not asked about again."""
    loop_wise: bool = False
    """Ask the step about the whole program, each loop summarised by k rounds; without simple-path and separate."""

    base_alone: bool = True
    """Where a program admits no induction, go on with base case and forward condition instead of giving up at once."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` by k-induction; see the module."""
        search = BoundedSearch(goal, solvers, on_event)
        with closing(solvers.new()) as solver:
            try:
                induction = _Induction(self, goal, solver, solvers, budget)
                unproved = GaveUp(Why.BOUND, f"not inductive for k up to {self.max_k}", "raise max-k")
            except NoFiniteShape as reason:
                induction = None
                unproved = _no_induction(reason)
                if not self.base_alone:
                    return unproved
            for k in range(1, self.max_k + 1):
                on_event(BoundRaised(self.name, k))
                search.unrolling.extend(k, budget)
                claim = search.base() or search.forward()
                if claim is not None:
                    return claim
                proof = None if induction is None else induction.proof(k)
                if isinstance(proof, GaveUp):
                    return proof
                if proof is not None:
                    return search.undefined() or ClaimsSafe(proof)
        return unproved


class _Induction:
    """The inductive steps for growing k, with invariants as soon as it does not hold without them."""

    def __init__(self, options: KInduction, goal: Goal, solver: Solver, solvers: SolverFactory, budget: Budget) -> None:
        segments = Segments(CutpointGraph(goal.program, goal.checked, budget), goal.checked, budget)
        if not segments.places:
            raise NoFiniteShape("the program has no loops")
        summaries = LoopSummaries(segments) if options.loop_wise else None
        self._options = options
        self._budget = budget
        self._strengthening = Strengthening(segments, goal, solvers, budget)
        self._step = InductiveStep(segments, solver, {}, simple_paths=options.simple_path, summaries=summaries)
        self._proved: frozenset[Checked] = frozenset()

    def proof(self, k: int) -> KInductive | GaveUp | None:
        """The evidence that step(k) holds, if it does."""
        if self._options.invariants:
            if k == STRENGTHEN_AT:
                self._step = self._step.with_invariants(self._strengthening.guess())
            elif k == SEARCH_AT:
                self._step = self._step.with_invariants(self._strengthening.guess_products())
        if self._options.separate and not self._options.loop_wise:
            more = self._step.provable(k, self._proved)
            if isinstance(more, NoAnswer):
                return gave_up(more.reason)
            self._proved = more
        holds = self._step.holds(k, self._proved)
        if isinstance(holds, NoAnswer):
            return gave_up(holds.reason)
        if holds:
            return certificate(self._step, k, self._budget)
        return self._searched() if k == SEARCH_AT and self._options.invariants else None

    def _searched(self) -> KInductive | None:
        """The evidence that step(1) holds with invariants that were searched for its failures."""
        known = self._strengthening.search(self._step, self._options.directed_seconds)
        if known is None:
            return None
        return certificate(InductiveStep(self._step.segments, self._step.solver, known), 1, self._budget)


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


def _no_induction(reason: NoFiniteShape) -> GaveUp:
    """What the engine says about a program whose loop heads have no finite description."""
    return GaveUp(Why.UNSUPPORTED, f"no induction: {reason.message}", "use --engine bmc to look for violations")
