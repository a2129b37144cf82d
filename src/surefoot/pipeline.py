"""The flow from top to bottom: C files or a model in, a verdict with its evidence out, all in this process."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import field, replace
from pathlib import Path

from surefoot.budget import Budget, cpu_seconds
from surefoot.caveats import Caveat
from surefoot.certify.confirmation import LEAST_SECONDS, Confirmation
from surefoot.certify.judge import judge
from surefoot.certify.survey import CheckResult, Survey
from surefoot.certify.verdicts import NativeRun, Safe, Unknown, Unsafe, Verdict
from surefoot.engines.contracts import Engine, attempts_of
from surefoot.engines.registry import make_engine
from surefoot.errors import OutOfBudget, SurefootError, UnsupportedError, UsageError
from surefoot.events import ProofFound, StageStarted, Watcher, ignore
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, Goal, Why
from surefoot.frontend import load_program
from surefoot.program.program import DataModel, Program
from surefoot.program.properties import ASSERTIONS, Property
from surefoot.records import dataclass
from surefoot.solvers.contracts import Limits
from surefoot.solvers.recorded import Recorder
from surefoot.solvers.registry import SolverFactory
from surefoot.solvers.statistics import QueryStatistics
from surefoot.systems.formats.model import ModelFile, is_model_file


@dataclass(frozen=True, slots=True)
class Request:
    """What to check and how; limits are in seconds of wall-clock time and in megabytes."""

    files: tuple[Path, ...]
    checked: Property = ASSERTIONS
    data_model: DataModel = DataModel.LP64
    entry: str = "main"
    clang_flags: tuple[str, ...] = ()
    malloc_may_fail: bool = False
    engine: str = "auto"
    time_limit: float | None = None
    memory_limit: int | None = None
    solver: str = "bitwuzla"
    record: Path | None = None
    confirmation: Confirmation = Confirmation.STRICT
    check_models: bool = False
    stop_at_first: bool = True
    """Be content with one violation; otherwise find out about every check."""


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


@dataclass(frozen=True, slots=True)
class Report:
    """A verdict with everything a reader may want to know about it."""

    request: Request
    verdict: Verdict
    program: Program | None
    caveats: tuple[Caveat, ...]
    warnings: tuple[str, ...]
    statistics: Statistics
    checks: tuple[CheckResult, ...] = ()
    """What is known about each check; nothing if the first violation was enough."""
    obstacle: Unknown | None = None
    """Why what is not decided is not."""
    native_run: NativeRun | None = None


def check(request: Request, on_event: Watcher = ignore, on_progress: Callable[[Report], None] | None = None) -> Report:
    """Check the request's program. Raises `SurefootError` for what the user has to mend first.

    ``on_progress`` gets a report of what is known whenever checks were decided and others are not.
    """
    budget = Budget.seconds(request.time_limit)
    statistics = Statistics()
    engine = make_engine(request.engine)
    recorder = Recorder(request.record) if request.record is not None else None
    solvers = SolverFactory(
        main=request.solver,
        budget=budget,
        limits=Limits(memory_mb=request.memory_limit),
        check_models=request.check_models,
        recorder=recorder,
        statistics=statistics.queries,
    )
    try:
        with statistics.stage("front end", on_event):
            loaded = load(request, budget)
    except (OutOfBudget, UnsupportedError) as obstacle:
        return Report(request, _unknown(obstacle, statistics), None, (), (), statistics)
    goal = Goal(loaded.program, request.checked, loaded.model, in_parts=not request.stop_at_first)

    def tell(survey: Survey) -> None:
        if on_progress is not None:
            on_progress(_report(request, loaded, survey, statistics))

    survey = decide(goal, engine, request, solvers, budget, statistics, on_event, tell)
    unrecorded = (recorder.failure,) if recorder is not None and recorder.failure else ()
    return _report(request, loaded, survey, statistics, unrecorded)


def _report(
    request: Request, loaded: "Loaded", survey: Survey, statistics: Statistics, unrecorded: Sequence[str] = ()
) -> Report:
    """What is known by now."""
    return Report(
        request,
        survey.verdict,
        loaded.program,
        loaded.program.caveats,
        (*loaded.warnings, *unrecorded),
        statistics,
        () if request.stop_at_first else survey.results,
        survey.obstacle,
    )


def _unknown(obstacle: OutOfBudget | UnsupportedError, statistics: Statistics) -> Unknown:
    """What it means for the verdict that ``obstacle`` was met in the stage that is the last so far."""
    if isinstance(obstacle, UnsupportedError):
        return Unknown(Why.UNSUPPORTED, str(obstacle), "leave the construct out, or model it", obstacle.span)
    stage = next(reversed(statistics.stages))
    return Unknown(Why.TIME_LIMIT, f"time limit reached in stage {stage}", "a larger time limit")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program, what the compiler warned about, and the model that the program runs, if it was made from one."""

    program: Program
    warnings: tuple[str, ...] = ()
    model: ModelFile | None = None


