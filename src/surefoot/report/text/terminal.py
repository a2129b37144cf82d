"""Terminals: colour, and a status line that is rewritten in place."""

import os
import shutil
import sys
import time
from typing import Protocol, TextIO

from surefoot.base.records import dataclass
from surefoot.base.text import printable

_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_CLEAR = "\r\x1b[K"


@dataclass(frozen=True, slots=True)
class Style:
    """Formatting with ANSI codes, or none."""

    is_coloured: bool = False

    @classmethod
    def of(cls, stream: TextIO) -> "Style":
        """Return the style for ``stream``: coloured on a terminal unless NO_COLOR is set
        (https://no-color.org).
        """
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(wanted and stream.isatty())

    def verdict(self, word: str) -> str:
        """Return a verdict in green, red or yellow."""
        return self.verdict_as(word, word)

    def verdict_as(self, word: str, text: str) -> str:
        """Return ``text`` in the colour of the verdict ``word``."""
        return self._paint({"safe": "1;32", "unsafe": "1;31"}.get(word, "1;33"), text)

    def strong(self, text: str) -> str:
        """Return emphasised text."""
        return self._paint("1", text)

    def faint(self, text: str) -> str:
        """Return dimmed text."""
        return self._paint("2", text)

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_coloured and text else text


class ProgressState(Protocol):
    """The state of a running check."""

    stage: str
    bound: int | None
    queries: int
    memory_mb: float

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since the start."""


class StatusLine:
    """The last line of the terminal; nothing is written when ``stream`` is not a terminal or
    ``quiet``.
    """

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False, interval: float = 0.1) -> None:
        self._stream = stream or sys.stderr
        self._is_shown = not quiet and self._stream.isatty()
        self._interval = interval
        self._last = 0.0
        self._turns = 0

    def show(self, text: str) -> None:
        """Replace the line by ``text``, at most once in ``interval`` seconds."""
        now = time.monotonic()
        if not self._is_shown or now - self._last < self._interval:
            return
        self._last = now
        self._turns += 1
        width = shutil.get_terminal_size().columns - 1
        line = printable(f"{_SPINNER[self._turns % len(_SPINNER)]} {text}")[:width]
        self._write(_CLEAR + line)

    def clear(self) -> None:
        """Remove the line."""
        if self._is_shown and self._turns:
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        """Write ``text``; if the terminal is gone, write nothing from then on."""
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            self._is_shown = False


def describe(state: ProgressState) -> str:
    """Return one line about a running check."""
    parts = [state.stage]
    if state.bound is not None:
        parts.append(f"unwinding depth {state.bound}")
    if state.queries:
        parts.append(f"{state.queries} queries")
    parts += [f"{state.seconds:.1f} s", f"{state.memory_mb:.0f} MB"]
    return "  ·  ".join(parts)
