"""The flow from top to bottom: C files, a J program or a model in, a verdict with its evidence out, all in this process."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat
from surefoot.base.errors import OutOfBudget, SurefootError, UnsupportedError, UsageError
from surefoot.base.events import Watcher, ignore
from surefoot.base.records import dataclass, field, replace
from surefoot.certify.confirmation import Confirmation
from surefoot.certify.survey import CheckResult, Survey
from surefoot.certify.verdicts import NativeRun, Part, Safe, Unknown, Unsafe, Verdict
from surefoot.engines.contracts import Engine
from surefoot.engines.registry import make_engine
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Goal
from surefoot.frontend.acsl.contracts import KnownContract, promised_by_contract
from surefoot.frontend.environment import ORDINARY, Environment
from surefoot.frontend.j.bounds import USUAL, Bounds, is_j_file
from surefoot.frontend.loading import load_program
from surefoot.program.check_sites import CheckSite, postconditions
from surefoot.program.program import DataModel, Program
from surefoot.program.properties import ANNOTATIONS, ASSERTIONS, COMPETITION, Property
from surefoot.semantics.interpreter.generated_code import GeneratedCode
from surefoot.smt.contracts import Limits
from surefoot.smt.recording import Recorder
from surefoot.smt.registry import BITS, WITH_INTEGERS, SolverFactory
from surefoot.systems.encode.encoding import Calls
from surefoot.systems.formats.model import HornFile, InputModel, has_integers, is_model_file
from surefoot.verify.deciding import DecisionManner, Statistics, decide, unknown_for


@dataclass(frozen=True, slots=True)
class Request:
    """What to check and how; limits are in seconds of wall-clock time and in megabytes."""

    files: tuple[Path, ...]
    checked: Property = ASSERTIONS
    data_model: DataModel = DataModel.LP64
    entry: str = "main"
    clang_flags: tuple[str, ...] = ()
    environment: Environment = ORDINARY
    bounds: Bounds = USUAL
    """Those of a J program."""
    engine: str = "auto"
    time_limit: float | None = None
    memory_limit: int | None = None
    solver: str = "bitwuzla"
    record: Path | None = None
    confirmation: Confirmation = Confirmation.STRICT
    check_models: bool = False
    calls: Calls = Calls.AUTO
    stop_at_first: bool = True
    """Be content with one violation; otherwise find out about every check."""

    @property
    def manner(self) -> DecisionManner:
        """How to decide."""
        return DecisionManner(self.confirmation, self.stop_at_first)


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
    parts: tuple[Part, ...] = ()
    """The functions that were proved one by one (`modular`)."""
    written: GeneratedCode | None = field(default=None, compare=False)
    """For runs of the program."""


def check(request: Request, on_event: Watcher = ignore, on_progress: Callable[[Report], None] | None = None) -> Report:
    """Check the request's program. Raises `SurefootError` for what the user has to mend first.

    ``on_progress`` gets a report of what is known whenever checks were decided and others are not, and one before any is, unless the first violation is enough.
    """
    budget = Budget.seconds(request.time_limit)
    statistics = Statistics()
    engine = make_engine(request.engine)
    if request.confirmation is Confirmation.REFUTATION and request.solver == BITS:
        raise UsageError("bits cannot confirm its own proofs: --certify refutation needs another --solver")
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
        return Report(request, unknown_for(obstacle, statistics), None, (), (), statistics)
    solvers, loaded = _with_integers(solvers, loaded)
    in_parts = not request.stop_at_first
    goal = Goal(
        loaded.program,
        request.checked,
        loaded.model,
        in_parts=in_parts,
        calls=request.calls,
        rebuild_terms=loaded.rebuild_terms or partial(load, request, budget),
    )

    def tell(survey: Survey) -> None:
        if on_progress is not None:
            on_progress(_report(request, loaded, goal, survey, statistics))

    survey = decide(goal, engine, request.manner, solvers, budget, statistics, on_event, tell)
    notes: list[str] = []
    doubts = _doubts(goal, survey, every_check=not request.stop_at_first)
    if doubts.asked or doubts.of_ends:
        with statistics.stage("reachability", on_event):
            rest = make_engine("bmc") if _is_followed(survey) else engine
            notes += _resolved(doubts, goal, survey, rest, solvers, budget)
    if recorder is not None and recorder.failure:
        notes.append(recorder.failure)
    return _report(request, loaded, goal, survey, statistics, notes)


@dataclass(frozen=True, slots=True)
class _Doubts:
    """What a proof may say nothing about: checks that are ``asked`` about, all of those that are ``promised`` in particular, and runs that end."""

    asked: frozenset[CheckSite]
    promised: frozenset[CheckSite]
    of_ends: bool


def _doubts(goal: Goal, survey: Survey, *, every_check: bool) -> _Doubts:
    promised = postconditions(goal.program) | promised_by_contract(goal.program)
    asked = survey.proved if every_check else survey.proved.intersection(promised)
    is_other_proof = isinstance(survey.verdict, Safe) and not _is_followed(survey)
    of_ends = is_other_proof and goal.model is None and goal.checked not in COMPETITION
    return _Doubts(frozenset(asked), promised, of_ends)


def _resolved(
    doubts: _Doubts, goal: Goal, survey: Survey, engine: Engine, solvers: SolverFactory, budget: Budget
) -> Iterator[str]:
    """Let the survey know what the proof says nothing about; tells what was not found out."""
    from surefoot.verify.reachability import LEAST_SECONDS, SECONDS_FOR_PROMISES, Ends, ends_of_runs, unreached_sites

    if doubts.asked:
        least = SECONDS_FOR_PROMISES if doubts.promised else LEAST_SECONDS
        found = unreached_sites(goal, doubts.asked, engine, solvers, budget, least)
        survey.note_unreachable(found.unreachable, doubts.promised)
        if doubts.promised - found.unreachable - found.undecided:
            return
        if found.undecided & doubts.promised:
            yield "it was not found out whether some run gets to where it is checked what is promised"
    if not doubts.of_ends:
        return
    match ends_of_runs(goal, engine, solvers, budget):
        case Ends.SOME:
            pass
        case Ends.NONE:
            survey.note_no_run_ends()
        case Ends.UNDECIDED:
            yield "it was not found out whether some run gets to its end, or assumptions stop all of them"


def _is_followed(survey: Survey) -> bool:
    """Whether all runs could be followed to their ends, so that they can be followed once more."""
    proof = survey.verdict
    return isinstance(proof, Safe) and isinstance(proof.certificate, CompleteUnrolling)


def _with_integers(solvers: SolverFactory, loaded: "Loaded") -> "tuple[SolverFactory, Loaded]":
    """Solvers that decide what the model is about: mathematical integers are not for all."""
    if loaded.model is None or solvers.main in WITH_INTEGERS or not has_integers(loaded.model.sorts):
        return solvers, loaded
    instead = WITH_INTEGERS[0]
    warning = f"{solvers.main} does not decide integers: {instead} is used instead"
    return replace(solvers, main=instead), replace(loaded, warnings=(*loaded.warnings, warning))


def _report(
    request: Request,
    loaded: "Loaded",
    goal: Goal,
    survey: Survey,
    statistics: Statistics,
    notes: Sequence[str] = (),
) -> Report:
    """What is known by now."""
    return Report(
        request,
        survey.verdict,
        loaded.program,
        loaded.program.caveats,
        (*loaded.warnings, *notes, *_wrong_interpolants(request, statistics)),
        statistics,
        () if request.stop_at_first else survey.results,
        survey.obstacle,
        written=goal.shared.written,
    )


def _wrong_interpolants(request: Request, statistics: Statistics) -> list[str]:
    """A warning for everybody who gave interpolants that were refuted: a defect that its makers should hear of."""
    advice = "" if request.record is not None else "; --record DIR writes them there"
    return [
        f"{origin} gave {count} wrong interpolants, which were not used{advice}"
        for origin, count in statistics.queries.wrong_interpolants.items()
    ]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program, what the compiler warned about, and the model that the program runs, if it was made from one."""

    program: Program
    warnings: tuple[str, ...] = ()
    model: InputModel | None = None
    contracts: dict[str, KnownContract] = field(default_factory=dict)
    rebuild_terms: Callable[[], object] | None = field(default=None, compare=False)
    """Rebuilds the terms of the program, to record how they were simplified; None if only loading again does."""


