"""Interrupt handlers: each may run once before each access to memory that it may share.

After a write, handlers may also run a last time and the run ends with them: a failure inside a
handler does not need a later access of the program. Since such a run ends, this adds no second
activation before the next access.

A handler is not interrupted itself. Library functions and struct copies are interrupted before and
after, but not inside.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from surefoot.base.caveats import Direction
from surefoot.base.errors import UnsupportedError
from surefoot.frontend.linking.handler_copies import is_handler_copy, name_in_source
from surefoot.frontend.llvm.module import (
    Alloca,
    AssemblyInstruction,
    AtomicUpdate,
    CallInstruction,
    CompareExchange,
    FunctionDefinition,
    GetElementPointer,
    Global,
    Instruction,
    LoadInstruction,
    Local,
    Module,
    Operand,
    PointerType,
    StoreInstruction,
)
from surefoot.frontend.lower.control.reachability import ReachedNames, reachable_from
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import BOOL, FALSE, TRUE, and_, not_, variable
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Block, Function, Role, Variable
from surefoot.program.properties import Property
from surefoot.program.statements import Assign, Assume, Branch, Call, Goto, Havoc, Origin, Return, Statement

DISPATCH: Final = "__surefoot_interrupts"
LAST_DISPATCH: Final = "__surefoot_last_interrupts"
_COPIES: Final = ("llvm.memcpy", "llvm.memmove", "llvm.memset")


def shared_globals(
    module: Module, handlers: Sequence[str], property: Property, reached: ReachedNames, promoted: Mapping[str, Variable]
) -> frozenset[str]:
    """Return the globals among ``reached`` that handlers may access.

    These are the globals that handlers mention and, if a handler dereferences pointers, all that
    are not ``promoted`` to variables. Raises `UnsupportedError` for a handler that calls functions
    through pointers.
    """
    mentioned: set[str] = set()
    follow_pointers = False
    for name in handlers:
        of_handler = reachable_from(name, module, property)
        mentioned.update(of_handler.globals)
        for function in of_handler.functions:
            definition = module.functions[function]
            _refuse_indirect_calls(definition, name_in_source(name))
            follow_pointers = follow_pointers or _follows_pointers(definition, module)
    if follow_pointers:
        mentioned.update(name for name in reached.globals if name not in promoted)
    return frozenset(mentioned)


def interrupt_before(builder: FunctionBuilder, instruction: Instruction) -> None:
    """Call the dispatcher before ``instruction`` if it accesses memory shared with a handler."""
    if _is_interrupted(builder) and _accesses_shared(builder, instruction):
        builder.save_values_over_call(instruction.span, is_before=True)
        builder.emit(Call((), DISPATCH, (), instruction.span))


def interrupt_after(builder: FunctionBuilder, instruction: Instruction) -> None:
    """Call the last dispatcher after ``instruction`` if it may have written shared memory."""
    is_write = not isinstance(instruction, LoadInstruction)
    if is_write and _is_interrupted(builder) and _accesses_shared(builder, instruction):
        builder.emit(Call((), LAST_DISPATCH, (), instruction.span))


def interrupts_at_start(scope: ProgramScope) -> Iterator[Statement]:
    """Yield the call that lets handlers run before the program starts."""
    if scope.environment.interrupts:
        yield Call((), LAST_DISPATCH, (), None)


def interrupt_dispatch(scope: ProgramScope, handlers: Sequence[str]) -> Mapping[str, Function]:
    """Return the functions that call the handlers, each at most once and in any order."""
    if not handlers:
        return {}
    text = "each interrupt handler runs at most once between two accesses, is not interrupted itself, and does not interrupt library functions, struct copies or single accesses"
    scope.note(Direction.ASSUMES, text, None)
    return {DISPATCH: _dispatch(scope, handlers), LAST_DISPATCH: _last_dispatch(scope)}


def _dispatch(scope: ProgramScope, handlers: Sequence[str]) -> Function:
    """Return a function that tries all handlers as many times as there are handlers.

    Ensures: each order of handlers is possible.
    """
    sources = [name_in_source(name) for name in handlers]
    happening = [_flag(DISPATCH, f"{each} interrupts") for each in sources]
    done = [_flag(DISPATCH, f"{each} ran") for each in sources]
    steps = [index for _ in handlers for index in range(len(handlers))]
    steps = steps[: len(steps) - len(handlers) + 1]
    blocks: dict[str, Block] = {}
    start: tuple[Statement, ...] = tuple(Assign(each.symbol, FALSE, None) for each in done)
    for number, index in enumerate(steps):
        before, during, after = f"before {number}", f"during {number}", f"before {number + 1}"
        happens, ran = happening[index].symbol, done[index].symbol
        choose = Havoc(happens, Origin.INPUT, happening[index].name, None)
        blocks[before] = Block(before, (*start, choose), Branch(and_(happens, not_(ran)), during, after, None))
        start = ()
        run = (Assign(ran, TRUE, None), Call((), handlers[index], (), None))
        blocks[during] = Block(during, run, Goto(after, None))
    last = f"before {len(steps)}"
    blocks[last] = Block(last, (), Return((), None))
    return Function(DISPATCH, scope.address(DISPATCH), (), (), (*happening, *done), blocks, None)


def _last_dispatch(scope: ProgramScope) -> Function:
    """Return a function that lets handlers run and ends the run, or does nothing."""
    ends = _flag(LAST_DISPATCH, "nothing follows")
    choose = Havoc(ends.symbol, Origin.INPUT, ends.name, None)
    blocks = {
        "entry": Block("entry", (choose,), Branch(ends.symbol, "last", "return", None)),
        "last": Block("last", (Call((), DISPATCH, (), None), Assume(FALSE, None)), Goto("return", None)),
        "return": Block("return", (), Return((), None)),
    }
    return Function(LAST_DISPATCH, scope.address(LAST_DISPATCH), (), (), (ends,), blocks, None)


def _flag(function: str, name: str) -> Variable:
    return Variable(variable(f"{function}::{name}", BOOL), name, CVoid(), Role.TEMPORARY, None)


def _is_interrupted(builder: FunctionBuilder) -> bool:
    definition = builder.definition
    has_handlers = bool(builder.scope.environment.interrupts)
    return has_handlers and not _is_library(definition) and not is_handler_copy(definition.name)


def _accesses_shared(builder: FunctionBuilder, instruction: Instruction) -> bool:
    """Return whether ``instruction`` accesses memory that may be shared with a handler."""
    match instruction:
        case CallInstruction(callee=Global(_, name)) if _is_library_call(builder.scope.module, name):
            return True
        case _:
            return any(_may_be_shared(builder, each) for each in _accessed(builder.scope.module, instruction))


def _accessed(module: Module, instruction: Instruction) -> Sequence[Operand]:
    """Return the addresses that ``instruction`` itself accesses, without those of its callee."""
    match instruction:
        case LoadInstruction(address=address) | StoreInstruction(address=address):
            return (address,)
        case AtomicUpdate(address=address) | CompareExchange(address=address):
            return (address,)
        case AssemblyInstruction(arguments=arguments):
            return tuple(each.value for each in arguments if isinstance(each.value.type, PointerType))
        case CallInstruction(callee=callee, arguments=arguments):
            copied = tuple(each.value for each in arguments if each.byval is not None)
            if not isinstance(callee, Global) or callee.name in module.functions:
                return copied
            if callee.name.startswith("llvm.") and not callee.name.startswith(_COPIES):
                return copied
            return tuple(each.value for each in arguments if isinstance(each.value.type, PointerType))
        case _:
            return ()


def _may_be_shared(builder: FunctionBuilder, address: Operand) -> bool:
    """Return whether ``address`` may be inside an object that a handler accesses.

    That is one of the handlers' globals or anything whose address is taken.
    """
    match _base(builder.definition, address):
        case Global(_, name):
            return name in builder.scope.shared
        case Local(_, name):
            return name not in builder.places
        case _:
            return True


def _base(definition: FunctionDefinition, address: Operand) -> Operand:
    """Return the base that ``address`` is an offset from."""
    bases = {
        instruction.result: instruction.base
        for block in definition.blocks
        for instruction in block.instructions
        if isinstance(instruction, GetElementPointer)
    }
    while isinstance(address, Local) and address.name in bases:
        address = bases[address.name]
    return address


def _follows_pointers(definition: FunctionDefinition, module: Module) -> bool:
    """Return whether the function may access more than its locals and the globals it mentions."""
    instructions = [instruction for block in definition.blocks for instruction in block.instructions]
    own = {each.result for each in instructions if isinstance(each, Alloca)}
    for instruction in instructions:
        for address in _accessed(module, instruction):
            match _base(definition, address):
                case Global():
                    pass
                case Local(_, name) if name in own:
                    pass
                case _:
                    return True
    return False


def _refuse_indirect_calls(definition: FunctionDefinition, handler: str) -> None:
    for block in definition.blocks:
        for each in block.instructions:
            if isinstance(each, CallInstruction) and not isinstance(each.callee, Global):
                raise UnsupportedError(
                    f"calls through pointers in an interrupt handler ({handler}) are not supported", each.span
                )


def _is_library_call(module: Module, name: str) -> bool:
    definition = module.functions.get(name)
    return definition is not None and _is_library(definition)


def _is_library(definition: FunctionDefinition) -> bool:
    return definition.span is not None and definition.span.is_library
