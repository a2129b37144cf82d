"""The text of source lines."""

from pathlib import Path

from surefoot.base.spans import Span

LARGEST_FILE = 16 << 20
"""Bytes; the lines of larger files are not shown."""


class SourceLines:
    """The text of source lines, read when first asked for; empty when the file cannot be read."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def line(self, span: Span) -> str:
        """The line at ``span``, without its indentation."""
        return self.whole_line(span).strip()

    def whole_line(self, span: Span) -> str:
        """The line at ``span``."""
        if span.file not in self._files:
            self._files[span.file] = _lines(Path(span.file))
        lines = self._files[span.file]
        return lines[span.line - 1] if 0 < span.line <= len(lines) else ""


def _lines(path: Path) -> list[str]:
    """The lines as compilers count them; a name that a line marker made up may be that of a device or a pipe."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            return []
        return path.read_text(encoding="utf-8", errors="replace").split("\n")
    except (OSError, ValueError):
        return []
