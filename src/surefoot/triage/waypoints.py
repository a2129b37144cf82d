"""The path of a report as waypoints in the source: decisions with their conditions, and calls."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass
from surefoot.program.passes.followed_path import (
    CallEntered,
    Decision,
    DecisionKind,
    DecisionTaken,
    FollowedPath,
    PathWaypoint,
    SourceRegion,
)
from surefoot.triage.reports import AnalyserReport, ReportedStep, read_log, reports_of

_BRANCH = re.compile(r"Taking (true|false) branch")
_LOOP = re.compile(r"Loop condition is (true|false)\.")
_CALLING = re.compile(r"Calling '([^']+)'")
_KEYWORD = re.compile(r"(?:if|while|for|do)\b")
_WHILE = re.compile(r"\s*while\b")
_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\w+|.""",
    re.DOTALL,
)
_CLOSING = {"(": ")", "{": "}", "[": "]"}


def path_of(report: AnalyserReport) -> FollowedPath:
    """Return the path of ``report``; that of a leak ends where the function returns."""
    region = report.region
    reported = SourceRegion(report.file, region.line, region.column, region.last_line, region.last_column)
    return FollowedPath(tuple(_waypoints(report.path)), None if report.is_leak else reported)


def path_in_log(place: str) -> FollowedPath:
    """Return the path of a result in a SARIF log; ``place`` is the log's name, a colon and the
    number of the result, from 1 on. Raises `SurefootError`.
    """
    name, colon, number = place.rpartition(":")
    if not colon or not number.isdecimal():
        raise UsageError(f"--path: expected REPORTS.sarif:N, the number of a result, not {place!r}")
    reports = reports_of(read_log(Path(name)), name)
    if not 0 < int(number) <= len(reports):
        raise UsageError(f"--path: {name} has {len(reports)} results with a place, not {number}")
    return path_of(reports[int(number) - 1])


def entry_of(report: AnalyserReport) -> str:
    """Return the function where the path starts, if the analyser names it."""
    for each in report.path:
        if found := re.fullmatch(r"\[debug\] analyzing from (\w+)", each.text):
            return found[1]
    return ""


def _waypoints(steps: Sequence[ReportedStep]) -> Iterator[PathWaypoint]:
    sources: dict[str, SourceText] = {}
    for each in steps:
        source = sources.get(each.file) or sources.setdefault(each.file, SourceText.of(each.file))
        if found := _BRANCH.fullmatch(each.text):
            kind = DecisionKind.IF
        elif found := _LOOP.match(each.text):
            kind = DecisionKind.DO if source.keyword(each.line, each.column) == "do" else DecisionKind.LOOP
        elif called := _CALLING.fullmatch(each.text):
            place = SourceRegion(each.file, each.line, each.column, each.line, each.column)
            yield CallEntered(place, called[1])
            continue
        else:
            continue
        if (region := source.condition(each.line, each.column)) is not None:
            yield DecisionTaken(Decision(kind, region), found[1] == "true")


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a source file with the offsets of its lines."""

    file: str
    text: str
    starts: tuple[int, ...]

    @classmethod
    def of(cls, file: str) -> Self:
        """Return the text of ``file``; empty if it cannot be read."""
        try:
            text = Path(file).read_text("utf-8", "replace")
        except OSError:
            text = ""
        return cls(file, text, (0, *(found.end() for found in re.finditer("\n", text))))

    def keyword(self, line: int, column: int) -> str:
        """Return the keyword of a decision at a position; empty if none is there."""
        found = _KEYWORD.match(self.text, self._offset(line, column))
        return found[0] if found else ""

    def condition(self, line: int, column: int) -> SourceRegion | None:
        """Return the region from the keyword at a position to the end of the condition in
        parentheses.

        That of a ``do`` statement begins at the brace that closes its body. It is a single position
        where no keyword is: code of a macro has the position of its expansion. None if the end is
        not found.
        """
        first = self._offset(line, column)
        keyword = self.keyword(line, column)
        if not keyword:
            return SourceRegion(self.file, line, column, line, column)
        at = first + len(keyword)
        if keyword == "do":
            body = self._after_group(at, "{")
            found = _WHILE.match(self.text, body) if body else None
            if found is None:
                return None
            first, at = body - 1, found.end()
        end = self._after_group(at, "(")
        if not end:
            return None
        return SourceRegion(self.file, *self._position(first), *self._position(end - 1))

    def _offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column - 1 if 0 < line <= len(self.starts) else len(self.text)

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def _after_group(self, start: int, opening: str) -> int:
        """Return the offset behind the group in parentheses or braces that is next; 0 if there is
        none.
        """
        expected: list[str] = []
        for found in _TOKEN.finditer(self.text, start):
            token = found[0]
            if token.isspace() or token.startswith(("//", "/*")):
                continue
            if not expected and token != opening:
                return 0
            if token in _CLOSING:
                expected.append(_CLOSING[token])
            elif token in _CLOSING.values():
                if token != expected.pop():
                    return 0
                if not expected:
                    return found.end()
        return 0
