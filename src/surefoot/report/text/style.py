"""Colour, where the reader's terminal wants it."""

import os
from typing import TextIO

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """Paints words with ANSI codes, or leaves them as they are."""

    is_coloured: bool = False

    @classmethod
    def of(cls, stream: TextIO) -> "Style":
        """Colour on a terminal, unless the user asked for none (https://no-color.org)."""
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(wanted and stream.isatty())

    def verdict(self, word: str) -> str:
        """A verdict: green, red or yellow."""
        return self._paint({"safe": "1;32", "unsafe": "1;31"}.get(word, "1;33"), word)

    def strong(self, text: str) -> str:
        """What must not be missed."""
        return self._paint("1", text)

    def faint(self, text: str) -> str:
        """What may be skipped."""
        return self._paint("2", text)

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_coloured and text else text
