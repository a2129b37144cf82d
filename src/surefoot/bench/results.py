"""Rows of results: written as each task ends, read back to go on or to compare."""

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from surefoot.base.errors import EnvironmentFault, InputError
from surefoot.base.records import asdict, dataclass, fields
from surefoot.report.whole_files import write_whole

SCORES = {("true", "correct"): 2, ("false", "correct"): 1, ("true", "wrong"): -32, ("false", "wrong"): -16}


@dataclass(frozen=True, slots=True)
class Row:
    """One task's outcome; ``verdict`` is the competition's word, or timeout, out of memory, unconfirmed, crash or error.

    ``certify_s`` is the part of ``cpu_s`` in which evidence was checked, and ``runs_s`` the part of that in concrete runs.
    ``engine``, ``limit_s``, ``memory_mb`` and ``version`` are the conditions under which it came about.
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

    def key(self) -> tuple[str, str]:
        """What makes two rows rows of the same task."""
        return self.yml, self.property

    def conditions(self) -> Mapping[str, str]:
        """What has to be the same for rows to stand in one table."""
        return {name: getattr(self, name) for name in CONDITIONS}

    def score(self) -> int:
        """Points as the competition gives them."""
        return SCORES.get((self.verdict.partition("(")[0], self.correct), 0)


COLUMNS = tuple(field.name for field in fields(Row))
CONDITIONS = ("engine", "limit_s", "memory_mb", "version")
EARLIER_COLUMNS = (COLUMNS[:11], COLUMNS[:14])
"""The columns of tables that earlier versions wrote; what they lack is empty."""


def judged(verdict: str, expected: bool | None, subproperty: str = "") -> str:  # noqa: FBT001 the expected verdict is a truth value
    """``correct`` or ``wrong``; empty when there is no verdict or nothing to compare it with.

    Where the task says which ``subproperty`` is violated, an alarm about another one is wrong.
    """
    word, _, violated = verdict.partition("(")
    said = {"true": True, "false": False}.get(word)
    if said is None or expected is None:
        return ""
    is_the_one = said or not subproperty or violated == f"{subproperty})"
    return "correct" if said == expected and is_the_one else "wrong"


class ResultFile:
    """The table that grows by whole lines, so that whatever interrupts a run, finished rows stay readable."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, kept: Iterable[Row]) -> None:
        """Start the table with ``kept``; replaces what is there."""
        text = _line(COLUMNS) + "".join(_line(asdict(row).values()) for row in kept)
        write_whole(self.path, text)

    def append(self, row: Row) -> None:
        """Add ``row`` and see to it that it is in the file."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(asdict(row).values()))
        except OSError as error:
            raise EnvironmentFault(f"cannot write {self.path}: {error.strerror}") from None


def read_rows(path: Path) -> list[Row]:
    """The complete rows of an earlier run; a last line that was cut off is left out."""
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


def _line(values: Iterable[object]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(values)
    return buffer.getvalue()
