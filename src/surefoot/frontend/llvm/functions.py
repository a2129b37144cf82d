"""Functions of LLVM IR: signatures, and bodies line by line."""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import takewhile
from typing import TypeVar

from surefoot.base.errors import UnsupportedError
from surefoot.base.spans import Span
from surefoot.frontend.llvm.attributes import (
    INTERNAL_LINKAGE,
    WEAK_LINKAGE,
    AttributeReader,
    read_linkage,
    skip_calling_convention,
)
from surefoot.frontend.llvm.cursor import Cursor, UnreadableError, plain_name, unescape, unreadable
from surefoot.frontend.llvm.debug_info import DebugInfo
from surefoot.frontend.llvm.instructions import InstructionReader
from surefoot.frontend.llvm.module import (
    BasicBlock,
    ConditionalJump,
    DebugVariable,
    Declare,
    FunctionDeclaration,
    FunctionDefinition,
    FunctionType,
    IndirectJump,
    Instruction,
    Jump,
    Parameter,
    ReturnInstruction,
    Switch,
    Unreachable,
)
from surefoot.frontend.llvm.types import TypeReader
from surefoot.program.ctypes import CVoid

_LABEL = re.compile(r'(?:"([^"]*)"|([-\w.$]+)):(?:\s*;.*)?\Z')
_LOCATION_BEGIN = ", !dbg "
_LOCATION = re.compile(r", !dbg (!\d+)(?:, ![\w.]+ !\d+)*\Z")
_NAME = r'(%"[^"]*"|%[-\w.$]+)'
_DECLARED = re.compile(rf"\s+#dbg_declare\(ptr {_NAME}, (!\d+), !DIExpression\(\), (!\d+)\)")
_DECLARED_BY_CALL = re.compile(
    rf"\s+call void @llvm\.dbg\.declare\(metadata ptr {_NAME}, metadata (!\d+), metadata !DIExpression\(\)\), !dbg (!\d+)"
)
_USED = re.compile(_NAME)
_ALLOCA = re.compile(rf"  {_NAME} = alloca ")
_ASSEMBLY_WITH_LABELS = re.compile(rf"  (?:{_NAME} = )?callbr ")
_JUMP_LINES = ("  switch ", "  indirectbr ", "    #dbg_label(", "  call void @llvm.dbg.label(")
"""Prefixes of lines with jumps that may bypass declarations: to a case or a label."""
_RECORD = "    #dbg_"
_RECORD_BY_CALL = "  call void @llvm.dbg."
_Read = TypeVar("_Read")
_TERMINATORS = (Jump, ConditionalJump, Switch, IndirectJump, ReturnInstruction, Unreachable)


