"""Reports of an analyser, read from a SARIF log."""

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self
from urllib.parse import unquote, urlsplit

from surefoot.base.errors import InputError
from surefoot.base.records import dataclass

SarifEntry = dict[str, Any]
"""An object of a SARIF log."""
_DECLARED = re.compile(r"'(\w+)' declared without an initial value")
_UNINITIALISED = re.compile(r"(?i)uninitiali[sz]ed (?:value|variable):? \W*(\w+)\W*$")
_ALLOCATED = re.compile(r"(?i)\bmemory is allocated\b|\ballocated here\b")
_LEAK = re.compile(r"(?i)\b(?:memory )?leak\b")
_CALL = re.compile(r"\b(?!(?:if|while|for|switch|return|sizeof|int|char|long|short|unsigned)\b)\w+\s*\(|\)\s*\(")
_ASSIGNMENT = re.compile(r"(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--")
_WHOLE = 1 << 30
"""Last column of a region that covers whole lines."""
_WEAKNESS = re.compile(r"(?i)\bcwe[-/]0*(\d+)\b")


@dataclass(frozen=True, slots=True)
class ReportedRegion:
    """A part of a source file; lines and columns count from 1, the end is included."""

    line: int
    column: int
    last_line: int
    last_column: int

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Self:
        """Return a region of SARIF; without a last column it covers whole lines.

        Clang writes regions that end in line 0 where it does not know the end.
        """
        line = int(entry["startLine"])
        last = int(entry.get("endLine", line))
        if "startColumn" not in entry or "endColumn" not in entry or last < line:
            return cls(line, 1, max(line, last), _WHOLE)
        column = int(entry["startColumn"])
        return cls(line, column, last, max(column if last == line else 1, int(entry["endColumn"]) - 1))

    @property
    def is_whole_lines(self) -> bool:
        """True if the region has no columns."""
        return self.last_column == _WHOLE

    def contains(self, line: int, column: int) -> bool:
        """Return whether a position is in the region."""
        return (self.line, self.column) <= (line, column) <= (self.last_line, self.last_column)


@dataclass(frozen=True, slots=True)
class ReportedStep:
    """A step of the path that an analyser reports, with its note."""

    file: str
    line: int
    text: str
    column: int = 1


@dataclass(frozen=True, slots=True)
class AnalyserReport:
    """A report: the rule that was applied, its message, its place and its path."""

    rule: str
    message: str
    file: str
    region: ReportedRegion
    path: tuple[ReportedStep, ...] = ()
    weaknesses: tuple[str, ...] = ()
    """Numbers of the weakness in the CWE list, as ``CWE-476``."""

    @property
    def variable(self) -> str:
        """The only variable without an initial value that the report names; empty if there is none."""
        names = {found[1] for step in self.path if (found := _DECLARED.search(step.text))}
        if named := _UNINITIALISED.search(self.message):
            names.add(named[1])
        return names.pop() if len(names) == 1 else ""

    @property
    def allocation(self) -> tuple[str, int] | None:
        """File and line of the allocation that the path names last."""
        places = [(step.file, step.line) for step in self.path if _ALLOCATED.search(step.text)]
        return places[-1] if places else None

    @property
    def is_leak(self) -> bool:
        """True if memory is reported that nothing points to any more."""
        return _LEAK.search(self.message) is not None or "CWE-401" in self.weaknesses

    def _line(self) -> str:
        """Return the first line of the region; empty if the file cannot be read."""
        try:
            lines = Path(self.file).read_text("utf-8", "replace").split("\n")
        except OSError:
            return ""
        return lines[self.region.line - 1] if self.region.line <= len(lines) else ""

    def source(self) -> str:
        """Return the region's text on its first line."""
        line = self._line()
        is_single = self.region.last_line == self.region.line
        return line[self.region.column - 1 : self.region.last_column if is_single else None]

    def is_assigned_at(self, line: int, column: int) -> bool:
        """Return whether an operator that assigns to the reported expression is at a position."""
        region, text = self.region, self._line()
        is_after = line == region.line == region.last_line and column > region.last_column
        follows = is_after and not text[region.last_column : column - 1].strip()
        return follows and _ASSIGNMENT.match(text, column - 1) is not None

    @property
    def is_call(self) -> bool:
        """True if the reported expression contains a call or a macro with arguments, or starts with one."""
        return any((_CALL.search(self.source()), _CALL.match(self._line()[self.region.column - 1 :])))


