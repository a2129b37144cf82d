"""Layout of values and objects in memory: storage regions, sizes in bytes, shared string literals.

C leaves open whether string literals that end alike share their bytes (C11, 6.4.5 §7); linkers
merge them.
"""

from functools import cache

from surefoot.base.enums import Enum
from surefoot.base.errors import invariant
from surefoot.logic import BitVecSort, FloatSort, Op, Sort
from surefoot.program.program import GlobalObject

FIRST_ADDRESS = 0x1000
"""No object lies below unless a trace places it there: the first page of memory is never mapped."""


class Region(Enum):
    """Storage region of an object: it determines the lifetime, and whether it may be written or
    freed.
    """

    FUNCTION = "function"
    CONSTANT = "constant"
    GLOBAL = "global"
    STACK = "stack object"
    HEAP = "heap object"
    OUTSIDE = "object of environment memory"


def is_storable(sort: Sort) -> bool:
    """Return whether values of ``sort`` can be in memory: bit-vectors and floats can."""
    return isinstance(sort, BitVecSort | FloatSort)


@cache
def byte_size(sort: Sort) -> int:
    """Return the bytes of a value of ``sort`` in memory; bits that the sort lacks in its last byte
    are 0.
    """
    invariant(is_storable(sort), f"values of {sort} are not stored in memory")
    bits = sort.bits if isinstance(sort, FloatSort) else sort.width
    return (bits + 7) // 8


def literal_text(each: GlobalObject) -> bytes | None:
    """Return the bytes of ``each``, with the terminating zero, if it is a string literal."""
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
    """Return whether two string literals may share their last bytes."""
    return one is not None and other is not None and (one.endswith(other) or other.endswith(one))
