"""``surefoot triage``: the reports of any analyser in a SARIF log, refuted or confirmed."""

import json
import time
from argparse import Namespace
from pathlib import Path

from surefoot.base.errors import InputError
from surefoot.base.supervision import caught_signals
from surefoot.cli.analyze import finish
from surefoot.cli.output import ExitCode, write_report
from surefoot.report.text.terminal import StatusLine


def run(options: Namespace) -> ExitCode:
    """Decide the reports of the log, and write the log with the decisions."""
    from surefoot.project.inputs import project_of
    from surefoot.triage.deciding import TriageOptions, decided, triage_document
    from surefoot.triage.reports import parsed, results_of
    from surefoot.triage.sarif import write_decisions

    name = str(options.log)
    try:
        log = parsed(options.log.read_text("utf-8"), name)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {name}: {error}") from None
    results = results_of(log, name)
    named = dict.fromkeys(Path(report.file) for report, _ in results if report.file.endswith(".c"))
    files = options.files or [each for each in named if each.is_file()]
    project = project_of(files, options.compile_db, options.clang_flags)
    status = StatusLine(quiet=options.quiet)
    limits = TriageOptions(options.unit_time, options.memory_limit, options.jobs)
    began = time.monotonic()
    with caught_signals() as signals:
        items = decided([report for report, _ in results], project, limits, lambda: bool(signals), status.show)
    status.clear()
    document = triage_document(items, project.root, complete=not signals)
    document["seconds"]["decisions"] = round(time.monotonic() - began, 2)
    if options.output is not None:
        write_decisions(zip(items, (result for _, result in results), strict=True), project.root)
        write_report(options.output, json.dumps(log, indent=1) + "\n")
    return finish(document, options, interrupted=bool(signals))