def load(request: Request, budget: Budget | None = None) -> Loaded:
    """The program of the request's files: C files, one J program, or one model."""
    if any(is_j_file(path) for path in request.files):
        return _load_j(request)
    if request.bounds != USUAL:
        raise UsageError("--bits, --elements, --depth, --quantifiers and --abstract-products apply to J programs")
    if not any(is_model_file(path) for path in request.files):
        found = load_program(
            request.files,
            request.data_model,
            request.checked,
            request.entry,
            request.clang_flags,
            budget,
            request.environment,
        )
        return Loaded(found.program, found.warnings, contracts=found.contracts, rebuild_terms=found.lowering.program)
    from surefoot.systems.formats.registry import read_model
    from surefoot.systems.transitions.model_program import ENTRY, program_of

    if len(request.files) > 1:
        raise UsageError(f"a model stands alone, but {len(request.files)} files were named")
    if request.clang_flags or request.entry != ENTRY:
        raise UsageError("flags for clang and --function apply to C programs, not to a model")
    model = read_model(request.files[0])
    if not isinstance(model, HornFile):
        return Loaded(program_of(model), model=model)
    from surefoot.systems.horn.program import horn_program

    return Loaded(horn_program(model), model=model)


def _load_j(request: Request) -> Loaded:
    from surefoot.frontend.j.program import load_j  # most programs are C

    if request.clang_flags or request.environment != ORDINARY:
        raise UsageError("flags for clang, and options that say what a program runs in, apply to C programs, not to J")
    return Loaded(load_j(request.files[0], request.checked, request.entry or None, request.bounds))


