"""Copies of interrupt handlers and of what they call: handlers are not interrupted, the same functions called by the program are."""

from collections.abc import Iterator, Sequence
from typing import Final

from surefoot.base.errors import InputError
from surefoot.base.records import replace
from surefoot.frontend.llvm.module import CallInstruction, FunctionDefinition, Global, Module, VoidType

_MARK: Final = "@interrupt"


def handler_copy(name: str) -> str:
    """What the copy of function ``name`` is called that runs in interrupts; what stands before the ``@`` is the name in the source."""
    return f"{name}{_MARK}"


def is_handler_copy(name: str) -> bool:
    """Whether function ``name`` runs in interrupts only."""
    return name.endswith(_MARK)


def name_in_source(copy: str) -> str:
    """What the program calls a handler."""
    return copy.removesuffix(_MARK)


def with_handlers_apart(module: Module, handlers: Sequence[str]) -> Module:
    """``module`` with copies of ``handlers`` and of all that they call by name; raises `InputError` for what is no handler."""
    functions = dict(module.functions)
    for name in handlers:
        definition = module.functions.get(name)
        if definition is None:
            raise InputError(f"there is no function '{name}' that could handle an interrupt")
        if definition.parameters or not isinstance(definition.type.result, VoidType):
            raise InputError(f"'{name}' cannot handle an interrupt: it has parameters or a result")
    pending = list(handlers)
    while pending:
        name = pending.pop()
        if handler_copy(name) not in functions:
            called = {each for each in _called(module.functions[name]) if each in module.functions}
            functions[handler_copy(name)] = _copied(module.functions[name], called)
            pending.extend(sorted(called))
    return replace(module, functions=functions)


def _called(function: FunctionDefinition) -> Iterator[str]:
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, CallInstruction) and isinstance(instruction.callee, Global):
                yield instruction.callee.name


def _copied(function: FunctionDefinition, called: set[str]) -> FunctionDefinition:
    def calling_copy(call: CallInstruction) -> CallInstruction:
        match call.callee:
            case Global(of, name) if name in called:
                return replace(call, callee=Global(of, handler_copy(name)))
            case _:
                return call

    blocks = (
        replace(
            block,
            instructions=tuple(
                calling_copy(each) if isinstance(each, CallInstruction) else each for each in block.instructions
            ),
        )
        for block in function.blocks
    )
    return replace(function, name=handler_copy(function.name), blocks=tuple(blocks))
