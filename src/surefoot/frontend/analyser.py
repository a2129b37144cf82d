"""Runs of the Clang Static Analyzer on C files, with the same headers and target as compilations."""

from collections.abc import Sequence
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.frontend.clang_flags import classify_flags
from surefoot.frontend.compiler import WARNINGS, check_source, file_argument, raise_failure, toolchain
from surefoot.program.program import DataModel

_ANALYSIS = ("-x", "c", "-std=gnu17", "--analyze", "-fno-color-diagnostics", "-fno-crash-diagnostics")
_OUTPUT = ("-Xclang", "-analyzer-output=sarif")
_PATHS = (
    "-Xclang",
    "-analyzer-config",
    "-Xclang",
    "prune-paths=false",
    "-Xclang",
    "-analyzer-note-analysis-entry-points",
)
"""Notes on every decision of a path, and on the function where it starts."""
_CHECKERS = ("-Xclang", "-analyzer-checker=security.ArrayBound")
"""Checkers in addition to those that clang enables by default."""


def analysed(path: Path, data_model: DataModel, flags: Sequence[str], seconds: float) -> str:
    """Return the SARIF log of the analyser for one C file.

    Raises `InputError` if the file does not compile or the analyser needs more than ``seconds``.
    """
    check_source(path)
    with toolchain(Budget.seconds(seconds)) as tools:
        log = tools.folder / "reports.sarif"
        kept = classify_flags(flags).kept
        command = [
            "clang",
            *tools.target_flags(data_model),
            *_ANALYSIS,
            *_OUTPUT,
            *_PATHS,
            *_CHECKERS,
            *WARNINGS,
            *kept,
        ]
        finished = tools.run([*command, "-o", str(log), file_argument(path)], seconds)
        raise_failure(finished, path)
        if not log.is_file():
            raise InputError(f"{path}: the analyser wrote no reports")
        return log.read_text("utf-8", "replace")