def run_natively(report: Report, on_event: Watcher = ignore) -> Report:
    """The report of an unsafe program with what its compiled form does on the inputs found; this executes the program.

    The verdict stands whatever happens: a program that cannot be built or run is not reproduced.
    """
    from surefoot.certify.corroborate import native_run

    request = report.request
    if not isinstance(report.verdict, Unsafe) or report.program is None:
        return report
    if any(is_model_file(path) for path in request.files):
        return replace(
            report, native_run=NativeRun(reproduced=False, detail="a model is no C program that could be run")
        )
    if is_j_file(request.files[0]):
        return replace(report, native_run=NativeRun(reproduced=False, detail="J is not compiled"))
    if request.entry != "main":
        detail = f"only programs that start at main can be run, not at {request.entry}"
        return replace(report, native_run=NativeRun(reproduced=False, detail=detail))
    if report.verdict.violated.kind in ANNOTATIONS:
        detail = "what annotations say is not part of the compiled program"
        return replace(report, native_run=NativeRun(reproduced=False, detail=detail))
    if request.environment.has_devices:
        detail = "a compiled program cannot be given the registers, interrupts and initial values of this run"
        return replace(report, native_run=NativeRun(reproduced=False, detail=detail))
    goal = Goal(report.program, request.checked)
    with report.statistics.stage("native run", on_event):
        try:
            found = native_run.run_natively(goal, report.verdict.trace, request.files, request.clang_flags)
        except SurefootError as error:
            found = NativeRun(reproduced=False, detail=str(error))
    return replace(report, native_run=found)
