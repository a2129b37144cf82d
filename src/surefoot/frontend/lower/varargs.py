"""Refuses functions that read their variable arguments; passing them on to a function without a body is harmless."""

from surefoot.errors import UnsupportedError
from surefoot.frontend.llvm.module import (
    ArrayType,
    CallInstruction,
    FunctionDefinition,
    GetElementPointer,
    Global,
    Instruction,
    LoadInstruction,
    Local,
    PointerType,
)
from surefoot.frontend.lower.flow import Flow, operands_of
from surefoot.frontend.lower.scope import ProgramScope


def refuse_reading_varargs(definition: FunctionDefinition, flow: Flow, scope: ProgramScope) -> None:
    """Raise `UnsupportedError` when the function does more with a ``va_list`` than hand it on.

    Clang expands ``va_arg`` to plain loads, so the list is followed from ``llvm.va_start``: it may decay from array to
    pointer, be loaded as a whole, and be an argument of an intrinsic or of a function without a body.
    """
    if not definition.type.variadic:
        return
    instructions = [instruction for label in flow.order for instruction in flow.blocks[label].instructions]
    objects = _started_lists(instructions)
    loaded: set[str] = set()
    for instruction in instructions:
        used = {operand.name for operand in operands_of(instruction) if isinstance(operand, Local)}
        if not used & (objects | loaded):
            continue
        match instruction:
            case GetElementPointer(result=result, source=ArrayType()) if not used & loaded:
                objects.add(result)
            case LoadInstruction(result=result, type=PointerType()) if not used & loaded:
                loaded.add(result)
            case CallInstruction(callee=Global(_, name)) if name.startswith("llvm.") or scope.body(name) is None:
                pass
            case _:
                raise UnsupportedError("reading variable arguments (va_arg) is not supported", instruction.span)


def _started_lists(instructions: list[Instruction]) -> set[str]:
    """The allocas that ``llvm.va_start`` is called on."""
    bases = {
        instruction.result: instruction.base.name
        for instruction in instructions
        if isinstance(instruction, GetElementPointer) and isinstance(instruction.base, Local)
    }
    started: set[str] = set()
    for instruction in instructions:
        match instruction:
            case CallInstruction(callee=Global(_, name), arguments=(argument,)) if name.startswith("llvm.va_start"):
                if isinstance(argument.value, Local):
                    started.add(bases.get(argument.value.name, argument.value.name))
            case _:
                pass
    return started