def load(request: Request, budget: Budget | None = None) -> Loaded:
    """The program of the request's files: C files, or one model."""
    if not any(is_model_file(path) for path in request.files):
        found = load_program(
            request.files,
            request.data_model,
            request.checked,
            request.entry,
            request.clang_flags,
            budget,
            malloc_may_fail=request.malloc_may_fail,
        )
        return Loaded(found.program, found.warnings)
    from surefoot.systems.formats.registry import read_model
    from surefoot.systems.model_program import ENTRY, program_of

    if len(request.files) > 1:
        raise UsageError(f"a model stands alone, but {len(request.files)} files were named")
    if request.clang_flags or request.entry != ENTRY:
        raise UsageError("flags for clang and --function apply to C programs, not to a model")
    model = read_model(request.files[0])
    return Loaded(program_of(model), model=model)


def decide(
    goal: Goal,
    engine: Engine,
    request: Request,
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
    try:
        with closing(attempts_of(engine, goal, solvers, budget, on_event)) as claims:
            _judge_claims(survey, goal, engine.name, claims, request, solvers, budget, statistics, on_event, tell)
    except (OutOfBudget, UnsupportedError) as obstacle:
        survey.note_obstacle(_unknown(obstacle, statistics))
    return survey


def _judge_claims(
    survey: Survey,
    goal: Goal,
    engine: str,
    claims: Iterator[Claim],
    request: Request,
    solvers: SolverFactory,
    budget: Budget,
    statistics: Statistics,
    on_event: Watcher,
    tell: Callable[[Survey], None],
) -> None:
    """Judge the claims of ``engine`` until ``survey`` is decided or has a violation, if one is enough."""
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
        if request.confirmation is Confirmation.FAST:
            share = budget.at_most(max(LEAST_SECONDS, seconds_of_search))
        with statistics.stage("certify", on_event):
            found = judge(
                claim, goal, goal.program.caveats, replace(solvers, budget=share), share, request.confirmation
            )
        match found:
            case Safe():
                survey.note_proof(found, claim.ignored if isinstance(claim, ClaimsSafe) else ())
                goal.shared.proved |= survey.proved
                tell(survey)
            case Unsafe():
                survey.note_violation(found)
                goal.shared.violated.add(found.violated.site)
                if request.stop_at_first:
                    return
                tell(survey)
            case Unknown():
                survey.note_obstacle(found)
                if isinstance(claim, ClaimsUnsafe) and not request.stop_at_first:
                    continue
                if found.why not in {Why.REJECTED, Why.UNCONFIRMED} or request.confirmation is Confirmation.OFF:
                    return


def run_natively(report: Report, on_event: Watcher = ignore) -> Report:
    """The report of an unsafe program with what its compiled form does on the inputs found; this executes the program.

    The verdict stands whatever happens: a program that cannot be built or run is not reproduced.
    """
    from surefoot.certify import native_run  # needs the interpreter and a linker, and is rarely asked for

    request = report.request
    if not isinstance(report.verdict, Unsafe) or report.program is None:
        return report
    if any(is_model_file(path) for path in request.files):
        return replace(
            report, native_run=NativeRun(reproduced=False, detail="a model is no C program that could be run")
        )
    if request.entry != "main":
        detail = f"only programs that start at main can be run, not at {request.entry}"
        return replace(report, native_run=NativeRun(reproduced=False, detail=detail))
    goal = Goal(report.program, request.checked)
    with report.statistics.stage("native run", on_event):
        try:
            found = native_run.run_natively(goal, report.verdict.trace, request.files, request.clang_flags)
        except SurefootError as error:
            found = NativeRun(reproduced=False, detail=str(error))
    return replace(report, native_run=found)
