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

from surefoot.base.errors import EnvironmentFault, OutOfBudget, SurefootError, UnsupportedError, UsageError
from surefoot.base.events import CircuitReduced
from surefoot.base.records import asdict, replace
from surefoot.base.supervision import Channel, EndedJob, ResourceLimits, supervise
from surefoot.cli.ends import final_document
from surefoot.cli.output import ExitCode, complain, end_by, say
from surefoot.report.text.progress import StatusLine, describe
from surefoot.report.text.style import Style
from surefoot.report.whole_files import write_whole

if TYPE_CHECKING:
    from surefoot.cli.documents import Documents
    from surefoot.program.program import Program
    from surefoot.verify.request import Report

_EXITS = {"safe": ExitCode.SAFE, "unsafe": ExitCode.UNSAFE, "unknown": ExitCode.UNKNOWN}

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
        document = final_document(finished, _question(options), debug=options.debug)
    except SurefootError as error:
        if options.json is not None:
            asked = finished.progress.notes.get("question") or _question(options)
            _write_json(_with_usage(_refused(asked, error), finished), options)
        raise
    _publish(_with_usage(document, finished), options)
    if options.certificate_output is not None:
        noted = finished.progress.notes.get("certificate")
        _write_noted("certificate", noted, document["verdict"], options.certificate_output)
    if options.wave is not None:
        _write_noted("wave", finished.progress.notes.get("wave"), document["verdict"], options.wave)
    if finished.progress.signals:
        end_by(finished.progress.signals[0])
    return _EXITS[document["verdict"]]


def _with_usage(document: dict[str, Any], finished: EndedJob) -> dict[str, Any]:
    """``document`` with what the check used, and how much smaller circuits became in it."""
    usage = finished.usage
    used: dict[str, Any] = {
        "cpu_seconds": round(usage.cpu_seconds + time.process_time(), 3),
        "wall_seconds": round(usage.wall_seconds, 3),
        "peak_memory_mb": usage.peak_memory_mb,
    }
    if finished.progress.reductions:
        used["reductions"] = [_reduction(each) for each in finished.progress.reductions]
    return {**document, "statistics": {**document["statistics"], **used}}


def _reduction(told: CircuitReduced) -> dict[str, Any]:
    return {
        "engine": told.engine,
        "registers": {"before": told.registers, "after": told.registers_left},
        "gates": {"before": told.gates, "after": told.gates_left},
        "levels": {"before": told.levels, "after": told.levels_left},
    }


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
    from surefoot.cli.arguments import bounds_of
    from surefoot.cli.environment import environment_of
    from surefoot.program.program import DataModel
    from surefoot.verify.tasks import resolve, supported

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

    from surefoot.certify.verdicts import Unsafe
    from surefoot.cli.documents import Documents
    from surefoot.verify.api import certify, check  # the heavy part, when it is clear that there is something to check

    documents = Documents(asked)
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
        from surefoot.verify.certification import certificate_text

        channel.note("certificate", certificate_text(report))
    if options.wave is not None and isinstance(report.verdict, Unsafe) and report.program is not None:
        channel.note("verdict", document)
        channel.note("wave", _wave(report.program, document["evidence"]["steps"]))
    return document


def _note_progress(documents: "Documents", known: "Report", channel: Channel) -> None:
    """Leave what is known for the supervisor; first without the steps of new violations, because those of long runs take their time."""
    from surefoot.certify.survey import Status

    has_checks = not known.request.stop_at_first and not known.parts
    if has_checks and all(each.status is Status.UNDECIDED for each in known.checks):
        channel.note("undecided", documents.of(known)["checks"])
        return
    if not documents.tells_all_steps(known):
        channel.note("progress", documents.of(known, with_steps=False))
    channel.note("progress", documents.of(known))


def _wave(program: "Program", steps: list[dict[str, Any]]) -> str:
    from surefoot.program.ctypes import CInteger
    from surefoot.report.trace.wave import wave

    scalars = (each.variable.name for each in program.global_variables)
    names = {*scalars, *(each.name for each in program.global_objects)}
    local = (each for function in program.functions.values() for each in (*function.parameters, *function.locals))
    types = (each.ctype for each in (*local, *(each.variable for each in program.global_variables)))
    widths = {each.name: each.width for each in types if isinstance(each, CInteger)}
    return wave(steps, names, {"long": program.data_model.pointer_width, **widths})


def _run_natively(report: "Report", document: dict[str, Any], channel: Channel) -> None:
    """Add to each violation what the compiled program does on its inputs."""
    from surefoot.report.checks import violated
    from surefoot.verify.pipeline import run_natively

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
    from surefoot.base.budget import Budget
    from surefoot.invariants.loop_invariants import loop_invariants
    from surefoot.report.loop_invariants import cell_names, invariants_entry, no_invariants_entry
    from surefoot.smt.registry import SolverFactory
    from surefoot.systems.encode.encoding import NotEncodable

    if report.program is None:
        return no_invariants_entry("the program could not be read")
    budget = Budget(deadline).at_most(INVARIANT_SECONDS)
    try:
        with closing(SolverFactory(report.request.solver, budget).new()) as solver:
            found = loop_invariants(report.program, report.request.checked, solver, cell_names, budget)
    except (OutOfBudget, UnsupportedError) as reason:
        return no_invariants_entry(reason.message)
    if isinstance(found, NotEncodable):
        return no_invariants_entry(found.reason)
    return invariants_entry(found)


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


def _refused(asked: dict[str, Any], error: SurefootError) -> dict[str, Any]:
    from surefoot.report.document import refused

    return refused(asked, error)


def _publish(document: dict[str, Any], options: Namespace) -> None:
    """Print the report, then write it where ``--json`` says: a file that cannot be written takes no verdict away."""
    from surefoot.report.text.text import render

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
