"""``surefoot check`` and ``surefoot certify``: one question, one report."""

import json
import os
import sys
import time
from argparse import Namespace
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from surefoot.cli.exits import ExitCode
from surefoot.cli.output import complain, end_by, say, tell
from surefoot.errors import EnvironmentFault, OutOfBudget, SurefootError, UnsupportedError, UsageError
from surefoot.records import asdict, replace
from surefoot.report.progress import StatusLine, describe
from surefoot.report.style import Style
from surefoot.report.whole_files import write_whole
from surefoot.supervise import (
    START,
    Channel,
    End,
    EndedJob,
    JobRefused,
    JobReturned,
    JobStopped,
    Progress,
    ResourceLimits,
    Usage,
    supervise,
)

if TYPE_CHECKING:
    from surefoot.certify.verdicts import Unknown, Unsafe
    from surefoot.pipeline import Report
    from surefoot.program.check_sites import CheckSite
    from surefoot.program.program import Program

_EXITS = {"safe": ExitCode.SAFE, "unsafe": ExitCode.UNSAFE, "unknown": ExitCode.UNKNOWN}

_LIMITS = {End.TIME: "--time-limit", End.MEMORY: "--memory-limit"}

SEARCH_BEFORE_RUNNING = 0.85
"""The part of the time limit for the verdict if violations are to be run afterwards."""
INVARIANT_SECONDS = 20.0
"""How long --show-invariants may take on top of the verdict, within the time limit."""


def run(options: Namespace) -> ExitCode:
    """Check in a child process, print the report, and say with the exit code what it says."""
    _require_places(options)
    status = StatusLine(quiet=options.quiet)
    deadline = None if options.time_limit is None else time.monotonic() + options.time_limit
    try:
        finished = supervise(
            lambda channel: _check(options, deadline, channel),
            ResourceLimits(options.time_limit, options.memory_limit),
            lambda progress: status.show(describe(progress)),
        )
    finally:
        status.clear()
    try:
        document = _document(finished, options)
    except SurefootError as error:
        if options.json is not None:
            asked = finished.progress.notes.get("question") or _question(options)
            _write_json(_with_usage(_refused(asked, error), finished.usage), options)
        raise
    _publish(_with_usage(document, finished.usage), options)
    if options.certificate_output is not None:
        noted = finished.progress.notes.get("certificate")
        _write_noted("certificate", noted, document["verdict"], options.certificate_output)
    if options.wave is not None:
        _write_noted("wave", finished.progress.notes.get("wave"), document["verdict"], options.wave)
    if finished.progress.signals:
        end_by(finished.progress.signals[0])
    return _EXITS[document["verdict"]]


def _with_usage(document: dict[str, Any], usage: Usage) -> dict[str, Any]:
    used = {
        "cpu_seconds": round(usage.cpu_seconds + time.process_time(), 3),
        "wall_seconds": round(usage.wall_seconds, 3),
        "peak_memory_mb": usage.peak_memory_mb,
    }
    return {**document, "statistics": {**document["statistics"], **used}}


def _require_places(options: Namespace) -> None:
    """Raise `UsageError` if it is plain before the work begins that its results cannot be written where they should be."""
    if options.json not in {None, "-"}:
        if not options.json or os.path.isdir(options.json):  # noqa: PTH112 never raises, whatever the name
            raise UsageError(f"cannot write {options.json or '--json='}: expected the name of a file")
        if not Path(options.json).absolute().parent.is_dir():
            raise UsageError(f"cannot write {options.json}: its folder does not exist")
    for place in (options.certificate_output, options.wave):
        if place is not None and not place.absolute().parent.is_dir():
            raise UsageError(f"cannot write {place}: its folder does not exist")
    if getattr(options, "modular", False) and options.certificate_output is not None:
        raise UsageError("--modular makes several proofs: --certificate-output writes one")
    if options.record is not None and not _may_be_folder(options.record):
        raise UsageError(f"cannot record queries in {options.record or '--record='}: expected the name of a folder")


def _may_be_folder(name: str) -> bool:
    return name != "" and (os.path.isdir(name) or not os.path.lexists(name))  # noqa: PTH112 as above


