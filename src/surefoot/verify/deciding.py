"""Decides the checks of a goal: an engine makes claims, the judge accepts or rejects them, and the survey records the result."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from surefoot.base.budget import Budget, cpu_seconds
from surefoot.base.errors import OutOfBudget, UnsupportedError
from surefoot.base.events import ProofFound, StageStarted, Watcher
from surefoot.base.records import dataclass, field, replace
from surefoot.certify.confirmation import Confirmation
from surefoot.certify.judge import judge
from surefoot.certify.limits import LIMITS as CERTIFY_LIMITS
from surefoot.certify.survey import Survey
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.board import Board, CheckProved, CheckViolated, decided_sites, violated_sites
from surefoot.engines.contracts import Engine
from surefoot.engines.runner import Runner, runner_for
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.program.check_sites import CheckSite
from surefoot.smt.registry import SolverFactory
from surefoot.smt.statistics import QueryStatistics

LEAST_PATIENCE = 1.0
"""How many seconds at least to look for a better proof than one that rests on rewriting alone."""


@dataclass(frozen=True, slots=True)
class DecisionManner:
    """How to decide a goal: how proofs are confirmed, and whether one violation is enough or every check matters."""

    confirmation: Confirmation = Confirmation.STRICT
    stop_at_first: bool = True


@dataclass(slots=True)
class Statistics:
    """Where the time went: CPU seconds per stage, with the compilers it ran, and the solvers' part of them."""

    stages: dict[str, float] = field(default_factory=dict)
    queries: QueryStatistics = field(default_factory=QueryStatistics)

    @contextmanager
    def stage(self, name: str, on_event: Watcher) -> Iterator[None]:
        """Count the time until the block is left, in whatever way, as ``name``."""
        on_event(StageStarted(name))
        begun = cpu_seconds()
        try:
            yield
        finally:
            self.stages[name] = self.stages.get(name, 0.0) + cpu_seconds() - begun


def decide(
    goal: Goal,
    engine: Engine,
    manner: DecisionManner,
    solvers: SolverFactory,
    budget: Budget,
    statistics: Statistics,
    on_event: Watcher,
    tell: Callable[[Survey], None] = lambda _: None,
) -> Survey:
    """What ``engine`` finds out about the checks that ``goal`` asks about, as far as its evidence is accepted.

    ``tell`` gets the survey at first, and whenever there is something new and not all.
    """
    inquiry = _Inquiry(goal, engine, manner, solvers, budget, statistics, on_event, tell)
    survey, patience = inquiry.survey, inquiry.patience
    if not manner.stop_at_first:
        tell(survey)
    try:
        inquiry.judge_claims()
    except (OutOfBudget, UnsupportedError) as obstacle:
        if patience.proof is None:
            survey.note_obstacle(unknown_for(obstacle, statistics))
    if patience.proof is not None and not survey.is_decided:
        survey.note_proof(*patience.proof)
    return survey


class _Patience:
    """Ends the search for a better proof, once there is one that rests on rewriting alone."""

    def __init__(self, around: Budget) -> None:
        self._around = around
        self._end: float | None = None
        self.proof: tuple[Safe, frozenset[CheckSite]] | None = None
        """The first proof that rests on rewriting alone, with the sites that it is not about."""
        self.budget = replace(around, pause=self._wait)
        """What the search may use."""

    def end_in(self, seconds: float) -> None:
        """Let the search go on for at most so long."""
        self._end = time.monotonic() + seconds

    def _wait(self) -> None:
        self._around.pause()
        if self._end is not None and time.monotonic() >= self._end:
            raise OutOfBudget("the time for a better proof is over")


