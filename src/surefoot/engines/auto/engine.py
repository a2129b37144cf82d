"""The default: engines that take turns on one core, each for a little longer every time.

Bounded model checking begins: most programs are decided by it in a moment. A second one unrolls all runs to their ends at once where loops have ends that are seen, one asks boxes of floats where floats are multiplied, and one runs the program on inputs that are changed where that leads to something new. Then the control system of the program is made, and k-induction, sample runs and IC3 join
in, polynomial equations where the program multiplies, invariants guessed in integers where it is about numbers, and, where it decides more than it computes, labels of the graph of all paths and IC3 over uninterpreted functions; when nothing was found for a while, a few long runs. Each engine goes on where it was, and its turns are `GROWTH` times as long as those before, later `LATER_GROWTH` times; who took too long skips some. What k-induction proves it mostly proves soon, IC3 takes its time: their turns are
shorter and longer than those of bounded model checking. Who has unrolled all runs to their ends comes first from then on, and has the longest turns. So what one of the engines that mostly decide such programs finds after t seconds of its own has to wait for about 4 t seconds at most (`shares.py`); others get shorter turns, and wait for longer.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.events import Watcher
from surefoot.base.records import dataclass, replace
from surefoot.engines.auto.lanes import Context, EngineWork, Lane, Work
from surefoot.engines.auto.shares import (
    AT_FIRST,
    Purpose,
    has_pools,
    has_rounds,
    is_about_numbers,
    is_mostly_control,
    shares_bodies,
    shares_for,
    with_ends,
)
from surefoot.engines.bmc.engine import Bmc
from surefoot.engines.contracts import about_rest
from surefoot.engines.option_ranges import Count, Seconds
from surefoot.evidence.claims import Claim, EndsSeen, GaveUp, Goal, Why
from surefoot.program.access import multiplies_floats
from surefoot.smt.registry import BOXES, SolverFactory
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.formats.model import HornFile

GROWTH, LATER_GROWTH, GROWING_TURNS = 1.5, 1.15, 2
"""How much longer each turn is than the one before, and how much after so many turns: what is found in one lane waits for a turn of the others at most."""
LEAST_SECONDS = 0.001
"""Shorter the first turn is not: turns of no length would never be longer."""
FUZZ_PATIENCE = 16
"""Inputs are no longer changed when so many times as many runs showed nothing new as it took to see all there is."""
LEAP_STEPS = 20_000
"""How many statements a run that leaps may take."""
TURNS_BEFORE_AT_ONCE, TURNS_BEFORE_FUZZ = 1, 2
"""After how many turns of the others all runs are unrolled at once, and inputs are changed where that leads to something new."""
TURNS_BEFORE_INTEGERS, INTEGER_SECONDS = 2, 3.0
"""After how many turns of the others linear invariants are guessed in integers, and how long a solver may look for them."""
LONG_RUNS_AFTER, LONG_STEPS = 4, 10_000_000
"""After how many turns of the others long runs are made, once, and how many statements each may take."""
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
    integers: bool = True
    """Whether invariants are guessed in integers, too."""

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
        context = Context(goal, solvers, on_event)
        unrolling = (
            Lane(Purpose.BOUNDED, context, iter([EngineWork(Bmc())])),
            Lane(Purpose.NUMERIC, context, self._numeric(goal)),
            Lane(Purpose.COVERING, context, self._covering(goal)),
        )
        others = self._other_lanes(context)
        at_once = Lane(Purpose.AT_ONCE, context, self._at_once(goal))
        shares = AT_FIRST
        reason = GaveUp(Why.BOUND, "no engine decided the program", "raise --time-limit, or use another --engine")
        length, turns = max(self.first_seconds, LEAST_SECONDS), 0
        try:
            while any(not lane.is_over for lane in (*unrolling, *others, at_once)):
                for lane in _in_order(unrolling, others, at_once, goal):
                    budget.spend()
                    seen = goal.shared.ends_seen if turns else None  # k-induction has its first turn in any case
                    now = with_ends(shares, seen) if seen else shares
                    while claims := lane.take_turn(budget, now[lane.purpose] * length):  # then it is still its turn
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
                turns += 1
                length *= GROWTH if turns <= GROWING_TURNS else LATER_GROWTH
                shares = shares_for(goal.shared.translation)
        finally:
            for lane in (*unrolling, *others, at_once):
                lane.close()
        yield reason

    def _at_once(self, goal: Goal) -> "Iterator[Work | None]":
        """All runs to their ends in one unrolling, where loops have ends that are seen. Those of a model never end."""
        for _ in range(TURNS_BEFORE_AT_ONCE):  # most programs are decided before
            yield None
        if goal.model is None:
            yield EngineWork(Bmc(at_once=True))

    def _covering(self, goal: Goal) -> "Iterator[Work | None]":
        """Runs of the program, as long as they show something new. Those of a model have no blocks to come to."""
        for _ in range(TURNS_BEFORE_FUZZ):  # most programs are decided before
            yield None
        if self.probe_runs and goal.model is None:
            from surefoot.engines.concrete.fuzz import Fuzz

            yield EngineWork(Fuzz(patience=FUZZ_PATIENCE))

    def _numeric(self, goal: Goal) -> "Iterator[Work | None]":
        """Bounded model checking with the solver for products of floats, where there are some."""
        if multiplies_floats(goal.program):
            yield EngineWork(Bmc(), BOXES)

    def _other_lanes(self, context: "Context") -> "tuple[Lane, ...]":
        goal = context.goal
        of_clauses = (Lane(Purpose.CLAUSES, context, self._clauses()),) if isinstance(goal.model, HornFile) else ()
        return (
            Lane(Purpose.INDUCTIVE, context, self._inductive(goal)),
            *of_clauses,
            Lane(Purpose.SUMMARISED, context, self._summarised(goal)),
            Lane(Purpose.POLYNOMIAL, context, self._polynomial(goal)),
            Lane(Purpose.INTEGERS, context, self._in_integers(goal)),
            Lane(Purpose.DIRECTED, context, self._directed(goal)),
            Lane(Purpose.GRAPH, context, self._labelled(goal)),
            Lane(Purpose.UNINTERPRETED, context, self._controlled(goal)),
            Lane(Purpose.LONG, context, self._long_runs()),
        )

    def _inductive(self, goal: Goal) -> "Iterator[Work | None]":
        """The control system, then k-induction, then both directions; where recursion leaves no control system, summaries."""
        yield _make_system
        if isinstance(goal.shared.translation, NotEncodable):
            from surefoot.systems.procedures.points import recursive_functions

            if goal.model is None and recursive_functions(goal.program):
                from surefoot.engines.chc.summaries import SummariesEngine

                yield EngineWork(SummariesEngine())
            return
        from surefoot.engines.kind.engine import KInduction

        yield EngineWork(KInduction(search=False, directed_seconds=0.0))
        from surefoot.engines.kind.bidirectional import BidirectionalKInduction

        yield EngineWork(BidirectionalKInduction(search=False))

    def _summarised(self, goal: Goal) -> "Iterator[Work | None]":
        """Pre- and postconditions, as soon as there is a control system, if that has one copy of functions for very many calls."""
        while goal.shared.translation is None:
            yield None
        if shares_bodies(goal.shared.translation):
            from surefoot.engines.chc.summaries import SummariesEngine

            yield EngineWork(SummariesEngine())

    def _clauses(self) -> "Iterator[Work | None]":
        """Horn clauses as they are: where they are not linear, this is all there is besides unrolling."""
        from surefoot.engines.chc.horn import Horn

        yield EngineWork(Horn(first_seconds=2 * self.first_seconds))

    def _polynomial(self, goal: Goal) -> "Iterator[Work | None]":
        """Polynomial equations, as soon as there is a control system, if something is multiplied in it."""
        while goal.shared.translation is None:
            yield None
        if isinstance(goal.shared.translation, NotEncodable):
            return
        from surefoot.discharge.product_abstraction import multiplies
        from surefoot.engines.ring.engine import Ring

        if multiplies(goal.shared.translation.system):
            yield EngineWork(Ring(search_seconds=3.0, linear_seconds=2.0))

    def _in_integers(self, goal: Goal) -> "Iterator[Work | None]":
        """Invariants of the view in which numbers are integers, which are guesses about bits, if there is a control system that has numbers at its loops and little else."""
        for _ in range(TURNS_BEFORE_INTEGERS):  # most programs are decided before
            yield None
        while goal.shared.translation is None:
            yield None
        if self.integers and is_about_numbers(goal.shared.translation):
            from surefoot.engines.chc.spacer import Spacer

            yield EngineWork(Spacer(integers=True, seconds=INTEGER_SECONDS))

    def _controlled(self, goal: Goal) -> "Iterator[Work | None]":
        """IC3 over uninterpreted functions, as soon as there is a control system, if it hardly computes."""
        yield None  # most programs are decided before
        while goal.shared.translation is None:
            yield None
        if is_mostly_control(goal.shared.translation):
            from surefoot.engines.euf.engine import Euf

            yield EngineWork(Euf())

    def _labelled(self, goal: Goal) -> "Iterator[Work | None]":
        """The graph of all paths, as soon as there is a control system, if it hardly computes."""
        yield None  # most programs are decided before
        while goal.shared.translation is None:
            yield None
        if is_mostly_control(goal.shared.translation):
            from surefoot.engines.ufo.engine import Ufo

            yield EngineWork(Ufo())

    def _long_runs(self) -> "Iterator[Work | None]":
        """Runs in which input statements do not change their minds, so that they may go deep."""
        for _ in range(LONG_RUNS_AFTER):
            yield None
        if self.long_seconds and self.probe_runs:
            from surefoot.engines.concrete.probe import Probe

            yield EngineWork(Probe(seconds=self.long_seconds, steps=LONG_STEPS, settled=True))

    def _directed(self, goal: Goal) -> "Iterator[Work | None]":
        """Sample runs, also such that leap over rounds of loops, then IC3 when invariants were guessed, or when that takes long."""
        yield None  # most programs are decided before
        if self.leap_runs and goal.model is None and has_rounds(goal.shared.translation):
            from surefoot.engines.concrete.leap import Leap

            seconds = self.leap_seconds
            yield EngineWork(Leap(runs=self.leap_runs, seconds=seconds, steps=LEAP_STEPS, search_seconds=seconds))
        if self.probe_runs:
            from surefoot.engines.concrete.probe import Probe

            yield EngineWork(Probe(runs=self.probe_runs, seconds=self.probe_seconds))
        while goal.shared.translation is None:
            yield None
        for _ in range(MOST_TURNS_FOR_GUESSES):
            if not goal.shared.is_guessed and not isinstance(goal.shared.translation, NotEncodable):
                yield None
        translation = goal.shared.translation
        if translation is None or isinstance(translation, NotEncodable) or has_pools(translation):
            return  # where loops make objects, invariants speak of all of them, and IC3 knows none that do
        from surefoot.engines.ic3.engine import Ic3

        yield EngineWork(Ic3(guess=False))


def _in_order(
    unrolling: "tuple[Lane, ...]", others: "tuple[Lane, ...]", at_once: "Lane", goal: Goal
) -> "Iterator[Lane]":
    """Whose turn it is. Who follows all runs to their ends at once comes behind k-induction, which is mostly quicker, and first when it has done so: one question is left, which need not wait."""
    if _is_at_all_ends(goal):
        yield from (at_once, *unrolling, *others)
        return
    inductive, *rest = others
    yield from (*unrolling, inductive, at_once)
    if _is_at_all_ends(goal):
        yield at_once
    yield from rest


def _is_at_all_ends(goal: Goal) -> bool:
    return goal.shared.ends_seen is EndsSeen.AT_ONCE


def _make_system(context: Context, budget: Budget, _tell: Callable[[Claim], None]) -> None:
    """Make the control system that engines share."""
    context.goal.encoding(budget)


def _is_final(claim: GaveUp) -> bool:
    """To find undefined behaviour where there is nothing else is final, too: no other engine can do better."""
    return claim.why is Why.UNDEFINED_BEHAVIOUR
