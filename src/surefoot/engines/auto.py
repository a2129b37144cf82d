"""The default: a short sequence of engines on one core, each with its share of the time.

Most programs are decided by bounded model checking in a moment, most others with unbounded loops by k-induction. Then sample runs are tried, which
find violations that are everywhere but hard for solvers, and the search in both directions, which finds some that are deep. Bounded model
checking gets the rest of the time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bmc import Bmc
from surefoot.engines.contracts import Engine
from surefoot.engines.ranges import Count, Seconds
from surefoot.errors import OutOfBudget
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, GaveUp, Goal, Why
from surefoot.solvers.registry import SolverFactory


@dataclass(frozen=True, slots=True)
class Auto:
    """Bounded model checking for a moment, k-induction, sample runs, both directions, then bounded model checking again."""

    name: ClassVar[str] = "auto"
    first_seconds: Seconds = 0.5
    """How long bounded model checking may take before the others are tried."""
    induction_seconds: Seconds = 20.0
    """How long k-induction may take, and at most three fifths of the time that is left."""
    probe_runs: Count = 100
    """How many sample runs to try; 0 means none."""
    probe_seconds: Seconds = 0.3
    """How long to try them."""
    halfway_seconds: Seconds = 2.0
    """How long the search in both directions may take; 0 means not at all."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` with the first engine that can."""
        return next(self.attempts(goal, solvers, budget, on_event))

    def attempts(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Iterator[Claim]:
        """The claims of one engine after the other, for whoever does not accept the first."""
        for seconds, make in self._sequence(goal, budget):
            claim = _within(seconds, make(), goal, solvers, budget, on_event)
            if claim is not None:
                yield claim
        yield Bmc().run(goal, solvers, budget, on_event)

    def _sequence(self, goal: Goal, budget: Budget) -> Iterator[tuple[float, Callable[[], Engine]]]:
        """How long to try which engine, in order; those that are not needed at once are not imported before."""
        yield self.first_seconds, Bmc
        from surefoot.engines.bkind import BidirectionalKInduction
        from surefoot.engines.kinduction import KInduction
        from surefoot.engines.probe import Probe

        remaining = budget.remaining()
        seconds = self.induction_seconds if remaining is None else min(self.induction_seconds, 0.6 * remaining)
        yield seconds, partial(KInduction, base_alone=False)
        if self.probe_runs:
            yield 2 * self.probe_seconds, partial(Probe, runs=self.probe_runs, seconds=self.probe_seconds)
        if self.halfway_seconds:
            is_known = bool(goal.hints.invariants)
            yield self.halfway_seconds, partial(BidirectionalKInduction, invariants=is_known)


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
