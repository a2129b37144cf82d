"""The path of a report as waypoints in the source: decisions with their conditions, and calls."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass, replace
from surefoot.program.passes.followed_path import (
    CallEntered,
    Decision,
    DecisionKind,
    DecisionTaken,
    FollowedPath,
    PathWaypoint,
    SourceRegion,
)
from surefoot.program.passes.reported_path import (
    DEFECTS,
    NULL_ACCESS,
    NULL_ARGUMENT,
    NULL_VARIABLE,
    CallLeft,
    FollowedStep,
    ReportedPath,
)
from surefoot.report.evidence import member_name
from surefoot.triage.reports import AnalyserReport, ReportedStep, read_log, reports_of
from surefoot.triage.rules import CheckPlace, Manner, TriageRule

_DECISIONS = (
    (DecisionKind.IF, re.compile(r"Taking (?:true|false) branch$")),
    (DecisionKind.DO, re.compile(r"Loop condition is (?:true\.\s+Execution continues|false\.\s+Exiting loop)")),
    (DecisionKind.LOOP, re.compile(r"Loop condition is (?:true\.\s+Entering loop|false\.\s+Execution continues)")),
)
"""Notes of clang on decisions."""
_KEYWORDS = {DecisionKind.IF: ("if",), DecisionKind.LOOP: ("while", "for"), DecisionKind.DO: ("do",)}
_NULL_OPERAND = re.compile(r"(?:of|to) a null pointer \(from variable '(\w+)'\)")
_NULL_PASSED = re.compile(r"Null pointer passed (?:to|as) (\d)\w\w (?:parameter|argument)")
_INDEXED = re.compile(r"\w\[[^\[\]]*\]$")
_NOWHERE = 0
"""Line of calls that are not matched."""
_CALLING = re.compile(r"Calling '([^']+)'")
_RETURNING = re.compile(r"Returning from '([^']+)'")
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


def steps_of(report: AnalyserReport) -> ReportedPath | None:
    """Return the path of ``report`` with its returns, from the function that the analyser names.

    None if there is no such function, or calls and returns do not match.
    """
    entry, region = entry_of(report), report.region
    if not entry:
        return None
    steps: list[FollowedStep] = []
    active: list[str] = []
    for step, note in _noted(report.path):
        steps.append(step)
        if isinstance(step, CallEntered):
            active.append(step.callee)
        elif isinstance(step, CallLeft):
            left = _RETURNING.fullmatch(note.text)
            if left is None or not active or active.pop() != left[1]:
                return None
    reported = SourceRegion(report.file, region.line, region.column, region.last_line, region.last_column)
    return ReportedPath(entry, tuple(steps), reported)


def path_in_log(place: str) -> FollowedPath:
    """Return the path of a result in a SARIF log; ``place`` is the log's name, a colon and the
    number of the result, from 1 on. Raises `SurefootError`.
    """
    return path_of(_report_in_log(place))


def steps_in_log(place: str) -> ReportedPath:
    """Return the path of a result in a SARIF log, to make its path program; see `path_in_log`.

    Defects of the reported operations follow, each behind a colon.
    """
    defects: list[str] = []
    rest, _, last = place.rpartition(":")
    while last in DEFECTS or last.startswith((NULL_ARGUMENT, NULL_VARIABLE)):
        defects.insert(0, last)
        place = rest
        rest, _, last = place.rpartition(":")
    found = steps_of(_report_in_log(place))
    if found is None:
        raise UsageError(f"--path-program: the notes of {place} name no function where the path starts")
    return replace(found, defects=tuple(defects))


def defects_of(report: AnalyserReport, rule: TriageRule | None) -> tuple[str, ...]:
    """Return the defects of operations on the reported lines that ``report`` is about, if they are
    known.
    """
    if found := _NULL_OPERAND.search(report.message):
        return (f"{NULL_VARIABLE}{found[1]}",)
    if found := _NULL_PASSED.search(report.message):
        return (f"{NULL_ARGUMENT}{found[1]}",)
    if rule is None or (rule.needs_no_call and report.is_call):
        return ()
    own = [name for name, kind in DEFECTS.items() if member_name(kind) in rule.kinds]
    if rule.place is CheckPlace.START:
        return ("array-index",) if _INDEXED.search(report.source()) else ()
    return tuple(each for each in own if each != NULL_ACCESS or rule.manner is Manner.NULL)


def _report_in_log(place: str) -> AnalyserReport:
    name, colon, number = place.rpartition(":")
    if not colon or not number.isdecimal():
        raise UsageError(f"expected REPORTS.sarif:N, the number of a result, not {place!r}")
    reports = reports_of(read_log(Path(name)), name)
    if not 0 < int(number) <= len(reports):
        raise UsageError(f"{name} has {len(reports)} results with a place, not {number}")
    return reports[int(number) - 1]


def entry_of(report: AnalyserReport) -> str:
    """Return the function where the path starts, if the analyser names it."""
    for each in report.path:
        if found := re.fullmatch(r"\[debug\] analyzing from (\w+)", each.text):
            return found[1]
    return ""


def _waypoints(steps: Sequence[ReportedStep]) -> Iterator[PathWaypoint]:
    for step, _ in _noted(steps):
        if not isinstance(step, CallLeft):
            yield step


def _noted(steps: Sequence[ReportedStep]) -> Iterator[tuple[FollowedStep, ReportedStep]]:
    """Yield the decisions, calls and returns, each with its note."""
    sources: dict[str, SourceText] = {}
    for each in steps:
        source = sources.get(each.file) or sources.setdefault(each.file, SourceText.of(each.file))
        if called := _CALLING.fullmatch(each.text):
            yield CallEntered(source.call(each.line, each.column, called[1]), called[1]), each
            continue
        if _RETURNING.fullmatch(each.text):
            yield CallLeft(), each
            continue
        kind = next((kind for kind, note in _DECISIONS if note.match(each.text)), None)
        if kind is not None and (region := source.condition(each.line, each.column, kind)) is not None:
            value = " is true" in each.text or "Taking true" in each.text
            yield DecisionTaken(Decision(kind, region), value), each


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

    def call(self, line: int, column: int, callee: str) -> SourceRegion:
        """Return the position of a call of ``callee``.

        It has no line where the name is not there: calls in a macro and in its arguments have one
        position in the notes, and several in the program.
        """
        is_there = re.compile(rf"{re.escape(callee)}\s*\(").match(self.text, self._offset(line, column))
        at = line if is_there else _NOWHERE
        return SourceRegion(self.file, at, column, at, column)

    def condition(self, line: int, column: int, kind: DecisionKind) -> SourceRegion | None:
        """Return the region from the keyword at a position to the end of the condition in
        parentheses.

        That of a ``do`` statement begins at the brace that closes its body. None where no such
        keyword is, as in macros, and if the end is not found.
        """
        first = self._offset(line, column)
        keyword = _KEYWORD.match(self.text, first)
        if keyword is None or keyword[0] not in _KEYWORDS[kind]:
            return None
        at = keyword.end()
        if kind is DecisionKind.DO:
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
