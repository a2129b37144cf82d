"""``surefoot check`` and ``surefoot certify``: one question, one report."""

import json
import os
import sys
import time
from argparse import Namespace
from contextlib import closing, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from surefoot.cli.exits import ExitCode
from surefoot.errors import EnvironmentFault, OutOfBudget, SurefootError, UnsupportedError, UsageError
from surefoot.report.progress import StatusLine, describe
from surefoot.report.style import Style
from surefoot.supervise import Channel, End, Finished, Limits, Progress, Refused, Run, Stopped, supervise

if TYPE_CHECKING:
    from surefoot.certify.verdicts import Unknown
    from surefoot.pipeline import Report

_EXITS = {"safe": ExitCode.SAFE, "unsafe": ExitCode.UNSAFE, "unknown": ExitCode.UNKNOWN}

INVARIANT_SECONDS = 20.0
"""How long --show-invariants may take on top of the verdict, within the time limit."""


def run(options: Namespace) -> ExitCode:
    """Check in a child process, print the report, and say with the exit code what it says."""
    if options.json not in {None, "-"} and not Path(options.json).absolute().parent.is_dir():
        raise UsageError(f"cannot write {options.json}: its folder does not exist")
    if options.certificate_output is not None and not options.certificate_output.absolute().parent.is_dir():
        raise UsageError(f"cannot write {options.certificate_output}: its folder does not exist")
    status = StatusLine(quiet=options.quiet)
    deadline = None if options.time_limit is None else time.monotonic() + options.time_limit
    try:
        finished = supervise(
            lambda channel: _check(options, deadline, channel),
            Limits(options.time_limit, options.memory_limit),
            lambda progress: status.show(describe(progress)),
        )
    finally:
        status.clear()
    document = _document(finished, options)
    document["statistics"] |= {
        "cpu_seconds": round(finished.usage.cpu_seconds + time.process_time(), 3),
        "wall_seconds": round(finished.usage.wall_seconds, 3),
        "peak_memory_mb": finished.usage.peak_memory_mb,
    }
    _publish(document, options)
    if options.certificate_output is not None:
        _write_certificate(finished.progress.notes.get("certificate"), document["verdict"], options.certificate_output)
    return _EXITS[document["verdict"]]


def _check(options: Namespace, deadline: float | None, channel: Channel) -> dict[str, Any]:
    """In the child: everything from the arguments to the report document."""
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

    if options.command == "certify":
        answer = partial(certify, certificate=options.certificate)
    else:
        answer = partial(check, engine=options.engine, solver=options.solver, record=options.record)
    report = answer(
        *options.files,
        property=options.property,
        data_model=data_model,
        function=options.function,
        clang_flags=options.clang_flags,
        time_limit=None if deadline is None else round(max(0.01, deadline - time.monotonic()), 2),
        memory_limit=options.memory_limit,
        on_event=channel.event,
    )
    document = _reported(asked, report)
    if isinstance(verdict := report.verdict, Unsafe) and report.program is not None:
        channel.note("verdict", document)  # should the limits end what follows, the verdict stands
        from surefoot.report.trace import steps_of

        steps, omitted = steps_of(report.program, report.request.checked, verdict.trace, verdict.violated)
        document["evidence"] |= {"steps": steps, "omitted_steps": omitted}
        if options.run:
            channel.note("verdict", document)
            document["evidence"] |= _native_run(report, channel)
    if options.show_invariants:
        channel.note("verdict", document)
        document["loop_invariants"] = _loop_invariants(report, deadline)
    if options.certificate_output is not None:
        channel.note("verdict", document)
        from surefoot.certification import certificate_text

        channel.note("certificate", certificate_text(report))
    return document


def _native_run(report: "Report", channel: Channel) -> dict[str, Any]:
    from surefoot.pipeline import run_natively

    found = run_natively(report, channel.event).native_run
    return {} if found is None else {"native_run": asdict(found)}


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
        "property": {"name": options.property or "assertions", "text": ""},
        "data_model": options.data_model or "LP64",
        "function": options.function or "main",
        "engine": options.engine,
        "solver": options.solver,
        **known,
    }


def _document(finished: Run, options: Namespace) -> dict[str, Any]:
    """The child's report, or one made here that says why there is none; raises what is wrong with the input."""
    asked = finished.progress.notes.get("question")
    match finished.outcome:
        case Finished(document):
            return dict(document)
        case Refused(error):
            if asked is None or not isinstance(error, UnsupportedError | OutOfBudget | EnvironmentFault):
                raise error
            return _unanswered(asked, _refusal(error))
        case Stopped(end, detail, traceback):
            if options.debug and traceback:
                sys.stderr.write(traceback)
            if "verdict" in finished.progress.notes:
                return dict(finished.progress.notes["verdict"])
            return _unanswered(asked or _question(options), _stop(end, detail, finished.progress))


def _unanswered(asked: dict[str, Any], unknown: "Unknown") -> dict[str, Any]:
    from surefoot.report.document import answered

    return answered(asked, unknown, (), (), {"stages": {}, "queries": {}, "translating_seconds": 0.0})


def _refusal(error: SurefootError) -> "Unknown":
    from surefoot.certify.verdicts import Unknown
    from surefoot.evidence.claims import Why
    from surefoot.program.properties import PROPERTIES

    match error:
        case UnsupportedError():
            return Unknown(Why.UNSUPPORTED, str(error), f"one of the properties {', '.join(PROPERTIES)}")
        case OutOfBudget():
            return Unknown(Why.TIME_LIMIT, str(error), "a larger --time-limit")
        case _:
            return Unknown(Why.CRASHED, str(error), "")


def _stop(end: End, detail: str, progress: Progress) -> "Unknown":
    from surefoot.certify.verdicts import Unknown
    from surefoot.evidence.claims import Why

    reached = f" in stage {progress.stage}"
    if progress.bound is not None:
        reached += f" at unwinding depth {progress.bound}"
    match end:
        case End.TIME:
            return Unknown(Why.TIME_LIMIT, f"time limit reached{reached}", "a larger --time-limit")
        case End.MEMORY:
            return Unknown(Why.MEMORY_LIMIT, f"memory limit reached{reached}", "a larger --memory-limit")
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
    """Print the report, and write it where ``--json`` says, whole or not at all."""
    from surefoot.report.text import render

    data = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    if options.json == "-":
        sys.stdout.write(data)
        return
    if options.json is not None:
        _write_whole(Path(options.json), data)
    sys.stdout.write(
        render(
            document,
            Style.of(sys.stdout),
            quiet=options.quiet,
            full_trace=options.full_trace,
            statistics=options.stats,
        )
    )


def _write_certificate(text: str | None, verdict: str, path: Path) -> None:
    """Write the certificate; the verdict was told before, and stands if there is none."""
    if text is None:
        sys.stderr.write(f"surefoot: no certificate was written to {path}: the verdict is {verdict}\n")
        return
    try:
        _write_whole(path, text)
    except EnvironmentFault as fault:
        sys.stderr.write(f"surefoot: {fault}\n")


def _write_whole(path: Path, data: str) -> None:
    """Write ``data`` through a draft beside ``path``; devices and pipes, such as /dev/null, are written to as they are."""
    is_special = path.exists() and not path.is_file() and not path.is_dir()
    target = path if is_special else path.resolve()
    draft = target if is_special else target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_text(data, encoding="utf-8")
        if not is_special:
            draft.replace(target)
    except OSError as error:
        if not is_special:
            with suppress(OSError):
                draft.unlink()
        raise EnvironmentFault(f"cannot write {path}: {error.strerror}") from None
