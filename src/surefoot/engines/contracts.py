"""What every engine promises: a goal in, a claim with evidence out."""

from typing import ClassVar, Protocol

from surefoot.budget import Budget
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, Goal
from surefoot.solvers.registry import SolverFactory


class Engine(Protocol):
    """An algorithm. Its options are its dataclass fields; it prints nothing and keeps nothing between runs."""

    name: ClassVar[str]

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal``, or say why not. May raise `OutOfBudget`."""
        ...
