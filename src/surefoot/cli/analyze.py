"""``surefoot analyze``: the reports of the Clang Static Analyzer, refuted or confirmed."""

import json
import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from surefoot.base.supervision import caught_signals
from surefoot.cli.output import ExitCode, print_message, print_output, write_report
from surefoot.report.text.terminal import StatusLine, Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from surefoot.project.inputs import ProjectInput
    from surefoot.triage.analysis import AnalyserRun
    from surefoot.triage.document import TriageDocument
    from surefoot.triage.reports import AnalyserReport


def run(options: Namespace) -> ExitCode:
    """Analyse the files, and decide the reports."""
    from surefoot.project.inputs import project_of
    from surefoot.triage.analysis import analysis_of

    project = project_of(options.files, options.compile_db, options.clang_flags)
    status = StatusLine(quiet=options.quiet)
    status.show(f"the analyser runs on {len(project.files)} files")
    try:
        found = analysis_of(project, options.jobs)
    finally:
        status.clear()
    return decide(found, found.reports(), project, options)


def decide(
    found: "AnalyserRun", reports: "Sequence[AnalyserReport]", project: "ProjectInput", options: Namespace
) -> ExitCode:
    """Decide ``reports``, which are those of ``found``, and write and print the decisions."""
    from surefoot.triage.deciding import Method, TriageOptions, decided, triage_document
    from surefoot.triage.evidence import write_evidence
    from surefoot.triage.rules import RULES, read_rules
    from surefoot.triage.sarif import write_decisions

    status = StatusLine(quiet=options.quiet)
    certifies = options.certificates is not None
    limits = TriageOptions(
        options.unit_time,
        options.memory_limit,
        options.jobs,
        Method(options.method),
        RULES if options.rules is None else read_rules(options.rules),
        certifies=certifies,
    )
    began = time.monotonic()
    with caught_signals() as signals:
        if limits.method is Method.CONSTRAINTS:
            from surefoot.triage.constraints import all_by_constraints  # the method of few analyses

            items = all_by_constraints(reports, found.sources, options.solver, options.jobs, status.show)
        else:
            items = decided(reports, project, limits, lambda: bool(signals), status.show)
    status.clear()
    document = triage_document(items, project.root, limits.method, complete=not signals)
    document["failures"] = [*found.failures]
    document["seconds"] = {
        "analysis": round(found.seconds, 2),
        "decisions": round(time.monotonic() - began, 2),
    }
    if certifies:
        write_evidence(items, found.log, [report for report, _ in found.results], options.certificates)
    if options.output is not None:
        by_report = {each.report: each for each in items}
        write_decisions([(by_report[report], entry) for report, entry in found.results], project.root)
        write_report(options.output, json.dumps(found.log, indent=1) + "\n")
    return _finish(document, options, interrupted=bool(signals))


def _finish(document: "TriageDocument", options: Namespace, *, interrupted: bool) -> ExitCode:
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
    if options.html is not None:
        from surefoot.report.html.triage import triage_page  # few results are read in browsers

        write_report(options.html, triage_page(document, VERDICTS))
    if interrupted:
        print_message("interrupted: the reports that were not decided are undecided")
    verdicts = {each["decision"]["verdict"] for each in document["reports"]}
    if "confirmed" in verdicts:
        return ExitCode.UNSAFE
    is_open = bool(verdicts & {"undecided", "place-reached", "reachable-under-assumptions"}) or bool(
        document["failures"]
    )
    return ExitCode.UNKNOWN if is_open else ExitCode.SAFE
