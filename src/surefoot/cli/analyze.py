"""``surefoot analyze``: the reports of the Clang Static Analyzer, refuted or confirmed."""

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from surefoot.base.supervision import caught_signals
from surefoot.cli.output import ExitCode, print_message, print_output, write_report
from surefoot.report.text.terminal import StatusLine, Style

if TYPE_CHECKING:
    from surefoot.triage.document import TriageDocument


def run(options: Namespace) -> ExitCode:
    """Analyse the files, and decide the reports."""
    from surefoot.project.inputs import project_of
    from surefoot.triage.analysis import analyze
    from surefoot.triage.deciding import TriageOptions

    project = project_of(options.files, options.compile_db, options.clang_flags)
    status = StatusLine(quiet=options.quiet)
    limits = TriageOptions(options.unit_time, options.memory_limit, options.jobs)
    with caught_signals() as signals:
        document = analyze(project, limits, lambda: bool(signals), status.show)
    status.clear()
    return finish(document, options, interrupted=bool(signals))


def finish(document: "TriageDocument", options: Namespace, *, interrupted: bool) -> ExitCode:
    """Print the document as text or JSON, and return whether a report is confirmed or left open."""
    from surefoot.report.text.triage import render_triage
    from surefoot.triage.document import VERDICTS

    data = json.dumps(document, indent=1) + "\n"
    if options.json == "-":
        print_output(data)
    else:
        print_output(render_triage(document, VERDICTS, Style.of(sys.stdout)))
        if options.json is not None:
            write_report(Path(options.json), data)
    if interrupted:
        print_message("interrupted: the reports that were not decided are undecided")
    verdicts = {each["decision"]["verdict"] for each in document["reports"]}
    if "confirmed" in verdicts:
        return ExitCode.UNSAFE
    is_open = bool(verdicts & {"undecided", "reachable-under-assumptions"}) or bool(document["failures"])
    return ExitCode.UNKNOWN if is_open else ExitCode.SAFE
