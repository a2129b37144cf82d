"""The default: engines that take turns on one core, each for a little longer every time.

Bounded model checking begins: most programs are decided by it in a moment. A second one unrolls all runs to their ends at once where loops have ends that are seen. Then the control system of the program is made, and k-induction, sample runs and IC3 join
in, polynomial equations where the program multiplies, and IC3 over uninterpreted functions where it decides more than it computes; when nothing was found for a while, a few long runs. Each engine goes on where it was, and its turns are `GROWTH` times as long as those before. What k-induction proves it mostly proves soon, IC3 takes its time: their turns are
shorter and longer than those of bounded model checking. So nothing that an engine finds after t seconds of its own has to wait for much more than 4 t seconds.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bmc import Bmc
from surefoot.engines.contracts import Engine, Persistent, about_rest
from surefoot.engines.ranges import Count, Seconds
from surefoot.engines.turns import Worker
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, GaveUp, Goal, Why
from surefoot.records import dataclass
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.cutpoints.regions import NoFiniteShape
from surefoot.systems.formats.model import HornFile
from surefoot.systems.translation import Translation

GROWTH = 1.5
LEAP_STEPS = 20_000
"""How many statements a run that leaps may take."""
AT_ONCE_SHARE, INDUCTIVE_SHARE, POLYNOMIAL_SHARE, DIRECTED_SHARE, LONG_SHARE = 1.0, 2 / 3, 1 / 2, 4 / 3, 4.0
"""How long turns of unrolling at once, of k-induction, of polynomial equations, of IC3 and of long runs are, compared with those of bounded model checking."""
SUMMARIES_SHARE = 1.0
"""The same of pre- and postconditions, where functions have one copy for all their calls."""
TURNS_BEFORE_AT_ONCE = 2
"""After how many turns of the others all runs are unrolled at once."""
LONG_RUNS_AFTER, LONG_STEPS = 4, 10_000_000
"""After how many turns of the others long runs are made, once, and how many statements each may take."""
POOL_SHARE = 5 / 2
"""How long turns of k-induction are where loops make objects: IC3 has none there, and bounded model checking finds violations soon or hardly ever."""
LEAST_CONTROL, COMPUTING = 200, 10
"""A program is mostly control if its system has so many terms, and one of so many computes at most."""
CONTROL_SHARE, BESIDE_CONTROL_SHARE = 2.0, 1 / 2
"""How long turns of IC3 over uninterpreted functions are where a program is mostly control, and those of the others there."""
MOST_TURNS_FOR_GUESSES = 2
"""How many turns IC3 waits for invariants that k-induction guesses; later it begins without them, and takes them over when they are there."""


@dataclass(frozen=True, slots=True)
class Auto:
    """Bounded model checking, k-induction and IC3 by turns, with sample runs and a search in both directions in between, and the ring for products."""

    name: ClassVar[str] = "auto"
    first_seconds: Seconds = 0.25
    """How long the first turn is."""
    probe_runs: Count = 100
    """How many sample runs to try; 0 means none."""
    probe_seconds: Seconds = 0.3
    """How long to try them."""
    leap_runs: Count = 30
    """How many sample runs to try that leap over rounds of loops; 0 means none."""
    leap_seconds: Seconds = 0.2
    """How long to try them, and how long a solver may search for such runs."""
    long_seconds: Seconds = 4.0
    """How long to try runs that may be long, when nothing was found for a while; 0 means not at all."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` with the first engine that can."""
        with closing(self.attempts(goal, solvers, budget, on_event)) as claims:
            return next(claims)

    def attempts(
        self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher
    ) -> Generator[Claim, None, None]:
        """The claims of one engine after the other, for whoever does not accept the first or wants to know about every check.

        Engines that work on the control system begin again without the checks that turn out to fail.
        """
        known = frozenset(goal.shared.violated)
        context = _Context(goal, solvers, on_event)
        bounded = _Lane(context, iter([_Engine(Bmc())]))
        at_once = _Lane(context, self._at_once(goal), AT_ONCE_SHARE)
        others = self._other_lanes(context)
        reason = GaveUp(Why.BOUND, "no engine found out", "more time, or another engine")
        length = self.first_seconds
        try:
            while any(not lane.is_over for lane in (bounded, at_once, *others)):
                if _has_pools(goal.shared.translation):
                    others[0].share = POOL_SHARE
                elif _is_mostly_control(goal.shared.translation):
                    for lane in (bounded, at_once, *others[:-2]):
                        lane.share = BESIDE_CONTROL_SHARE
                for lane in (bounded, at_once, *others):
                    budget.spend()
                    while claims := lane.take_turn(budget, lane.share * length):  # after a claim it is still its turn
                        for claim in claims:
                            if not isinstance(claim, GaveUp) or _is_final(claim):
                                yield about_rest(claim, lane.ignored)
                            elif reason.why is Why.BOUND:  # what an engine cannot do says more than how far it came
                                reason = claim
                if not known.issuperset(goal.shared.violated):
                    known = frozenset(goal.shared.violated)
                    for lane in others:
                        lane.close()
                    others = self._other_lanes(replace(context, goal=goal.without(goal.decided)))
                length *= GROWTH
        finally:
            for lane in (bounded, at_once, *others):
                lane.close()
        yield reason

    def _at_once(self, goal: Goal) -> "Iterator[_Work | None]":
        """All runs to their ends in one unrolling, where loops have ends that are seen. Those of a model never end."""
        for _ in range(TURNS_BEFORE_AT_ONCE):  # most programs are decided before
            yield None
        if goal.model is None:
            yield _Engine(Bmc(at_once=True))

    def _other_lanes(self, context: "_Context") -> "tuple[_Lane, ...]":
        goal = context.goal
        of_clauses = (_Lane(context, self._clauses()),) if isinstance(goal.model, HornFile) else ()
        return (
            _Lane(context, self._inductive(goal), INDUCTIVE_SHARE),
            *of_clauses,
            _Lane(context, self._summarised(goal), SUMMARIES_SHARE),
            _Lane(context, self._polynomial(goal), POLYNOMIAL_SHARE),
            _Lane(context, self._directed(goal), DIRECTED_SHARE),
            _Lane(context, self._controlled(goal), CONTROL_SHARE),
            _Lane(context, self._long_runs(), LONG_SHARE),
        )

    def _inductive(self, goal: Goal) -> "Iterator[_Work | None]":
        """The control system, then k-induction, then both directions; where recursion leaves no control system, summaries."""
        yield _make_system
        if isinstance(goal.shared.translation, NoFiniteShape):
            from surefoot.systems.procedures.points import recursive_functions

            if goal.model is None and recursive_functions(goal.program):
                from surefoot.engines.summaries import SummariesEngine

                yield _Engine(SummariesEngine())
            return
        from surefoot.engines.bkind import BidirectionalKInduction
        from surefoot.engines.kinduction import KInduction

        yield _Engine(KInduction(search=False, directed_seconds=0.0))
        yield _Engine(BidirectionalKInduction(search=False))

    def _summarised(self, goal: Goal) -> "Iterator[_Work | None]":
        """Pre- and postconditions, as soon as there is a control system, if that has one copy of functions for very many calls."""
        while goal.shared.translation is None:
            yield None
        if _has_one_copy(goal.shared.translation):
            from surefoot.engines.summaries import SummariesEngine

            yield _Engine(SummariesEngine())

    def _clauses(self) -> "Iterator[_Work | None]":
        """Horn clauses as they are: where they are not linear, this is all there is besides unrolling."""
        from surefoot.engines.horn.engine import Horn

        yield _Engine(Horn(first_seconds=2 * self.first_seconds))

    def _polynomial(self, goal: Goal) -> "Iterator[_Work | None]":
        """Polynomial equations, as soon as there is a control system, if something is multiplied in it."""
        while goal.shared.translation is None:
            yield None
        if isinstance(goal.shared.translation, NoFiniteShape):
            return
        from surefoot.analysis.ring.abstraction import multiplies
        from surefoot.engines.ring import Ring

        if multiplies(goal.shared.translation.system):
            yield _Engine(Ring(search_seconds=3.0, linear_seconds=2.0))

    def _controlled(self, goal: Goal) -> "Iterator[_Work | None]":
        """IC3 over uninterpreted functions, as soon as there is a control system, if it hardly computes."""
        yield None  # most programs are decided before
        while goal.shared.translation is None:
            yield None
        if _is_mostly_control(goal.shared.translation):
            from surefoot.engines.euf.engine import Euf

            yield _Engine(Euf())

    def _long_runs(self) -> "Iterator[_Work | None]":
        """Runs in which input statements do not change their minds, so that they may go deep."""
        for _ in range(LONG_RUNS_AFTER):
            yield None
        if self.long_seconds and self.probe_runs:
            from surefoot.engines.probe import Probe

            yield _Engine(Probe(seconds=self.long_seconds, steps=LONG_STEPS, settled=True))

    def _directed(self, goal: Goal) -> "Iterator[_Work | None]":
        """Sample runs, also such that leap over rounds of loops, then IC3 when invariants were guessed, or when that takes long."""
        yield None  # most programs are decided before
        if self.leap_runs and goal.model is None and _has_rounds(goal.shared.translation):
            from surefoot.engines.leap import Leap

            seconds = self.leap_seconds
            yield _Engine(Leap(runs=self.leap_runs, seconds=seconds, steps=LEAP_STEPS, search_seconds=seconds))
        if self.probe_runs:
            from surefoot.engines.probe import Probe

            yield _Engine(Probe(runs=self.probe_runs, seconds=self.probe_seconds))
        while goal.shared.translation is None:
            yield None
        for _ in range(MOST_TURNS_FOR_GUESSES):
            if not goal.shared.is_guessed and not isinstance(goal.shared.translation, NoFiniteShape):
                yield None
        translation = goal.shared.translation
        if translation is None or isinstance(translation, NoFiniteShape) or _has_pools(translation):
            return  # where loops make objects, invariants speak of all of them, and IC3 knows none that do
        from surefoot.engines.ic3.engine import Ic3

        yield _Engine(Ic3(guess=False))


