"""Tables of results for papers and documents: one line for each task, in Markdown or LaTeX."""

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Final

from surefoot.base.enums import Enum
from surefoot.base.errors import UsageError
from surefoot.bench.results import COLUMNS, Row

_LATEX: Final = str.maketrans({"\\": r"\textbackslash{}", **{each: f"\\{each}" for each in "_%&#${}"}})


class TableStyle(Enum):
    """Markup of a table."""

    MARKDOWN = "markdown"
    LATEX = "latex"


def task_table(rows: Sequence[Row], columns: Sequence[str], style: TableStyle) -> Iterator[str]:
    """Yield the lines of a table with one row for each task and the totals of numbers.

    A column is one of the results file, or a total of the engines: its name alone is the sum over
    all engines, ``ENGINE.NAME`` that of one engine. Raises `UsageError` for a column that no row
    has.
    """
    cells = [[_cell(row, column) for column in columns] for row in rows]
    for place, column in enumerate(columns):
        if column not in COLUMNS and not any(values[place] for values in cells):
            known = sorted({name for row in rows for engine in _counts(row).values() for name in engine})
            raise UsageError(f"no row has {column!r}; there are {', '.join((*COLUMNS[:-1], *known))}")
    yield from _head(columns, style)
    for row, values in zip(rows, cells, strict=True):
        yield _line((str(PurePath(row.yml).with_suffix("")), *values), style)
    if rows:
        totals = (_total(values) for values in zip(*cells, strict=True))
        yield from _end((f"{len(rows)} tasks", *totals), style)


def _counts(row: Row) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = json.loads(row.counts or "{}")
    return found


def _cell(row: Row, column: str) -> str:
    if column in COLUMNS:
        return str(getattr(row, column))
    engine, _, name = column.rpartition(".")
    values = [
        counts[name] for each, counts in _counts(row).items() if name in counts and (not engine or each == engine)
    ]
    return f"{sum(values):g}" if values else ""


def _total(values: Sequence[str]) -> str:
    """Return the sum of the numbers, or nothing if there is other text."""
    try:
        numbers = [float(value) for value in values if value]
    except ValueError:
        return ""
    return f"{sum(numbers):.6g}" if numbers else ""


def _head(columns: Sequence[str], style: TableStyle) -> Iterator[str]:
    match style:
        case TableStyle.MARKDOWN:
            yield _line(("task", *columns), style)
            yield f"|---|{'--:|' * len(columns)}"
        case TableStyle.LATEX:
            yield rf"\begin{{tabular}}{{l{'r' * len(columns)}}}"
            yield rf"{_line(('task', *columns), style)} \hline"


def _end(totals: Sequence[str], style: TableStyle) -> Iterator[str]:
    match style:
        case TableStyle.MARKDOWN:
            yield _line(totals, style)
        case TableStyle.LATEX:
            yield rf"\hline {_line(totals, style)}"
            yield r"\end{tabular}"


def _line(values: Sequence[str], style: TableStyle) -> str:
    match style:
        case TableStyle.MARKDOWN:
            return f"| {' | '.join(value.replace('|', '/') for value in values)} |"
        case TableStyle.LATEX:
            return " & ".join(value.translate(_LATEX) for value in values) + r" \\"
