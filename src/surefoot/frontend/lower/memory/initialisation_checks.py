"""Checks that variables have a value when they are read: those whose address is not taken, for which C leaves it undefined (6.3.2.1 §2).

Only variables that definite assignment cannot settle get a flag that tells whether there is a value.
"""

from collections.abc import Iterable

from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import Local, Operand, VoidType
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.escape_analysis import is_name_in_c
from surefoot.logic import BOOL, FALSE, TRUE
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Role
from surefoot.program.statements import CheckKind


def watch_values(builder: FunctionBuilder, allocas: Iterable[str]) -> None:
    """At the start of the function: none of the variables of ``allocas`` has a value. Nothing is done unless the property asks for it."""
    if CheckKind.UNINITIALISED not in builder.scope.property.violations:
        return
    for alloca in dict.fromkeys(allocas):
        known = builder.definition.declared.get(alloca)
        if known.is_parameter if known else not _is_undeclared_variable(builder, alloca):
            continue
        name, span = (known.name, known.span) if known else (alloca, None)
        flag = builder.local(f"%{name} has a value", BOOL, Role.TEMPORARY, CVoid(), span).symbol
        builder.mark_reassigned(flag)
        builder.has_value[alloca] = flag
        builder.assign(flag, FALSE, span)


def _is_undeclared_variable(builder: FunctionBuilder, alloca: str) -> bool:
    """Whether ``alloca`` is a variable whose declaration no run passes, and not where clang keeps the result of the function."""
    is_result = alloca == "retval" and builder.definition.type.result != VoidType()
    return is_name_in_c(alloca) and not is_result


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
        known = builder.definition.declared.get(address.name)
        builder.check(flag, CheckKind.UNINITIALISED, known.name if known else address.name, span)
