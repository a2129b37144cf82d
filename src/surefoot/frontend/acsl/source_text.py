"""Text of an annotated C file: positions and error messages, and edits that keep its line numbers."""

import re
from collections.abc import Sequence
from typing import Final

from surefoot.base.errors import CompileError, Diagnostic
from surefoot.base.records import dataclass
from surefoot.base.spans import Span

_MARK: Final = re.compile("\x01(\\d+)\x02")


class AnnotationError(Exception):
    """An invalid or unsupported annotation; ``at`` is the position of the error in the file."""

    def __init__(self, message: str, at: int, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.hint = hint


@dataclass(frozen=True, slots=True)
class SourceText:
    """A C file: its name as the user gave it, and its text."""

    name: str
    text: str

    def span(self, at: int) -> Span:
        """Return line and column of position ``at``."""
        begin = self.text.rfind("\n", 0, at) + 1
        return Span(self.name, self.text.count("\n", 0, at) + 1, at - begin + 1)

    def line(self, at: int) -> str:
        """Return the line with position ``at``."""
        begin, end = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
        return self.text[begin : len(self.text) if end < 0 else end].rstrip("\r")

    def diagnostic(self, message: str, at: int, hint: str = "") -> Diagnostic:
        """Return ``message`` with the source line, a caret and the hint."""
        span, line = self.span(at), self.line(at)
        blank = "".join("\t" if character == "\t" else " " for character in line[: span.column - 1])
        shown = [f"  {line}", f"  {blank}^", *([f"  hint: {hint}"] if hint else [])]
        return Diagnostic(message, span, tuple(shown))


def annotation_errors(source: SourceText, problems: Sequence[AnnotationError]) -> CompileError:
    """Return one error for all ``problems``.

    Requires: problems is not empty.
    """
    return CompileError([source.diagnostic(each.message, each.at, each.hint) for each in problems])


# ---- edits


def mark(at: int) -> str:
    """Return a mark: the inserted code after it stems from position ``at`` of the original text."""
    return f"\x01{at}\x02"


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of the characters from ``start`` to ``end`` by the line ``text``, which stems
    from position ``at`` unless marked otherwise.
    """

    start: int
    end: int
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    at: int


@dataclass(frozen=True, slots=True)
class EditedText:
    """The text of a file after edits."""

    text: str
    pieces: tuple[_Piece, ...]

    def origin(self, line: int, column: int) -> int | None:
        """Return the position in the original text that inserted code at ``line`` and ``column``
        stems from; None for original code.
        """
        position = self._position(line, column)
        return next((piece.at for piece in self.pieces if piece.start <= position < piece.end), None)

    def original_position(self, line: int, column: int) -> int | None:
        """Return the position in the original text of original code at ``line`` and ``column``; None
        for inserted code.

        Requires: no edit replaced code.
        """
        position = self._position(line, column)
        if any(piece.start <= position < piece.end for piece in self.pieces):
            return None
        return position - sum(piece.end - piece.start for piece in self.pieces if piece.end <= position)

    def _position(self, line: int, column: int) -> int:
        """Return the position of ``line`` and ``column``, which counts bytes as clang does."""
        begin = 0
        for _ in range(line - 1):
            begin = self.text.find("\n", begin) + 1
        return begin + len(self.text[begin:].encode()[: column - 1].decode("utf-8", "ignore"))


def edited(text: str, edits: Sequence[Edit]) -> EditedText:
    """Apply all ``edits`` to ``text``; those at one position in the given order."""
    parts: list[str] = []
    pieces: list[_Piece] = []
    length = position = 0

    def add(part: str, at: int | None) -> None:
        nonlocal length
        parts.append(part)
        if at is not None and part:
            pieces.append(_Piece(length, length + len(part), at))
        length += len(part)

    for edit in sorted(edits, key=lambda each: each.start):
        add(text[position : edit.start], None)
        at, begin = edit.at, 0
        for found in _MARK.finditer(edit.text):
            add(edit.text[begin : found.start()], at)
            at, begin = int(found[1]), found.end()
        add(edit.text[begin:], at)
        add("\n" * text.count("\n", edit.start, edit.end), None)
        position = max(position, edit.end)
    add(text[position:], None)
    return EditedText("".join(parts), tuple(pieces))
