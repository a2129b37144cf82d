"""Interrupt handlers: before each access to what a handler may share with the program, each handler may run once.

A handler is not interrupted itself. Library functions are not interrupted.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from surefoot.caveats import Lean
from surefoot.frontend.handlers import is_handler_copy, name_in_source
from surefoot.frontend.llvm.module import (
    AtomicUpdate,
    CompareExchange,
    FunctionDefinition,
    GetElementPointer,
    Global,
    Instruction,
    LoadInstruction,
    Local,
    Module,
    Operand,
    StoreInstruction,
)
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.reachable import reachable_from
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import BOOL, variable
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Block, Function, Role, Variable
from surefoot.program.properties import Property
from surefoot.program.statements import Branch, Call, Goto, Havoc, Origin, Return

DISPATCH: Final = "__surefoot_interrupts"


def shared_globals(module: Module, handlers: Sequence[str], property: Property) -> frozenset[str]:
    """The globals that the handlers mention."""
    return frozenset(each for name in handlers for each in reachable_from(name, module, property).globals)


def allow_interrupt(builder: FunctionBuilder, instruction: Instruction) -> None:
    """Let handlers run before ``instruction`` if it accesses memory that they may share."""
    definition = builder.definition
    if not builder.scope.environment.interrupts or _is_library(definition) or is_handler_copy(definition.name):
        return
    match instruction:
        case LoadInstruction(address=address) | StoreInstruction(address=address):
            pass
        case AtomicUpdate(address=address) | CompareExchange(address=address):
            pass
        case _:
            return
    if _may_be_shared(builder, address):
        builder.save_values_over_call(instruction.span)
        builder.emit(Call((), DISPATCH, (), instruction.span))


def interrupt_dispatch(scope: ProgramScope, handlers: Sequence[str]) -> Mapping[str, Function]:
    """The function that runs the handlers that happen, if there are any."""
    if not handlers:
        return {}
    text = "a handler runs at most once between two accesses, is not interrupted itself, and interrupts no library function"
    scope.note(Lean.ASSUMES, text, None)
    blocks: dict[str, Block] = {}
    happening: list[Variable] = []
    for index, name in enumerate(handlers):
        before, during, after = f"before {index}", f"during {index}", f"before {index + 1}"
        called = f"{name_in_source(name)} interrupts"
        happens = variable(f"{DISPATCH}::{called}", BOOL)
        happening.append(Variable(happens, called, CVoid(), Role.TEMPORARY, None))
        choose = Havoc(happens, Origin.INPUT, called, None)
        blocks[before] = Block(before, (choose,), Branch(happens, during, after, None))
        blocks[during] = Block(during, (Call((), name, (), None),), Goto(after, None))
    last = f"before {len(handlers)}"
    blocks[last] = Block(last, (), Return((), None))
    return {DISPATCH: Function(DISPATCH, scope.address(DISPATCH), (), (), tuple(happening), blocks, None)}


def _may_be_shared(builder: FunctionBuilder, address: Operand) -> bool:
    """Whether ``address`` may be in an object that a handler accesses: one of its globals, or anything whose address is taken."""
    bases = {
        instruction.result: instruction.base
        for block in builder.definition.blocks
        for instruction in block.instructions
        if isinstance(instruction, GetElementPointer)
    }
    while isinstance(address, Local) and address.name in bases:
        address = bases[address.name]
    match address:
        case Global(_, name):
            return name in builder.scope.shared
        case Local(_, name):
            return name not in builder.places
        case _:
            return True


def _is_library(definition: FunctionDefinition) -> bool:
    return definition.span is not None and definition.span.is_library