@dataclass(frozen=True, slots=True)
class _Context:
    """What all engines get."""

    goal: Goal
    solvers: SolverFactory
    on_event: Watcher


_Work = Callable[[_Context, Budget, Callable[[Claim], None]], None]
"""A piece of work, which passes its claims to its last argument."""


@dataclass(frozen=True, slots=True)
class _Engine:
    """The work of an engine."""

    engine: Engine

    def __call__(self, context: _Context, budget: Budget, tell: Callable[[Claim], None]) -> None:
        """Run the engine, its solvers on its own budget."""
        solvers = replace(context.solvers, budget=budget)
        if isinstance(self.engine, Persistent):
            for claim in self.engine.attempts(context.goal, solvers, budget, context.on_event):
                tell(claim)
        else:
            tell(self.engine.run(context.goal, solvers, budget, context.on_event))


def _has_one_copy(translation: Translation | NoFiniteShape | None) -> bool:
    """Whether functions have one copy for all their calls."""
    return translation is not None and not isinstance(translation, NoFiniteShape) and translation.has_one_copy


def _has_pools(translation: Translation | NoFiniteShape | None) -> bool:
    """Whether loops make objects."""
    return translation is not None and not isinstance(translation, NoFiniteShape) and not translation.is_exact


def _is_mostly_control(translation: Translation | NoFiniteShape | None) -> bool:
    """Whether a program decides more than it computes, and there is much to decide."""
    if translation is None or isinstance(translation, NoFiniteShape) or not translation.is_exact:
        return False
    from surefoot.systems.control.features import features_of

    features = features_of(translation.system)
    return features.terms >= LEAST_CONTROL and features.computations * COMPUTING <= features.terms


