"""Sorts in the text form: ``bool``, ``i32``, ``f64``, ``float{15,64}``, ``array{i64,i8}``, ``int``,
``rounding``.
"""

import re
from typing import Final

from surefoot.logic import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    FLOAT128,
    INT,
    ROUNDING_MODE,
    ArraySort,
    BitVecSort,
    FloatSort,
    Sort,
    UninterpretedSort,
    array_sort,
    bit_vector,
    float_sort,
)
from surefoot.program.text.words import Line

_NAMED: Final[dict[str, Sort]] = {
    "bool": BOOL,
    "int": INT,
    "rounding": ROUNDING_MODE,
    "f16": FLOAT16,
    "f32": FLOAT32,
    "f64": FLOAT64,
    "f128": FLOAT128,
}
_NAMES: Final = {sort: name for name, sort in _NAMED.items()}


def written_sort(sort: Sort) -> str:
    """Return the notation of ``sort``."""
    if sort in _NAMES:
        return _NAMES[sort]
    match sort:
        case BitVecSort(width):
            return f"i{width}"
        case FloatSort(exponent, significand):
            return f"float{{{exponent},{significand}}}"
        case ArraySort(index, element):
            return f"array{{{written_sort(index)},{written_sort(element)}}}"
        case UninterpretedSort():
            raise AssertionError(f"programs have no values of sort {sort}")
        case _:
            raise AssertionError(f"sort {sort} has a name")


def read_sort(line: Line) -> Sort:
    """Return the sort at the cursor."""
    if line.next.kind != "name":
        line.fail("a sort")
    name = line.next.text
    if name in _NAMED:
        line.name()
        return _NAMED[name]
    if re.fullmatch(r"i[1-9]\d*", name):
        line.name()
        return bit_vector(int(name[1:]))
    if name not in ("float", "array"):
        line.fail("a sort")
    line.name()
    line.expect("{")
    sort: Sort
    if name == "float":
        exponent = line.integer()
        line.expect(",")
        sort = float_sort(exponent, line.integer())
    else:
        index = read_sort(line)
        line.expect(",")
        sort = array_sort(index, read_sort(line))
    line.expect("}")
    return sort
