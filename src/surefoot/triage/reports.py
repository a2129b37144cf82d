"""Reports of an analyser, read from a SARIF log."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self
from urllib.parse import unquote, urlsplit

from surefoot.base.errors import InputError
from surefoot.base.records import dataclass

_DECLARED = re.compile(r"'(\w+)' declared without an initial value")
_ALLOCATED = re.compile(r"(?i)\bmemory is allocated\b")


@dataclass(frozen=True, slots=True)
class ReportedRegion:
    """A part of a source file; lines and columns count from 1, the end is included."""

    line: int
    column: int
    last_line: int
    last_column: int

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Self:
        """Return a region of SARIF; without columns it covers whole lines."""
        line = int(entry["startLine"])
        last = int(entry.get("endLine", line))
        if "startColumn" not in entry:
            return cls(line, 1, last, 1 << 30)
        column = int(entry["startColumn"])
        return cls(line, column, last, max(column if last == line else 1, int(entry.get("endColumn", column + 1)) - 1))

    def contains(self, line: int, column: int) -> bool:
        """Return whether a position is in the region."""
        return (self.line, self.column) <= (line, column) <= (self.last_line, self.last_column)


@dataclass(frozen=True, slots=True)
class ReportedStep:
    """A step of the path that an analyser reports, with its note."""

    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class AnalyserReport:
    """A report: the rule that was applied, its message, its place and its path."""

    rule: str
    message: str
    file: str
    region: ReportedRegion
    path: tuple[ReportedStep, ...] = ()

    @property
    def variable(self) -> str:
        """The only variable without an initial value that the path names; empty if there is none."""
        names = {found[1] for step in self.path if (found := _DECLARED.search(step.text))}
        return names.pop() if len(names) == 1 else ""

    @property
    def allocation(self) -> tuple[str, int] | None:
        """File and line of the allocation that the path names last."""
        places = [(step.file, step.line) for step in self.path if _ALLOCATED.search(step.text)]
        return places[-1] if places else None

    def source(self) -> str:
        """Return the first line of the region's text; empty if the file cannot be read."""
        try:
            lines = Path(self.file).read_text("utf-8", "replace").split("\n")
        except OSError:
            return ""
        line = lines[self.region.line - 1] if self.region.line <= len(lines) else ""
        is_single = self.region.last_line == self.region.line
        return line[self.region.column - 1 : self.region.last_column if is_single else None]


def reports_of(log: str, name: str) -> list[AnalyserReport]:
    """Return the reports in a SARIF log that have a place; ``name`` is that of the log for messages.

    Raises `InputError` for a log that is not SARIF.
    """
    try:
        return [report for run in json.loads(log)["runs"] for report in _reports(run)]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise InputError(f"{name} is not a SARIF log: {type(error).__name__} {error}") from None


def _reports(run: Mapping[str, Any]) -> Iterator[AnalyserReport]:
    for result in run.get("results") or ():
        if not result.get("locations"):
            continue
        place = result["locations"][0]["physicalLocation"]
        if "startLine" not in place.get("region", {}):
            continue
        flows = result.get("codeFlows") or [{"threadFlows": [{"locations": []}]}]
        yield AnalyserReport(
            str(result.get("ruleId", "")),
            str(result["message"].get("text", "")),
            _file(place, run),
            ReportedRegion.of(place["region"]),
            tuple(_steps(flows[0]["threadFlows"][0]["locations"], run)),
        )


def _steps(locations: list[Mapping[str, Any]], run: Mapping[str, Any]) -> Iterator[ReportedStep]:
    for each in locations:
        place = each["location"].get("physicalLocation")
        if place is not None and "startLine" in place.get("region", {}):
            text = each["location"].get("message", {}).get("text", "")
            yield ReportedStep(_file(place, run), int(place["region"]["startLine"]), str(text))


def _file(place: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    artifact = place["artifactLocation"]
    uri = artifact["uri"] if "uri" in artifact else run["artifacts"][artifact["index"]]["location"]["uri"]
    return shown_path(unquote(urlsplit(uri).path if uri.startswith("file:") else uri))


def shown_path(path: str) -> str:
    """Return ``path`` relative to the working directory if it is inside, else as an absolute path."""
    absolute = os.path.realpath(path)
    relative = os.path.relpath(absolute)
    return absolute if relative.startswith("..") else relative