class FunctionReader:
    """Reader of functions of one module."""

    def __init__(
        self, types: TypeReader, attributes: AttributeReader, instructions: InstructionReader, debug: DebugInfo
    ) -> None:
        self._types = types
        self._attributes = attributes
        self._instructions = instructions
        self._debug = debug

    def declaration(self, line: str) -> FunctionDeclaration:
        """Read a line ``declare ...``."""
        try:
            cursor = Cursor(line)
            cursor.expect("declare")
            while cursor.peek().startswith("!"):
                cursor.position += 2
            linkage = read_linkage(cursor)
            name, of, _ = self._signature(cursor)
            return FunctionDeclaration(name, of, self._attributes.noreturn(cursor), weak=linkage in WEAK_LINKAGE)
        except UnreadableError as error:
            raise unreadable(line, str(error)) from None

    def definition(self, lines: Sequence[str]) -> FunctionDefinition:
        """Read ``define ... {`` and the lines of the body, without the closing brace."""
        try:
            cursor = Cursor(lines[0])
            cursor.expect("define")
            linkage = read_linkage(cursor)
            name, of, parameters = self._signature(cursor)
        except UnreadableError as error:
            raise unreadable(lines[0], str(error)) from None
        reference = cursor.debug_info()
        span, result_ctype = self._debug.function(reference) if reference else (None, CVoid())
        unnamed = sum(parameter.name.isdigit() for parameter in parameters)
        declared = self._declared(lines)
        return FunctionDefinition(
            name=name,
            type=of,
            parameters=parameters,
            blocks=tuple(self._blocks(lines, entry=str(unnamed))),
            declared=declared,
            undeclared=self._block_of_undeclared(lines, declared),
            internal=linkage in INTERNAL_LINKAGE,
            weak=linkage in WEAK_LINKAGE,
            span=span,
            result_ctype=result_ctype,
        )

    def _signature(self, cursor: Cursor) -> tuple[str, FunctionType, tuple[Parameter, ...]]:
        skip_calling_convention(cursor)
        self._attributes.of_value(cursor)
        result = self._types.read(cursor)
        name = cursor.name("@")
        cursor.expect("(")
        parameters: list[Parameter] = []
        variadic = False
        while not cursor.accept(")"):
            if cursor.accept("..."):
                variadic = True
            else:
                parameters.append(self._parameter(cursor, len(parameters)))
            if cursor.peek() != ")":
                cursor.expect(",")
        types = tuple(parameter.type for parameter in parameters)
        return name, FunctionType(result, types, variadic), tuple(parameters)

    def _parameter(self, cursor: Cursor, position: int) -> Parameter:
        """Read a parameter; an unnamed one gets its position as name."""
        of = self._types.read(cursor)
        attributes = self._attributes.of_value(cursor)
        name = cursor.name("%") if cursor.peek().startswith("%") else str(position)
        return Parameter(of, name, attributes.byval, attributes.alignment)

    def _blocks(self, lines: Sequence[str], entry: str) -> Iterator[BasicBlock]:
        """Yield the blocks; ``entry`` is the label of an unlabelled first block."""
        label: str | None = entry
        instructions: list[Instruction] = []
        scopes: list[tuple[str, ...] | None] = []
        has_jumps = any(line.startswith(_JUMP_LINES) for line in lines)
        body = iter(lines)
        next(body)
        for line in body:
            if not line.startswith("  "):
                if line:
                    label = _label(line)
                continue
            if line.startswith((_RECORD, _RECORD_BY_CALL)):
                if found := _DECLARED.match(line) or _DECLARED_BY_CALL.match(line):
                    instructions.append(Declare(plain_name(found[1]), self._debug.span(found[3])))
                    scopes.append(self._debug.blocks_around(found[3]) if has_jumps else None)
                continue
            if label is None:
                raise unreadable(line, "instruction after the end of a block")
            if _ASSEMBLY_WITH_LABELS.match(line):
                whole = f"{line} {next(body).strip()}"
                assembly, instruction = self._parsed(whole, self._instructions.read_assembly_with_labels)
                instructions += assembly
                scopes += [self._scope(whole) if has_jumps else None] * len(assembly)
            else:
                whole = _complete_switch(line, body) if line.endswith("[") else line
                instruction = self._parsed(whole, self._instructions.read)
            scopes.append(self._scope(whole) if has_jumps else None)
            if isinstance(instruction, _TERMINATORS):
                yield BasicBlock(label, tuple(instructions), instruction, tuple(scopes) if has_jumps else ())
                label, instructions, scopes = None, [], []
            else:
                instructions.append(instruction)
        if label is not None:
            raise unreadable(lines[0], f"block {label} has no terminator")

    def _parsed(self, line: str, read: Callable[[str, Span | None], _Read]) -> _Read:
        """Return the result of ``read`` for the text and the position of an instruction."""
        span = None
        begin = line.rfind(_LOCATION_BEGIN)
        if begin >= 0 and (location := _LOCATION.match(line, begin)):
            span = self._debug.span(location[1])
            text = line[:begin]
        else:
            text = line
        try:
            return read(text, span)
        except UnreadableError as error:
            raise unreadable(line, str(error)) from None
        except UnsupportedError as error:
            raise UnsupportedError(error.message, error.span or span) from None

    def _scope(self, line: str) -> tuple[str, ...] | None:
        """Return the nested C blocks around the instruction on ``line``; None without debug info."""
        begin = line.rfind(_LOCATION_BEGIN)
        location = _LOCATION.match(line, begin) if begin >= 0 else None
        return self._debug.blocks_around(location[1]) if location else None

    def _declared(self, lines: Sequence[str]) -> dict[str, DebugVariable]:
        declared: dict[str, DebugVariable] = {}
        for line in lines:
            if line.startswith((_RECORD, _RECORD_BY_CALL)):
                found = _DECLARED.match(line) or _DECLARED_BY_CALL.match(line)
                if found and (variable := self._debug.local_variable(found[2], found[3])):
                    declared.setdefault(plain_name(found[1]), variable)
        return declared

    def _block_of_undeclared(self, lines: Sequence[str], declared: Container[str]) -> dict[str, tuple[str, ...]]:
        """Return the innermost nested blocks around all uses of each alloca that is not
        ``declared`` and has debug info.
        """
        allocas = {plain_name(matched[1]): matched[1] for line in lines if (matched := _ALLOCA.match(line))}
        found: dict[str, tuple[str, ...] | None] = {name: None for name in allocas if name not in declared}
        mentions = re.compile("|".join(re.escape(allocas[name]) for name in found))
        for line in filter(mentions.search, lines) if found else ():
            begin = line.rfind(_LOCATION_BEGIN)
            location = _LOCATION.match(line, begin) if begin >= 0 else None
            if location is None:
                continue
            for name in map(plain_name, _USED.findall(line, 0, begin)):
                if name in found:
                    blocks, known = self._debug.blocks_around(location[1]), found[name]
                    found[name] = blocks if known is None else _common_prefix(known, blocks)
        return {name: blocks for name, blocks in found.items() if blocks is not None}


def _common_prefix(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return the longest common prefix."""
    return tuple(mine for mine, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def _label(line: str) -> str:
    found = _LABEL.match(line)
    if found is None:
        raise unreadable(line, "expected a label")
    return found[2] or unescape(found[1])


def _complete_switch(line: str, rest: Iterator[str]) -> str:
    """Join a switch with the lines of its cases, up to the closing bracket."""
    lines = [line]
    for following in rest:
        lines.append(following)
        if following.lstrip().startswith("]"):
            break
    return " ".join(lines)
