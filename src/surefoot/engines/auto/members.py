"""Lanes: pieces of work for one purpose, one after the other, of which each turn does a part."""

from collections.abc import Callable, Iterator

from surefoot.base.budget import Budget
from surefoot.base.events import Watcher
from surefoot.base.records import dataclass, replace
from surefoot.engines.auto.shares import Purpose
from surefoot.engines.auto.turns import Worker
from surefoot.engines.contracts import Engine, Persistent
from surefoot.evidence.claims import Claim, Goal
from surefoot.smt.registry import SolverFactory

MOST_TURNS_SKIPPED = 3
"""Who took too long skips turns, but no more than these."""


@dataclass(frozen=True, slots=True)
class Context:
    """What all engines get."""

    goal: Goal
    solvers: SolverFactory
    on_event: Watcher


Work = Callable[[Context, Budget, Callable[[Claim], None]], None]
"""A piece of work, which passes its claims to its last argument."""


@dataclass(frozen=True, slots=True)
class EngineWork:
    """The work of an engine."""

    engine: Engine
    solver: str | None = None
    """The library that it asks, if not the usual one."""

    def __call__(self, context: Context, budget: Budget, tell: Callable[[Claim], None]) -> None:
        """Run the engine, its solvers on its own budget."""
        solvers = replace(context.solvers, budget=budget, main=self.solver or context.solvers.main)
        if isinstance(self.engine, Persistent):
            for claim in self.engine.attempts(context.goal, solvers, budget, context.on_event):
                tell(claim)
        else:
            tell(self.engine.run(context.goal, solvers, budget, context.on_event))


class Lane:
    """Pieces of work that are done one after the other; ``None`` among them lets a turn pass."""

    def __init__(self, purpose: Purpose, context: Context, work: "Iterator[Work | None]") -> None:
        self.purpose = purpose
        self._context = context
        self.ignored = context.goal.ignored
        """The checks that its claims are not about."""
        self._work = work
        self._worker: Worker[None] | None = None
        self._is_engine = False
        """Whether that is for this lane alone: the control system is for all of them."""
        self._claims: list[Claim] = []
        self._overdrawn = 0.0
        """How much longer than it should an engine has worked, for not everything can wait in its midst; more than `MOST_TURNS_SKIPPED` turns are forgiven."""
        self.is_over = False

    def take_turn(self, budget: Budget, seconds: float) -> list[Claim]:
        """Work for about ``seconds``, less what earlier turns took too long, on the next piece where one is done; returns the claims that were made meanwhile."""
        left = budget.remaining()
        turn = seconds if left is None else min(seconds, left)
        seconds = turn - self._overdrawn
        self._overdrawn = max(0.0, -seconds)
        while not self._claims and seconds > 0:
            if self._worker is None:
                try:
                    work = next(self._work)
                except StopIteration:
                    self.is_over = True
                    break
                if work is None:
                    break
                self._worker = self._new_worker(work)
                self._is_engine = isinstance(work, EngineWork)
            used = self._worker.seconds
            self._worker.resume(seconds)
            seconds -= self._worker.seconds - used
            self._overdrawn = min(MOST_TURNS_SKIPPED * turn, max(0.0, -seconds)) if self._is_engine else 0.0
            if not self._worker.is_done:
                break
            self._worker = None
        claims, self._claims[:] = list(self._claims), []
        return claims

    def _new_worker(self, work: Work) -> Worker[None]:
        def tell(claim: Claim) -> None:
            self._claims.append(claim)
            worker.rest()

        worker: Worker[None] = Worker("engine", lambda own: work(self._context, own, tell))
        return worker

    def close(self) -> None:
        """End what is under way."""
        if self._worker is not None:
            self._worker.cancel()
