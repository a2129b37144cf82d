"""``surefoot scan``: every function of a project, and the reports on it."""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from surefoot.base.errors import UsageError
from surefoot.base.supervision import caught_signals
from surefoot.cli.limits import LIMITS
from surefoot.cli.output import ExitCode, print_error, print_message, print_output, write_report
from surefoot.report.text.terminal import StatusLine, Style

if TYPE_CHECKING:
    from surefoot.project.document import ScanDocument
    from surefoot.project.scan import ScanProgress
    from surefoot.report.sarif.baseline import Baseline
    from surefoot.report.sarif.log import SarifResult


def run(options: Namespace) -> ExitCode:
    """Scan the project, write the reports, and return the exit code that ``--fail-on`` selects."""
    from surefoot.program.properties import property_named
    from surefoot.project.inputs import project_of, recorded
    from surefoot.project.scan import ScanOptions, scan
    from surefoot.project.store import FOLDER
    from surefoot.report.text.scan import render_scan

    if property_named(options.property or "default").is_termination:
        raise UsageError("scan checks safety properties; use `surefoot check --property termination` for one program")
    flags = options.clang_flags
    project = recorded(options.build, flags) if options.build else project_of(options.files, options.compile_db, flags)
    chosen = ScanOptions(
        options.property or "default",
        options.unit_time,
        options.memory_limit,
        options.jobs,
        options.malloc_may_fail,
        None if options.no_store else (options.store or project.root / FOLDER),
        options.trust_store,
        options.retry,
        options.cluster,
    )
    earlier = None
    if options.baseline is not None:
        from surefoot.report.sarif.baseline import read_baseline

        earlier = read_baseline(options.baseline)
    status = StatusLine(quiet=options.quiet)
    progress = _ProgressLines(status, quiet=options.quiet)
    with caught_signals() as signals:
        document = scan(project, chosen, lambda: bool(signals), progress.show)
    status.clear()
    if earlier is not None:
        from surefoot.project.regressions import regressions

        document["regressions"] = regressions(document, earlier.functions)
    if options.json != "-":
        print_output(render_scan(document, Style.of(sys.stdout), every=options.all))
    _write_json(document, options.json)
    if options.junit is not None:
        from surefoot.report.junit import junit_of_scan

        write_report(options.junit, junit_of_scan(document))
    if options.markdown is not None:
        from surefoot.report.markdown import markdown_of_scan

        write_report(options.markdown, markdown_of_scan(document))
    if options.html is not None:
        from surefoot.report.html.data import data_of_scan
        from surefoot.report.html.page import html_page

        place = options.html / "index.html" if options.html.is_dir() else options.html
        write_report(place, html_page(data_of_scan(document)))
    if options.write_contracts is not None:
        _write_contracts(document, options.write_contracts)
    results = _results(document, options, earlier)
    if document["store_fault"]:
        print_message(f"results are not kept: {document['store_fault']}")
    if signals:
        print_message("interrupted: the functions that were not checked are undecided")
    return _exit_code(document, results, options.fail_on)


def _write_contracts(document: "ScanDocument", place: Path) -> None:
    from surefoot.project.contracts_patch import contracts_patch

    patch = contracts_patch(document)
    write_report(place, patch.text)
    omitted = f"; ACSL does not express the preconditions of {', '.join(patch.omitted)}" if patch.omitted else ""
    print_message(f"{place} adds contracts to {patch.written} functions{omitted}")


def _results(document: "ScanDocument", options: Namespace, baseline: "Baseline | None") -> "Sequence[SarifResult]":
    """Return the results with suppressions and the state in the baseline, and write the SARIF log."""
    from surefoot.project.regressions import states_of
    from surefoot.report.findings import findings_of_scan
    from surefoot.report.sarif.baseline import FUNCTIONS, compare, states
    from surefoot.report.sarif.log import sarif_log, sarif_results

    findings = findings_of_scan(document)
    results, places = sarif_results(findings, Path(document["root"]))
    log = sarif_log(findings, results, places, "scan")
    log["runs"][0]["properties"] = {FUNCTIONS: states_of(document)}
    if baseline is not None:
        log["runs"][0]["results"] += compare(results, baseline)
        counts = states(log["runs"][0]["results"])
        print_error(f"baseline: {', '.join(f'{counts[each]} {each}' for each in ('new', 'unchanged', 'absent'))}")
        for each in document.get("regressions", []):
            print_error(f"baseline: {each['file']}:{each['line']}: {each['function']} {each['change']}")
    if options.sarif is not None:
        write_report(options.sarif, json.dumps(log, indent=1) + "\n")
    return results


class _ProgressLines:
    """Progress on the status line, or now and then as a line where there is no terminal."""

    def __init__(self, status: StatusLine, *, quiet: bool) -> None:
        self._status = status
        self._is_plain = not quiet and not sys.stderr.isatty()
        self._last = time.monotonic()

    def show(self, state: "ScanProgress") -> None:
        rest = "" if state.rest is None else f"  ·  about {state.rest / 60:.0f} min left"
        text = f"{state.done} of {state.total}{rest}"
        self._status.show(f"{text}  ·  {', '.join(state.running)}")
        now = time.monotonic()
        if self._is_plain and now - self._last >= LIMITS.scan_message_seconds:
            self._last = now
            print_error(text)


def _write_json(document: "ScanDocument", place: str | None) -> None:
    if place is None:
        return
    data = json.dumps(document, indent=1) + "\n"
    if place == "-":
        print_output(data)
        return
    write_report(Path(place), data)


def _exit_code(document: "ScanDocument", results: "Sequence[SarifResult]", fail_on: str) -> ExitCode:
    """Return the exit code; suppressed violations do not count."""
    if fail_on == "none":
        return ExitCode.SAFE
    violated = [each.entry for each in results if each.entry["kind"] == "fail" and not each.is_suppressed]
    if fail_on == "new":
        violated = [each for each in violated if each.get("baselineState") != "unchanged"]
        if document.get("regressions"):
            return ExitCode.UNSAFE
    if violated:
        return ExitCode.UNSAFE
    summary = document["summary"]
    is_open = bool(summary["undecided"] or summary["not-compiled"])
    return ExitCode.UNKNOWN if is_open and fail_on == "undecided" else ExitCode.SAFE
