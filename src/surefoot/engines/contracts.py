"""What every engine promises: a goal in, a claim with evidence out."""

from collections.abc import Iterator
from typing import ClassVar, Protocol, runtime_checkable

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


@runtime_checkable
class Persistent(Protocol):
    """An engine that can go on when its claim was not accepted."""

    def attempts(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Iterator[Claim]:
        """One or more claims; each is made only after the one before was not accepted."""
        ...


def attempts_of(
    engine: Engine, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher
) -> Iterator[Claim]:
    """The claims of ``engine`` about ``goal``: one, or as many as it takes."""
    if isinstance(engine, Persistent):
        yield from engine.attempts(goal, solvers, budget, on_event)
    else:
        yield engine.run(goal, solvers, budget, on_event)
