"""Debug info: source positions of instructions, C variables and C types.

Metadata nodes are parsed on demand, each once.
"""

import re
from collections.abc import Mapping

from surefoot.base.spans import Span
from surefoot.frontend.llvm.cursor import unescape
from surefoot.frontend.llvm.data_layout import DataLayout
from surefoot.frontend.llvm.module import DebugVariable, FunctionSignature, PointeeType
from surefoot.frontend.llvm.type_extents import Fields, TypeExtents
from surefoot.program.ctypes import (
    CArray,
    CEnum,
    CFloat,
    CInteger,
    CMember,
    CPointer,
    CRecord,
    CType,
    CVoid,
)

_LOCATION = re.compile(r"(?:distinct )?!DILocation\(line: (\d+)(?:, column: (\d+))?, scope: (!\d+)")
_NODE = re.compile(r"(?:distinct )?!(\w+)\((.*)\)\Z")
_FIELD = re.compile(r'(\w+): ("[^"]*"|(?:[^,"(]|\([^)]*\))*)')
_BLOCKS = ("distinct !DILexicalBlock(", "!DILexicalBlock(")
_OTHER_FILE = "!DILexicalBlockFile("
"""The part of a block that is in another file by ``#line`` or ``#include``; not a block of its own.
"""
_ELEMENT = re.compile(r"!\d+|null")

_QUALIFIERS = frozenset({"DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type", "DW_TAG_atomic_type"})
_SIGNED = frozenset({"DW_ATE_signed", "DW_ATE_signed_char"})
_UNSIGNED = frozenset({"DW_ATE_unsigned", "DW_ATE_unsigned_char", "DW_ATE_boolean", "DW_ATE_UTF"})
_RECORDS: Mapping[str, str] = {
    "DW_TAG_structure_type": "struct",
    "DW_TAG_class_type": "struct",
    "DW_TAG_union_type": "union",
}
_VOID = CVoid()
VARIABLE_ARGUMENTS = "__builtin_va_list"
"""Clang's name of the type of a ``va_list``."""

_WITHOUT_EXTENT = (_QUALIFIERS - {"DW_TAG_atomic_type"}) | {"DW_TAG_typedef"}
_NOTHING: Fields = {}


