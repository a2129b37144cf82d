"""Lifetimes of variable-length arrays.

Arrays end where clang restores the stack that it saved before the first array of their block, and
where a jump goes back past their declaration inside the block. C forbids jumps into the scope of a
variable-length array (C11, 6.8.6.1 §1), so a declaration dominates its scope, and a jump from a
dominated block to one that is not dominated leaves it. Only arrays that may be used after their
block are ended. All others live as long as their activation, which makes no difference.
"""

from surefoot.base.errors import UnsupportedError
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import Alloca, CallInstruction, LoadInstruction, Local, StoreInstruction
from surefoot.frontend.lower.control.flow_graph import Flow, successors_of
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import bv
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Role
from surefoot.program.statements import Assign, CheckKind, EndLifetime


def declare_vlas(builder: FunctionBuilder, call: CallInstruction) -> None:
    """Declare address variables of arrays that end when the stack of ``call`` is restored."""
    if CheckKind.INVALID_DEREFERENCE not in builder.scope.property.violations:
        return
    slot = None
    for instruction in builder.flow.blocks[builder.current_label].instructions[builder.position + 1 :]:
        match instruction:
            case StoreInstruction(Local(_, value), Local(_, address)) if value == call.result:
                slot = address
            case Alloca(result=first) if slot is not None:
                beside = _escaping_vlas(builder, first)
                builder.vlas_of_saved_stacks[slot] = tuple(_declare_address(builder, name, call) for name in beside)
                for name in beside:
                    _record_jumps_back(builder, name, first)
                return
            case _:
                pass


def _escaping_vlas(builder: FunctionBuilder, first: str) -> list[str]:
    """Return the escaping arrays in the block of the array ``first``, itself included."""
    declared = builder.definition.declared
    escaping = builder.scope.escaping.get(builder.definition.name, frozenset())
    return [
        each.result
        for block in builder.flow.blocks.values()
        for each in block.instructions
        if isinstance(each, Alloca) and each.count is not None and each.result in escaping
        if first in declared and declared[each.result].blocks == declared[first].blocks
    ]


def _declare_address(builder: FunctionBuilder, alloca: str, call: CallInstruction) -> str:
    """Create a variable for the address of the array at ``alloca``; null while there is none."""
    name = builder.definition.declared[alloca].name
    address = builder.local(f"&{name} in its block", builder.type_sorts.pointer, Role.TEMPORARY, CVoid(), call.span)
    builder.mark_reassigned(address.symbol)
    builder.emit(Assign(address.symbol, bv(0, builder.type_sorts.pointer.width), call.span))
    builder.vla_addresses[alloca] = address.symbol
    return alloca


def _record_jumps_back(builder: FunctionBuilder, alloca: str, first: str) -> None:
    """Record the targets of jumps that leave the array at ``alloca``, but not ``first``.

    ``first`` is the first array of the block; for jumps that leave it, the stack is restored.
    """
    flow = builder.flow
    home, first_home = _home(flow, alloca), _home(flow, first)
    dominated, by_first = flow.dominated_by(home), flow.dominated_by(first_home) - {first_home}
    for label in flow.order:
        for target in successors_of(flow.blocks[label].last) if label in dominated else ():
            if target in by_first and (target == home or target not in dominated):
                builder.vlas_left_by_jumps.setdefault(target, {})[alloca] = None


def _home(flow: Flow, alloca: str) -> str:
    """Return the label of the block that contains ``alloca``."""
    return next(
        label
        for label in flow.order
        if any(isinstance(each, Alloca) and each.result == alloca for each in flow.blocks[label].instructions)
    )


def end_vlas_left_by_jumps(builder: FunctionBuilder, span: Span | None) -> None:
    """End the arrays that a jump to the current block may leave."""
    for alloca in builder.vlas_left_by_jumps.get(builder.current_label, ()):
        _leave(builder, alloca, span)


def _leave(builder: FunctionBuilder, alloca: str, span: Span | None) -> None:
    """End the array at ``alloca``, if it exists, and reset its address variable."""
    address = builder.vla_addresses[alloca]
    builder.emit(EndLifetime(address, span))
    builder.assign(address, bv(0, builder.type_sorts.pointer.width), span)


def end_vlas_of_restored_stack(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """End the arrays that were allocated since the stack restored by ``call`` was saved."""
    if not builder.vla_addresses:
        return
    for block in builder.flow.blocks.values():
        for instruction in block.instructions:
            match instruction, call.arguments[0].value:
                case LoadInstruction(result=loaded, address=Local(_, slot)), Local(_, saved) if loaded == saved:
                    for alloca in builder.vlas_of_saved_stacks.get(slot, ()):
                        _leave(builder, alloca, call.span)
                    return
                case _:
                    pass
    raise UnsupportedError("restoring a stack pointer without a matching save is not supported", call.span)
