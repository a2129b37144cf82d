"""Result tables: appended to row by row, and read back to resume or to compare."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from surefoot.base.errors import EnvironmentFault, InputError
from surefoot.base.files import write_atomically
from surefoot.base.records import asdict, dataclass, fields

SCORES = {("true", "correct"): 2, ("false", "correct"): 1, ("true", "wrong"): -32, ("false", "wrong"): -16}


@dataclass(frozen=True, slots=True)
class Row:
    """Outcome of one task.

    ``verdict`` is that of the competition, or timeout, out of memory, unconfirmed, crash or error.
    ``certify_s`` is the part of ``cpu_s`` spent checking evidence, ``runs_s`` the part of that in
    concrete runs. ``counts`` are the totals of engines, as JSON. ``engine``, ``limit_s``,
    ``memory_mb`` and ``version`` are the conditions of the run.
    """

    yml: str
    property: str
    expected: str
    verdict: str
    correct: str
    cpu_s: str
    wall_s: str
    rss_mb: str
    engine: str
    reason: str
    certify_s: str
    limit_s: str
    memory_mb: str
    version: str
    runs_s: str
    counts: str = ""

    def key(self) -> tuple[str, str]:
        """Return the key of the row: its task."""
        return self.yml, self.property

    def conditions(self) -> Mapping[str, str]:
        """Return the conditions, which are equal in all rows of a table."""
        return {name: getattr(self, name) for name in CONDITIONS}

    def score(self) -> int:
        """Return the points of the competition."""
        return SCORES.get((self.verdict.partition("(")[0], self.correct), 0)


COLUMNS = tuple(field.name for field in fields(Row))
CONDITIONS = ("engine", "limit_s", "memory_mb", "version")
EARLIER_COLUMNS = (COLUMNS[:11], COLUMNS[:14], COLUMNS[:15])
"""Columns of tables of earlier versions; missing values are empty."""


def judged(verdict: str, expected: bool | None, subproperty: str = "") -> str:  # noqa: FBT001 the expected verdict is a truth value
    """Return ``correct`` or ``wrong``, and an empty text without a verdict or an expectation.

    An alarm about another subproperty than ``subproperty``, where the task has one, is wrong.
    """
    word, _, violated = verdict.partition("(")
    answer = {"true": True, "false": False}.get(word)
    if answer is None or expected is None:
        return ""
    has_subproperty = answer or not subproperty or violated == f"{subproperty})"
    return "correct" if answer == expected and has_subproperty else "wrong"


class ResultFile:
    """A table to which whole lines are appended, so that an interrupted run leaves a readable file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, kept: Iterable[Row]) -> None:
        """Start the table with the rows ``kept``; replaces an existing file."""
        text = _line(COLUMNS) + "".join(_line(asdict(row).values()) for row in kept)
        write_atomically(self.path, text)

    def append(self, row: Row) -> None:
        """Append ``row`` to the file."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(asdict(row).values()))
        except OSError as error:
            raise EnvironmentFault(f"cannot write {self.path}: {error.strerror}") from None


def read_rows(path: Path) -> list[Row]:
    """Return the complete rows of an earlier run, without a truncated last line."""
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: not a table of results: it is no regular file")
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
    rows = list(csv.reader(io.StringIO(text[: text.rfind("\n") + 1])))
    heading = tuple(rows[0]) if rows else ()
    if heading not in {COLUMNS, *EARLIER_COLUMNS}:
        raise InputError(f"{path}: not a table of results; expected the columns {','.join(COLUMNS)}")
    missing = [""] * (len(COLUMNS) - len(heading))
    return [Row(*values, *missing) for values in rows[1:] if len(values) == len(heading)]


def merged_rows(paths: Sequence[Path]) -> list[Row]:
    """Return the rows of several tables, such as those of all shards.

    Raises `InputError` if their conditions differ, or if a task has different rows.
    """
    found: dict[tuple[str, str], tuple[Row, Path]] = {}
    first: tuple[Row, Path] | None = None
    for path in paths:
        for row in read_rows(path):
            first = first or (row, path)
            if row.conditions() != first[0].conditions():
                raise InputError(
                    f"{path} and {first[1]} have results with different {' or '.join(_differing(row, first[0]))}"
                )
            other, there = found.setdefault(row.key(), (row, path))
            if other != row:
                raise InputError(f"{path} and {there} have different results of {row.yml} {row.property}")
    return [row for row, _ in found.values()]


def _differing(one: Row, other: Row) -> list[str]:
    return [name for name, value in one.conditions().items() if value != other.conditions()[name]]


def _line(values: Iterable[object]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(values)
    return buffer.getvalue()
