"""Columns in UTF-16 units, and lines of former texts."""

import pytest

pytest.importorskip("pygls", reason="needs the extra: pip install 'surefoot[lsp]'")

from lsprotocol.types import Position, PositionEncodingKind, Range
from pygls.workspace import PositionCodec

from surefoot.service.lsp.anchors import LineMap
from surefoot.service.lsp.positions import EditorLines


def range_at(line: str, column: int, encoding: PositionEncodingKind = PositionEncodingKind.Utf16) -> tuple[int, int]:
    found = EditorLines([line], PositionCodec(encoding)).at(1, column)
    return found.start.character, found.end.character


def test_bytes_become_utf_16_units() -> None:
    line = "int é = 1; x = a[i];\n"
    column = line.encode().index(b"a[i]") + 2
    assert range_at(line, column) == (15, 19)
    wide = "/* 😀 */ x = a[i];\n"
    assert range_at(wide, wide.encode().index(b"a[i]") + 2) == (13, 17)
    assert range_at(wide, wide.encode().index(b"a[i]") + 2, PositionEncodingKind.Utf32) == (12, 16)


def test_column_0_is_the_text_of_the_line() -> None:
    assert range_at("    return x;\r\n", 0) == (4, 13)
    assert EditorLines([], PositionCodec()).at(7, 3) == Range(Position(6, 0), Position(6, 0))


def test_lines_around_a_change_move() -> None:
    then = ["a", "b", "c", "d"]
    moved = LineMap.between(then, ["a", "new", "new", "c", "d"])
    assert [moved.line(number) for number in (1, 2, 3, 4)] == [1, None, 4, 5]
    assert [LineMap.between(then, then).line(number) for number in (1, 4)] == [1, 4]
    removed = LineMap.between(then, ["a", "d"])
    assert [removed.line(number) for number in (1, 2, 3, 4)] == [1, None, None, 2]
    assert LineMap.between(["x", "x"], ["x"]).line(2) is None
