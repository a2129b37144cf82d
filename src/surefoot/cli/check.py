"""``surefoot check`` and ``surefoot certify``: a check in a child process, and its report."""

import json
import os
import sys
import time
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from surefoot.base.errors import OutOfBudget, SurefootError, UnsupportedError, UsageError
from surefoot.base.records import replace
from surefoot.base.supervision import Channel, EndedJob, JobStopped, ResourceLimits, supervise
from surefoot.cli.limits import LIMITS
from surefoot.cli.output import ExitCode, end_by, print_error, print_message, print_output, write_report
from surefoot.report.completion import final_document, with_usage
from surefoot.report.text.terminal import StatusLine, Style, describe

if TYPE_CHECKING:
    from surefoot.program.program import Program
    from surefoot.report.building import ReportBuilder
    from surefoot.report.document import Evidence, LoopInvariantsEntry, ReportDocument, RequestEntry, StepEntry
    from surefoot.verify.request import Report, Request

_EXITS = {"safe": ExitCode.SAFE, "unsafe": ExitCode.UNSAFE, "unknown": ExitCode.UNKNOWN}


def run(options: Namespace) -> ExitCode:
    """Check in a child process, print the report, and return the exit code of its verdict."""
    _require_writable(options)
    limits = ResourceLimits(options.time_limit, options.memory_limit)
    status = StatusLine(quiet=options.quiet)
    deadline = None if options.time_limit is None else time.monotonic() + options.time_limit
    try:
        ended = supervise(
            lambda channel: _check(options, deadline, channel),
            limits,
            lambda progress: status.show(describe(progress)),
        )
    finally:
        status.clear()
    document = _document(ended, limits, options)
    _publish(document, options)
    for name, path in (
        ("certificate", options.certificate_output),
        ("witness", options.witness_output),
        ("wave", options.wave),
    ):
        if path is not None:
            _write_note(name, ended.progress.notes.get(name), _reason(name, document), path)
    if ended.progress.signals:
        end_by(ended.progress.signals[0])
    return _exit_code(document)


def _exit_code(document: "ReportDocument") -> ExitCode:
    """Return the exit code of the verdict; behaviour that a caveat drops was not explored."""
    evidence = document["evidence"]
    is_explored = evidence["kind"] == "reason" and evidence["why"] == "bound"
    drops_behaviour = any(each["lean"].startswith("drops-") for each in document["caveats"])
    if "bounded" in document and is_explored and not drops_behaviour:
        return ExitCode.BOUNDED
    if evidence["kind"] == "reason" and evidence["why"] == "nothing-checked":
        return ExitCode.NOTHING_CHECKED
    return _EXITS[document["verdict"]]


def _document(ended: EndedJob, limits: ResourceLimits, options: Namespace) -> "ReportDocument":
    """Return the report; an error in the input is written to files, too, and raised."""
    if options.debug and isinstance(ended.outcome, JobStopped) and ended.outcome.traceback:
        print_error(*ended.outcome.traceback.splitlines())
    try:
        document, warning = final_document(ended, _request_entry(options), limits)
    except SurefootError as error:
        if any(each is not None for each in (options.json, options.sarif, options.html)):
            from surefoot.report.building import error_document

            request = ended.progress.notes.get("request") or _request_entry(options)
            _write_files(with_usage(error_document(request, error), ended), options)
        raise
    if warning:
        print_message(warning)
    if ended.progress.costs:
        from surefoot.report.costs import with_costs  # most checks end with a verdict

        document = with_costs(document, ended.progress.costs)
    return with_usage(document, ended)


def _require_writable(options: Namespace) -> None:
    """Raise `UsageError` before the check if its results certainly cannot be written."""
    if options.json not in {None, "-"}:
        if not options.json or os.path.isdir(options.json):  # noqa: PTH112 never raises, whatever the name
            raise UsageError(f"cannot write {options.json or '--json='}: expected the name of a file")
        if not Path(options.json).absolute().parent.is_dir():
            raise UsageError(f"cannot write {options.json}: its folder does not exist; create it first")
    outputs = (options.certificate_output, options.witness_output, options.wave, options.sarif, options.html)
    for place in outputs:
        if place is not None and not place.absolute().parent.is_dir():
            raise UsageError(f"cannot write {place}: its folder does not exist; create it first")
    if getattr(options, "modular", False) and options.certificate_output is not None:
        raise UsageError("--modular makes several proofs and --certificate writes one; leave one of them out")
    if options.hints is not None and (options.modular or options.certificate_output or options.witness_output):
        raise UsageError("--hints checks another text of the program: leave out --modular, --certificate and --witness")
    if options.bounded is not None and (options.engine != "auto" or options.modular):
        other = "--modular" if options.modular else f"--engine {options.engine}"
        raise UsageError(f"--bounded chooses the engine and proves nothing about the rest; leave out {other}")
    if options.record is not None and not _may_be_folder(options.record):
        raise UsageError(f"cannot record queries in {options.record or '--record='}: expected the name of a folder")


