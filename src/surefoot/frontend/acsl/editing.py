"""Edits of a C file that keep its line numbers, and the way back from the new text to what an insertion is about."""

import re
from collections.abc import Sequence
from typing import Final

from surefoot.base.records import dataclass

_MARK: Final = re.compile("\x01(\\d+)\x02")


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
