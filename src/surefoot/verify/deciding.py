"""Decides the checks of a goal: an engine makes claims, the judge accepts or rejects them, and the
survey records the result.
"""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager

from surefoot.base.budget import Budget, cpu_seconds
from surefoot.base.caveats import Caveat, Direction, with_direction
from surefoot.base.errors import OutOfBudget, UnsupportedError
from surefoot.base.events import ChecksExplored, ProofFound, StageStarted, Watcher
from surefoot.base.records import dataclass, field, replace
from surefoot.certify.context import Confirmation
from surefoot.certify.dropped_behaviour import affected_sites
from surefoot.certify.judge import judge
from surefoot.certify.limits import LIMITS as CERTIFY_LIMITS
from surefoot.certify.survey import Survey
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.board import (
    Board,
    BoundExplored,
    CheckProved,
    CheckViolated,
    Message,
    decided_sites,
    violated_sites,
)
from surefoot.engines.contracts import Engine, HasParts
from surefoot.engines.runner import Runner, runner_for
from surefoot.evidence.claims import Claim, ClaimsNonTermination, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.program.check_sites import CheckSite, check_sites
from surefoot.smt.registry import SolverFactory
from surefoot.smt.statistics import QueryStatistics
from surefoot.verify.costs import costly_functions
from surefoot.verify.limits import LIMITS


@dataclass(frozen=True, slots=True)
class DecisionOptions:
    """Manner of deciding a goal: the confirmation of proofs, whether the first violation suffices,
    and the number of processes.
    """

    confirmation: Confirmation = Confirmation.STRICT
    stop_at_first: bool = True
    jobs: int = 1


@dataclass(slots=True)
class Statistics:
    """CPU seconds per stage, child processes included, and the statistics of queries."""

    stages: dict[str, float] = field(default_factory=dict)
    queries: QueryStatistics = field(default_factory=QueryStatistics)

    @contextmanager
    def stage(self, name: str, on_event: Watcher) -> Iterator[None]:
        """Add the CPU time of the block, however it is left, to the stage ``name``."""
        on_event(StageStarted(name))
        begun = cpu_seconds()
        try:
            yield
        finally:
            self.stages[name] = self.stages.get(name, 0.0) + cpu_seconds() - begun


def decide(
    goal: Goal,
    engine: Engine,
    decision_options: DecisionOptions,
    solvers: SolverFactory,
    budget: Budget,
    statistics: Statistics,
    on_event: Watcher,
    on_survey: Callable[[Survey], None] = lambda _: None,
) -> Survey:
    """Return the survey of the checks of ``goal`` that accepted claims of ``engine`` decide.

    ``on_survey`` gets the survey at first, and whenever it changed and is incomplete.
    """
    decision = _Decision(goal, engine, decision_options, solvers, budget, statistics, on_event, on_survey)
    survey, better_proof = decision.survey, decision.better_proof
    if not decision_options.stop_at_first:
        on_survey(survey)
    try:
        decision.judge_claims()
    except (OutOfBudget, UnsupportedError) as obstacle:
        if better_proof.proof is None:
            survey.note_obstacle(unknown_for(obstacle, statistics))
    if better_proof.proof is not None and not survey.is_decided:
        survey.note_proof(*better_proof.proof)
    return survey


class _BetterProofSearch:
    """Budget of the search for a corroborated proof, once there is one that rests on rewriting
    alone.
    """

    def __init__(self, around: Budget) -> None:
        self._around = around
        self._end: float | None = None
        self.proof: tuple[Safe, frozenset[CheckSite]] | None = None
        """The first proof that rests on rewriting alone, and the sites that it ignores."""
        self.budget = replace(around, pause=self._wait)
        """The budget of engines."""

    def end_in(self, seconds: float) -> None:
        """End the search after ``seconds``."""
        self._end = time.monotonic() + seconds

    def _wait(self) -> None:
        self._around.pause()
        if self._end is not None and time.monotonic() >= self._end:
            raise OutOfBudget("the time for a better proof is over")


