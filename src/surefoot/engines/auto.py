"""The default: engines that take turns on one core, each for a little longer every time.

Bounded model checking begins: most programs are decided by it in a moment. Then the control system of the program is made, and k-induction, sample runs and IC3 join
in. Each engine goes on where it was. A turn is `GROWTH` times as long as the one before, so that with n engines nothing that an engine
finds after t seconds of its own has to wait for more than about (1 + (n - 1) * GROWTH) * t seconds, and n is at most 3.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bmc import Bmc
from surefoot.engines.contracts import Engine
from surefoot.engines.ranges import Count, Seconds
from surefoot.engines.turns import Worker
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, GaveUp, Goal, Why
from surefoot.records import dataclass
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.cutpoints.regions import NoFiniteShape

GROWTH = 1.5


@dataclass(frozen=True, slots=True)
class Auto:
    """Bounded model checking, k-induction and IC3 by turns, with sample runs and a search in both directions in between."""

    name: ClassVar[str] = "auto"
    first_seconds: Seconds = 0.25
    """How long the first turn is."""
    probe_runs: Count = 100
    """How many sample runs to try; 0 means none."""
    probe_seconds: Seconds = 0.3
    """How long to try them."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` with the first engine that can."""
        with closing(self.attempts(goal, solvers, budget, on_event)) as claims:
            return next(claims)

    def attempts(
        self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher
    ) -> Generator[Claim, None, None]:
        """The claims of one engine after the other, for whoever does not accept the first."""
        lanes = [_Lane(iter([_Engine(Bmc())])), _Lane(self._inductive(goal)), _Lane(self._directed(goal))]
        context = _Context(goal, solvers, on_event)
        last: Claim = GaveUp(Why.BOUND, "no engine found out", "more time, or another engine")
        length = self.first_seconds
        try:
            while any(not lane.is_over for lane in lanes):
                for lane in lanes:
                    budget.spend()
                    claim = lane.take_turn(context, budget, length)
                    if claim is not None and _is_final(claim):
                        yield claim
                    elif claim is not None:
                        last = claim
                length *= GROWTH
        finally:
            for lane in lanes:
                lane.close()
        yield last

    def _inductive(self, goal: Goal) -> "Iterator[_Work | None]":
        """The control system, then k-induction, then both directions."""
        yield _make_system
        if isinstance(goal.shared.translation, NoFiniteShape):
            return
        from surefoot.engines.bkind import BidirectionalKInduction
        from surefoot.engines.kinduction import KInduction

        yield _Engine(KInduction(search=False, directed_seconds=0.0))
        yield _Engine(BidirectionalKInduction(search=False))

    def _directed(self, goal: Goal) -> "Iterator[_Work | None]":
        """Sample runs, then IC3 as soon as invariants were guessed."""
        yield None  # most programs are decided before
        if self.probe_runs:
            from surefoot.engines.probe import Probe

            yield _Engine(Probe(runs=self.probe_runs, seconds=self.probe_seconds))
        while goal.shared.translation is None or (
            not goal.shared.is_guessed and not isinstance(goal.shared.translation, NoFiniteShape)
        ):
            yield None
        if isinstance(goal.shared.translation, NoFiniteShape):
            return
        from surefoot.engines.ic3.engine import Ic3

        yield _Engine(Ic3())


@dataclass(frozen=True, slots=True)
class _Context:
    """What all engines get."""

    goal: Goal
    solvers: SolverFactory
    on_event: Watcher


_Work = Callable[[_Context, Budget], Claim | None]
"""A piece of work that may make a claim."""


@dataclass(frozen=True, slots=True)
class _Engine:
    """The work of an engine."""

    engine: Engine

    def __call__(self, context: _Context, budget: Budget) -> Claim:
        """Run the engine, its solvers on its own budget."""
        solvers = replace(context.solvers, budget=budget)
        return self.engine.run(context.goal, solvers, budget, context.on_event)


def _make_system(context: _Context, budget: Budget) -> None:
    """Make the control system that engines share."""
    try:
        context.goal.translation(budget)
    except NoFiniteShape:
        return


class _Lane:
    """Pieces of work that are done one after the other; ``None`` among them lets a turn pass."""

    def __init__(self, work: "Iterator[_Work | None]") -> None:
        self._work = work
        self._worker: Worker[Claim | None] | None = None
        self.is_over = False

    def take_turn(self, context: _Context, budget: Budget, seconds: float) -> Claim | None:
        """Work for about ``seconds``; returns the claim of a piece that came to its end."""
        if self._worker is None:
            try:
                work = next(self._work)
            except StopIteration:
                self.is_over = True
                return None
            if work is None:
                return None
            self._worker = Worker("engine", lambda own: work(context, own))
        left = budget.remaining()
        self._worker.resume(seconds if left is None else min(seconds, left))
        if not self._worker.is_done:
            return None
        claim = self._worker.result
        self._worker = None
        return claim

    def close(self) -> None:
        """End what is under way."""
        if self._worker is not None:
            self._worker.cancel()


def _is_final(claim: Claim) -> bool:
    """To find undefined behaviour where there is nothing else is final, too: no other engine can do better."""
    return not isinstance(claim, GaveUp) or claim.why is Why.UNDEFINED_BEHAVIOUR