def _has_rounds(translation: Translation | NoFiniteShape | None) -> bool:
    """Whether there is a loop whose rounds are edges from a location to itself."""
    if translation is None or isinstance(translation, NoFiniteShape):
        return False
    return any(edge.source == edge.target for edge in translation.system.transitions)


def _make_system(context: _Context, budget: Budget, _tell: Callable[[Claim], None]) -> None:
    """Make the control system that engines share."""
    try:
        context.goal.translation(budget)
    except NoFiniteShape:
        return


class _Lane:
    """Pieces of work that are done one after the other; ``None`` among them lets a turn pass."""

    def __init__(self, context: _Context, work: "Iterator[_Work | None]", share: float = 1.0) -> None:
        self._context = context
        self.share = share
        """How long its turns are, compared with those of others."""
        self.ignored = context.goal.ignored
        """The checks that its claims are not about."""
        self._work = work
        self._worker: Worker[None] | None = None
        self._claims: list[Claim] = []
        self.is_over = False

    def take_turn(self, budget: Budget, seconds: float) -> list[Claim]:
        """Work for about ``seconds``; returns the claims that were made meanwhile."""
        if self._worker is None:
            try:
                work = next(self._work)
            except StopIteration:
                self.is_over = True
                return []
            if work is None:
                return []
            self._worker = self._new_worker(work)
        left = budget.remaining()
        self._worker.resume(seconds if left is None else min(seconds, left))
        if self._worker.is_done:
            self._worker = None
        claims, self._claims[:] = list(self._claims), []
        return claims

    def _new_worker(self, work: _Work) -> Worker[None]:
        def tell(claim: Claim) -> None:
            self._claims.append(claim)
            worker.rest()

        worker: Worker[None] = Worker("engine", lambda own: work(self._context, own, tell))
        return worker

    def close(self) -> None:
        """End what is under way."""
        if self._worker is not None:
            self._worker.cancel()


def _is_final(claim: GaveUp) -> bool:
    """To find undefined behaviour where there is nothing else is final, too: no other engine can do better."""
    return claim.why is Why.UNDEFINED_BEHAVIOUR
