"""The default: a short sequence of engines on one core.

Most programs are decided by bounded model checking in a moment. Those that are not are run on sample inputs first, which finds
violations that are everywhere but hard for solvers; then bounded model checking gets the rest of the time.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bmc import Bmc
from surefoot.errors import OutOfBudget
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, ClaimsUnsafe, Goal
from surefoot.solvers.registry import SolverFactory


@dataclass(frozen=True, slots=True)
class Auto:
    """Bounded model checking for a moment, then sample runs, then bounded model checking again."""

    name: ClassVar[str] = "auto"
    first_seconds: float = 0.5
    """How long bounded model checking may take before sample runs are tried."""
    probe_runs: int = 100
    """How many sample runs to try; 0 means none."""
    probe_seconds: float = 0.3
    """How long to try them."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` with the first engine that can."""
        first = budget.at_most(self.first_seconds)
        try:
            return Bmc().run(goal, replace(solvers, budget=first), first, on_event)
        except OutOfBudget:
            budget.spend()
        if self.probe_runs:
            from surefoot.engines.probe import Probe  # brings the interpreter along

            claim = Probe(runs=self.probe_runs, seconds=self.probe_seconds).run(goal, solvers, budget, on_event)
            if isinstance(claim, ClaimsUnsafe):
                return claim
        return Bmc().run(goal, solvers, budget, on_event)
