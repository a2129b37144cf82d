"""The default: a short sequence of engines on one core, each with its share of the time.

Most programs are decided by bounded model checking in a moment, most others with unbounded loops by k-induction. Then sample runs are tried, which
find violations that are everywhere but hard for solvers, and the search in both directions, which finds some that are deep. Bounded model
checking gets the rest of the time.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bmc import Bmc
from surefoot.engines.contracts import Engine
from surefoot.errors import OutOfBudget
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, GaveUp, Goal, Why
from surefoot.solvers.registry import SolverFactory


@dataclass(frozen=True, slots=True)
class Auto:
    """Bounded model checking for a moment, k-induction, sample runs, both directions, then bounded model checking again."""

    name: ClassVar[str] = "auto"
    first_seconds: float = 0.5
    """How long bounded model checking may take before the others are tried."""
    induction_seconds: float = 20.0
    """How long k-induction may take, and at most three fifths of the time that is left."""
    probe_runs: int = 100
    """How many sample runs to try; 0 means none."""
    probe_seconds: float = 0.3
    """How long to try them."""
    halfway_seconds: float = 2.0
    """How long the search in both directions may take; 0 means not at all."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` with the first engine that can."""
        claim = _within(self.first_seconds, Bmc(), goal, solvers, budget, on_event)
        if claim is not None:
            return claim
        from surefoot.engines.bkind import BidirectionalKInduction
        from surefoot.engines.kinduction import KInduction  # not needed for what is decided in a moment
        from surefoot.engines.probe import Probe

        remaining = budget.remaining()
        seconds = self.induction_seconds if remaining is None else min(self.induction_seconds, 0.6 * remaining)
        claim = _within(seconds, KInduction(base_alone=False), goal, solvers, budget, on_event)
        if claim is None and self.probe_runs:
            probe = Probe(runs=self.probe_runs, seconds=self.probe_seconds)
            claim = _within(2 * self.probe_seconds, probe, goal, solvers, budget, on_event)
        if claim is None and self.halfway_seconds:
            halfway = BidirectionalKInduction(invariants=False)
            claim = _within(self.halfway_seconds, halfway, goal, solvers, budget, on_event)
        return Bmc().run(goal, solvers, budget, on_event) if claim is None else claim


def _within(
    seconds: float, engine: Engine, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher
) -> Claim | None:
    """What ``engine`` claims if it does so within ``seconds``; ``None`` if it does not.

    To find undefined behaviour where there is nothing else is final, too: no other engine can do better.
    """
    share = budget.at_most(seconds)
    try:
        claim = engine.run(goal, replace(solvers, budget=share), share, on_event)
    except OutOfBudget:
        budget.spend()
        return None
    is_final = not isinstance(claim, GaveUp) or claim.why is Why.UNDEFINED_BEHAVIOUR
    return claim if is_final else None