def _check(options: Namespace, deadline: float | None, channel: Channel) -> dict[str, Any]:
    """In the child: everything from the arguments to the report document."""
    from surefoot.cli.bounds import bounds_of
    from surefoot.cli.environment import environment_of
    from surefoot.program.program import DataModel
    from surefoot.tasks import resolve, supported

    data_model = DataModel[options.data_model] if options.data_model else None
    task = resolve(options.files, options.property, data_model)
    property = task.specification.property
    asked = _question(
        options,
        files=[str(path) for path in task.files],
        property={"name": property.name, "text": property.text},
        data_model=task.data_model.name,
        function=options.function or task.specification.entry,
    )
    channel.note("question", asked)
    supported(task)

    from surefoot.api import certify, check  # the heavy part, when it is clear that there is something to check
    from surefoot.certify.verdicts import Unsafe

    documents = _Documents(asked)
    share = SEARCH_BEFORE_RUNNING if options.run else 1.0
    if options.command == "certify":
        answer = partial(certify, certificate=options.certificate)
    else:
        answer = partial(
            check,
            engine=options.engine,
            solver=options.solver,
            record=options.record,
            certify=options.certify,
            calls=options.calls,
            first=options.first or None,
            modular=options.modular,
            on_progress=lambda known: _note_progress(documents, known, channel),
        )
    report = answer(
        *options.files,
        property=options.property,
        data_model=data_model,
        function=options.function,
        clang_flags=options.clang_flags,
        environment=environment_of(options),
        bounds=bounds_of(options),
        error_functions=options.error_function,
        time_limit=None if deadline is None else round(max(0.01, share * (deadline - time.monotonic())), 2),
        memory_limit=options.memory_limit,
        on_event=channel.event,
    )
    if isinstance(report.verdict, Unsafe) and not documents.tells_all_steps(report):
        channel.note("verdict", documents.of(report, with_steps=False))  # should the limits end what follows, it stands
    document = documents.of(report)
    if isinstance(report.verdict, Unsafe) and options.run:
        channel.note("verdict", document)
        _run_natively(report, document, channel)
    if options.show_invariants:
        channel.note("verdict", document)
        document["loop_invariants"] = _loop_invariants(report, deadline)
    if options.certificate_output is not None:
        channel.note("verdict", document)
        from surefoot.certification import certificate_text

        channel.note("certificate", certificate_text(report))
    if options.wave is not None and isinstance(report.verdict, Unsafe) and report.program is not None:
        channel.note("verdict", document)
        channel.note("wave", _wave(report.program, document["evidence"]["steps"]))
    return document


def _note_progress(documents: "_Documents", known: "Report", channel: Channel) -> None:
    """Leave what is known for the supervisor; first without the steps of new violations, because those of long runs take their time."""
    from surefoot.certify.survey import Status

    if not known.request.stop_at_first and all(each.status is Status.UNDECIDED for each in known.checks):
        channel.note("undecided", documents.of(known)["checks"])
        return
    if not documents.tells_all_steps(known):
        channel.note("progress", documents.of(known, with_steps=False))
    channel.note("progress", documents.of(known))