def read_log(path: Path) -> str:
    """Return the text of a log. Raises `InputError` if it cannot be read."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from None


def reports_of(log: str, name: str) -> list[AnalyserReport]:
    """Return the reports in a SARIF log; see `results_of`."""
    return [report for report, _ in results_of(parsed(log, name), name)]


def parsed(log: str, name: str) -> SarifEntry:
    """Return the value of a SARIF log; ``name`` is that of the log for messages.

    Raises `InputError` for text that is not JSON.
    """
    try:
        found: SarifEntry = json.loads(log)
    except ValueError as error:
        raise InputError(f"{name} is not a SARIF log: {error}") from None
    return found


def results_of(log: SarifEntry, name: str) -> list[tuple[AnalyserReport, SarifEntry]]:
    """Return the reports in a SARIF log that have a place, each with its entry in the log.

    Raises `InputError` for a log that is not SARIF.
    """
    try:
        return [found for run in log["runs"] for found in _results(run)]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise InputError(f"{name} is not a SARIF log: {type(error).__name__} {error}") from None


def _results(run: SarifEntry) -> Iterator[tuple[AnalyserReport, SarifEntry]]:
    rules = {each["id"]: each for each in run["tool"]["driver"].get("rules") or ()}
    for result in run.get("results") or ():
        if not result.get("locations"):
            continue
        place = result["locations"][0]["physicalLocation"]
        if "startLine" not in place.get("region", {}):
            continue
        rule = str(result.get("ruleId", ""))
        flows = result.get("codeFlows") or [{"threadFlows": [{"locations": []}]}]
        report = AnalyserReport(
            rule,
            str(result["message"].get("text", "")),
            _file(place, run),
            ReportedRegion.of(place["region"]),
            tuple(_steps(flows[0]["threadFlows"][0]["locations"], run)),
            _weaknesses(rule, rules.get(rule, {}), result.get("taxa") or ()),
        )
        yield report, result


def _weaknesses(rule: str, known: SarifEntry, taxa: Sequence[SarifEntry]) -> tuple[str, ...]:
    """Return the CWE numbers in the identifier and the tags of a rule, and in the taxa of a result."""
    tags = known.get("properties", {}).get("tags") or ()
    found = [each[1] for text in (rule, *tags) for each in _WEAKNESS.finditer(str(text))]
    of_cwe = (each for each in taxa if str(each.get("toolComponent", {}).get("name", "")).lower() == "cwe")
    found += [str(each["id"]).removeprefix("CWE-") for each in of_cwe]
    return tuple(dict.fromkeys(f"CWE-{each}" for each in found))


def _steps(locations: Sequence[SarifEntry], run: SarifEntry) -> Iterator[ReportedStep]:
    for each in locations:
        place = each["location"].get("physicalLocation")
        if place is not None and "startLine" in place.get("region", {}):
            text = each["location"].get("message", {}).get("text", "")
            region = place["region"]
            yield ReportedStep(
                _file(place, run), int(region["startLine"]), str(text), int(region.get("startColumn", 1))
            )


def _file(place: SarifEntry, run: SarifEntry) -> str:
    """Return the path of a place; addresses without a known base are relative to the working directory."""
    artifact = place["artifactLocation"]
    if "uri" not in artifact:
        artifact = run["artifacts"][artifact["index"]]["location"]
    uri = str(artifact["uri"])
    base = str(run.get("originalUriBaseIds", {}).get(artifact.get("uriBaseId"), {}).get("uri", ""))
    if not uri.startswith("file:") and base.startswith("file:"):
        uri = base.rstrip("/") + "/" + uri
    return shown_path(unquote(urlsplit(uri).path if uri.startswith("file:") else uri))


def shown_path(path: str) -> str:
    """Return ``path`` relative to the working directory if it is inside, else as an absolute path."""
    absolute = os.path.realpath(path)
    relative = os.path.relpath(absolute)
    return absolute if relative.startswith("..") else relative
