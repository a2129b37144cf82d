"""Values, memory cells and addresses in C syntax."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surefoot.program.ctypes import CArray, CEnum, CFloat, CInteger, CMember, CPointer, CRecord, CType, CVoid
from surefoot.report.c.values import cells, float_text, part_at, value_text

INT = CInteger("int", 32, signed=True)
CHAR = CInteger("char", 8, signed=True)
SHORT = CInteger("short", 16, signed=True)
COLOUR = CEnum("colour", 32, signed=False, enumerators=(("RED", 0), ("GREEN", 5)))
POINT = CRecord("struct point", 8, (CMember("x", INT, 0, 32), CMember("y", INT, 32, 32)))
FLAGS = CRecord("struct flags", 4, (CMember("low", INT, 0, 3), CMember("high", INT, 3, 5), CMember("rest", CHAR, 8, 8)))
NUMBER = CRecord(
    "union number", 8, (CMember("small", SHORT, 0, 16), CMember("large", CInteger("long", 64, signed=True), 0, 64))
)
NODE = CRecord(
    "struct node", 24, (CMember("at", CArray(POINT, 2), 0, 128), CMember("next", CPointer("struct node", 64), 128, 64))
)


@pytest.mark.parametrize(
    ("bits", "ctype", "text"),
    [
        (0xFFFFFFFF, INT, "-1"),
        (0xFFFFFFFF, CInteger("unsigned int", 32, signed=False), "4294967295"),
        (0x80000000, INT, "-2147483648"),
        (97, CHAR, "97 'a'"),
        (10, CHAR, r"10 '\n'"),
        (0, CHAR, r"0 '\0'"),
        (200, CHAR, "-56"),
        (1, CInteger("_Bool", 8, signed=False), "true"),
        (0, CInteger("_Bool", 8, signed=False), "false"),
        (5, COLOUR, "GREEN"),
        (7, COLOUR, "7"),
        (0x40490FDB, CFloat("float", 32), "3.1415927"),
        (0x3FB999999999999A, CFloat("double", 64), "0.1"),
        (0x7F800000, CFloat("float", 32), "infinity"),
        (0xFFF0000000000000, CFloat("double", 64), "-infinity"),
        (0x7FC00000, CFloat("float", 32), "NaN"),
        (0x80000000, CFloat("float", 32), "-0.0"),
        (0, CPointer("int", 64), "<int at 0>"),
        (3, CVoid(), "3"),
    ],
)
def test_values_are_written_as_in_c(bits: int, ctype: CType, text: str) -> None:
    assert value_text(bits, ctype, lambda address, target: f"<{target} at {address}>") == text


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_single_precision_text_reads_back(number: float) -> None:
    bits = struct.pack("<f", number)
    text = float_text(int.from_bytes(bits, "little"), 32)
    assert struct.pack("<f", float(text)) == bits


@pytest.mark.parametrize(
    ("ctype", "first", "end", "paths"),
    [
        (INT, 0, 32, [""]),
        (POINT, 0, 64, [".x", ".y"]),
        (POINT, 32, 64, [".y"]),
        (CArray(INT, 4), 64, 96, ["[2]"]),
        (CArray(INT, None), 320, 352, ["[10]"]),
        (CArray(CArray(INT, 3), 2), 96, 160, ["[1][0]", "[1][1]"]),
        (FLAGS, 0, 8, [".low", ".high"]),
        (NUMBER, 0, 16, [".small"]),
        (NUMBER, 0, 64, [".large"]),
        (NODE, 96, 192, [".at[1].y", ".next"]),
        (INT, 32, 64, []),
        (CVoid(), 0, 8, []),
    ],
)
def test_cells_are_named_as_in_c(ctype: CType, first: int, end: int, paths: list[str]) -> None:
    assert [cell.path for cell in cells(ctype, first, end)] == paths


def test_bit_fields_keep_their_width() -> None:
    assert [(cell.bit_offset, cell.bit_width) for cell in cells(FLAGS, 0, 8)] == [(0, 3), (3, 5)]


@pytest.mark.parametrize(
    ("ctype", "bit_offset", "wanted", "path"),
    [
        (CArray(POINT, 3), 64, "struct point", "[1]"),
        (CArray(POINT, 3), 64, "int", "[1].x"),
        (CArray(POINT, 3), 96, "void", "[1].y"),
        (CArray(POINT, 3), 64, "void", "[1]"),
        (CArray(POINT, 3), 80, "char", None),
        (CArray(POINT, 3), 192, "struct point", None),
        (POINT, 0, "struct point", ""),
        (POINT, 0, "int", ".x"),
        (NODE, 128, "void", ".next"),
        (CVoid(), 0, "int", ""),
    ],
)
def test_addresses_are_named_by_the_pointer_type(ctype: CType, bit_offset: int, wanted: str, path: str | None) -> None:
    assert part_at(ctype, bit_offset, wanted) == path