class _Documents:
    """The report as a document, for what is known at one time after the other; what does not change is made once."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self._asked = asked
        self._violations: dict[CheckSite, dict[str, Any]] = {}

    def tells_all_steps(self, report: "Report") -> bool:
        """Whether the steps of all violations in ``report`` are known."""
        return all(each.violated.site in self._violations for each in _violations(report))

    def of(self, report: "Report", *, with_steps: bool = True) -> dict[str, Any]:
        """The document of ``report``; unless ``with_steps``, without those steps that are not known yet."""
        from surefoot.certify.verdicts import Unsafe
        from surefoot.report.checks import checks_entry
        from surefoot.report.parts import parts_entry

        document = _reported(self._asked, report)
        verdict = report.verdict
        if isinstance(verdict, Unsafe):
            document["evidence"] = self._violation(verdict, report, with_steps=with_steps)
        if report.parts:
            document["functions"] = parts_entry(report.parts)
        if not report.request.stop_at_first:
            reason = "" if report.obstacle is None else report.obstacle.detail
            document["checks"] = checks_entry(report.checks, reason, report.program)
            failing = _violations(report)
            document["violations"] = [self._violation(each, report, with_steps=with_steps) for each in failing]
        return document

    def _violation(self, verdict: "Unsafe", report: "Report", *, with_steps: bool) -> dict[str, Any]:
        from surefoot.report.document import evidence_of
        from surefoot.report.trace import steps_of

        site = verdict.violated.site
        if site not in self._violations:
            entry = evidence_of(verdict)
            if not with_steps:
                return entry
            if report.program is not None:
                found = steps_of(
                    report.program, report.request.checked, verdict.trace, verdict.violated, report.written
                )
                entry |= {"steps": found.steps, "omitted_steps": found.omitted}
                entry["violation"] |= {"values": found.values, "expression": found.expression}
            self._violations[site] = entry
        return self._violations[site]


def _violations(report: "Report") -> list["Unsafe"]:
    """The violations that ``report`` tells of: that of its verdict, or those of all checks."""
    from surefoot.certify.verdicts import Unsafe
    from surefoot.report.checks import violated

    if report.request.stop_at_first:
        return [report.verdict] if isinstance(report.verdict, Unsafe) else []
    return [each.violation for each in violated(report.checks) if each.violation is not None]


def _wave(program: "Program", steps: list[dict[str, Any]]) -> str:
    from surefoot.report.wave import wave

    scalars = (each.variable.name for each in program.global_variables)
    names = {*scalars, *(each.name for each in program.global_objects)}
    return wave(steps, names, program.data_model.pointer_width)


def _run_natively(report: "Report", document: dict[str, Any], channel: Channel) -> None:
    """Add to each violation what the compiled program does on its inputs."""
    from surefoot.pipeline import run_natively
    from surefoot.report.checks import violated

    runs = [(report.verdict, document["evidence"])]
    if document.get("violations"):
        several = [result.violation for result in violated(report.checks)]
        runs = [(each, entry) for each, entry in zip(several, document["violations"], strict=True) if each is not None]
    for verdict, entry in runs:
        found = run_natively(replace(report, verdict=verdict), channel.event).native_run
        if found is not None:
            entry["native_run"] = asdict(found)


def _loop_invariants(report: "Report", deadline: float | None) -> dict[str, Any]:
    """The invariants that hold at the loops of the program, whatever the verdict; found anew, in limited time."""
    from surefoot.analysis.loop_invariants import loop_invariants
    from surefoot.budget import Budget
    from surefoot.report.loop_invariants import cell_names, invariants_entry, no_invariants_entry
    from surefoot.solvers.registry import SolverFactory
    from surefoot.systems.cutpoints.regions import NoFiniteShape

    if report.program is None:
        return no_invariants_entry("the program could not be read")
    budget = Budget(deadline).at_most(INVARIANT_SECONDS)
    try:
        with closing(SolverFactory(report.request.solver, budget).new()) as solver:
            found = loop_invariants(report.program, report.request.checked, solver, cell_names, budget)
    except (NoFiniteShape, OutOfBudget, UnsupportedError) as reason:
        return no_invariants_entry(reason.message)
    return invariants_entry(found)


def _reported(question: dict[str, Any], report: "Report") -> dict[str, Any]:
    from surefoot.report.document import answered

    queries = report.statistics.queries
    statistics = {
        "stages": dict(report.statistics.stages),
        "queries": {
            purpose: {"count": asked.checks, "seconds": asked.seconds} for purpose, asked in queries.by_purpose.items()
        },
        "translating_seconds": queries.translating_seconds,
    }
    return answered(question, report.verdict, report.caveats, report.warnings, statistics)


def _question(options: Namespace, **known: object) -> dict[str, Any]:
    """What is asked; where nothing is ``known`` yet, as the command line has it."""
    return {
        "files": [str(path) for path in options.files],
        "property": {"name": options.property or "default", "text": ""},
        "data_model": options.data_model or "LP64",
        "function": options.function or "main",
        "engine": options.engine,
        "solver": options.solver,
        "certify": options.certify,
        **known,
    }


def _document(finished: EndedJob, options: Namespace) -> dict[str, Any]:
    """The child's report, or one made here that says why there is none; raises what is wrong with the input."""
    asked, known, noted = (finished.progress.notes.get(name) for name in ("question", "progress", "verdict"))
    match finished.outcome:
        case JobReturned(document):
            return dict(document)
        case JobRefused(error) if noted is not None:
            return _incomplete(noted, str(error))
        case JobRefused(error):
            if asked is None or not isinstance(error, UnsupportedError | OutOfBudget | EnvironmentFault):
                raise error
            return _unanswered(asked, _refusal(error), finished.progress)
        case JobStopped(end, detail, traceback):
            if options.debug and traceback:
                tell(*traceback.splitlines())
            if noted is not None:
                return _incomplete(noted, detail)
            if known is not None:
                finished.progress.has_unconfirmed_proof = False  # those that were found were confirmed
                return _as_far_as_known(known, _stop(end, detail, finished.progress))
            obstacle = _stop(end, detail, finished.progress)
            told = _unanswered(asked or _question(options), obstacle, finished.progress)
            if (checks := finished.progress.notes.get("undecided")) is not None:
                told |= {"checks": {**checks, "undecided_reason": obstacle.detail}, "violations": []}
            return told