def _may_be_folder(name: str) -> bool:
    return name != "" and (os.path.isdir(name) or not os.path.lexists(name))  # noqa: PTH112 as above


# In the child process


def _check(options: Namespace, deadline: float | None, channel: Channel) -> "ReportDocument":
    """Return the report document; runs in the child process."""
    from surefoot.cli.program_options import request_of, task_of

    task = task_of(options)
    property = task.specification.property
    entry = _request_entry(options)
    entry |= {
        "files": [str(path) for path in task.files],
        "property": {"name": property.name, "text": property.text},
        "data_model": task.data_model.name,
        "function": options.function or task.specification.entry,
    }
    channel.note("request", entry)
    request = replace(request_of(options, task), memory_limit=options.memory_limit)

    from surefoot.certify.verdicts import Unsafe
    from surefoot.report.building import ReportBuilder

    builder = ReportBuilder(entry, options.time_limit)
    report = _report(request, options, deadline, builder, channel)
    if isinstance(report.verdict, Unsafe) and not builder.has_all_steps(report):
        channel.note(
            "verdict", builder.document(report, with_steps=False)
        )  # reported if a limit ends the process before the next note
    document = builder.document(report)
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
    if options.witness_output is not None:
        channel.note("verdict", document)
        from surefoot.witnesses.writing import witness_text

        written = witness_text(report, as_graphml=options.witness_output.suffix == ".graphml")
        channel.note("witness", written.text)
        if written.text is None:
            document["warnings"].append(f"no witness: {written.reason}")
    if options.wave is not None and document["evidence"]["kind"] == "trace" and report.program is not None:
        channel.note("verdict", document)
        channel.note("wave", _waveform(report.program, document["evidence"]["steps"]))
    return document


def _report(
    request: "Request", options: Namespace, deadline: float | None, builder: "ReportBuilder", channel: Channel
) -> "Report":
    """Check the program, or the certificate; leaves intermediate reports in ``channel``."""
    if options.command == "certify":
        from surefoot.verify.certification import certify

        request = replace(request, engine="certificate", time_limit=_remaining(deadline))
        return certify(request, options.certificate, channel.event)

    from surefoot.certify.context import Confirmation
    from surefoot.systems.encode.encoding import Calls
    from surefoot.verify.api import check_request

    request = replace(
        request,
        engine=_engine(options),
        solver=options.solver,
        record=None if options.record is None else Path(options.record),
        confirmation=Confirmation(options.certify),
        allows_assumptions=options.assume == "named",
        calls=Calls(options.calls),
        stop_at_first=options.first or request.stop_at_first,
        jobs=_jobs(options),
        time_limit=_remaining(deadline, LIMITS.search_share_before_run if options.run else 1.0),
    )
    if options.hints is not None:
        from surefoot.witnesses.hints import check_with_hints

        return check_with_hints(
            request, options.hints, channel.event, lambda known: _note_progress(builder, known, channel)
        )
    return check_request(
        request,
        modular=options.modular,
        on_event=channel.event,
        on_progress=lambda known: _note_progress(builder, known, channel),
    )


def _engine(options: Namespace) -> str:
    return options.engine if options.bounded is None else f"bmc{{max-bound={options.bounded}}}"


def _jobs(options: Namespace) -> int:
    """Return the number of processes that search: by default one for a task file, whose limits are
    about CPU time, and one a core for others.
    """
    if options.jobs is not None:
        return int(options.jobs)
    if options.files[0].suffix == ".yml":
        return 1
    return min(LIMITS.max_default_jobs, len(os.sched_getaffinity(0)))


def _remaining(deadline: float | None, share: float = 1.0) -> float | None:
    """Return the seconds of a ``share`` of the time until ``deadline``."""
    return None if deadline is None else round(max(0.01, share * (deadline - time.monotonic())), 2)


def _note_progress(builder: "ReportBuilder", known: "Report", channel: Channel) -> None:
    """Leave an intermediate report for the parent, first without the steps of new violations, which
    may take long.
    """
    from surefoot.certify.survey import Status

    has_checks = not known.request.stop_at_first and not known.parts
    if has_checks and all(each.status is Status.UNDECIDED for each in known.checks):
        channel.note("undecided", builder.document(known).get("checks"))
        return
    if not builder.has_all_steps(known):
        channel.note("progress", builder.document(known, with_steps=False))
    channel.note("progress", builder.document(known))


