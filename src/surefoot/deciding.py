"""From a goal to what is known about each of its checks: an engine makes claims, the judge accepts them or not."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import field, replace

from surefoot.budget import Budget, cpu_seconds
from surefoot.certify.confirmation import LEAST_SECONDS, Confirmation
from surefoot.certify.judge import judge
from surefoot.certify.survey import Survey
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.engines.contracts import Engine, attempts_of
from surefoot.errors import OutOfBudget, UnsupportedError
from surefoot.events import ProofFound, StageStarted, Watcher
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.program.check_sites import CheckSite
from surefoot.records import dataclass
from surefoot.solvers.registry import SolverFactory
from surefoot.solvers.statistics import QueryStatistics

LEAST_PATIENCE = 1.0
"""How many seconds at least to look for a better proof than one that rests on rewriting alone."""


@dataclass(frozen=True, slots=True)
class Manner:
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
    manner: Manner,
    solvers: SolverFactory,
    budget: Budget,
    statistics: Statistics,
    on_event: Watcher,
    tell: Callable[[Survey], None] = lambda _: None,
) -> Survey:
    """What ``engine`` finds out about the checks that ``goal`` asks about, as far as its evidence is accepted.

    ``tell`` gets the survey whenever there is something new and not all.
    """
    survey = Survey(goal)
    patience = _Patience(budget)
    try:
        with closing(attempts_of(engine, goal, solvers, patience.budget, on_event)) as claims:
            _judge_claims(
                survey, goal, engine.name, claims, patience, manner, solvers, budget, statistics, on_event, tell
            )
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


def _judge_claims(
    survey: Survey,
    goal: Goal,
    engine: str,
    claims: Iterator[Claim],
    patience: _Patience,
    manner: Manner,
    solvers: SolverFactory,
    budget: Budget,
    statistics: Statistics,
    on_event: Watcher,
    tell: Callable[[Survey], None],
) -> None:
    """Judge the claims of ``engine`` until ``survey`` is decided or has a violation, if one is enough.

    Where rewriting alone confirms a proof, another one is looked for, for as long as that took and at least `LEAST_PATIENCE`.
    """
    seconds_of_search = 0.0
    while not survey.is_decided:
        begun = time.monotonic()
        with statistics.stage(f"engine {engine}", on_event):
            claim = next(claims, None)
        seconds_of_search += time.monotonic() - begun
        if claim is None:
            return
        if isinstance(claim, ClaimsSafe):
            on_event(ProofFound(engine))
        share = budget
        if manner.confirmation is Confirmation.FAST:
            share = budget.at_most(max(LEAST_SECONDS, seconds_of_search))
        with statistics.stage("certify", on_event):
            found = judge(claim, goal, goal.program.caveats, replace(solvers, budget=share), share, manner.confirmation)
        match found:
            case Safe(is_alone=True) if patience.proof is None:
                patience.proof = found, claim.ignored if isinstance(claim, ClaimsSafe) else frozenset()
                patience.end_in(max(LEAST_PATIENCE, seconds_of_search))
            case Safe():
                survey.note_proof(found, claim.ignored if isinstance(claim, ClaimsSafe) else ())
                goal.shared.proved |= survey.proved
                tell(survey)
            case Unsafe():
                survey.note_violation(found)
                goal.shared.violated.add(found.violated.site)
                if manner.stop_at_first:
                    return
                tell(survey)
            case Unknown():
                survey.note_obstacle(found)
                if not manner.stop_at_first and _is_about_part(claim, goal):
                    continue
                if found.why not in {Why.REJECTED, Why.UNCONFIRMED} or manner.confirmation is Confirmation.OFF:
                    return


def _is_about_part(claim: Claim, goal: Goal) -> bool:
    """Whether something is left to find out whatever becomes of ``claim``."""
    match claim:
        case ClaimsUnsafe():
            return True
        case ClaimsSafe(_, ignored):
            return not goal.shared.violated.issuperset(ignored)
        case GaveUp():
            return False


def unknown_for(obstacle: OutOfBudget | UnsupportedError, statistics: Statistics) -> Unknown:
    """What it means for the verdict that ``obstacle`` was met in the stage that is the last so far."""
    if isinstance(obstacle, UnsupportedError):
        return Unknown(Why.UNSUPPORTED, str(obstacle), "leave the construct out, or model it", obstacle.span)
    stage = next(reversed(statistics.stages))
    return Unknown(Why.TIME_LIMIT, f"time limit reached in stage {stage}", "a larger time limit")