@dataclass(slots=True)
class _Decision:
    """State of an engine on a goal, and the survey so far."""

    goal: Goal
    engine: Engine
    decision_options: DecisionOptions
    solvers: SolverFactory
    budget: Budget
    statistics: Statistics
    on_event: Watcher
    on_survey: Callable[[Survey], None]
    survey: Survey = field(init=False)
    better_proof: _BetterProofSearch = field(init=False)
    _caveats: tuple[Caveat, ...] = field(init=False)
    """The caveats that rule out every proof; others affect some checks, where each has a status."""
    _affected: frozenset[CheckSite] = field(init=False)
    _runner: Runner = field(init=False)
    _seconds_of_search: float = 0.0

    def __post_init__(self) -> None:
        program, checked = self.goal.program, self.goal.checked
        self._caveats, affected = program.caveats, frozenset[CheckSite]()
        dropped = with_direction(program.caveats, Direction.DROPS_BEHAVIOUR)
        if dropped and not self.decision_options.stop_at_first:
            affected = affected_sites(program, checked)
            if not affected.issuperset(check_sites(program, checked)):
                self._caveats = tuple(each for each in self._caveats if each not in dropped)
        self._affected = affected
        self.survey = Survey(self.goal, affected)
        self.better_proof = _BetterProofSearch(self.budget)
        self._runner = runner_for(self.goal, self.solvers, self.on_event, self._on_post)

    def _on_post(self, message: Message) -> None:
        """Record how far checks were explored, and send it to the watcher."""
        if isinstance(message, BoundExplored):
            self.survey.note_explored(message.bound, message.open_sites)
            if not self.decision_options.stop_at_first:
                costs = costly_functions(self.goal.program, message.visits)
                self.on_event(ChecksExplored([each.explored for each in self.survey.results], costs))

    def judge_claims(self) -> None:
        """Judge the engine's claims until the survey is decided or has a violation, if one is
        enough.

        Where rewriting alone confirms a proof, a better one is searched for as long as that took,
        at least `VerifyLimits.better_proof_seconds`.
        """
        claims = self._claims()
        try:
            while not self.survey.is_decided:
                claim = self._next(claims)
                if claim is None or not self._note(claim, self._judged(claim)):
                    return
        finally:
            with self._engine_stage():  # the CPU time of other processes counts when they end
                claims.close()

    def _claims(self) -> Generator[Claim, None, None]:
        """Return the claims of the engine, by several processes if the options and it allow."""
        budget, jobs = self.better_proof.budget, self.decision_options.jobs
        if jobs > 1 and isinstance(self.engine, HasParts) and self.solvers.recorder is None:
            from surefoot.engines.processes import claims_by_jobs  # small programs are checked by one process

            return claims_by_jobs(self.engine, jobs, self._runner, self.goal, budget)
        return self._runner.claims_about_rest(self.engine, self.goal, budget)

    def _engine_stage(self) -> AbstractContextManager[None]:
        return self.statistics.stage(f"engine {self.engine.name}", self.on_event)

    def _next(self, claims: Iterator[Claim]) -> Claim | None:
        begun = time.monotonic()
        with self._engine_stage():
            claim = next(claims, None)
        if isinstance(claim, ClaimsSafe) and self._is_limited(claim):
            claim = replace(claim, ignored=claim.ignored | self._affected)
        self._seconds_of_search += time.monotonic() - begun
        if isinstance(claim, ClaimsSafe):
            self.on_event(ProofFound(self.engine.name))
        return claim

    def _judged(self, claim: Claim) -> Verdict:
        share, confirmation = self.budget, self.decision_options.confirmation
        if confirmation is Confirmation.FAST:
            share = share.at_most(max(CERTIFY_LIMITS.fast_seconds, self._seconds_of_search))
        with self.statistics.stage("certify", self.on_event):
            follows_refutations = confirmation is Confirmation.REFUTATION
            solvers = replace(self.solvers, budget=share, only_checked_bits=follows_refutations)
            caveats = self._caveats if self._is_limited(claim) else self.goal.program.caveats
            return judge(claim, self.goal, caveats, solvers, share, confirmation)

    def _is_limited(self, claim: Claim) -> bool:
        """Return whether ``claim`` is about the checks that no dropped behaviour affects.

        The certificate of tracked variables covers behaviour that others lack.
        """
        return not (isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, TrackedSummaries))

    def _note(self, claim: Claim, verdict: Verdict) -> bool:
        """Record the ``verdict`` on ``claim``; return whether to continue."""
        survey, board, stop_at_first = self.survey, self._runner.board, self.decision_options.stop_at_first
        ignored = claim.ignored if isinstance(claim, ClaimsSafe) else frozenset()
        match verdict:
            case Safe(rests_on_rewriting_alone=True) if (
                self.better_proof.proof is None and decided_sites(board).union(self.goal.ignored) >= ignored
            ):
                self.better_proof.proof = verdict, ignored
                self.better_proof.end_in(max(LIMITS.better_proof_seconds, self._seconds_of_search))
                return True
            case Safe():
                survey.note_proof(verdict, ignored)
                for site in survey.proved - decided_sites(board):
                    board.post(CheckProved(site))
                self.on_survey(survey)
                return True
            case Unsafe():
                survey.note_violation(verdict)
                board.post(CheckViolated(verdict.violated.site))
                if not stop_at_first:
                    self.on_survey(survey)
                return not stop_at_first
            case Unknown(why=why):
                survey.note_obstacle(verdict)
                if not stop_at_first and _leaves_open_checks(claim, board):
                    return True
                may_be_replaced = why in {Why.REJECTED, Why.UNCONFIRMED}
                return may_be_replaced and self.decision_options.confirmation is not Confirmation.OFF


def _leaves_open_checks(claim: Claim, board: Board) -> bool:
    """Return whether checks remain open whatever the verdict on ``claim``."""
    match claim:
        case ClaimsUnsafe() | ClaimsNonTermination():
            return True
        case ClaimsSafe(_, ignored):
            return not violated_sites(board).issuperset(ignored)
        case GaveUp():
            return False


def unknown_for(obstacle: OutOfBudget | UnsupportedError, statistics: Statistics) -> Unknown:
    """Return the verdict after ``obstacle`` in the last stage of ``statistics``."""
    if isinstance(obstacle, UnsupportedError):
        return Unknown(Why.UNSUPPORTED, str(obstacle), "remove the construct, or model it", obstacle.span)
    stage = next(reversed(statistics.stages))
    return Unknown(Why.TIME_LIMIT, f"time limit reached in stage {stage}", "raise --time-limit")
