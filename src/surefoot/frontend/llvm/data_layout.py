"""Sizes, alignments and offsets of LLVM types on a target, from its ``target datalayout`` (LangRef,
Data Layout).
"""

import re
from collections.abc import Mapping

from surefoot.base.errors import UnsupportedError, invariant
from surefoot.frontend.llvm.module import (
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    OpaqueType,
    PointerType,
    StructType,
    Type,
    VectorType,
    VoidType,
)

FLOAT_BITS: Mapping[str, int] = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "x86_fp80": 80, "fp128": 128}

_DEFAULT_INT_ALIGNMENTS: Mapping[int, int] = {1: 8, 8: 8, 16: 16, 32: 32, 64: 32}
_DEFAULT_FLOAT_ALIGNMENTS: Mapping[int, int] = {16: 16, 32: 32, 64: 64, 128: 128}
_DEFAULT_VECTOR_ALIGNMENTS: Mapping[int, int] = {64: 64, 128: 128}
_PRIMITIVE = re.compile(r"([ifv])(\d+):(\d+)(?::\d+)?\Z")
_POINTER = re.compile(r"p0?:(\d+):(\d+)(?::\d+)*\Z")


class DataLayout:
    """The data layout of one target, in bytes except for names with ``bits``.

    Each field of a struct is at the next multiple of its alignment, the alignment of a struct is
    the maximum of its fields, and the size of a type is a multiple of its alignment.
    """

    def __init__(self, data_layout: str) -> None:
        self.pointer_width = 64
        """Width of a pointer in bits."""
        self._pointer_alignment = 64
        self._aligned: dict[str, dict[int, int]] = {
            "i": dict(_DEFAULT_INT_ALIGNMENTS),
            "f": dict(_DEFAULT_FLOAT_ALIGNMENTS),
            "v": dict(_DEFAULT_VECTOR_ALIGNMENTS),
        }
        for part in data_layout.split("-"):
            if primitive := _PRIMITIVE.match(part):
                kind, width, alignment = primitive.groups()
                self._aligned[kind][int(width)] = int(alignment)
            elif pointer := _POINTER.match(part):
                self.pointer_width, self._pointer_alignment = int(pointer[1]), int(pointer[2])
            elif part == "E":
                raise UnsupportedError("big-endian targets are not supported")
        self._sizes: dict[Type, int] = {}
        self._alignments: dict[Type, int] = {}
        self._offsets: dict[StructType, tuple[int, ...]] = {}

    def size_of(self, of: Type) -> int:
        """Return the distance of elements in an array of ``of``, which is C's ``sizeof``."""
        size = self._sizes.get(of)
        if size is None:
            size = _round_up((self.bits_of(of) + 7) // 8, self.alignment_of(of))
            self._sizes[of] = size
        return size

    def bits_of(self, of: Type) -> int:
        """Return the bits of a value of type ``of``, without trailing padding (except inside
        aggregates).
        """
        match of:
            case IntType(width):
                return width
            case FloatType(name):
                return FLOAT_BITS[name]
            case PointerType():
                return self.pointer_width
            case ArrayType(count, element):
                return 8 * count * self.size_of(element)
            case VectorType(count, element):
                return count * self.bits_of(element)
            case StructType():
                return 8 * self.field_offsets(of)[-1]
            case VoidType() | OpaqueType() | FunctionType():
                raise UnsupportedError(f"a value of {_unsized(of)} has no size")

    def alignment_of(self, of: Type) -> int:
        """Return the ABI alignment of ``of``."""
        alignment = self._alignments.get(of)
        if alignment is None:
            alignment = self._alignment_of(of)
            self._alignments[of] = alignment
        return alignment

    def field_offset(self, struct: StructType, index: int) -> int:
        """Return the offset of field ``index`` of ``struct``."""
        invariant(0 <= index < len(struct.elements), f"no field {index} in struct {struct.name}")
        return self.field_offsets(struct)[index]

    def field_offsets(self, struct: StructType) -> tuple[int, ...]:
        """Return the offsets of all fields of ``struct``, followed by its size."""
        offsets = self._offsets.get(struct)
        if offsets is None:
            offsets = self._place(struct)
            self._offsets[struct] = offsets
        return offsets

    def _place(self, struct: StructType) -> tuple[int, ...]:
        offsets: list[int] = []
        end = 0
        for element in struct.elements:
            begin = end if struct.packed else _round_up(end, self.alignment_of(element))
            offsets.append(begin)
            end = begin + self.size_of(element)
        return (*offsets, _round_up(end, self.alignment_of(struct)))

    def _alignment_of(self, of: Type) -> int:
        match of:
            case IntType(width):
                known = self._aligned["i"]
                return known[min((w for w in known if w >= width), default=max(known))] // 8
            case FloatType(name):
                return self._of_listed_width("f", FLOAT_BITS[name])
            case PointerType():
                return self._pointer_alignment // 8
            case ArrayType(_, element):
                return self.alignment_of(element)
            case VectorType():
                return self._of_listed_width("v", self.bits_of(of))
            case StructType(elements, packed):
                return 1 if packed else max(map(self.alignment_of, elements), default=1)
            case VoidType() | OpaqueType() | FunctionType():
                raise UnsupportedError(f"a value of {_unsized(of)} has no alignment")

    def _of_listed_width(self, kind: str, bits: int) -> int:
        """Return the alignment specified for this width, else the least power of two that holds it."""
        listed = self._aligned[kind].get(bits)
        return listed // 8 if listed else _power_of_two_from((bits + 7) // 8)


def _unsized(of: VoidType | OpaqueType | FunctionType) -> str:
    match of:
        case VoidType():
            return "type void"
        case OpaqueType(name):
            return f"incomplete type '{name}'"
        case FunctionType():
            return "function type"


def _round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def _power_of_two_from(value: int) -> int:
    return 1 << max(0, value - 1).bit_length()
