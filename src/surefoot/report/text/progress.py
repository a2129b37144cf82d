"""Live progress: one line on the terminal that is rewritten in place."""

import shutil
import sys
import time
from typing import Protocol, TextIO

from surefoot.base.printable import printable

_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_CLEAR = "\r\x1b[K"


class Watched(Protocol):
    """What is shown of a check under way."""

    stage: str
    bound: int | None
    queries: int
    memory_mb: float

    @property
    def seconds(self) -> float:
        """Since the start."""


class StatusLine:
    """A line at the bottom of the terminal; silent when ``stream`` is no terminal or ``quiet``."""

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False, interval: float = 0.1) -> None:
        self._stream = stream or sys.stderr
        self._is_shown = not quiet and self._stream.isatty()
        self._interval = interval
        self._last = 0.0
        self._turns = 0

    def show(self, text: str) -> None:
        """Replace the line by ``text``, not more often than the eye can follow."""
        now = time.monotonic()
        if not self._is_shown or now - self._last < self._interval:
            return
        self._last = now
        self._turns += 1
        width = shutil.get_terminal_size().columns - 1
        line = printable(f"{_SPINNER[self._turns % len(_SPINNER)]} {text}")[:width]
        self._write(_CLEAR + line)

    def clear(self) -> None:
        """Leave the terminal as it was."""
        if self._is_shown and self._turns:
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        """A terminal that went away is no reason to stop what is shown on it."""
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            self._is_shown = False


def describe(watched: Watched) -> str:
    """One line about a check under way."""
    parts = [watched.stage]
    if watched.bound is not None:
        parts.append(f"unwinding depth {watched.bound}")
    if watched.queries:
        parts.append(f"{watched.queries} queries")
    parts += [f"{watched.seconds:.1f} s", f"{watched.memory_mb:.0f} MB"]
    return "  ·  ".join(parts)
