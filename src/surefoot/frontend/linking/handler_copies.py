"""Copies of interrupt handlers and of the functions they call: handlers are not interrupted,
functions of the program are.
"""

from collections.abc import Sequence
from typing import Final

from surefoot.base.errors import InputError
from surefoot.base.records import replace
from surefoot.frontend.linking.rewriting import calls_in, with_calls
from surefoot.frontend.llvm.module import CallInstruction, FunctionDefinition, Global, Module, VoidType

_MARK: Final = "@interrupt"


def handler_copy(name: str) -> str:
    """Return the name of the copy of function ``name`` that runs in interrupts; the part before the
    ``@`` is the name in the source.
    """
    return f"{name}{_MARK}"


def is_handler_copy(name: str) -> bool:
    """Return whether function ``name`` runs in interrupts only."""
    return name.endswith(_MARK)


def name_in_source(copy: str) -> str:
    """Return the name of a handler in the source."""
    return copy.removesuffix(_MARK)


def with_handler_copies(module: Module, handlers: Sequence[str]) -> Module:
    """Add copies of ``handlers`` and of all functions they call directly.

    Raises `InputError` for a name that is not a function ``void f(void)``.
    """
    functions = dict(module.functions)
    for name in handlers:
        definition = module.functions.get(name)
        if definition is None:
            raise InputError(f"the interrupt handler '{name}' is not defined in the program; correct --interrupt")
        if definition.parameters or not isinstance(definition.type.result, VoidType):
            raise InputError(
                f"'{name}' cannot be an interrupt handler: it has parameters or a result; give --interrupt a function void f(void)"
            )
    pending = list(handlers)
    while pending:
        name = pending.pop()
        if handler_copy(name) not in functions:
            callees = (each.callee for each in calls_in(module.functions[name]))
            called = {each.name for each in callees if isinstance(each, Global) and each.name in module.functions}
            functions[handler_copy(name)] = _copied(module.functions[name], called)
            pending.extend(sorted(called))
    return replace(module, functions=functions)


def _copied(function: FunctionDefinition, called: set[str]) -> FunctionDefinition:
    def calling_copy(call: CallInstruction) -> CallInstruction:
        match call.callee:
            case Global(of, name) if name in called:
                return replace(call, callee=Global(of, handler_copy(name)))
            case _:
                return call

    return replace(with_calls(function, calling_copy), name=handler_copy(function.name))
