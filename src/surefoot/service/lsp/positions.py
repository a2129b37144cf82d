"""Positions of the compiler (lines from 1, columns in bytes from 1) as positions of the protocol
(lines from 0, columns in units that editor and server have agreed on).
"""

from collections.abc import Sequence

from lsprotocol.types import Position, Range
from pygls.workspace import PositionCodec

from surefoot.base.records import dataclass
from surefoot.report.c.source_text import expression_extent


@dataclass(frozen=True, slots=True)
class EditorLines:
    """The lines of a text, and the unit of its columns."""

    lines: Sequence[str]
    codec: PositionCodec

    def line(self, number: int) -> str:
        """Return the line with this number, from 1; empty beyond the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def at(self, line: int, column: int) -> Range:
        """Return the range of the expression at a position; of the line's text if ``column`` is 0."""
        text = self.line(line).rstrip("\r\n")
        if column <= 0:
            first, last = len(text) - len(text.lstrip()), len(text)
        else:
            start = len(text.encode("utf-8", "surrogateescape")[: column - 1].decode("utf-8", "replace"))
            first, last = expression_extent(text, start + 1)
            if first == last:
                first, last = start, min(len(text), start + 1)
        return self.between(line, first, last)

    def word(self, line: int, name: str) -> Range:
        """Return the range of the first occurrence of ``name`` in a line; of its text if there is none."""
        first = self.line(line).find(name)
        return self.between(line, first, first + len(name)) if first >= 0 else self.at(line, 0)

    def end(self, line: int) -> Position:
        """Return the position behind the text of a line."""
        return self.at(line, 0).end

    def between(self, line: int, first: int, last: int) -> Range:
        """Return the range of the characters from ``first`` to before ``last`` in a line."""
        text = self.line(line)
        units = [self.codec.client_num_units(text[:each]) for each in (first, last)]
        row = max(0, line - 1)
        return Range(Position(row, units[0]), Position(row, units[1]))
