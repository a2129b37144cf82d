"""Refuses programs that read variable arguments; handing them on until a function without a body gets them is harmless.

Clang expands ``va_arg`` to plain loads, so a list is followed from ``llvm.va_start``: it may decay from array to pointer,
be kept in variables, and be an argument of intrinsics, of functions without a body, and of functions that do no more.
"""

from collections.abc import Iterable, Iterator, Sequence

from surefoot.errors import UnsupportedError
from surefoot.frontend.llvm.module import (
    Alloca,
    ArrayType,
    CallInstruction,
    FunctionDefinition,
    GetElementPointer,
    Global,
    Instruction,
    LoadInstruction,
    Local,
    Operand,
    PointerType,
    StoreInstruction,
)
from surefoot.frontend.lower.flow import operands_of
from surefoot.frontend.lower.scope import ProgramScope


def refuse_reading_varargs(definition: FunctionDefinition, scope: ProgramScope) -> None:
    """Raise `UnsupportedError` if the variable arguments of ``definition`` are read, here or where they are handed on."""
    if not definition.type.variadic:
        return
    pending = [(definition, frozenset(_started_lists(definition)))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while pending:
        function, lists = pending.pop()
        if lists and (function.name, lists) not in seen:
            seen.add((function.name, lists))
            pending.extend(_handed_on(function, lists, scope))


def _handed_on(
    function: FunctionDefinition, lists: Iterable[str], scope: ProgramScope
) -> Iterator[tuple[FunctionDefinition, frozenset[str]]]:
    """The functions that get one of ``lists`` from ``function``, with the parameters it arrives in."""
    instructions = [instruction for block in function.blocks for instruction in block.instructions]
    variables = {instruction.result for instruction in instructions if isinstance(instruction, Alloca)}
    tracked = _tracked(instructions, variables, lists)
    for instruction in instructions:
        if not _locals(instruction) & tracked or _only_keeps(instruction, variables):
            continue
        match instruction:
            case CallInstruction(callee=Global(_, name), arguments=arguments):
                if body := scope.body(name):
                    passed = zip(body.parameters, arguments, strict=False)
                    yield body, frozenset(to.name for to, given in passed if _name(given.value) in tracked)
            case _:
                raise UnsupportedError("reading variable arguments (va_arg) is not supported", instruction.span)


def _tracked(instructions: Sequence[Instruction], variables: set[str], lists: Iterable[str]) -> set[str]:
    """``lists``, the variables they are kept in, and what is loaded from there."""
    tracked = set(lists)
    before = 0
    while before < len(tracked):
        before = len(tracked)
        for instruction in instructions:
            if _locals(instruction) & tracked and _only_keeps(instruction, variables):
                match instruction:
                    case GetElementPointer(result=name) | LoadInstruction(result=name):
                        tracked.add(name)
                    case StoreInstruction(address=Local(_, name)):
                        tracked.add(name)
                    case _:
                        pass
    return tracked


def _only_keeps(instruction: Instruction, variables: set[str]) -> bool:
    """Whether ``instruction`` lets an array decay or moves a whole list between variables."""
    match instruction:
        case GetElementPointer(source=ArrayType()):
            return True
        case LoadInstruction(type=PointerType(), address=Local(_, name)) | StoreInstruction(Local(), Local(_, name)):
            return name in variables
        case _:
            return False


def _started_lists(function: FunctionDefinition) -> Iterator[str]:
    """What ``llvm.va_start`` is called on, and the allocas behind it."""
    instructions = [instruction for block in function.blocks for instruction in block.instructions]
    decayed = {item.result: item.base for item in instructions if isinstance(item, GetElementPointer)}
    for instruction in instructions:
        match instruction:
            case CallInstruction(callee=Global(_, name), arguments=(argument,)) if name.startswith("llvm.va_start"):
                if isinstance(argument.value, Local):
                    yield argument.value.name
                    yield _name(decayed.get(argument.value.name, argument.value))
            case _:
                pass


def _locals(instruction: Instruction) -> set[str]:
    return {operand.name for operand in operands_of(instruction) if isinstance(operand, Local)}


def _name(operand: Operand) -> str:
    return operand.name if isinstance(operand, Local) else ""
