"""The default: a short sequence of engines, cheap ones first, on one core and always in the same order."""

from dataclasses import dataclass
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bmc import Bmc
from surefoot.engines.probe import Probe
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, ClaimsUnsafe, Goal
from surefoot.solvers.registry import SolverFactory


@dataclass(frozen=True, slots=True)
class Auto:
    """Sample runs for a moment, then bounded model checking."""

    name: ClassVar[str] = "auto"
    probe_runs: int = 100
    """How many sample runs to try first; 0 means none."""
    probe_seconds: float = 0.3
    """How long to try them."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` with the first engine that can."""
        if self.probe_runs:
            claim = Probe(runs=self.probe_runs, seconds=self.probe_seconds).run(goal, solvers, budget, on_event)
            if isinstance(claim, ClaimsUnsafe):
                return claim
        return Bmc().run(goal, solvers, budget, on_event)