def _waveform(program: "Program", steps: "list[StepEntry]") -> str:
    from surefoot.program.ctypes import CInteger
    from surefoot.report.trace.waveform import waveform

    scalars = (each.variable.name for each in program.global_variables)
    names = {*scalars, *(each.name for each in program.global_objects)}
    local = (each for function in program.functions.values() for each in (*function.parameters, *function.locals))
    types = (each.ctype for each in (*local, *(each.variable for each in program.global_variables)))
    widths = {each.name: each.width for each in types if isinstance(each, CInteger)}
    return waveform(steps, names, {"long": program.data_model.pointer_width, **widths})


def _run_natively(report: "Report", document: "ReportDocument", channel: Channel) -> None:
    """Add to each violation the outcome of the compiled program on its inputs."""
    from surefoot.report.building import native_run_entry
    from surefoot.verify.pipeline import run_natively

    entries: list[Evidence] = [*document.get("violations", [])] or [document["evidence"]]
    for verdict, entry in zip(report.violations, entries, strict=True):
        found = run_natively(replace(report, verdict=verdict), channel.event).native_run
        if found is not None and entry["kind"] == "trace":
            entry["native_run"] = native_run_entry(found)


def _loop_invariants(report: "Report", deadline: float | None) -> "LoopInvariantsEntry":
    """Return the loop invariants of the program, whatever the verdict, computed in limited time."""
    from surefoot.base.budget import Budget
    from surefoot.invariants.loop_invariants import loop_invariants
    from surefoot.report.c.names import cell_names
    from surefoot.report.formulas import loop_invariants_entry, no_loop_invariants_entry
    from surefoot.smt.registry import SolverFactory
    from surefoot.systems.encode.encoding import NotEncodable

    if report.program is None:
        return no_loop_invariants_entry("the program could not be read")
    budget = Budget(deadline).at_most(LIMITS.loop_invariant_seconds)
    try:
        with closing(SolverFactory(report.request.solver, budget).new()) as solver:
            found = loop_invariants(report.program, report.request.checked, solver, cell_names, budget)
    except (OutOfBudget, UnsupportedError) as error:
        return no_loop_invariants_entry(error.message)
    return no_loop_invariants_entry(found.reason) if isinstance(found, NotEncodable) else loop_invariants_entry(found)


def _request_entry(options: Namespace) -> "RequestEntry":
    """Return the request as the command line has it."""
    entry: RequestEntry = {
        "files": [str(path) for path in options.files],
        "property": {"name": options.property or "default", "text": ""},
        "data_model": options.data_model or "LP64",
        "function": options.function or "main",
        "engine": _engine(options),
        "solver": options.solver,
        "certify": options.certify,
    }
    if options.bounded is not None:
        entry["bounded"] = options.bounded
    return entry


# Output


def _publish(document: "ReportDocument", options: Namespace) -> None:
    """Print the report, then write it to files; the verdict stands if that fails."""
    from surefoot.report.text.report import render

    if options.format == "gcc":
        from surefoot.report.text.gcc import gcc_text

        print_output(gcc_text(document))
    elif options.format == "competition":
        from surefoot.report.text.competition import competition_text

        print_output(competition_text(document))
    elif options.json != "-":
        style = Style.of(sys.stdout)
        text = render(document, style, quiet=options.quiet, full_trace=options.full_trace, statistics=options.stats)
        print_output(text)
    _write_files(document, options)


def _write_files(document: "ReportDocument", options: Namespace) -> None:
    """Write the document in the formats that the options name."""
    if options.json is not None:
        _write_json(document, options)
    if options.sarif is not None:
        write_report(options.sarif, _sarif(document))
    if options.html is not None:
        from surefoot.report.html.data import data_of_report
        from surefoot.report.html.page import html_page

        write_report(options.html, html_page(data_of_report(document)))


def _sarif(document: "ReportDocument") -> str:
    from surefoot.report.findings import findings_of_report
    from surefoot.report.sarif.log import sarif_log, sarif_results

    findings = findings_of_report(document)
    results, places = sarif_results(findings, Path())
    return json.dumps(sarif_log(findings, results, places, "check"), indent=1) + "\n"


def _reason(name: str, document: "ReportDocument") -> str:
    """Return why there is no certificate, witness or waveform."""
    start = f"no {name}: "
    told = (each.removeprefix(start) for each in document["warnings"] if each.startswith(start))
    return next(told, f"the verdict is {document['verdict']}")


def _write_note(name: str, text: str | None, reason: str, path: Path) -> None:
    """Write the certificate or the waveform, if there is one; the verdict was printed before, and
    stands. ``reason`` is why there is none.
    """
    if text is None:
        print_message(f"no {name} was written to {path}: {reason}")
        return
    write_report(path, text)


def _write_json(document: "ReportDocument", options: Namespace) -> None:
    data = json.dumps(document, indent=2) + "\n"
    if options.json == "-":
        print_output(data)
        return
    write_report(Path(options.json), data)
