"""Runs of the Clang Static Analyzer on C files, with the same headers and target as compilations."""

from collections.abc import Sequence
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.frontend.clang_flags import classify_flags
from surefoot.frontend.compiler import WARNINGS, Toolchain, check_source, file_argument, raise_failure, toolchain
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


_CASTS = ("-Xclang", "-analyzer-config", "-Xclang", "support-symbolic-integer-casts=true")
"""Keep casts in symbolic expressions; without it a value and its truncation are one symbol."""


def analysed(path: Path, data_model: DataModel, flags: Sequence[str], seconds: float) -> str:
    """Return the SARIF log of the analyser for one C file.

    Raises `InputError` if the file does not compile or the analyser needs more than ``seconds``.
    """
    with toolchain(Budget.seconds(seconds)) as tools:
        log = tools.folder / "reports.sarif"
        _run(tools, path, data_model, flags, (*_OUTPUT, *_PATHS, "-o", str(log)), seconds)
        if not log.is_file():
            raise InputError(f"{path}: the analyser wrote no reports")
        return log.read_text("utf-8", "replace")


def graph_of_reports(path: Path, data_model: DataModel, flags: Sequence[str], function: str, seconds: float) -> str:
    """Return the analyser's exploded graph of the paths that start in ``function`` and end in a
    report, as Graphviz DOT with JSON; symbolic expressions have casts. It is empty if there are none.

    Raises `InputError` if the file does not compile or the analyser needs more than ``seconds``.
    """
    with toolchain(Budget.seconds(seconds)) as tools:
        graph = tools.folder / "graph.dot"
        own = (f"-analyze-function={function}", "-trim-egraph", f"-analyzer-dump-egraph={graph}")
        options = (*_CASTS, *(part for each in own for part in ("-Xclang", each)), "-o", str(tools.folder / "out"))
        _run(tools, path, data_model, flags, options, seconds)
        return graph.read_text("utf-8", "replace") if graph.is_file() else ""


def _run(
    tools: Toolchain, path: Path, data_model: DataModel, flags: Sequence[str], options: Sequence[str], seconds: float
) -> None:
    check_source(path)
    kept = classify_flags(flags).kept
    command = ["clang", *tools.target_flags(data_model), *_ANALYSIS, *_CHECKERS, *WARNINGS, *kept, *options]
    raise_failure(tools.run([*command, file_argument(path)], seconds), path)
