"""Sorts of LLVM types: the scalars of a value, their sorts, and their layout in memory."""

from collections.abc import Mapping

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass
from surefoot.frontend.llvm.data_layout import DataLayout
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
from surefoot.logic import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    FLOAT128,
    FloatSort,
    Sort,
    Term,
    bit_vector,
    bv,
    concat,
    distinct,
    eq,
    extract,
    float_sort,
    fp_from_ieee_bv,
    fp_to_ieee_bv,
    ite,
    zero_extend,
)

ScalarType = IntType | FloatType | PointerType

EXTENDED = float_sort(15, 64)
"""Values of x87's ``long double``; in memory they have an explicit integer bit."""

FLOAT_SORTS: Mapping[str, FloatSort] = {
    "half": FLOAT16,
    "float": FLOAT32,
    "double": FLOAT64,
    "x86_fp80": EXTENDED,
    "fp128": FLOAT128,
}


@dataclass(frozen=True, slots=True)
class Leaf:
    """Scalar inside a type, at a byte offset."""

    offset: int
    type: ScalarType


class TypeSorts:
    """Sorts of LLVM types on one target."""

    def __init__(self, layout: DataLayout) -> None:
        self.layout = layout
        self.pointer = bit_vector(layout.pointer_width)
        self._leaves: dict[Type, tuple[Leaf, ...]] = {}

    def sort(self, of: ScalarType) -> Sort:
        """Return the sort of a scalar outside memory: Boolean for i1, an address for a pointer."""
        match of:
            case IntType(1):
                return BOOL
            case IntType(width):
                return bit_vector(width)
            case PointerType():
                return self.pointer
            case FloatType(name):
                if name not in FLOAT_SORTS:
                    raise UnsupportedError(f"floating-point type {name} is not supported")
                return FLOAT_SORTS[name]

    def memory_sort(self, of: ScalarType) -> Sort:
        """Return the sort of a scalar in memory: whole bytes."""
        match of:
            case IntType(width):
                return bit_vector(-(-width // 8) * 8)
            case FloatType("x86_fp80"):
                return bit_vector(80)
            case _:
                return self.sort(of)

    def sorts(self, of: Type) -> tuple[Sort, ...]:
        """Return the sorts of the scalars of a value of type ``of``, in order."""
        return tuple(self.sort(leaf.type) for leaf in self.leaves(of))

    def leaves(self, of: Type) -> tuple[Leaf, ...]:
        """Return the scalars of a value with their byte offsets, in order; none for ``void``."""
        leaves = self._leaves.get(of)
        if leaves is None:
            leaves = self._find_leaves(of)
            self._leaves[of] = leaves
        return leaves

    def _find_leaves(self, of: Type) -> tuple[Leaf, ...]:
        match of:
            case VoidType():
                return ()
            case IntType() | FloatType() | PointerType():
                return (Leaf(0, of),)
            case StructType(elements):
                offsets = self.layout.field_offsets(of)
                return tuple(
                    Leaf(offset + leaf.offset, leaf.type)
                    for offset, element in zip(offsets, elements, strict=False)
                    for leaf in self.leaves(element)
                )
            case ArrayType(count, element) | VectorType(count, element):
                size = self._stride(of, element)
                return tuple(
                    Leaf(index * size + leaf.offset, leaf.type)
                    for index in range(count)
                    for leaf in self.leaves(element)
                )
            case OpaqueType() | FunctionType():
                raise UnsupportedError("a value of incomplete type is not supported")

    def _stride(self, of: Type, element: Type) -> int:
        """Return the bytes from one element of an array or vector to the next.

        Vectors have no padding.
        """
        if not isinstance(of, VectorType):
            return self.layout.size_of(element)
        return -(-self.layout.bits_of(element) // 8)

    def element(self, of: Type, indices: tuple[int, ...]) -> tuple[int, Type]:
        """Return the index of the first scalar of the element at ``indices``, and its type."""
        before = 0
        for index in indices:
            match of:
                case StructType(elements):
                    before += sum(len(self.leaves(element)) for element in elements[:index])
                    of = elements[index]
                case ArrayType(_, element) | VectorType(_, element):
                    before += index * len(self.leaves(element))
                    of = element
                case _:
                    raise UnsupportedError("an element of a type that is neither struct nor array is not supported")
        return before, of

    def to_memory(self, of: ScalarType, value: Term) -> Term:
        """Return the bytes of a scalar, in its `memory_sort`."""
        match of:
            case IntType(1):
                return ite(value, bv(1, 8), bv(0, 8))
            case IntType(width):
                return zero_extend(value, -(-width // 8) * 8)
            case FloatType("x86_fp80"):
                return _extended_to_bytes(value)
            case _:
                return value

    def from_memory(self, of: ScalarType, stored: Term) -> Term:
        """Return the scalar that bytes represent; the inverse of `to_memory`."""
        match of:
            case IntType(1):
                return eq(extract(stored, 0, 0), bv(1, 1))
            case IntType(width):
                return extract(stored, width - 1, 0)
            case FloatType("x86_fp80"):
                return fp_from_ieee_bv(concat(extract(stored, 79, 64), extract(stored, 62, 0)), EXTENDED)
            case _:
                return stored


def is_scalar(of: Type) -> bool:
    """Return whether a value of this type is one term."""
    return isinstance(of, IntType | FloatType | PointerType)


def is_proper_extended(stored: Term) -> Term:
    """Return whether the explicit integer bit of a ``long double`` matches its exponent."""
    integer_bit = eq(extract(stored, 63, 63), bv(1, 1))
    return eq(integer_bit, distinct(extract(stored, 78, 64), bv(0, 15)))


def _extended_to_bytes(value: Term) -> Term:
    bits = fp_to_ieee_bv(value)
    exponent = extract(bits, 77, 63)
    integer_bit = ite(eq(exponent, bv(0, 15)), bv(0, 1), bv(1, 1))
    return concat(concat(extract(bits, 78, 63), integer_bit), extract(bits, 62, 0))