@dataclass(slots=True)
class _Inquiry:
    """An engine at work on a goal, and what is known by now."""

    goal: Goal
    engine: Engine
    manner: DecisionManner
    solvers: SolverFactory
    budget: Budget
    statistics: Statistics
    on_event: Watcher
    tell: Callable[[Survey], None]
    survey: Survey = field(init=False)
    patience: _Patience = field(init=False)
    _runner: Runner = field(init=False)
    _seconds_of_search: float = 0.0

    def __post_init__(self) -> None:
        self.survey = Survey(self.goal)
        self.patience = _Patience(self.budget)
        self._runner = runner_for(self.goal, self.solvers, self.on_event)

    def judge_claims(self) -> None:
        """Judge the engine's claims until the survey is decided or has a violation, if one is enough.

        Where rewriting alone confirms a proof, another one is looked for, for as long as that took and at least `LEAST_PATIENCE`.
        """
        with closing(self._runner.claims_about_rest(self.engine, self.goal, self.patience.budget)) as claims:
            while not self.survey.is_decided:
                claim = self._next(claims)
                if claim is None or not self._note(claim, self._judged(claim)):
                    return

    def _next(self, claims: Iterator[Claim]) -> Claim | None:
        begun = time.monotonic()
        with self.statistics.stage(f"engine {self.engine.name}", self.on_event):
            claim = next(claims, None)
        self._seconds_of_search += time.monotonic() - begun
        if isinstance(claim, ClaimsSafe):
            self.on_event(ProofFound(self.engine.name))
        return claim

    def _judged(self, claim: Claim) -> Verdict:
        share, confirmation = self.budget, self.manner.confirmation
        if confirmation is Confirmation.FAST:
            share = share.at_most(max(CERTIFY_LIMITS.fast_seconds, self._seconds_of_search))
        with self.statistics.stage("certify", self.on_event):
            followed = confirmation is Confirmation.REFUTATION
            solvers = replace(self.solvers, budget=share, with_refutations=followed)
            return judge(claim, self.goal, self.goal.program.caveats, solvers, share, confirmation)

    def _note(self, claim: Claim, verdict: Verdict) -> bool:
        """Take note of the ``verdict`` on ``claim``; says whether to go on."""
        survey, board, stop_at_first = self.survey, self._runner.board, self.manner.stop_at_first
        ignored = claim.ignored if isinstance(claim, ClaimsSafe) else frozenset()
        match verdict:
            case Safe(rests_on_rewriting_alone=True) if self.patience.proof is None:
                self.patience.proof = verdict, ignored
                self.patience.end_in(max(LEAST_PATIENCE, self._seconds_of_search))
                return True
            case Safe():
                survey.note_proof(verdict, ignored)
                for site in survey.proved - decided_sites(board):
                    board.post(CheckProved(site))
                self.tell(survey)
                return True
            case Unsafe():
                survey.note_violation(verdict)
                board.post(CheckViolated(verdict.violated.site))
                if not stop_at_first:
                    self.tell(survey)
                return not stop_at_first
            case Unknown(why=why):
                survey.note_obstacle(verdict)
                if not stop_at_first and _is_about_part(claim, board):
                    return True
                may_be_mended = why in {Why.REJECTED, Why.UNCONFIRMED}
                return may_be_mended and self.manner.confirmation is not Confirmation.OFF


def _is_about_part(claim: Claim, board: Board) -> bool:
    """Whether something is left to find out whatever becomes of ``claim``."""
    match claim:
        case ClaimsUnsafe():
            return True
        case ClaimsSafe(_, ignored):
            return not violated_sites(board).issuperset(ignored)
        case GaveUp():
            return False


def unknown_for(obstacle: OutOfBudget | UnsupportedError, statistics: Statistics) -> Unknown:
    """What it means for the verdict that ``obstacle`` was met in the stage that is the last so far."""
    if isinstance(obstacle, UnsupportedError):
        return Unknown(Why.UNSUPPORTED, str(obstacle), "remove the construct, or model it", obstacle.span)
    stage = next(reversed(statistics.stages))
    return Unknown(Why.TIME_LIMIT, f"time limit reached in stage {stage}", "raise --time-limit")
