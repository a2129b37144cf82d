"""Structs passed by value in parts, each an LLVM parameter of its own.

On x86-64 a part is one of two eightbytes, which can hold several members; on i386 it is a member.
"""

import re
from collections.abc import Iterator
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.llvm.data_layout import DataLayout
from surefoot.frontend.llvm.module import FunctionDefinition, Parameter
from surefoot.program.ctypes import CArray, CRecord, CType, bit_width

_PART: Final = re.compile(r"(.+?)\.(?:coerce(\d*)|(\d+))\Z")
_WORD: Final = 8


@dataclass(frozen=True, slots=True)
class Scalar:
    """Scalar subobject: its name in C syntax, its type, and its offset in bytes."""

    name: str
    ctype: CType
    offset: int


@dataclass(frozen=True, slots=True)
class PartOfRecord:
    """LLVM parameter that holds ``scalars`` of the struct ``ctype`` of a C parameter."""

    ctype: CType
    scalars: tuple[Scalar, ...]


def part_of_record(parameter: Parameter, definition: FunctionDefinition, layout: DataLayout) -> PartOfRecord | None:
    """Return the part of a C parameter that ``parameter`` holds; None if it is a whole one."""
    found = _PART.match(parameter.name)
    known = definition.declared.get(found[1]) if found else None
    if found is None or known is None or not known.is_parameter:
        return None
    scalars = tuple(_scalars(known.ctype, known.name, 0))
    if found[3] is not None:
        return PartOfRecord(known.ctype, scalars[int(found[3]) : int(found[3]) + 1])
    begin = _WORD * int(found[2] or "0")
    end = begin + layout.size_of(parameter.type)
    return PartOfRecord(known.ctype, tuple(each for each in scalars if begin <= each.offset < end))


def _scalars(ctype: CType, name: str, offset: int) -> Iterator[Scalar]:
    match ctype:
        case CRecord(_, _, members):
            for member in members:
                called = f"{name}.{member.name}" if member.name else name
                yield from _scalars(member.ctype, called, offset + member.bit_offset // 8)
        case CArray(element, count):
            first = tuple(_scalars(element, "", 0))
            size = bit_width(element) // 8
            for index in range(count or 0):
                for each in first:
                    yield Scalar(f"{name}[{index}]{each.name}", each.ctype, offset + index * size + each.offset)
        case _:
            yield Scalar(name, ctype, offset)
