"""Interrupt handlers: before each access to what a handler may share with the program, each handler may run once.

A handler is not interrupted itself. Library functions are not interrupted.
"""

from collections.abc import Mapping
from typing import Final

from surefoot.caveats import Lean
from surefoot.errors import InputError
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
    VoidType,
)
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.reachable import reachable_from
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import BOOL, FALSE, TRUE, variable
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Block, Function, GlobalVariable, Role, Variable
from surefoot.program.properties import Property
from surefoot.program.statements import Assign, Branch, Call, Goto, Havoc, Origin, Return

DISPATCH: Final = "__surefoot_interrupts"
_RUNNING: Final = Variable(
    variable("__surefoot_interrupt_is_running", BOOL), "an interrupt is running", CVoid(), Role.GLOBAL, None
)


def shared_globals(module: Module, handlers: tuple[str, ...], property: Property) -> frozenset[str]:
    """The globals that the handlers mention; raises `InputError` for what is no handler."""
    shared: set[str] = set()
    for name in handlers:
        definition = module.functions.get(name)
        if definition is None:
            raise InputError(f"there is no function '{name}' that could handle an interrupt")
        if definition.parameters or not isinstance(definition.type.result, VoidType):
            raise InputError(f"'{name}' cannot handle an interrupt: it has parameters or a result")
        shared.update(reachable_from(name, module, property).globals)
    return frozenset(shared)


def allow_interrupt(builder: FunctionBuilder, instruction: Instruction) -> None:
    """Let handlers run before ``instruction`` if it accesses memory that they may share."""
    if not builder.scope.environment.interrupts or _is_library(builder.definition):
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


def interrupt_dispatch(scope: ProgramScope) -> Mapping[str, Function]:
    """The function that runs the handlers that happen, if there are any."""
    handlers = scope.environment.interrupts
    if not handlers:
        return {}
    text = "a handler runs at most once between two accesses, is not interrupted itself, and interrupts no library function"
    scope.note(Lean.ASSUMES, text, None)
    running = _RUNNING.symbol
    blocks = {"entry": Block("entry", (), Branch(running, "done", "before 0", None))}
    happening: list[Variable] = []
    for index, name in enumerate(handlers):
        before, during, after = f"before {index}", f"during {index}", f"before {index + 1}"
        happens = variable(f"{DISPATCH}::{name} interrupts", BOOL)
        happening.append(Variable(happens, f"{name} interrupts", CVoid(), Role.TEMPORARY, None))
        choose = Havoc(happens, Origin.INPUT, f"{name} interrupts", None)
        run = (Assign(running, TRUE, None), Call((), name, (), None), Assign(running, FALSE, None))
        blocks[before] = Block(before, (choose,), Branch(happens, during, after, None))
        blocks[during] = Block(during, run, Goto(after, None))
    last = f"before {len(handlers)}"
    blocks[last] = Block(last, (), Goto("done", None))
    blocks["done"] = Block("done", (), Return((), None))
    function = Function(DISPATCH, scope.address(DISPATCH), (), (), tuple(happening), blocks, None)
    return {DISPATCH: function}


def interrupt_variables(scope: ProgramScope) -> tuple[GlobalVariable, ...]:
    """The variable that says whether a handler is running."""
    return (GlobalVariable(_RUNNING, FALSE),) if scope.environment.interrupts else ()


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
