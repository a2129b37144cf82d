"""Variable arguments, passed in an object whose address is a hidden last argument.

Clang expands ``va_arg`` to plain reads that follow the calling convention. On x86-64 a list counts
the registers in use, so a list starts with none left, and everything is read from the memory area.
A read beyond the last argument is out of bounds of the object.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import Argument, CallInstruction, FunctionDefinition, Global, Local, Phi, Type
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import Term, bv, bvadd
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Role, Variable
from surefoot.program.statements import Allocate, Copy, Storage, Store

INTEGER_REGISTERS_USED: Final = 48
FLOAT_REGISTERS_USED: Final = 176
"""Offsets in a ``va_list`` of x86-64 for which no register is left."""
SIZE_OF_LIST: Final = 24
STRICTEST_ALIGNMENT: Final = 16
"""Strictest fundamental alignment in bytes."""


def reads_variable_arguments(definition: FunctionDefinition) -> bool:
    """Return whether ``definition`` calls ``va_start``; only then it has the hidden parameter."""
    return definition.type.variadic and any(
        isinstance(instruction, CallInstruction)
        and isinstance(instruction.callee, Global)
        and instruction.callee.name.startswith("llvm.va_start")
        for block in definition.blocks
        for instruction in block.instructions
    )


def declare_variable_arguments(builder: FunctionBuilder) -> tuple[Variable, ...]:
    """Return the hidden parameter, if the function has one."""
    if not reads_variable_arguments(builder.definition):
        return ()
    span = builder.definition.span
    hidden = builder.declare("%variable arguments", builder.type_sorts.pointer, Role.TEMPORARY, CVoid(), span)
    builder.variable_arguments = hidden.symbol
    return (hidden,)


def refuse_aligned_structs(definition: FunctionDefinition) -> None:
    """Raise `UnsupportedError` for ``va_arg`` of a struct with an alignment above eight bytes.

    Such a struct may be passed in registers, and the caller's code does not show that it is one.
    """
    rounded: set[str] = set()
    for block in definition.blocks:
        for each in block.instructions:
            match each:
                case CallInstruction(result=str(result), callee=Global(_, name)) if name.startswith("llvm.ptrmask"):
                    rounded.add(result)
                case Phi(result=result, incoming=incoming):
                    if any(isinstance(value, Local) and value.name in rounded for value, _ in incoming):
                        rounded.add(f"{result} or a register")
                case CallInstruction(callee=Global(_, name), arguments=[_, Argument(Local(_, source)), *_]):
                    if name.startswith("llvm.memcpy") and f"{source} or a register" in rounded:
                        raise UnsupportedError("va_arg of a struct with 16-byte alignment is not supported", each.span)
                case _:
                    pass


def lay_out_variable_arguments(
    builder: FunctionBuilder, arguments: Sequence[Argument], callee: str, span: Span | None
) -> Term:
    """Return the address of a new object that holds ``arguments`` in the layout of ``va_arg``.

    The caller ends the lifetime of the object after the call.
    """
    pointer = builder.type_sorts.pointer
    placed = tuple(_placed(builder, arguments))
    size = bv(placed[-1].end if placed else 0, pointer.width)
    name = f"variable arguments of {callee}"
    alignment = max((each.argument.alignment for each in placed if each.argument.byval), default=1)
    alignment = max(alignment, STRICTEST_ALIGNMENT)
    area = builder.local(f"&{name}", pointer, Role.TEMPORARY, CVoid(), span).symbol
    builder.emit(Allocate(area, size, Storage.STACK, zeroed=False, alignment=alignment, name=name, span=span))
    for each in placed:
        _put(builder, each, bvadd(area, bv(each.offset, pointer.width)), span)
    return area


def lower_va_start(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Lower ``va_start``: the list begins with the first variable argument."""
    first = builder.variable_arguments
    if first is None:
        raise AssertionError("only functions with variable arguments start a list")
    target = builder.term(call.arguments[0].value, call.span)
    width = builder.type_sorts.pointer.width
    parts = {0: first}
    if _has_registers(builder):
        parts = {
            0: bv(INTEGER_REGISTERS_USED, 32),
            4: bv(FLOAT_REGISTERS_USED, 32),
            8: first,
            16: bv(0, width),
        }
    for offset, value in parts.items():
        builder.emit(Store(bvadd(target, bv(offset, width)), value, call.span))


def lower_va_copy(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Lower ``va_copy``."""
    target, source = (builder.term(given.value, call.span) for given in call.arguments)
    width = builder.type_sorts.pointer.width
    size = SIZE_OF_LIST if _has_registers(builder) else width // 8
    builder.emit(Copy(target, source, bv(size, width), call.span))


@dataclass(frozen=True, slots=True)
class _LaidOutArgument:
    """Variable argument with its layout.

    It begins at an offset in the object, ``type`` is stored there, and the next one may begin at
    ``end``.
    """

    argument: Argument
    type: Type
    offset: int
    end: int


def _placed(builder: FunctionBuilder, arguments: Sequence[Argument]) -> Iterator[_LaidOutArgument]:
    layout = builder.type_sorts.layout
    slot = builder.type_sorts.pointer.width // 8
    end = 0
    for argument in arguments:
        of = argument.byval or argument.value.type
        alignment = max(layout.alignment_of(of), argument.alignment if argument.byval else 1)
        offset = _rounded_up(end, max(slot, alignment) if _has_registers(builder) else slot)
        end = _rounded_up(offset + layout.size_of(of), slot)
        yield _LaidOutArgument(argument, of, offset, end)


def _put(builder: FunctionBuilder, placed: _LaidOutArgument, address: Term, span: Span | None) -> None:
    type_sorts, given = builder.type_sorts, placed.argument
    if given.byval is not None:
        size = bv(type_sorts.layout.size_of(placed.type), type_sorts.pointer.width)
        builder.emit(Copy(address, builder.term(given.value, span), size, span))
        return
    for leaf, part in zip(type_sorts.leaves(placed.type), builder.terms(given.value, span), strict=True):
        at = bvadd(address, bv(leaf.offset, arithmetic.width_of(address)))
        builder.emit(Store(at, type_sorts.to_memory(leaf.type, part), span))


def _has_registers(builder: FunctionBuilder) -> bool:
    """Return whether the calling convention is that of x86-64.

    On i386 a list is a pointer to the next argument, and arguments are aligned to four bytes only.
    """
    return builder.type_sorts.pointer.width == 64


def _rounded_up(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment
