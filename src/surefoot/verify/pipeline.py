"""The pipeline: load, decide, reachability, report; all in this process."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget, SurefootError, UnsupportedError, UsageError
from surefoot.base.events import Watcher, ignore
from surefoot.base.records import dataclass, replace
from surefoot.certify.context import Confirmation
from surefoot.certify.survey import Survey
from surefoot.certify.verdicts import NativeRun, Safe, Unsafe
from surefoot.engines.contracts import Engine
from surefoot.engines.registry import make_engine
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Goal
from surefoot.frontend.acsl.contracts import contract_postconditions
from surefoot.frontend.j.bounds import is_j_file
from surefoot.program.check_sites import CheckSite, postconditions
from surefoot.program.properties import ANNOTATIONS, COMPETITION
from surefoot.smt.contracts import Limits
from surefoot.smt.registry import BITS, WITH_INTEGERS, SolverFactory
from surefoot.systems.formats.model import ModelFile, has_integers, is_model_file
from surefoot.verify.deciding import Statistics, decide, unknown_for
from surefoot.verify.limits import LIMITS
from surefoot.verify.loading import Loaded, load
from surefoot.verify.request import Report, Request


def check(request: Request, on_event: Watcher = ignore, on_progress: Callable[[Report], None] | None = None) -> Report:
    """Return the report on the request's program. Raises `SurefootError` where the input or an
    option is wrong.

    Unless the first violation is enough, ``on_progress`` gets a report before any check is decided,
    and whenever some checks are decided and others are not.
    """
    budget = Budget.seconds(request.time_limit)
    statistics = Statistics()
    engine = make_engine(_engine_spec(request))
    if request.confirmation is Confirmation.REFUTATION and request.solver == BITS:
        raise UsageError("bits cannot confirm its own proofs: --certify refutation needs another --solver")
    solvers = _solvers(request, budget, statistics)
    try:
        with statistics.stage("front end", on_event):
            loaded = load(request, budget)
    except (OutOfBudget, UnsupportedError) as obstacle:
        return Report(request, unknown_for(obstacle, statistics), None, (), (), statistics)
    solvers, loaded = _with_integers(solvers, loaded)
    goal = _goal(request, loaded, budget)

    def report(survey: Survey, notes: Sequence[str] = ()) -> Report:
        return _report(request, loaded, survey, statistics, notes)

    def on_survey(survey: Survey) -> None:
        if on_progress is not None:
            on_progress(report(survey))

    has_loops = request.with_loops and _may_have_loops(request, loaded)
    share = _without_reserve(budget) if has_loops else budget
    survey = decide(goal, engine, request.decision_options, solvers, share, statistics, on_event, on_survey)
    notes: list[str] = []
    questions = _vacuity_questions(goal, survey, every_check=not request.stop_at_first)
    if questions.sites or questions.run_end:
        with statistics.stage("reachability", on_event):
            searching = make_engine("bmc") if _has_complete_unrolling(survey) else engine
            notes += _check_vacuity(questions, goal, survey, searching, solvers, budget)
    if isinstance(goal.model, ModelFile) and isinstance(survey.verdict, Safe):
        from surefoot.verify.model_vacuity import vacuity_of_model
        from surefoot.verify.reachability import reachability_budget

        with statistics.stage("reachability", on_event):
            share = reachability_budget(budget, LIMITS.reachability_seconds)
            notes += vacuity_of_model(goal, goal.model, engine, solvers, share)
    if solvers.recorder is not None and solvers.recorder.failure:
        notes.append(solvers.recorder.failure)
    found = report(survey, notes)
    if not has_loops:
        return found
    if on_progress is not None:
        on_progress(found)
    with statistics.stage("loops", on_event):
        return _with_loops(found, goal, survey.proved, solvers, budget)


# Load


def _engine_spec(request: Request) -> str:
    """Return the engine: that of the request, or the one for termination. Raises `UsageError` if
    they do not fit.
    """
    is_for_termination = request.engine.partition("{")[0] == "termination"
    if request.checked.is_termination and not is_for_termination:
        if request.engine != "auto":
            raise UsageError(f"engine {request.engine} does not check termination; remove --engine")
        return "termination"
    if is_for_termination and not request.checked.is_termination:
        raise UsageError("engine termination checks no other property; add --property termination")
    return request.engine


def _solvers(request: Request, budget: Budget, statistics: Statistics) -> SolverFactory:
    recorder = None
    if request.record is not None:
        from surefoot.smt.recording import Recorder

        recorder = Recorder(request.record)
    return SolverFactory(
        main=request.solver,
        budget=budget,
        limits=Limits(memory_mb=request.memory_limit),
        check_models=request.check_models,
        recorder=recorder,
        statistics=statistics.queries,
    )


def _with_integers(solvers: SolverFactory, loaded: Loaded) -> tuple[SolverFactory, Loaded]:
    """Replace the main solver where the model has mathematical integers and the solver does not
    support them.
    """
    if loaded.model is None or solvers.main in WITH_INTEGERS or not has_integers(loaded.model.sorts):
        return solvers, loaded
    instead = WITH_INTEGERS[0]
    warning = f"{solvers.main} does not decide integers: {instead} is used instead"
    return replace(solvers, main=instead), replace(loaded, warnings=(*loaded.warnings, warning))


def _goal(request: Request, loaded: Loaded, budget: Budget) -> Goal:
    return Goal(
        loaded.program,
        request.checked,
        loaded.model,
        accepts_partial_claims=not request.stop_at_first,
        allows_assumptions=request.allows_assumptions,
        calls=request.calls,
        rebuild_terms=loaded.rebuild_terms or partial(load, request, budget),
    )


# Reachability: a proof about checks that no run reaches is vacuous


@dataclass(frozen=True, slots=True)
class _VacuityQuestions:
    """The questions whose answer "no" makes a proof vacuous."""

    sites: frozenset[CheckSite]
    """Proved checks that have to be reached by some run."""
    postconditions: frozenset[CheckSite]
    """The checks of postconditions."""
    run_end: bool
    """Some run has to reach the end of the program."""


def _vacuity_questions(goal: Goal, survey: Survey, *, every_check: bool) -> _VacuityQuestions:
    if goal.checked.is_termination:
        return _VacuityQuestions(frozenset(), frozenset(), run_end=False)
    if isinstance(goal.model, ModelFile):
        return _VacuityQuestions(frozenset(), frozenset(), run_end=False)
    promised = postconditions(goal.program) | contract_postconditions(goal.program)
    sites = survey.proved if every_check else survey.proved.intersection(promised)
    may_lack_runs = isinstance(survey.verdict, Safe) and not _has_complete_unrolling(survey)
    run_end = may_lack_runs and goal.model is None and goal.checked not in COMPETITION
    return _VacuityQuestions(frozenset(sites), promised, run_end)


def _check_vacuity(
    questions: _VacuityQuestions, goal: Goal, survey: Survey, engine: Engine, solvers: SolverFactory, budget: Budget
) -> Iterator[str]:
    """Enter unreachable checks and missing runs into ``survey``; yield a note for each open
    question.
    """
    from surefoot.verify.reachability import RunEnd, run_end, unreached_sites

    promised = questions.postconditions
    if questions.sites:
        least = LIMITS.postcondition_seconds if promised else LIMITS.reachability_seconds
        found = unreached_sites(goal, questions.sites, engine, solvers, budget, least)
        survey.note_unreachable(found.unreachable, promised)
        if promised - found.unreachable - found.undecided:
            return
        if found.undecided & promised:
            yield "not decided whether some run reaches a postcondition; if none does, the proof is vacuous"
    if not questions.run_end:
        return
    match run_end(goal, engine, solvers, budget):
        case RunEnd.REACHED:
            pass
        case RunEnd.UNREACHABLE:
            survey.note_no_run_ends()
        case RunEnd.UNDECIDED:
            yield "not decided whether some run reaches its end; if assumptions stop all runs, the proof is vacuous"


def _has_complete_unrolling(survey: Survey) -> bool:
    """Return whether the proof unrolls all runs to their ends, so that they can be unrolled again."""
    proof = survey.verdict
    return isinstance(proof, Safe) and isinstance(proof.certificate, CompleteUnrolling)


# Loops: which end is reported beside the checks


def _may_have_loops(request: Request, loaded: Loaded) -> bool:
    """Return whether the request is about every check of a C program, by all engines."""
    is_c = loaded.model is None and not is_j_file(request.files[0])
    return is_c and not request.stop_at_first and request.engine == "auto"


def _without_reserve(budget: Budget) -> Budget:
    """Return ``budget`` without the time that is kept for loops."""
    left = budget.remaining()
    return budget if left is None else budget.at_most(left - min(LIMITS.loop_reserve, LIMITS.loop_reserve_share * left))


def _with_loops(
    report: Report, goal: Goal, proved: Collection[CheckSite], solvers: SolverFactory, budget: Budget
) -> Report:
    """Add the status of loops to ``report``; a loop that never ends is a violation."""
    from surefoot.verify.loop_sites import loop_sites

    if not loop_sites(goal.program):
        return report
    from surefoot.verify.loops import decide_loops  # few checks are about all of a program

    all_end = isinstance(report.verdict, Safe) and report.verdict.all_runs_end
    least = LIMITS.loop_ending_seconds if all_end else LIMITS.loop_seconds
    share = budget.at_most_cpu(max(least, LIMITS.loop_share * budget.cpu_seconds_used()))
    left = budget.remaining()
    if left is not None:
        share = share.at_most(left - min(LIMITS.loop_margin, left / 2))
    loops = decide_loops(goal, proved, replace(solvers, budget=share), share, all_end=all_end)
    violation = next((each.violation for each in loops if each.violation is not None), None)
    if violation is None or isinstance(report.verdict, Unsafe):
        return replace(report, loops=loops)
    return replace(report, loops=loops, verdict=violation)


# Report


def _report(request: Request, loaded: Loaded, survey: Survey, statistics: Statistics, notes: Sequence[str]) -> Report:
    return Report(
        request,
        survey.verdict,
        loaded.program,
        loaded.program.caveats,
        (*loaded.warnings, *notes, *_wrong_interpolants(request, statistics)),
        statistics,
        () if request.stop_at_first else survey.results,
        survey.obstacle,
    )


def _wrong_interpolants(request: Request, statistics: Statistics) -> list[str]:
    """Return a warning for each solver whose interpolants were refuted, which is a defect of that
    solver.
    """
    advice = "" if request.record is not None else "; --record DIR writes them there"
    return [
        f"{origin} returned {count} wrong interpolants, which were not used{advice}"
        for origin, count in statistics.queries.wrong_interpolants.items()
    ]


# After the verdict


def run_natively(report: Report, on_event: Watcher = ignore) -> Report:
    """Compile and execute an unsafe program on the inputs found, and add the outcome to its report.

    The verdict stays the same: a program that cannot be built or run is not reproduced.
    """
    request, verdict = report.request, report.verdict
    if not isinstance(verdict, Unsafe) or report.program is None:
        return report
    if obstacle := _no_native_run(request, verdict):
        return replace(report, native_run=NativeRun(reproduced=False, detail=obstacle))
    goal = Goal(report.program, request.checked)
    with report.statistics.stage("native run", on_event):
        try:
            found = _native_run(goal, verdict, request)
        except SurefootError as error:
            found = NativeRun(reproduced=False, detail=str(error))
    return replace(report, native_run=found)


def _native_run(goal: Goal, verdict: Unsafe, request: Request) -> NativeRun:
    if verdict.lasso is not None:
        from surefoot.certify.corroborate.native_cycle import CycleStrategy, run_cycle_natively
        from surefoot.systems.encode.program_system import ProgramSystem

        encoding = verdict.encoding if isinstance(verdict.encoding, ProgramSystem) else None
        by = None if verdict.recurrent is None or encoding is None else CycleStrategy(verdict.recurrent, encoding)
        return run_cycle_natively(goal, verdict.lasso, request.files, request.clang_flags, by)
    from surefoot.certify.corroborate.native_run import run_natively

    return run_natively(goal, verdict.trace, request.files, request.clang_flags)


def _no_native_run(request: Request, verdict: Unsafe) -> str:
    """Return why the violation cannot be reproduced by a compiled program; empty if it may be."""
    if any(is_model_file(path) for path in request.files):
        return "a model is not a C program and cannot be executed"
    if is_j_file(request.files[0]):
        return "J programs are not compiled"
    if request.entry != "main":
        return f"only programs that start at main can be executed, not at {request.entry}"
    if verdict.violated.kind in ANNOTATIONS:
        return "annotations are not part of the compiled program"
    if request.environment.has_devices:
        return "device registers, interrupts and arbitrary initial values cannot be given to a compiled program"
    return ""
