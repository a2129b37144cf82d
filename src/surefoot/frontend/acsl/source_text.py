"""Text of an annotated C file: positions and error messages, and edits that keep its line numbers."""

import re
from collections.abc import Sequence
from typing import Final

from surefoot.base.errors import CompileError, Diagnostic
from surefoot.base.records import dataclass
from surefoot.base.spans import Span

_MARK: Final = re.compile("\x01(\\d+)\x02")


class AnnotationError(Exception):
    """An annotation cannot be used; ``at`` is the position in the file that the message is about."""

    def __init__(self, message: str, at: int, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.hint = hint


@dataclass(frozen=True, slots=True)
class SourceText:
    """A C file: its name as users gave it, and what is in it."""

    name: str
    text: str

    def span(self, at: int) -> Span:
        """The place of the character at position ``at``."""
        begin = self.text.rfind("\n", 0, at) + 1
        return Span(self.name, self.text.count("\n", 0, at) + 1, at - begin + 1)

    def line(self, at: int) -> str:
        """The line that position ``at`` is in."""
        begin, end = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
        return self.text[begin : len(self.text) if end < 0 else end].rstrip("\r")

    def diagnostic(self, message: str, at: int, hint: str = "") -> Diagnostic:
        """``message`` with the line it is about."""
        span, line = self.span(at), self.line(at)
        blank = "".join("\t" if character == "\t" else " " for character in line[: span.column - 1])
        shown = [f"  {line}", f"  {blank}^", *([f"  hint: {hint}"] if hint else [])]
        return Diagnostic(message, span, tuple(shown))


def refused(source: SourceText, problems: Sequence[AnnotationError]) -> CompileError:
    """The error that tells of all ``problems``.  Requires  there is one."""
    return CompileError([source.diagnostic(each.message, each.at, each.hint) for each in problems])


# ---- edits


def mark(at: int) -> str:
    """Stands in inserted code before what is about position ``at`` of the old text."""
    return f"\x01{at}\x02"


@dataclass(frozen=True, slots=True)
class Edit:
    """``text``, which is one line, in place of what stands from ``start`` to ``end``; unless `mark` says otherwise, it is about position ``at``."""

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
class NewText:
    """A file as clang sees it."""

    text: str
    pieces: tuple[_Piece, ...]

    def origin(self, line: int, column: int) -> int | None:
        """The position in the old text that code at ``line`` and ``column`` is about, if it was inserted."""
        begin = 0
        for _ in range(line - 1):
            begin = self.text.find("\n", begin) + 1
        position = begin + len(self.text[begin:].encode()[: column - 1].decode("utf-8", "ignore"))
        return next((piece.at for piece in self.pieces if piece.start <= position < piece.end), None)


def edited(text: str, edits: Sequence[Edit]) -> NewText:
    """``text`` with all ``edits``; those at the same place in the given order."""
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
    return NewText("".join(parts), tuple(pieces))
