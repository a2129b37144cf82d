"""How values lie in memory."""

from functools import cache

from surefoot.base.errors import invariant
from surefoot.logic import BitVecSort, FloatSort, Sort

FIRST_ADDRESS = 0x1000
"""No object lies below unless a trace says so: the first page of memory is never mapped."""


def is_storable(sort: Sort) -> bool:
    """Whether values of ``sort`` can be in memory: bit-vectors and floats can."""
    return isinstance(sort, BitVecSort | FloatSort)


@cache
def byte_size(sort: Sort) -> int:
    """The bytes that a value of ``sort`` takes in memory; bits that a bit-vector lacks in its last byte are 0."""
    invariant(is_storable(sort), f"values of {sort} are not stored in memory")
    bits = sort.bits if isinstance(sort, FloatSort) else sort.width
    return (bits + 7) // 8
