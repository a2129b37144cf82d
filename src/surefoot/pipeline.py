"""The flow from top to bottom: C files in, a verdict with its evidence out, all in this process."""

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from surefoot.budget import Budget
from surefoot.caveats import Caveat
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import NativeRun, Unknown, Unsafe, Verdict
from surefoot.engines.registry import make_engine
from surefoot.errors import OutOfBudget, UnsupportedError
from surefoot.events import StageStarted, Watcher, ignore
from surefoot.evidence.claims import Goal, Why
from surefoot.frontend import LoadedProgram, load_program
from surefoot.program.program import DataModel, Program
from surefoot.program.properties import ASSERTIONS, Property
from surefoot.solvers.contracts import Limits
from surefoot.solvers.recorded import Recorder
from surefoot.solvers.registry import SolverFactory
from surefoot.solvers.statistics import QueryStatistics


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
    check_models: bool = False
    run_natively: bool = False
    """Also compile the program with the inputs of an alarm and run it: this executes the code under analysis."""


@dataclass(slots=True)
class Statistics:
    """Where the time went: seconds per stage, and counters."""

    seconds: dict[str, float] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str, on_event: Watcher) -> Iterator[None]:
        """Count the time until the block is left, in whatever way, as ``name``."""
        on_event(StageStarted(name))
        begun = time.process_time()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - begun

    def note_queries(self, queries: QueryStatistics) -> None:
        """Add where solver time went."""
        self.seconds["  of that: translating"] = queries.translating_seconds
        for purpose, entry in queries.by_purpose.items():
            self.seconds[f"  of that: {purpose}"] = entry.seconds
            self.counters[f"queries: {purpose}"] = entry.checks

    @property
    def cpu_seconds(self) -> float:
        """CPU time of this process and of the compilers it ran."""
        return sum(
            used.ru_utime + used.ru_stime
            for used in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
        )

    @property
    def peak_memory_mb(self) -> float:
        """The largest resident set so far."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


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
    loaded: LoadedProgram | None = None
    solvers = SolverFactory(
        main=request.solver,
        budget=budget,
        limits=Limits(memory_mb=request.memory_limit),
        check_models=request.check_models,
        recorder=Recorder(request.record) if request.record else None,
    )
    try:
        with statistics.stage("front end", on_event):
            loaded = load_program(
                request.files, request.data_model, request.checked, request.entry, request.clang_flags, budget
            )
        goal = Goal(loaded.program, request.checked)
        with statistics.stage(f"engine {engine.name}", on_event):
            claim = engine.run(goal, solvers, budget, on_event)
        with statistics.stage("certify", on_event):
            verdict = judge(claim, goal, loaded.program.caveats, solvers, budget)
    except OutOfBudget:
        verdict = Unknown(Why.TIME_LIMIT, f"no verdict within {request.time_limit:g} s", "give it more time")
    except UnsupportedError as refused:
        verdict = Unknown(Why.UNSUPPORTED, str(refused), "leave the construct out, or model it")
    statistics.note_queries(solvers.statistics)
    if loaded is None:
        return Report(request, verdict, None, (), (), statistics)
    native_run = None
    if request.run_natively and isinstance(verdict, Unsafe):
        with statistics.stage("native run", on_event):
            native_run = _run_natively(Goal(loaded.program, request.checked), verdict, request)
    return Report(request, verdict, loaded.program, loaded.program.caveats, loaded.warnings, statistics, native_run)


def _run_natively(goal: Goal, verdict: Unsafe, request: Request) -> NativeRun:
    from surefoot.certify.native_run import run_natively  # needs the interpreter and a linker, and is rarely asked for

    if request.entry != "main":
        return NativeRun(
            reproduced=False, detail=f"only programs that start at main can be run, not at {request.entry}"
        )
    return run_natively(goal, verdict.trace, request.files, request.clang_flags)
