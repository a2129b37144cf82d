"""Layout of values and objects in memory: storage regions, sizes in bytes, shared string literals.

C leaves open whether string literals that end alike share their bytes (C11, 6.4.5 §7); linkers merge them.
"""

from enum import Enum
from functools import cache

from surefoot.base.errors import invariant
from surefoot.logic import BitVecSort, FloatSort, Op, Sort
from surefoot.program.program import GlobalObject

FIRST_ADDRESS = 0x1000
"""No object lies below unless a trace says so: the first page of memory is never mapped."""


class Region(Enum):
    """What an object is: it decides when it dies, who may write to it and who may free it."""

    FUNCTION = "function"
    CONSTANT = "constant"
    GLOBAL = "global"
    STACK = "stack object"
    HEAP = "heap object"


def is_storable(sort: Sort) -> bool:
    """Whether values of ``sort`` can be in memory: bit-vectors and floats can."""
    return isinstance(sort, BitVecSort | FloatSort)


@cache
def byte_size(sort: Sort) -> int:
    """The bytes that a value of ``sort`` takes in memory; bits that a bit-vector lacks in its last byte are 0."""
    invariant(is_storable(sort), f"values of {sort} are not stored in memory")
    bits = sort.bits if isinstance(sort, FloatSort) else sort.width
    return (bits + 7) // 8


def literal_text(each: GlobalObject) -> bytes | None:
    """The bytes of ``each``, with the zero at the end, if it is a string literal."""
    if not (each.constant and each.name.startswith(".str")) or each.cells is None:
        return None
    text = bytearray(each.size)
    for cell in each.cells:
        if cell.value.op is not Op.CONSTANT:
            return None
        size = byte_size(cell.value.sort)
        text[cell.offset : cell.offset + size] = int(cell.value.payload).to_bytes(size, "little")
    return bytes(text)


def may_share(one: bytes | None, other: bytes | None) -> bool:
    """Whether two string literals may end at the same place, and then have their last bytes in common."""
    return one is not None and other is not None and (one.endswith(other) or other.endswith(one))
