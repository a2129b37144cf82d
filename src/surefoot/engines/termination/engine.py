"""The engine for termination: concrete lassos, ranks without and with invariants, and complete
unrolling.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from surefoot.base.errors import OutOfBudget, UnsupportedError
from surefoot.base.records import dataclass, replace
from surefoot.engines.board import Board
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import EngineTask, PortfolioTask, SystemTask
from surefoot.engines.termination.candidates import TIERS
from surefoot.engines.termination.lassos import sampled_lasso
from surefoot.engines.termination.proof import Decreasing, proof_of
from surefoot.engines.termination.ranks import NoRanks, RankSearch, RanksFound
from surefoot.engines.termination.transitions import Transition, sampled_transitions
from surefoot.engines.views import Views
from surefoot.evidence.certificates import CompleteUnrolling, Overflow, Ranking
from surefoot.evidence.claims import Claim, ClaimsNonTermination, ClaimsSafe, GaveUp, Goal, Why
from surefoot.evidence.encodings import encode_for_termination
from surefoot.program.access import constants_of
from surefoot.program.properties import with_wrapping
from surefoot.program.statements import CheckKind
from surefoot.systems.control.system import NO_INVARIANTS, Invariants
from surefoot.systems.encode.encoding import NotEncodable

if TYPE_CHECKING:
    from surefoot.engines.termination.solver_lassos import SolverLassos


@dataclass(frozen=True, slots=True)
class Termination:
    """Search for runs without end and for ranks."""

    name: ClassVar[str] = "termination"
    view: ClassVar[type[EngineTask]] = PortfolioTask

    def claims(self, task: PortfolioTask) -> Iterator[Claim]:
        """Yield a lasso, a ranking or a complete unrolling; else the reason why none was found."""
        if task.goal.model is not None or not task.goal.checked.is_termination:
            yield GaveUp(Why.UNSUPPORTED, "only C programs are checked for termination", "name another --property")
            return
        reason = GaveUp(Why.BOUND, "neither a rank nor a run without end was found", "raise --time-limit")
        proofs = self._proofs(task)
        for number, seconds in enumerate(LIMITS.lasso_seconds):
            most = None if number else LIMITS.lasso_first_runs
            lasso = sampled_lasso(task.goal, seconds, task.budget, 1 + 1_000 * number, most_runs=most)
            if lasso is not None:
                yield ClaimsNonTermination(lasso)
            for claim in proofs:
                match claim:
                    case None:
                        break
                    case GaveUp():
                        reason = claim
                    case _:
                        yield claim
        yield reason

    def _proofs(self, task: PortfolioTask) -> Iterator[Claim | None]:
        """Yield proofs that all runs end, and `None` where a search for lassos is due."""
        goal = task.goal
        wrapping = replace(goal, checked=with_wrapping(goal.checked))
        with_wraps = _Proofs(task, wrapping, Overflow.WRAPS)
        if with_wraps.obstacle is not None:
            yield from self._unrolled(task, wrapping, LIMITS.rank_unrolling_seconds)
            advice = "bound the recursion or the loops of the program"
            yield GaveUp(Why.UNSUPPORTED, f"no ranks: {with_wraps.obstacle}", advice)
            return
        yield from with_wraps.without_invariants()
        yield None
        ending = _Proofs(task, goal, Overflow.ENDS)
        if ending.has_overflows:
            yield from ending.without_invariants()
        yield from self._unrolled(task, wrapping, LIMITS.rank_first_unrolling_seconds)
        if ending.is_ranked and not goal.checked.ends_on_overflow:  # each infinite run overflows: none is evidence
            yield from with_wraps.with_invariants()
            yield from ending.with_invariants()
            return
        endless = ending.endless()
        if endless is not None:
            yield from endless.lassos()
            yield from endless.recurrent_sets(with_invariants=False)
        yield None
        yield from with_wraps.with_invariants()
        if endless is not None:
            yield from endless.long_lassos()
            yield from endless.recurrent_sets(with_invariants=True)
        if ending.has_overflows:
            yield from ending.with_invariants()
        yield from self._unrolled(task, wrapping, LIMITS.rank_unrolling_seconds)

    def _unrolled(self, task: PortfolioTask, wrapping: Goal, seconds: float) -> Iterator[Claim]:
        """Yield a complete unrolling."""
        from surefoot.engines.bmc import Bmc  # most programs have simple ranks or a lasso
        from surefoot.engines.runner import Runner

        budget = task.budget.at_most_work(seconds)
        runner = Runner(replace(task.solvers, budget=budget), task.on_event, Board(), Views(wrapping))
        try:
            for claim in runner.claims(Bmc(), wrapping, budget):
                if isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, CompleteUnrolling):
                    yield claim
        except (OutOfBudget, UnsupportedError):
            task.budget.spend()


class _Proofs:
    """Searches for ranks of one control system."""

    def __init__(self, task: PortfolioTask, goal: Goal, overflow: Overflow) -> None:
        self._goal = goal
        self._overflow = overflow
        self._budget = task.budget
        self.obstacle: str | None = None
        """The reason why the program has no control system."""
        self.has_overflows = False
        """Whether runs may end because of a signed overflow."""
        self._whole: SystemTask | None = None
        """The task with overflows as errors, if runs end there."""
        self._own: SystemTask | None = None
        views = Views(goal)
        found = encode_for_termination(goal, task.budget)
        if isinstance(found, NotEncodable):
            self.obstacle = found.reason
            return
        self._own = SystemTask(goal, task.solvers, task.budget, task.on_event, Board(), views, found)
        if overflow is Overflow.ENDS:
            sites = {each.site for each in found.system.errors if each.kind is CheckKind.SIGNED_OVERFLOW}
            self.has_overflows = bool(sites)
            self._whole = self._own
            ending = found.without(sites)
            self._own = None if isinstance(ending, NotEncodable) else replace(self._own, encoding=ending)
        self._samples: list[Transition] | None = None
        self._found: RanksFound | NoRanks | None = None

    def endless(self) -> "SolverLassos | None":
        """Return the searches for infinite runs by solvers; `None` if there is no control system."""
        from surefoot.engines.termination.solver_lassos import SolverLassos  # most runs are sampled

        return None if self._whole is None else SolverLassos(self._whole)

    @property
    def is_ranked(self) -> bool:
        """True if ranks were found that decrease on all transitions."""
        return isinstance(self._found, RanksFound) and not self._found.undecided

    def without_invariants(self) -> Iterator[Claim]:
        """Yield rankings that need no invariants, or whose invariants k-induction finds."""
        self._found = self._ranks(NO_INVARIANTS, LIMITS.rank_seconds, TIERS - 1)
        if isinstance(self._found, RanksFound) and self.is_ranked:
            ends = self._goal.checked.ends_on_overflow
            yield from self._claims(self._found, NO_INVARIANTS, LIMITS.rank_short_seconds, is_last=ends)

    def with_invariants(self) -> Iterator[Claim]:
        """Yield rankings under invariants, or those that fit all transitions of runs."""
        if self._own is None:
            return
        from surefoot.engines.termination.recursion import rankings_by_summaries  # few programs are recursive

        for ranking in rankings_by_summaries(self._own, self._overflow, LIMITS.rank_summary_seconds):
            yield ClaimsSafe(ranking)
        if isinstance(self._found, RanksFound) and self.is_ranked:
            yield from self._claims(self._found, NO_INVARIANTS, LIMITS.rank_proof_seconds, is_last=True)
            return
        invariants = self._invariants(self._own)
        again = self._ranks(invariants, LIMITS.rank_invariant_seconds)
        if isinstance(again, RanksFound):
            yield from self._claims(again, invariants, LIMITS.rank_proof_seconds, is_last=True)

    def _claims(
        self, found: RanksFound, invariants: Invariants, seconds: float, *, is_last: bool = False
    ) -> Iterator[Claim]:
        """Yield rankings with `ranks`: with overflow excluded by proof, or with runs that end
        there.
        """
        own, whole = self._own, self._whole
        if own is None:
            return
        ranks = found.ranks
        decreasing = None if found.undecided else Decreasing(invariants, found.solvers)
        if whole is not None:
            proof = proof_of(whole, ranks, decreasing, seconds, self._budget)
            if proof is not None:
                yield ClaimsSafe(Ranking(ranks, Overflow.EXCLUDED, proof))
            if not is_last:
                return
        proof = proof_of(own, ranks, decreasing, seconds, self._budget)
        if proof is not None:
            yield ClaimsSafe(Ranking(ranks, self._overflow, proof))

    def _ranks(self, invariants: Invariants, seconds: float, tiers: int = TIERS) -> RanksFound | NoRanks | None:
        own = self._own
        if own is None:
            return None
        if self._samples is None:
            constants = constants_of(self._goal.program, self._goal.checked)
            share = self._budget.at_most_work(LIMITS.rank_sampling_seconds)
            self._samples = sampled_transitions(own.system, constants, share)
        return RankSearch(own.system, invariants, self._samples, own.solvers, self._budget, seconds, tiers).ranks()

    def _invariants(self, task: SystemTask) -> Invariants:
        from surefoot.engines.induction.strengthening import Strengthening  # most ranks need no invariants

        share = self._budget.at_most_work(LIMITS.rank_invariant_seconds)
        own = replace(task, budget=share, solvers=replace(task.solvers, budget=share))
        strengthening = Strengthening(own)
        try:
            return strengthening.simple()
        except OutOfBudget:
            self._budget.spend()
            return strengthening.known.invariants
