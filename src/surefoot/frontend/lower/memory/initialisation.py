"""Uninitialised variables: effects of declarations, and checks of reads.

A declaration leaves its variable or object indeterminate. Reading an uninitialised variable is
undefined if its address is never taken (C11, 6.3.2.1 §2). Only variables that definite assignment
does not settle get a flag that records whether they are initialised.
"""

from collections.abc import Iterable

from surefoot.base.caveats import Direction
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import (
    CallInstruction,
    Declare,
    Global,
    IntConstant,
    Local,
    Operand,
    StoreInstruction,
    Type,
    VoidType,
)
from surefoot.frontend.lower.control.flow_graph import operands_of
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.escape_analysis import is_name_in_c
from surefoot.frontend.lower.memory.havoc import havoc_contents
from surefoot.logic import BOOL, FALSE, TRUE
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Role
from surefoot.program.statements import CheckKind, Havoc, Origin


def lower_declaration(builder: FunctionBuilder, declare: Declare) -> None:
    """Havoc the declared variable or object where a path may read its old value.

    Clang allocates an object once, but a loop passes its declaration repeatedly. Variables are
    havocked as definite assignment requires (`FunctionBuilder.havocked_at_declaration`). Objects in
    memory are havocked if the declaration lies on a cycle and no initialiser follows at once,
    unless they are allocated at lifetime markers.
    """
    if place := builder.places.get(declare.name):
        if declare.name in builder.havocked_at_declaration:
            builder.save_values_over((place.symbol,), declare.span)
            builder.emit(Havoc(place.symbol, Origin.UNINITIALISED, place.name, place.span))
            mark_uninitialised(builder, declare.name, declare.span)
        return
    label = builder.current_label
    if declare.name in builder.marker_allocations:
        return
    if declare.name not in builder.definition.declared or not builder.flow.is_on_cycle(label):
        return
    known = builder.definition.declared[declare.name]
    (address,) = builder.value_of(declare.name) or (None,)
    of = None if address is None or known.is_parameter else builder.objects.get(address)
    if address is None or of is None or _is_initialised_by_declaration(builder, declare.name, of):
        return
    if not havoc_contents(builder, address, of, Origin.UNINITIALISED, known.name, declare.span):
        text = f"{known.name} keeps its old contents, instead of indeterminate ones, where its declaration is reached again"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, declare.span)


def _is_initialised_by_declaration(builder: FunctionBuilder, name: str, of: Type) -> bool:
    """Return whether the next use of the object in its block overwrites all of it."""
    size = builder.type_sorts.layout.size_of(of)
    for instruction in builder.flow.blocks[builder.current_label].instructions[builder.position + 1 :]:
        if not any(isinstance(operand, Local) and operand.name == name for operand in operands_of(instruction)):
            continue
        match instruction:
            case StoreInstruction(value, Local(_, target)):
                return target == name and value.type == of
            case CallInstruction(callee=Global(_, called), arguments=(first, _, third, *_)):
                is_whole = isinstance(third.value, IntConstant) and third.value.value >= size
                is_target = isinstance(first.value, Local) and first.value.name == name
                return called.startswith(("llvm.memcpy.", "llvm.memset.")) and is_target and is_whole
            case _:
                return False
    return False


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
