"""Selection of engines by `auto`: the members for a program, their order, and their first rounds.

The schedule has two phases. Before the control system is encoded, bounded model checking, sample
runs and fuzzing run; the k-induction member encodes the system in its first slices. Afterwards
the system's `Profile` decides which engines join.
"""

from collections.abc import Callable, Collection, Generator, Iterator
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.engines.auto.members import EngineWork, Member, Work
from surefoot.engines.auto.shares import ALL_ROLES, UNKNOWN, MemberRole, Profile, Shares, profile_of, shares_for
from surefoot.engines.bmc import Bmc
from surefoot.engines.board import CandidatesExhausted
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import EngineTask, PortfolioTask
from surefoot.evidence.claims import Claim
from surefoot.logic import Op
from surefoot.program.access import multiplies_floats, unknown_allocations
from surefoot.program.statements import Branch, CheckKind
from surefoot.smt.registry import BOXES
from surefoot.systems.formats.model import HornFile

if TYPE_CHECKING:
    from surefoot.engines.auto.engine import Auto

Works = Iterator[Work | None]


class Portfolio:
    """Factory of the members for ``task``, of which those with ``roles`` run in this process."""

    def __init__(self, options: "Auto", task: PortfolioTask, roles: Collection[MemberRole] = ALL_ROLES) -> None:
        self._options = options
        self._roles = roles
        self._task = task
        self._profile: Profile | None = None
        program = task.goal.program
        self.has_input_objects = task.goal.model is None and any(
            each.size.op is not Op.CONSTANT for each in unknown_allocations(program)
        )
        """True iff the program allocates objects of unknown sizes and contents, as parsers do for texts."""

    @property
    def profile(self) -> Profile:
        """The profile of the program: `UNKNOWN` in the phase before its system is encoded."""
        encoding = self._task.views.whole_system
        if self._profile is None and encoding is not None:
            self._profile = profile_of(encoding)
        return self._profile or UNKNOWN

    def unrestarted(self) -> tuple[Member, ...]:
        """Return the members that run in both phases and are never restarted, in order."""
        states = Member(MemberRole.STATES, self._task, self._states())
        return (
            *((states,) if self.has_many_branches else ()),
            Member(MemberRole.BOUNDED, self._task, iter([EngineWork(Bmc())])),
            *((self.track(),) if self.first_seconds_of_track() else ()),
            Member(MemberRole.BOXES, self._task, self._boxes()),
            Member(MemberRole.FUZZING, self._task, self._fuzzing()),
            *(() if self.has_many_branches else (states,)),
        )

    @property
    def has_many_branches(self) -> bool:
        """Return whether the program is large, and most of its blocks only branch on variables: such
        systems are too large for unrollings.
        """
        if self._task.goal.model is not None:
            return False
        blocks = [block for each in self._task.goal.program.functions.values() for block in each.blocks.values()]
        branching = sum(isinstance(block.terminator, Branch) and not block.statements for block in blocks)
        return branching >= LIMITS.many_branches and 2 * branching > len(blocks)

    @property
    def shares(self) -> Shares:
        """The shares of the members from the second round on."""
        usual = shares_for(self.profile)
        return {**usual, MemberRole.FUZZING: LIMITS.fuzzing_share} if self.has_input_objects else usual

    @property
    def has_goal_of_track(self) -> bool:
        """Return whether the goal is one that engine `track` may decide."""
        goal = self._task.goal
        return goal.model is None and goal.allows_assumptions and goal.checked.violations == {CheckKind.ERROR_CALL}

    def track(self) -> Member:
        """Return the member with summaries over tracked variables."""
        return Member(MemberRole.TRACK, self._task, self._track())

    def at_once(self) -> Member:
        """Return the member that encodes the complete unrolling in one formula."""
        return Member(MemberRole.AT_ONCE, self._task, self._unrolling_at_once())

    def restartable(self, task: PortfolioTask) -> tuple[Member, ...]:
        """Return the members on ``task``, which are restarted without checks that are violated;
        k-induction is the first.
        """
        of_clauses = (
            (Member(MemberRole.CLAUSES, task, self._clauses()),) if isinstance(task.goal.model, HornFile) else ()
        )
        return (
            Member(MemberRole.INDUCTION, task, self._induction()),
            *of_clauses,
            Member(MemberRole.SUMMARIES, task, self._summaries()),
            Member(MemberRole.RING, task, self._ring()),
            Member(MemberRole.INTEGERS, task, self._integers()),
            Member(MemberRole.IC3, task, self._ic3()),
            Member(MemberRole.UFO, task, self._ufo()),
            Member(MemberRole.EUF, task, self._euf()),
            Member(MemberRole.LONG_RUNS, task, self._long_runs()),
        )

    def _encoded(self) -> Generator[Work | None, None, Profile]:
        """Skip slices until the second phase; return the profile. Without k-induction in this
        process, encode the system.
        """
        if MemberRole.INDUCTION not in self._roles:
            yield _encode
        while self._task.views.whole_system is None:
            yield None
        return self.profile

    # ---- both phases

    def first_seconds_of_track(self) -> float:
        """Return the length of the first slice of `track`; 0 if it is not scheduled."""
        if not self.has_goal_of_track:
            return 0.0
        blocks = (block for each in self._task.goal.program.functions.values() for block in each.blocks.values())
        size = sum(len(block.statements) + 1 for block in blocks)
        return next((seconds for least, seconds in LIMITS.track_first if size >= least), 0.0)

    def _track(self) -> Works:
        """Yield summaries over tracked variables."""
        from surefoot.engines.track.engine import Track

        yield EngineWork(Track())

    def _boxes(self) -> Works:
        """Yield bounded model checking with the solver for products of floats."""
        if multiplies_floats(self._task.goal.program):
            yield EngineWork(Bmc(), BOXES)

    def _unrolling_at_once(self) -> Works:
        """Yield the unrolling of all runs in one formula, if loops have syntactic bounds; those of
        models have none.
        """
        yield from _skip(LIMITS.rounds_before_at_once)
        if self._task.goal.model is None:
            yield EngineWork(Bmc(at_once=True))

    def _fuzzing(self) -> Works:
        """Yield runs on mutated inputs; those of a model have no blocks to cover."""
        if not self.has_input_objects:
            yield from _skip(LIMITS.rounds_before_fuzzing)
        if self._options.probe_runs and self._task.goal.model is None:
            from surefoot.engines.fuzz import Fuzz

            yield EngineWork(Fuzz(saturation=LIMITS.saturation_factor))

    def _states(self) -> Works:
        """Yield the search of concrete states; in large programs it starts in the first round."""
        if not self.first_seconds_of_track():
            yield from _skip(LIMITS.rounds_before_states)
        if self._options.probe_runs and self._task.goal.model is None:
            from surefoot.engines.explicit import Explicit

            yield EngineWork(Explicit())

    def _clauses(self) -> Works:
        """Yield the engine for files of Horn clauses, the only one for non-linear clauses, which
        have no control system.
        """
        from surefoot.engines.chc.horn import Horn

        yield EngineWork(Horn(first_seconds=2 * self._options.first_seconds))

    def _long_runs(self) -> Works:
        """Yield runs in which each input site returns one constant, so that loops may iterate for
        long.
        """
        yield from _skip(LIMITS.rounds_before_long_runs)
        if self._options.long_seconds and self._options.probe_runs:
            from surefoot.engines.probe import Probe

            yield EngineWork(Probe(seconds=self._options.long_seconds, steps=LIMITS.long_run_steps, settled=True))

    # ---- from the first phase to the second

    def _induction(self) -> Works:
        """Yield the encoding of the control system, then k-induction, then its bidirectional
        variant; for recursive programs, summaries.
        """
        yield _encode
        if not self.profile.is_encodable:
            from surefoot.systems.procedures.points import recursive_functions

            goal = self._task.goal
            if goal.model is None and recursive_functions(goal.program):
                from surefoot.engines.chc.summaries import SummariesEngine

                yield EngineWork(SummariesEngine())
            return
        from surefoot.engines.induction.engine import KInduction

        yield EngineWork(KInduction(LIMITS.portfolio_k, search=False, directed_seconds=0.0))
        from surefoot.engines.induction.bidirectional import BidirectionalKInduction

        yield EngineWork(BidirectionalKInduction(LIMITS.portfolio_k, search=False))

    def _ic3(self) -> Works:
        """Yield sample runs, accelerated ones among them, then IC3 once the candidates of templates
        are filtered or take long.
        """
        options = self._options
        yield from _skip(1)
        if options.accelerated_runs and self._task.goal.model is None and self.profile.has_self_loops:
            from surefoot.engines.accelerated_runs import LoopAcceleration

            seconds, steps = options.accelerated_seconds, LIMITS.accelerated_steps
            yield EngineWork(
                LoopAcceleration(runs=options.accelerated_runs, seconds=seconds, steps=steps, search_seconds=seconds)
            )
        if options.probe_runs:
            from surefoot.engines.probe import Probe

            yield EngineWork(Probe(runs=options.probe_runs, seconds=options.probe_seconds))
        profile = yield from self._encoded()
        for _ in range(LIMITS.rounds_for_candidates):
            if profile.is_encodable and not self._task.board.receive(CandidatesExhausted):
                yield None
        if profile.is_encodable and not profile.has_pools:  # invariants of summarised objects are quantified
            from surefoot.engines.ic3.engine import Ic3

            yield EngineWork(Ic3(own_invariants=False))

    # ---- second phase

    def _summaries(self) -> Works:
        """Yield procedure summaries, if functions have one copy for very many calls."""
        profile = yield from self._encoded()
        if profile.shares_bodies:
            from surefoot.engines.chc.summaries import SummariesEngine

            yield EngineWork(SummariesEngine())

    def _ring(self) -> Works:
        """Yield the search for polynomial equations, if the program multiplies."""
        profile = yield from self._encoded()
        if profile.multiplies:
            from surefoot.engines.ring import Ring

            yield EngineWork(
                Ring(search_seconds=LIMITS.portfolio_ring_seconds, linear_seconds=LIMITS.portfolio_ring_linear_seconds)
            )

    def _integers(self) -> Works:
        """Yield candidates from invariants of the integer view, if numbers decide the checks."""
        yield from _skip(LIMITS.rounds_before_integers)
        profile = yield from self._encoded()
        if self._options.integers and profile.is_numeric:
            from surefoot.engines.chc.spacer import Spacer

            yield EngineWork(Spacer(integers=True, seconds=LIMITS.integer_seconds))

    def _euf(self) -> Works:
        """Yield IC3 over uninterpreted functions, if the program has few computations."""
        yield from _skip(1)
        profile = yield from self._encoded()
        if profile.is_mostly_control:
            from surefoot.engines.euf.engine import Euf

            yield EngineWork(Euf())

    def _ufo(self) -> Works:
        """Yield abstraction refinement by interpolants on the graph of all paths (`engines.ufo`),
        if the program has few computations.
        """
        yield from _skip(1)
        profile = yield from self._encoded()
        if profile.is_mostly_control:
            from surefoot.engines.ufo.engine import Ufo

            yield EngineWork(Ufo())


def _skip(rounds: int) -> Iterator[None]:
    """Skip the slices of ``rounds``: most programs are decided before."""
    for _ in range(rounds):
        yield None


def _encode(task: EngineTask, budget: Budget, _publish: Callable[[Claim], None]) -> None:
    """Encode the control system, which all members use."""
    task.views.system(task.goal.ignored, budget)
