"""Places of SARIF logs: artifacts relative to the root of the repository, and regions with start
and end columns in UTF-16 units.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.report.c.source_text import SourceLines, expression_extent
from surefoot.report.document import LocationEntry

ROOT_NAME: Final = "%SRCROOT%"
"""Name of the root in SARIF logs, to which addresses are relative."""


@dataclass(slots=True)
class Places:
    """The files of a log: their addresses relative to ``root``, and their lines."""

    root: Path
    _lines: SourceLines = field(default_factory=SourceLines)
    _addresses: dict[str, str] = field(default_factory=dict)

    def address(self, file: str) -> str:
        """Return the address of ``file`` relative to the root; of others, the absolute one."""
        known = self._addresses.get(file)
        if known is None:
            real = Path(os.path.realpath(file))
            inside = real.is_relative_to(self.root)
            known = quote(real.relative_to(self.root).as_posix()) if inside else real.as_uri()
            self._addresses[file] = known
        return known

    def artifact(self, file: str) -> dict[str, Any]:
        """Return the ``artifactLocation`` of ``file``."""
        address = self.address(file)
        return {"uri": address} if address.startswith("file:") else {"uri": address, "uriBaseId": ROOT_NAME}

    def line(self, file: str, number: int) -> str:
        """Return a line of ``file``; empty if it cannot be read."""
        return self._lines.whole_line(Span(file, number, 1)).rstrip("\r\n")

    def text(self, file: str) -> str:
        """Return the text of ``file``; empty if it cannot be read."""
        return self._lines.text(file)

    def region(self, where: LocationEntry) -> dict[str, int]:
        """Return the expression at a position as a region; the whole line if there is none."""
        line = self.line(where["file"], where["line"])
        start, end = _extent(line, where["column"])
        number = max(1, where["line"])
        return {
            "startLine": number,
            "startColumn": _utf16(line[:start]) + 1,
            "endLine": number,
            "endColumn": max(_utf16(line[:end]) + 1, _utf16(line[:start]) + 1),
        }

    def snippet(self, where: LocationEntry) -> str:
        """Return the expression at a position, or the whole line."""
        line = self.line(where["file"], where["line"])
        start, end = _extent(line, where["column"])
        return line[start:end]

    def physical(self, where: LocationEntry) -> dict[str, Any]:
        """Return the ``physicalLocation`` of a position."""
        return {"artifactLocation": self.artifact(where["file"]), "region": self.region(where)}

    def location(self, where: LocationEntry, message: str = "") -> dict[str, Any]:
        """Return the ``location`` of a position."""
        found: dict[str, Any] = {"physicalLocation": self.physical(where)}
        if message:
            found["message"] = {"text": message}
        return found


def repository_root(folder: Path) -> Path:
    """Return the nearest folder around ``folder`` with a repository, or ``folder``."""
    real = Path(os.path.realpath(folder))
    return next((each for each in _around(real) if (each / ".git").exists()), real)


def _around(folder: Path) -> Iterator[Path]:
    yield folder
    yield from folder.parents


def _extent(line: str, column: int) -> tuple[int, int]:
    """Return start and end, from 0, of the expression at a ``column`` of UTF-8 bytes, from 1; the
    line without its indentation if there is none, or if the column is 0.
    """
    indentation = len(line) - len(line.lstrip())
    if column <= 0:
        return indentation, len(line.rstrip())
    at = len(line.encode("utf-8", "replace")[: column - 1].decode("utf-8", "ignore"))
    start, end = expression_extent(line, at + 1)
    if start < end:
        return start, end
    return (at, len(line.rstrip())) if at < len(line.rstrip()) else (indentation, len(line.rstrip()))


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "replace")) // 2
