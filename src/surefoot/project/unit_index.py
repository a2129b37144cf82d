"""The index of kept results: entries by what was compiled, so that a result is found before its
program is lowered.

A result that is undecided or sealed (`surefoot.project.seal`), or any result if the store is trusted,
is reported again with its positions moved. The evidence of others is checked
(`surefoot.project.recheck`).
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NotRequired, TypedDict

from surefoot.base.records import dataclass
from surefoot.project.fingerprints import digest_of
from surefoot.project.store import mark_used, read_entry, write_entry
from surefoot.project.unit_result import UnitTask

_POSITION: Final = re.compile(r"(?P<place>@|[^\s:@'(]+:)(?P<line>\d+)(?::(?P<column>\d+))?")
_LOCATION: Final = {"file", "line", "column"}


class IndexedResult(TypedDict):
    """A result of a unit with its key in the store, and the positions in all that the unit reaches."""

    tool: str
    key: str
    unit_seconds: float
    positions: list[str]
    result: dict[str, Any]
    sealed: NotRequired[bool]
    """Whether this user wrote it on this machine; not part of the file."""


class CannotMove(Exception):
    """A position in a result has no counterpart, or several ones."""


@dataclass(frozen=True, slots=True)
class UnitIndex:
    """Entries by fingerprint, in files below ``folder``."""

    folder: Path

    def find(self, fingerprint: str, tool: str) -> IndexedResult | None:
        """Return the entry of this version of surefoot; None if there is none, or if it is damaged."""
        mark_used(self._file(fingerprint))
        found: IndexedResult | None = read_entry(self._file(fingerprint), IndexedResult.__required_keys__)
        return found if found is not None and found["tool"] == tool else None

    def enter(self, fingerprint: str, entry: IndexedResult) -> str:
        """Write an entry; return why that failed, or an empty text."""
        return write_entry(self._file(fingerprint), entry)

    def _file(self, fingerprint: str) -> Path:
        return self.folder / fingerprint[:2] / f"{fingerprint[2:]}.unit"


def fingerprint(task: UnitTask, digest: str) -> str:
    """Return the name of the entry for ``task``, whose unit reaches definitions with ``digest``."""
    options = (task["property"], task["malloc_may_fail"], task["changes_globals"], task["sources"], task["function"])
    return digest_of([digest, task["tool"], *map(str, options)])


def reported_again(entry: IndexedResult, task: UnitTask, positions: Sequence[str]) -> dict[str, Any] | None:
    """Return the result of ``entry`` with ``positions``; None if it has to be checked.

    Decided results are reported if they are sealed or the store is trusted; runs are replayed where
    positions have moved.
    """
    result = entry["result"]
    is_undecided = result["verdict"] not in {"safe", "unsafe"}
    is_short = entry["unit_seconds"] < task["seconds"]
    is_trusted = task["trusts_store"] or entry.get("sealed", False)
    if is_undecided and (is_short or task["retries"]):
        return None
    if not is_trusted and (not is_undecided or result["violations"]):
        return None
    try:
        moves = _Moves(entry["positions"], positions)
        if result["violations"] and not moves.is_identity:
            return None
        moved: dict[str, Any] = _moved(result, moves)
    except CannotMove:
        return None
    return {**moved, "cached": True, "seconds": 0.0}


class _Moves:
    """Positions before and now."""

    def __init__(self, before: Sequence[str], now: Sequence[str]) -> None:
        if len(before) != len(now):
            raise CannotMove
        self.is_identity = list(before) == list(now)
        self._places: dict[str, set[str]] = {}
        for was, new in zip(before, now, strict=True):
            for depth in (0, 1):  # with and without the column
                old, current = was.rsplit(":", depth)[0], new.rsplit(":", depth)[0]
                self._places.setdefault(old, set()).add(current)
                self._places.setdefault("@" + old.partition(":")[2], set()).add("@" + current.partition(":")[2])
        self._files = {each.partition(":")[0] for each in before}

    def place(self, position: str) -> str:
        """Return the present place of ``file:line[:column]`` or ``@line:column``."""
        targets = self._places.get(position, set())
        if len(targets) != 1:
            raise CannotMove
        return next(iter(targets))

    def is_moved(self, file: str) -> bool:
        """Return whether positions in ``file`` are known."""
        return file in self._files


def _moved(value: Any, moves: _Moves) -> Any:  # noqa: ANN401 a JSON value
    if moves.is_identity:
        return value
    match value:
        case str():
            return _POSITION.sub(lambda found: _text_place(found, moves), value)
        case list():
            return [_moved(each, moves) for each in value]
        case Mapping() if value.keys() >= _LOCATION and moves.is_moved(value["file"]):
            column = f":{value['column']}" if value["column"] else ""
            file, line, *rest = moves.place(f"{value['file']}:{value['line']}{column}").split(":")
            return {**value, "file": file, "line": int(line), "column": int(rest[0]) if rest else 0}
        case Mapping():
            return {name: _moved(each, moves) for name, each in value.items()}
        case _:
            return value


def _text_place(found: re.Match[str], moves: _Moves) -> str:
    is_named = found["place"] != "@"
    if is_named and not moves.is_moved(found["place"][:-1]):
        return found[0]
    return moves.place(found[0])
