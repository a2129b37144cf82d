"""The default: engines that take turns on one core, each for a little longer every time.

Bounded model checking begins: most programs are decided by it in a moment. A second one unrolls all runs to their ends at once where loops have ends that are seen, one asks boxes of floats where floats are multiplied, and one runs the program on inputs that are changed where that leads to something new. Then the control system of the program is made, and k-induction, sample runs and IC3 join
in, polynomial equations where the program multiplies, and, where it decides more than it computes, labels of the graph of all paths and IC3 over uninterpreted functions; when nothing was found for a while, a few long runs. Each engine goes on where it was, and its turns are `GROWTH` times as long as those before, later `LATER_GROWTH` times; what one took too long is taken from its next. What k-induction proves it mostly proves soon, IC3 takes its time: their turns are
shorter and longer than those of bounded model checking. So what one of the engines that mostly decide such programs finds after t seconds of its own has to wait for some 3 to 5 t seconds; others get shorter turns, and wait for longer.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from enum import Enum
from types import MappingProxyType
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bmc import Bmc
from surefoot.engines.contracts import Engine, Persistent, about_rest
from surefoot.engines.ranges import Count, Seconds
from surefoot.engines.turns import Worker
from surefoot.events import Watcher
from surefoot.evidence.claims import Claim, GaveUp, Goal, Why
from surefoot.program.features import multiplies_floats
from surefoot.records import dataclass, replace
from surefoot.solvers.registry import BOXES, SolverFactory
from surefoot.systems.cutpoints.regions import NoFiniteShape
from surefoot.systems.formats.model import HornFile
from surefoot.systems.translation import Translation

GROWTH, LATER_GROWTH, GROWING_TURNS = 1.5, 1.15, 2
"""How much longer each turn is than the one before, and how much after so many turns: what is found in one lane waits for a turn of the others at most."""
LEAST_SECONDS = 0.001
"""Shorter the first turn is not: turns of no length would never be longer."""
FUZZ_PATIENCE = 16
"""Inputs are no longer changed when so many times as many runs showed nothing new as it took to see all there is."""
LEAP_STEPS = 20_000
"""How many statements a run that leaps may take."""
TURNS_BEFORE_AT_ONCE = TURNS_BEFORE_FUZZ = 2
"""After how many turns of the others all runs are unrolled at once, and inputs are changed where that leads to something new."""
LONG_RUNS_AFTER, LONG_STEPS = 4, 10_000_000
"""After how many turns of the others long runs are made, once, and how many statements each may take."""
MOSTLY_CONTROL = ((200, 10), (60, 25))
"""A program is mostly control if its system has so many terms, and one of so many computes at most: those with few terms must compute less."""
MOST_TURNS_FOR_GUESSES = 2
"""How many turns IC3 waits for invariants that k-induction guesses; later it begins without them, and takes them over when they are there."""


class _Task(Enum):
    """What a lane is for."""

    BOUNDED = "bounded model checking"
    NUMERIC = "bounded model checking by boxes of floats"
    AT_ONCE = "unrolling at once"
    COVERING = "runs on inputs that are changed where that leads to something new"
    INDUCTIVE = "k-induction"
    CLAUSES = "Horn clauses"
    SUMMARISED = "pre- and postconditions, where functions have one copy for all their calls"
    POLYNOMIAL = "polynomial equations"
    DIRECTED = "sample runs and IC3"
    UNINTERPRETED = "IC3 over uninterpreted functions"
    GRAPH = "labels of a graph of all paths"
    LONG = "long runs"


_Shares = Mapping[_Task, float]
"""How long turns are, compared with each other."""
USUAL: _Shares = MappingProxyType(
    {
        _Task.BOUNDED: 1.0,
        _Task.NUMERIC: 1 / 2,
        _Task.AT_ONCE: 1.0,
        _Task.COVERING: 1 / 4,
        _Task.INDUCTIVE: 2 / 3,
        _Task.CLAUSES: 1.0,
        _Task.SUMMARISED: 1.0,
        _Task.POLYNOMIAL: 1 / 2,
        _Task.DIRECTED: 4 / 3,
        _Task.UNINTERPRETED: 1.0,
        _Task.GRAPH: 1.0,
        _Task.LONG: 2.0,
    }
)
AT_FIRST: _Shares = MappingProxyType({**USUAL, _Task.BOUNDED: 1 / 2})
"""What takes bounded model checking longer is mostly proved by k-induction, and soon."""
WITH_POOLS: _Shares = MappingProxyType({**USUAL, _Task.INDUCTIVE: 5 / 2, _Task.LONG: 1.0})
"""Where loops make objects IC3 has no turn, and bounded model checking and long runs find violations soon or hardly ever."""
WITH_ARRAYS: _Shares = MappingProxyType({**USUAL, _Task.INDUCTIVE: 2.0, _Task.DIRECTED: 2 / 3, _Task.LONG: 3.0})
"""Where loops go through arrays, invariants mostly speak of all cells, and only k-induction knows such: it has some of IC3's time. Runs through large ones want one turn, not two."""
WITH_CONTROL: _Shares = MappingProxyType(
    {
        **USUAL,
        _Task.BOUNDED: 9 / 8,
        _Task.AT_ONCE: 1 / 8,
        _Task.COVERING: 1 / 8,
        _Task.INDUCTIVE: 1 / 8,
        _Task.DIRECTED: 1 / 4,
        _Task.UNINTERPRETED: 7 / 4,
        _Task.GRAPH: 5 / 2,
        _Task.LONG: 1 / 2,
    }
)
"""Where a program decides more than it computes, and long runs go round in circles."""


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
        unrolling = (
            _Lane(_Task.BOUNDED, context, iter([_Engine(Bmc())])),
            _Lane(_Task.NUMERIC, context, self._numeric(goal)),
            _Lane(_Task.AT_ONCE, context, self._at_once(goal)),
            _Lane(_Task.COVERING, context, self._covering(goal)),
        )
        others = self._other_lanes(context)
        shares = AT_FIRST
        reason = GaveUp(Why.BOUND, "no engine found out", "more time, or another engine")
        length, turns = max(self.first_seconds, LEAST_SECONDS), 0
        try:
            while any(not lane.is_over for lane in (*unrolling, *others)):
                for lane in (*unrolling, *others):
                    budget.spend()
                    while claims := lane.take_turn(
                        budget, shares[lane.task] * length
                    ):  # after a claim it is still its turn
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
                shares = _shares_for(goal.shared.translation)
        finally:
            for lane in (*unrolling, *others):
                lane.close()
        yield reason

    def _at_once(self, goal: Goal) -> "Iterator[_Work | None]":
        """All runs to their ends in one unrolling, where loops have ends that are seen. Those of a model never end."""
        for _ in range(TURNS_BEFORE_AT_ONCE):  # most programs are decided before
            yield None
        if goal.model is None:
            yield _Engine(Bmc(at_once=True))

    def _covering(self, goal: Goal) -> "Iterator[_Work | None]":
        """Runs of the program, as long as they show something new. Those of a model have no blocks to come to."""
        for _ in range(TURNS_BEFORE_FUZZ):  # most programs are decided before
            yield None
        if self.probe_runs and goal.model is None:
            from surefoot.engines.fuzz import Fuzz

            yield _Engine(Fuzz(patience=FUZZ_PATIENCE))

    def _numeric(self, goal: Goal) -> "Iterator[_Work | None]":
        """Bounded model checking with the solver for products of floats, where there are some."""
        if multiplies_floats(goal.program):
            yield _Engine(Bmc(), BOXES)

    def _other_lanes(self, context: "_Context") -> "tuple[_Lane, ...]":
        goal = context.goal
        of_clauses = (_Lane(_Task.CLAUSES, context, self._clauses()),) if isinstance(goal.model, HornFile) else ()
        return (
            _Lane(_Task.INDUCTIVE, context, self._inductive(goal)),
            *of_clauses,
            _Lane(_Task.SUMMARISED, context, self._summarised(goal)),
            _Lane(_Task.POLYNOMIAL, context, self._polynomial(goal)),
            _Lane(_Task.DIRECTED, context, self._directed(goal)),
            _Lane(_Task.GRAPH, context, self._labelled(goal)),
            _Lane(_Task.UNINTERPRETED, context, self._controlled(goal)),
            _Lane(_Task.LONG, context, self._long_runs()),
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
        from surefoot.engines.kinduction import KInduction

        yield _Engine(KInduction(search=False, directed_seconds=0.0))
        from surefoot.engines.bkind import BidirectionalKInduction

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

    def _labelled(self, goal: Goal) -> "Iterator[_Work | None]":
        """The graph of all paths, as soon as there is a control system, if it hardly computes."""
        yield None  # most programs are decided before
        while goal.shared.translation is None:
            yield None
        if _is_mostly_control(goal.shared.translation):
            from surefoot.engines.ufo.engine import Ufo

            yield _Engine(Ufo())

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
    solver: str | None = None
    """The library that it asks, if not the usual one."""

    def __call__(self, context: _Context, budget: Budget, tell: Callable[[Claim], None]) -> None:
        """Run the engine, its solvers on its own budget."""
        solvers = replace(context.solvers, budget=budget, main=self.solver or context.solvers.main)
        if isinstance(self.engine, Persistent):
            for claim in self.engine.attempts(context.goal, solvers, budget, context.on_event):
                tell(claim)
        else:
            tell(self.engine.run(context.goal, solvers, budget, context.on_event))


def _shares_for(translation: Translation | NoFiniteShape | None) -> _Shares:
    """How long turns are, once something is known of the program."""
    if _has_pools(translation):
        return WITH_POOLS
    if _is_mostly_control(translation):
        return WITH_CONTROL
    return WITH_ARRAYS if _goes_through_arrays(translation) else USUAL


def _has_one_copy(translation: Translation | NoFiniteShape | None) -> bool:
    """Whether functions have one copy for all their calls."""
    return translation is not None and not isinstance(translation, NoFiniteShape) and translation.has_one_copy


def _has_pools(translation: Translation | NoFiniteShape | None) -> bool:
    """Whether loops make objects."""
    return translation is not None and not isinstance(translation, NoFiniteShape) and not translation.is_exact


def _goes_through_arrays(translation: Translation | NoFiniteShape | None) -> bool:
    """Whether states at loop heads have arrays."""
    if translation is None or isinstance(translation, NoFiniteShape):
        return False
    from surefoot.systems.control.universals import has_arrays

    return has_arrays(translation.system)


def _is_mostly_control(translation: Translation | NoFiniteShape | None) -> bool:
    """Whether a program decides more than it computes, and there is much to decide."""
    if translation is None or isinstance(translation, NoFiniteShape) or not translation.is_exact:
        return False
    from surefoot.systems.control.features import features_of

    features = features_of(translation.system)
    return any(
        features.terms >= least and features.computations * computing <= features.terms
        for least, computing in MOSTLY_CONTROL
    )


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

    def __init__(self, task: _Task, context: _Context, work: "Iterator[_Work | None]") -> None:
        self.task = task
        self._context = context
        self.ignored = context.goal.ignored
        """The checks that its claims are not about."""
        self._work = work
        self._worker: Worker[None] | None = None
        self._is_engine = False
        """Whether that is for this lane alone: the control system is for all of them."""
        self._claims: list[Claim] = []
        self._overdrawn = 0.0
        """How much longer than it should an engine has worked, for not everything can wait in its midst."""
        self.is_over = False

    def take_turn(self, budget: Budget, seconds: float) -> list[Claim]:
        """Work for about ``seconds``, less what earlier turns took too long, on the next piece where one is done; returns the claims that were made meanwhile."""
        left = budget.remaining()
        seconds = (seconds if left is None else min(seconds, left)) - self._overdrawn
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
                self._is_engine = isinstance(work, _Engine)
            used = self._worker.seconds
            self._worker.resume(seconds)
            seconds -= self._worker.seconds - used
            self._overdrawn = max(0.0, -seconds) if self._is_engine else 0.0
            if not self._worker.is_done:
                break
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
