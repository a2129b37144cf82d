"""``surefoot scan``: every function of a project, and the reports on it."""

import json
import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from surefoot.base.errors import EnvironmentFault, UsageError
from surefoot.base.files import write_atomically
from surefoot.base.supervision import caught_signals
from surefoot.cli.limits import LIMITS
from surefoot.cli.output import ExitCode, print_error, print_message, print_output
from surefoot.report.text.terminal import StatusLine, Style

if TYPE_CHECKING:
    from surefoot.project.document import ScanDocument
    from surefoot.project.scan import ScanProgress


def run(options: Namespace) -> ExitCode:
    """Scan the project, write the reports, and return the exit code that ``--fail-on`` selects."""
    from surefoot.program.properties import property_named
    from surefoot.project.inputs import project_of, recorded
    from surefoot.project.scan import ScanOptions, scan
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
    )
    status = StatusLine(quiet=options.quiet)
    progress = _ProgressLines(status, quiet=options.quiet)
    with caught_signals() as signals:
        document = scan(project, chosen, lambda: bool(signals), progress.show)
    status.clear()
    if options.json != "-":
        print_output(render_scan(document, Style.of(sys.stdout), every=options.all))
    _write_json(document, options.json)
    if signals:
        print_message("interrupted: the functions that were not checked are undecided")
    return _exit_code(document, options.fail_on)


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
    _write(Path(place), data)


def _write(path: Path, text: str) -> None:
    """Write a report; the results stand if that fails."""
    try:
        write_atomically(path, text)
    except EnvironmentFault as fault:
        print_message(str(fault))


def _exit_code(document: "ScanDocument", fail_on: str) -> ExitCode:
    summary = document["summary"]
    if fail_on == "none":
        return ExitCode.SAFE
    if summary["violated"]:
        return ExitCode.UNSAFE
    is_open = bool(summary["undecided"] or summary["not-compiled"])
    return ExitCode.UNKNOWN if is_open and fail_on == "undecided" else ExitCode.SAFE