class DebugInfo:
    """The metadata of module ``unit``: ``nodes`` maps ``!12`` to the text of that node."""

    def __init__(self, nodes: Mapping[str, str], unit: str, layout: DataLayout) -> None:
        self._nodes = nodes
        self._unit = unit
        self._extents = TypeExtents(self._node, self._elements, layout)
        self._fields: dict[str, Fields] = {}
        self._spans: dict[str, Span | None] = {}
        self._files: dict[str, str] = {}
        self._nested: dict[str, tuple[str, ...]] = {}
        self._types: dict[str, CType] = {}
        self._targets: dict[str, str] = {}
        """The references of pointee types, by the key in `CPointer`."""

    # ---- positions

    def span(self, reference: str) -> Span | None:
        """Return the position of ``!dbg reference``; None for compiler-generated code."""
        try:
            return self._spans[reference]
        except KeyError:
            span = self._spans[reference] = self._read_span(reference)
            return span

    def _read_span(self, reference: str) -> Span | None:
        found = _LOCATION.match(self._nodes.get(reference, ""))
        if found is None or found[1] == "0":
            return None
        return Span(self._file_of(found[3]), int(found[1]), int(found[2] or 0))

    def _file_of(self, reference: str) -> str:
        """Return the file of a scope or declaration."""
        name = self._files.get(reference)
        if name is None:
            file = self._node(self._node(reference).get("file", ""))
            name = self._files[reference] = _text(file, "filename")
        return name

    def _declared_at(self, reference: str) -> Span | None:
        line = int(self._node(reference).get("line", "0"))
        return Span(self._file_of(reference), line) if line else None

    # ---- variables and functions

    def local_variable(self, reference: str, location: str) -> DebugVariable | None:
        """Return the C variable of a debug record; None if it is compiler-generated."""
        node = self._node(reference)
        if "name" not in node or "DIFlagArtificial" in node.get("flags", ""):
            return None
        span = self.span(location) or self._declared_at(reference)
        is_parameter = "arg" in node
        blocks = () if is_parameter else self._blocks(node.get("scope", ""))
        ctype, is_restrict = self.ctype(node.get("type")), self._is_restrict(node.get("type", ""))
        return DebugVariable(_text(node, "name"), ctype, span, is_parameter, blocks, is_restrict)

    def _is_restrict(self, reference: str) -> bool:
        node = self._node(reference)
        while node.get("tag") in _WITHOUT_EXTENT:
            if node["tag"] == "DW_TAG_restrict_type":
                return True
            node = self._node(node.get("baseType", ""))
        return False

    def blocks_around(self, location: str) -> tuple[str, ...]:
        """Return the nested blocks with braces around a location."""
        found = _LOCATION.match(self._nodes.get(location, ""))
        return () if found is None else self._blocks(found[3])

    def _blocks(self, scope: str) -> tuple[str, ...]:
        """Return the nested blocks around ``scope``, itself included."""
        chain: list[str] = []
        while scope not in self._nested and self._nodes.get(scope, "").startswith((*_BLOCKS, _OTHER_FILE)):
            chain.append(scope)
            scope = self._node(scope).get("scope", "")
        found = self._nested.get(scope, ())
        for each in reversed(chain):
            if not self._nodes[each].startswith(_OTHER_FILE):
                found = (*found, each)
            self._nested[each] = found
        return found

    def global_variable(self, reference: str) -> DebugVariable | None:
        """Return the C variable of a global's ``!dbg``; None for string literals."""
        variable = self._node(reference).get("var", reference)
        node = self._node(variable)
        if "name" not in node:
            return None
        span = self._declared_at(variable)
        return DebugVariable(_text(node, "name"), self.ctype(node.get("type")), span, is_parameter=False)

    def function(self, reference: str) -> tuple[Span | None, CType]:
        """Return the position of a function definition and the C type of its result."""
        node = self._node(reference)
        signature = self._elements(self._node(node.get("type", "")).get("types", ""))
        return self._declared_at(reference), self.ctype(signature[0] if signature else None)

    # ---- types

    def ctype(self, reference: str | None) -> CType:
        """Return the C type at ``reference``; ``void`` if it is None."""
        if reference is None or reference == "null":
            return _VOID
        found = self._types.get(reference)
        if found is None:
            found = self._types[reference] = self._read_type(reference)
        return found

    def pointees(self) -> dict[str, PointeeType]:
        """Return the pointee types of all pointer types read so far, and transitively of their
        pointees, by key.
        """
        found: dict[str, PointeeType] = {}
        while len(found) < len(self._targets):
            for key, reference in list(self._targets.items())[len(found) :]:
                found[key] = self._pointee(reference)
        return found

    def _pointee(self, reference: str) -> PointeeType:
        size, alignment = self._extents.size(reference), self._extents.alignment(reference)
        function = self._node(self._unqualified(reference))
        signature = self._signature(function) if "types" in function else None
        return PointeeType(self._type_name(reference), self.ctype(reference), size, alignment, signature)

    def _signature(self, function: Fields) -> FunctionSignature:
        result, *parameters = self._elements(function.get("types", "")) or ["null"]
        known = tuple(self.ctype(each) for each in parameters if each != "null")
        return FunctionSignature(self.ctype(result), known, variadic="null" in parameters)

    def _read_type(self, reference: str) -> CType:
        node = self._node(reference)
        tag = node.get("tag", "")
        size = int(node.get("size", "0"))
        encoding = node.get("encoding", "")
        if encoding in _SIGNED or encoding in _UNSIGNED:
            return CInteger(_text(node, "name"), size, encoding in _SIGNED)
        if encoding == "DW_ATE_float":
            return CFloat(_text(node, "name"), size)
        if tag in _QUALIFIERS:
            return self.ctype(node.get("baseType"))
        if tag in _RECORDS:
            return CRecord(self._type_name(reference), size // 8, self._members(node))
        match tag:
            case "DW_TAG_typedef":
                return self._named_by_typedef(reference, node)
            case "DW_TAG_pointer_type":
                target = node.get("baseType", "null")
                key = f"{self._unit}{self._unqualified(target)}"
                self._targets.setdefault(key, target)
                return CPointer(self._type_name(target), size, key)
            case "DW_TAG_array_type":
                return self._array(node)
            case "DW_TAG_enumeration_type":
                return self._enumeration(reference, node)
            case _:
                return CVoid(_text(node, "name") or "void")

    def _named_by_typedef(self, reference: str, node: Fields) -> CType:
        """Return the aliased type.

        An anonymous record or enumeration, and the target of a ``va_list`` pointer, get the name of
        the typedef.
        """
        base = self.ctype(node.get("baseType"))
        name = _text(node, "name")
        match base:
            case CRecord(_, size, members) if self._is_anonymous(node):
                return CRecord(name, size, members)
            case CEnum(_, width, signed, enumerators) if self._is_anonymous(node):
                return CEnum(name, width, signed, enumerators)
            case CPointer(target, width) if name == VARIABLE_ARGUMENTS:
                key = f"{self._unit}{name}"
                self._targets.setdefault(key, reference)
                return CPointer(target, width, key)
            case _:
                return base

    def _unqualified(self, reference: str) -> str:
        """Return the type without qualifiers and typedefs, except for those that specify an
        alignment.
        """
        node = self._node(reference)
        while node.get("tag") in _WITHOUT_EXTENT and "align" not in node:
            reference = node.get("baseType", "null")
            node = self._node(reference)
        return reference

    def _is_anonymous(self, typedef: Fields) -> bool:
        return "name" not in self._node(typedef.get("baseType", ""))

    def _members(self, node: Fields) -> tuple[CMember, ...]:
        members: list[CMember] = []
        for reference in self._elements(node.get("elements", "")):
            member = self._node(reference)
            if member.get("tag") == "DW_TAG_member":
                offset, width = int(member.get("offset", "0")), int(member.get("size", "0"))
                members.append(CMember(_text(member, "name"), self.ctype(member.get("baseType")), offset, width))
        return tuple(members)

    def _array(self, node: Fields) -> CType:
        of = self.ctype(node.get("baseType"))
        for reference in reversed(self._elements(node.get("elements", ""))):
            count = self._node(reference).get("count", "")
            of = CArray(of, int(count) if count.isdigit() else None)
        return of

    def _enumeration(self, reference: str, node: Fields) -> CType:
        base = self.ctype(node.get("baseType"))
        enumerators = tuple(
            (_text(enumerator, "name"), int(enumerator.get("value", "0")))
            for enumerator in map(self._node, self._elements(node.get("elements", "")))
        )
        signed = isinstance(base, CInteger) and base.signed
        return CEnum(self._type_name(reference), int(node.get("size", "0")), signed, enumerators)

    def _type_name(self, reference: str | None) -> str:
        """Return the type in C syntax; members of records are not visited, so recursive types
        terminate.
        """
        node = self._node(reference or "")
        tag = node.get("tag", "")
        name = _text(node, "name")
        if tag in _QUALIFIERS:
            return self._type_name(node.get("baseType"))
        if keyword := _RECORDS.get(tag) or ("enum" if tag == "DW_TAG_enumeration_type" else ""):
            return f"{keyword} {name or '<anonymous>'}"
        if tag == "DW_TAG_typedef":
            return name if self._is_anonymous(node) else self._type_name(node.get("baseType"))
        if tag == "DW_TAG_pointer_type":
            return self._pointer_name(node.get("baseType"))
        if tag == "DW_TAG_array_type":
            counts = (self._node(dimension).get("count", "") for dimension in self._elements(node.get("elements", "")))
            dimensions = "".join(f"[{count if count.isdigit() else ''}]" for count in counts)
            return self._type_name(node.get("baseType")) + dimensions
        if "types" in node:
            return self._function_name(node, "")
        return name or "void"

    def _pointer_name(self, target: str | None) -> str:
        function = self._node(target or "")
        if "types" in function:
            return self._function_name(function, "(*)")
        name = self._type_name(target)
        return f"{name}*" if name.endswith("*") else f"{name} *"

    def _function_name(self, node: Fields, declarator: str) -> str:
        result, *parameters = self._elements(node.get("types", "")) or ["null"]
        names = ["..." if i and p == "null" else self._type_name(p) for i, p in enumerate(parameters, 1)]
        return f"{self._type_name(result)} {declarator}({', '.join(names) or 'void'})"

    # ---- nodes

    def _node(self, reference: str) -> Fields:
        fields = self._fields.get(reference)
        if fields is None:
            found = _NODE.match(self._nodes.get(reference, ""))
            fields = self._fields[reference] = dict(_FIELD.findall(found[2])) if found else _NOTHING
        return fields

    def _elements(self, reference: str) -> list[str]:
        return _ELEMENT.findall(self._nodes.get(reference, ""))


def _text(fields: Fields, key: str) -> str:
    """Return a quoted field without quotes; ``""`` if it is missing."""
    return unescape(fields.get(key, '""')[1:-1])
