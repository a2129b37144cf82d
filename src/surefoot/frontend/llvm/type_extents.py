"""Sizes and alignments of C types from debug info.

Debug info has sizes, but alignments only of declarations with ``_Alignas``; the others follow from
the data layout. A packed struct is recognised by the offsets of its members.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from surefoot.frontend.llvm.data_layout import DataLayout
from surefoot.frontend.llvm.module import FloatType, IntType, PointerType

Fields = Mapping[str, str]
"""The fields of a metadata node."""
_SAME_EXTENT: Final = frozenset({
    "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type", "DW_TAG_typedef",
})  # fmt: skip
_RECORDS: Final = frozenset({"DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type"})
_FLOATS: Final[Mapping[int, str]] = {16: "half", 32: "float", 64: "double", 96: "x86_fp80", 128: "x86_fp80"}


class TypeExtents:
    """Sizes and alignments in bytes of types by reference; ``node`` and ``elements`` read metadata."""

    def __init__(
        self, node: Callable[[str], Fields], elements: Callable[[str], Sequence[str]], layout: DataLayout
    ) -> None:
        self._node = node
        self._elements = elements
        self._layout = layout
        self._sizes: dict[str, int | None] = {}
        self._alignments: dict[str, int] = {}

    def size(self, reference: str) -> int | None:
        """Return the ``sizeof`` of a complete type of constant size, else None."""
        if reference not in self._sizes:
            self._sizes[reference] = self._find_size(self._node(reference))
        return self._sizes[reference]

    def alignment(self, reference: str) -> int:
        """Return the alignment of the type; 1 if it is unknown."""
        alignment = self._alignments.get(reference)
        if alignment is None:
            alignment = self._alignments[reference] = self._find_alignment(self._node(reference))
        return alignment

    def _find_size(self, node: Fields) -> int | None:
        tag = node.get("tag", "")
        base = node.get("baseType", "null")
        if tag in _SAME_EXTENT:
            return self.size(base)
        if tag == "DW_TAG_atomic_type":
            return self._atomic_size(base)
        if not node or "types" in node or "DIFlagFwdDecl" in node.get("flags", ""):
            return None
        if tag == "DW_TAG_array_type" and "size" not in node and not self._has_no_bytes(node):
            return None
        return int(node.get("size", "0")) // 8

    def _find_alignment(self, node: Fields) -> int:
        if "align" in node:
            return int(node["align"]) // 8
        tag = node.get("tag", "")
        base = node.get("baseType", "null")
        if tag in _SAME_EXTENT:
            return self.alignment(base)
        if tag == "DW_TAG_atomic_type":
            return max(self.alignment(base), self._atomic_alignment(self._atomic_size(base)))
        if tag == "DW_TAG_pointer_type":
            return self._layout.alignment_of(PointerType())
        if tag == "DW_TAG_array_type":
            return self._array_alignment(node, base)
        if tag == "DW_TAG_enumeration_type":
            return self._layout.alignment_of(IntType(int(node.get("size", "8"))))
        if tag in _RECORDS:
            return self._record_alignment(node)
        return self._basic_alignment(node)

    def _has_no_bytes(self, array: Fields) -> bool:
        """Return whether an array without a size in debug info has zero bytes."""
        counts = [self._node(dimension).get("count", "") for dimension in self._elements(array.get("elements", ""))]
        return all(count.isdigit() for count in counts) and (
            "0" in counts or self.size(array.get("baseType", "null")) == 0
        )

    def _atomic_size(self, base: str) -> int | None:
        """Return the size of an atomic type: clang pads lock-free types to a power of two."""
        size = self.size(base)
        rounded = None if size is None else 1 << max(size - 1, 0).bit_length()
        return rounded if self._atomic_alignment(rounded) > 1 or rounded == 1 else size

    def _atomic_alignment(self, size: int | None) -> int:
        """Return the alignment of a lock-free atomic object of ``size`` bytes, else 1."""
        widest = self._layout.pointer_width // 4
        return size if size is not None and size.bit_count() == 1 and size <= widest else 1

    def _array_alignment(self, node: Fields, element: str) -> int:
        if "DIFlagVector" not in node.get("flags", ""):
            return self.alignment(element)
        size = int(node.get("size", "8")) // 8
        return 1 << max(size - 1, 0).bit_length()

    def _record_alignment(self, node: Fields) -> int:
        """Return the alignment of the most aligned member, or the greatest one that fits the member
        offsets of a packed struct.
        """
        members = [self._node(each) for each in self._elements(node.get("elements", ""))]
        aligned = [(each, self._member_alignment(each)) for each in members if each.get("tag") == "DW_TAG_member"]
        alignment = max((own for _, own in aligned), default=1)
        places = [(int(node.get("size", "0")), alignment)]
        places += [
            (int(each.get("offset", "0")), own)
            for each, own in aligned
            if "DIFlagBitField" not in each.get("flags", "")
        ]
        while any(place % (8 * min(own, alignment)) for place, own in places):
            alignment //= 2
        return alignment

    def _member_alignment(self, member: Fields) -> int:
        if "align" in member:
            return int(member["align"]) // 8
        return self.alignment(member.get("baseType", "null"))

    def _basic_alignment(self, node: Fields) -> int:
        bits, name, encoding = int(node.get("size", "0")), node.get("name", ""), node.get("encoding", "")
        if not bits:
            return 1
        if encoding == "DW_ATE_complex_float":
            return self._layout.alignment_of(FloatType(_FLOATS.get(bits // 2, "half")))
        if encoding == "DW_ATE_float":
            is_quadruple = "128" in name
            return self._layout.alignment_of(FloatType("fp128" if is_quadruple else _FLOATS.get(bits, "half")))
        if "dataSize" in node and bits > self._layout.pointer_width:  # a wide _BitInt
            return self._layout.pointer_width // 8
        return self._layout.alignment_of(IntType(bits))
