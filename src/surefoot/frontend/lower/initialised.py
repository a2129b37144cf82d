"""Checks that variables have a value when they are read: those whose address is not taken, for which C leaves it undefined (6.3.2.1 §2).

Only variables that definite assignment cannot settle get a flag that tells whether there is a value.
"""

from collections.abc import Iterable

from surefoot.frontend.llvm.module import Local, Operand
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import BOOL, FALSE, TRUE
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Role
from surefoot.program.statements import CheckKind
from surefoot.spans import Span


def watch_values(builder: FunctionBuilder, allocas: Iterable[str]) -> None:
    """At the start of the function: none of the variables of ``allocas`` has a value. Nothing is done unless the property asks for it."""
    if CheckKind.UNINITIALISED not in builder.scope.property.violations:
        return
    for alloca in dict.fromkeys(allocas):
        known = builder.definition.declared.get(alloca)
        if known is None or known.is_parameter:
            continue
        flag = builder.local(f"%{known.name} has a value", BOOL, Role.TEMPORARY, CVoid(), known.span).symbol
        builder.mark_reassigned(flag)
        builder.has_value[alloca] = flag
        builder.assign(flag, FALSE, known.span)


def without_value(builder: FunctionBuilder, alloca: str, span: Span | None) -> None:
    """The declaration of the variable is passed: it has no value any more."""
    if flag := builder.has_value.get(alloca):
        builder.assign(flag, FALSE, span)


def note_assignment(builder: FunctionBuilder, address: Operand, span: Span | None) -> None:
    """Something is stored at ``address``."""
    if isinstance(address, Local) and (flag := builder.has_value.get(address.name)):
        builder.assign(flag, TRUE, span)


def check_value(builder: FunctionBuilder, address: Operand, span: Span | None) -> None:
    """What is at ``address`` is read."""
    if isinstance(address, Local) and (flag := builder.has_value.get(address.name)):
        name = builder.definition.declared[address.name].name
        builder.check(flag, CheckKind.UNINITIALISED, name, span)