def _incomplete(noted: dict[str, Any], reason: str) -> dict[str, Any]:
    """The report as far as it had come when something ended what follows the verdict."""
    complain(f"the verdict stands, but what follows it is not complete: {reason}")
    return dict(noted)


def _as_far_as_known(known: dict[str, Any], obstacle: "Unknown") -> dict[str, Any]:
    """The report of what was decided before ``obstacle`` ended the search for the rest; where one violation is enough, there is no table of checks."""
    told = {**known}
    if "checks" in known:
        told["checks"] = {**known["checks"], "undecided_reason": obstacle.detail}
    if known["verdict"] == "unknown":
        from surefoot.report.document import evidence_of

        told["evidence"] = evidence_of(obstacle)
    return told


def _refused(asked: dict[str, Any], error: SurefootError) -> dict[str, Any]:
    from surefoot.report.document import refused

    return refused(asked, error)


def _unanswered(asked: dict[str, Any], unknown: "Unknown", progress: Progress) -> dict[str, Any]:
    from surefoot.report.document import answered

    stages = {name: round(seconds, 3) for name, seconds in progress.stages.items() if name != START}
    return answered(asked, unknown, (), (), {"stages": stages, "queries": {}, "translating_seconds": 0.0})


def _refusal(error: SurefootError) -> "Unknown":
    from surefoot.certify.verdicts import Unknown
    from surefoot.evidence.claims import Why
    from surefoot.program.properties import PROPERTIES

    match error:
        case UnsupportedError():
            return Unknown(Why.UNSUPPORTED, str(error), f"one of the properties {', '.join(PROPERTIES)}", error.span)
        case OutOfBudget():
            return Unknown(Why.TIME_LIMIT, str(error), "a larger --time-limit")
        case _:
            return Unknown(Why.CRASHED, str(error), "")


def _stop(end: End, detail: str, progress: Progress) -> "Unknown":
    from surefoot.certify.judge_proofs import unconfirmed_detail
    from surefoot.certify.verdicts import Unknown
    from surefoot.evidence.claims import Why

    reached = f" in stage {progress.stage}"
    if progress.bound is not None:
        reached += f" at unwinding depth {progress.bound}"
    if progress.has_unconfirmed_proof and end in {End.TIME, End.MEMORY}:
        detail = unconfirmed_detail(f"{end.value} reached{reached}")
        return Unknown(Why.UNCONFIRMED, detail, f"a larger {_LIMITS[end]}, or another --solver")
    match end:
        case End.TIME:
            return Unknown(Why.TIME_LIMIT, f"{end.value} reached{reached}", f"a larger {_LIMITS[end]}")
        case End.MEMORY:
            return Unknown(Why.MEMORY_LIMIT, f"{end.value} reached{reached}", f"a larger {_LIMITS[end]}")
        case End.INTERRUPT:
            return Unknown(Why.INTERRUPTED, f"interrupted{reached}", "")
        case End.NESTING:
            return Unknown(Why.UNSUPPORTED, detail, "splitting its deepest expressions and blocks")
        case End.SIGNAL:
            return Unknown(Why.CRASHED, f"{detail}{reached}", "another --solver, or a --memory-limit")
        case End.DEFECT:
            advice = "the same command with --debug, and send what it prints with your report"
            return Unknown(Why.CRASHED, f"a defect in surefoot{reached}: {detail}", advice)


def _publish(document: dict[str, Any], options: Namespace) -> None:
    """Print the report, then write it where ``--json`` says: a file that cannot be written takes no verdict away."""
    from surefoot.report.text import render

    if options.json != "-":
        style = Style.of(sys.stdout)
        say(render(document, style, quiet=options.quiet, full_trace=options.full_trace, statistics=options.stats))
    if options.json is not None:
        _write_json(document, options)


def _write_noted(what: str, text: str | None, verdict: str, path: Path) -> None:
    """Write the certificate or the wave; the verdict was told before, and stands if there is none."""
    if text is None:
        complain(f"no {what} was written to {path}: the verdict is {verdict}")
        return
    try:
        write_whole(path, text)
    except EnvironmentFault as fault:
        complain(str(fault))


def _write_json(document: dict[str, Any], options: Namespace) -> None:
    data = json.dumps(document, indent=2) + "\n"
    if options.json == "-":
        say(data)
        return
    try:
        write_whole(Path(options.json), data)
    except EnvironmentFault as fault:
        complain(str(fault))
