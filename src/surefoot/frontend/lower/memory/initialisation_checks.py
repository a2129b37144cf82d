"""Checks that variables are initialised when they are read.

Reading an uninitialised variable is undefined if its address is never taken (C11, 6.3.2.1 §2). Only
variables that definite assignment does not settle get a flag.
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


def declare_initialised_flags(builder: FunctionBuilder, allocas: Iterable[str]) -> None:
    """Create cleared flags for the variables of ``allocas`` at the start of the function.

    Nothing is done unless the property includes uninitialised reads.
    """
    if CheckKind.UNINITIALISED not in builder.scope.property.violations:
        return
    for alloca in dict.fromkeys(allocas):
        known = builder.definition.declared.get(alloca)
        if known.is_parameter if known else not _is_undeclared_variable(builder, alloca):
            continue
        name, span = (known.name, known.span) if known else (alloca, None)
        flag = builder.local(f"%{name} has a value", BOOL, Role.TEMPORARY, CVoid(), span).symbol
        builder.mark_reassigned(flag)
        builder.initialised_flags[alloca] = flag
        builder.assign(flag, FALSE, span)


def _is_undeclared_variable(builder: FunctionBuilder, alloca: str) -> bool:
    """Return whether ``alloca`` is a C variable whose declaration is unreachable.

    Clang's slot for the result of the function is none.
    """
    is_result = alloca == "retval" and builder.definition.type.result != VoidType()
    return is_name_in_c(alloca) and not is_result


def mark_uninitialised(builder: FunctionBuilder, alloca: str, span: Span | None) -> None:
    """Clear the flag of the variable: its declaration is passed."""
    if flag := builder.initialised_flags.get(alloca):
        builder.assign(flag, FALSE, span)


def mark_initialised(builder: FunctionBuilder, address: Operand, span: Span | None) -> None:
    """Set the flag of the variable at ``address``: it is assigned."""
    if isinstance(address, Local) and (flag := builder.initialised_flags.get(address.name)):
        builder.assign(flag, TRUE, span)


def check_initialised(builder: FunctionBuilder, address: Operand, span: Span | None) -> None:
    """Check the flag of the variable at ``address``: it is read."""
    if isinstance(address, Local) and (flag := builder.initialised_flags.get(address.name)):
        known = builder.definition.declared.get(address.name)
        builder.check(flag, CheckKind.UNINITIALISED, known.name if known else address.name, span)
