"""Reader of LLVM IR text into a `Module`.

Lines are grouped by kind before they are parsed, because attribute groups and metadata are at the
end of the text.
"""

import re
from collections.abc import Iterator

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass, field
from surefoot.frontend.llvm.attributes import (
    EXTERNAL_LINKAGE,
    INTERNAL_LINKAGE,
    WEAK_LINKAGE,
    AttributeReader,
    read_linkage,
)
from surefoot.frontend.llvm.cursor import END, Cursor, UnreadableError, plain_name, unreadable
from surefoot.frontend.llvm.data_layout import DataLayout
from surefoot.frontend.llvm.debug_info import DebugInfo
from surefoot.frontend.llvm.functions import FunctionReader
from surefoot.frontend.llvm.instructions import InstructionReader
from surefoot.frontend.llvm.module import Alias, GlobalDefinition, Module
from surefoot.frontend.llvm.operands import OperandReader
from surefoot.frontend.llvm.types import TypeReader

_NAMED_TYPE = re.compile(r'(%"[^"]*"|%[-\w.$]+) = type (.*)\Z')
_ATTRIBUTE_GROUP = re.compile(r"attributes (#\d+) = \{ ?(.*?) ?\}\Z")
_TAKES_METADATA = re.compile(r" @llvm\..*\bmetadata\b")
_IGNORED = (";", "source_filename", "target triple", "$", "uselistorder")


def read_module(ir_text: str, name: str) -> Module:
    """Read the module in ``ir_text``; ``name`` is the file of the user.

    Raises `UnsupportedError` for IR that `module` does not represent, and `InputError` for text
    that is not IR.
    """
    try:
        return _ModuleReader(_sort_lines(ir_text), name).read()
    except RecursionError:
        raise UnsupportedError(f"{name}: types or constants are nested too deeply; simplify them") from None


@dataclass(slots=True)
class _Lines:
    """The lines of a module by kind."""

    data_layout: str = ""
    types: dict[str, str] = field(default_factory=dict)
    globals: list[str] = field(default_factory=list)
    declarations: list[str] = field(default_factory=list)
    definitions: list[list[str]] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, str] = field(default_factory=dict)
    assembly: list[str] = field(default_factory=list)


def _sort_lines(ir_text: str) -> _Lines:
    sorted_lines = _Lines()
    lines = iter(ir_text.split("\n"))
    for line in lines:
        if not line:
            continue
        match line[0]:
            case "!":
                reference, _, node = line.partition(" = ")
                sorted_lines.metadata[reference] = node
            case "d" if line.startswith("define "):
                sorted_lines.definitions.append([line, *_body(lines)])
            case "d" if line.startswith("declare "):
                if not _TAKES_METADATA.search(line):  # metadata types are not types of values
                    sorted_lines.declarations.append(line)
            case "@":
                sorted_lines.globals.append(line)
            case _:
                _sort_rare_line(line, sorted_lines)
    return sorted_lines


def _sort_rare_line(line: str, into: _Lines) -> None:
    if line.startswith(_IGNORED):
        return
    if line.startswith("target datalayout"):
        into.data_layout = line.split('"')[1]
    elif named := _NAMED_TYPE.match(line):
        into.types[plain_name(named[1])] = named[2]
    elif group := _ATTRIBUTE_GROUP.match(line):
        into.attributes[group[1]] = group[2]
    elif line.startswith("module asm"):
        into.assembly.append(line.partition('"')[2].removesuffix('"'))
    else:
        raise unreadable(line, "unknown declaration")


def _body(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if line == "}":
            return
        yield line


class _ModuleReader:
    def __init__(self, lines: _Lines, name: str) -> None:
        self._lines = lines
        self._name = name
        self._types = TypeReader(lines.types)
        self._operands = OperandReader(self._types)
        self._debug = DebugInfo(lines.metadata, name, DataLayout(lines.data_layout))
        attributes = AttributeReader(self._types, lines.attributes)
        instructions = InstructionReader(self._types, self._operands, attributes)
        self._functions = FunctionReader(self._types, attributes, instructions, self._debug)

    def read(self) -> Module:
        functions = [self._functions.definition(lines) for lines in self._lines.definitions]
        declarations = [self._functions.declaration(line) for line in self._lines.declarations]
        globals_and_aliases = [self._global(line) for line in self._lines.globals]
        return Module(
            name=self._name,
            data_layout=self._lines.data_layout,
            functions={function.name: function for function in functions},
            declarations={declaration.name: declaration for declaration in declarations},
            globals={item.name: item for item in globals_and_aliases if isinstance(item, GlobalDefinition)},
            aliases={item.name: item for item in globals_and_aliases if isinstance(item, Alias)},
            assembly=tuple(self._lines.assembly),
            pointees=self._debug.pointees(),
        )

    def _global(self, line: str) -> GlobalDefinition | Alias:
        try:
            return self._variable_or_alias(Cursor(line))
        except UnreadableError as error:
            raise unreadable(line, str(error)) from None

    def _variable_or_alias(self, cursor: Cursor) -> GlobalDefinition | Alias:
        name = cursor.name("@")
        cursor.expect("=")
        linkage = read_linkage(cursor)
        match cursor.take():
            case "global" | "constant" as kind:
                return self._variable(cursor, name, linkage, constant=kind == "constant")
            case "alias":
                self._types.read(cursor)
                cursor.expect(",")
                return Alias(name, self._operands.typed(cursor))
            case "ifunc":
                raise UnsupportedError(
                    f"'{name}' is an indirect function (ifunc), which is not supported; call an implementation directly"
                )
            case "addrspace":
                raise UnsupportedError(f"variable '{name}' in another address space is not supported")
            case other:
                raise UnreadableError(f"unexpected '{other}'")

    def _variable(self, cursor: Cursor, name: str, linkage: str, *, constant: bool) -> GlobalDefinition:
        reference = cursor.debug_info()
        declared = self._debug.global_variable(reference) if reference else None
        try:
            of = self._types.read(cursor)
            initial = None if linkage in EXTERNAL_LINKAGE else self._operands.of_type(of, cursor)
        except UnsupportedError as error:
            raise UnsupportedError(error.message, declared.span if declared else None) from None
        return GlobalDefinition(
            name=name,
            type=of,
            initial=initial,
            constant=constant,
            internal=linkage in INTERNAL_LINKAGE,
            weak=linkage in WEAK_LINKAGE,
            alignment=_alignment(cursor),
            declared=declared,
        )


def _alignment(cursor: Cursor) -> int:
    """Return the alignment among the properties after a global's initial value."""
    alignment = 1
    while cursor.accept(","):
        if cursor.accept("align"):
            alignment = cursor.number()
        while cursor.peek() not in (",", END):
            cursor.take()
    if cursor.peek() != END:
        raise UnreadableError(f"unexpected '{cursor.peek()}'")
    return alignment
