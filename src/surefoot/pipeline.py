"""The flow from top to bottom: C files or a model in, a verdict with its evidence out, all in this process."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field, replace
from pathlib import Path

from surefoot.budget import Budget, cpu_seconds
from surefoot.caveats import Caveat
from surefoot.certify.confirmation import LEAST_SECONDS, Confirmation
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import NativeRun, Unknown, Unsafe, Verdict
from surefoot.engines.contracts import Engine, attempts_of
from surefoot.engines.registry import make_engine
from surefoot.errors import OutOfBudget, SurefootError, UnsupportedError, UsageError
from surefoot.events import ProofFound, StageStarted, Watcher, ignore
from surefoot.evidence.claims import ClaimsSafe, Goal, Why
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
    engine: str = "auto"
    time_limit: float | None = None
    memory_limit: int | None = None
    solver: str = "bitwuzla"
    record: Path | None = None
    confirmation: Confirmation = Confirmation.STRICT
    check_models: bool = False


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
    native_run: NativeRun | None = None


def check(request: Request, on_event: Watcher = ignore) -> Report:
    """Check the request's program. Raises `SurefootError` for what the user has to mend first."""
    budget = Budget.seconds(request.time_limit)
    statistics = Statistics()
    engine = make_engine(request.engine)
    loaded: Loaded | None = None
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
        goal = Goal(loaded.program, request.checked, loaded.model)
        verdict = _first_accepted(engine, goal, solvers, budget, request.confirmation, statistics, on_event)
    except OutOfBudget:
        stage = next(reversed(statistics.stages))
        verdict = Unknown(Why.TIME_LIMIT, f"time limit reached in stage {stage}", "a larger time limit")
    except UnsupportedError as refused:
        verdict = Unknown(Why.UNSUPPORTED, str(refused), "leave the construct out, or model it", refused.span)
    unrecorded = (recorder.failure,) if recorder is not None and recorder.failure else ()
    if loaded is None:
        return Report(request, verdict, None, (), unrecorded, statistics)
    warnings = (*loaded.warnings, *unrecorded)
    return Report(request, verdict, loaded.program, loaded.program.caveats, warnings, statistics)


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
            request.files, request.data_model, request.checked, request.entry, request.clang_flags, budget
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


def _first_accepted(
    engine: Engine,
    goal: Goal,
    solvers: SolverFactory,
    budget: Budget,
    confirmation: Confirmation,
    statistics: Statistics,
    on_event: Watcher,
) -> Verdict:
    """The verdict on the first claim whose evidence is accepted; if none is, that on an unconfirmed proof or on the last claim."""
    claims = attempts_of(engine, goal, solvers, budget, on_event)
    verdict = Unknown(Why.CRASHED, "the engine made no claim", "please report this as a defect of surefoot")
    seconds_of_search = 0.0
    while True:
        begun = time.monotonic()
        try:
            with statistics.stage(f"engine {engine.name}", on_event):
                claim = next(claims, None)
        except OutOfBudget:
            if verdict.why is Why.UNCONFIRMED:
                return verdict
            raise
        seconds_of_search += time.monotonic() - begun
        if claim is None:
            return verdict
        if isinstance(claim, ClaimsSafe):
            on_event(ProofFound(engine.name))
        share = budget
        if confirmation is Confirmation.FAST:
            share = budget.at_most(max(LEAST_SECONDS, seconds_of_search))
        with statistics.stage("certify", on_event):
            found = judge(claim, goal, goal.program.caveats, replace(solvers, budget=share), share, confirmation)
        if not isinstance(found, Unknown) or confirmation is Confirmation.OFF:
            return found
        if verdict.why not in {Why.REJECTED, Why.UNCONFIRMED}:
            verdict = found
        if found.why not in {Why.REJECTED, Why.UNCONFIRMED}:
            return verdict


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
