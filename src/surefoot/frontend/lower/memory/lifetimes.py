"""Object lifetimes from LLVM's lifetime markers, and lifetimes of variable-length
arrays.

Only objects that may be used after their block are allocated and ended at the markers. All others
live as long as their activation, which makes no difference.

Variable-length arrays end where clang restores the stack that it saved before the first array of
their block, and where a jump goes back past their declaration inside the block. C forbids jumps
into the scope of a variable-length array (C11, 6.8.6.1 §1), so a declaration dominates its scope,
and a jump from a dominated block to one that is not dominated leaves it. Only arrays that may be
used after their block are ended. All others live as long as their activation, which makes no
difference.
"""

from collections.abc import Iterable

from surefoot.base.caveats import Direction
from surefoot.base.errors import UnsupportedError
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import (
    Alloca,
    BasicBlock,
    CallInstruction,
    FunctionDefinition,
    Global,
    LoadInstruction,
    Local,
    StoreInstruction,
)
from surefoot.frontend.lower.control.flow_graph import Flow, operands_of, successors_of
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.escape_analysis import LIFETIME, is_name_in_c, may_be_temporary
from surefoot.frontend.lower.type_sorts import is_scalar
from surefoot.logic import bv
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Role
from surefoot.program.statements import Allocate, Assign, CheckKind, EndLifetime


def lower_lifetime_marker(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Allocate or end the object of the marker."""
    marked = call.arguments[-1].value
    allocation = builder.marker_allocations.get(marked.name) if isinstance(marked, Local) else None
    if allocation is None:
        return
    builder.save_values_over((allocation.target,), call.span)
    builder.emit(allocation if name == "lifetime.start" else EndLifetime(allocation.target, call.span))


def is_allocated_at_markers(builder: FunctionBuilder, alloca: str, allocation: Allocate) -> bool:
    """Return whether the object at ``alloca`` is allocated at its markers, by ``allocation``.

    That is so if it may be used after its block. A caveat is added if it has no markers.
    """
    if alloca not in builder.scope.escaping.get(builder.definition.name, ()) or alloca in builder.vla_addresses:
        return False
    if CheckKind.INVALID_DEREFERENCE not in builder.scope.property.violations:
        return False
    if not _has_markers(alloca, builder.flow.blocks.values()):
        text = f"uses of {allocation.name} after the end of its block are not checked"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, allocation.span or _first_use(builder, alloca))
        return False
    builder.marker_allocations[alloca] = allocation
    return True


def note_uninitialised_reuses(builder: FunctionBuilder) -> None:
    """Add caveats for variables that may keep a value from an earlier activation of their block.

    Their block is entered again without passing their declaration.
    """
    for reuse in builder.definition.uninitialised_reuses:
        text = (
            f"{reuse.name} keeps its old value, instead of an indeterminate one, where a jump bypasses its declaration"
        )
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, reuse.span)


def _first_use(builder: FunctionBuilder, alloca: str) -> Span | None:
    """Return the location of the first use of the object at ``alloca``."""
    used = (
        instruction.span
        for label in builder.flow.order
        for instruction in builder.flow.blocks[label].instructions
        if instruction.span
        and any(isinstance(each, Local) and each.name == alloca for each in operands_of(instruction))
    )
    return next(used, None)


def has_markers_for_temporaries(definition: FunctionDefinition) -> bool:
    """Return whether all aggregates that may be temporaries with C-like names have markers."""
    return all(
        _has_markers(alloca.result, definition.blocks)
        for block in definition.blocks
        for alloca in block.instructions
        if isinstance(alloca, Alloca) and not is_scalar(alloca.type)
        if may_be_temporary(alloca.result) and is_name_in_c(alloca.result) and alloca.result not in definition.declared
    )


def _has_markers(alloca: str, blocks: Iterable[BasicBlock]) -> bool:
    return any(
        isinstance(instruction, CallInstruction)
        and isinstance(instruction.callee, Global)
        and instruction.callee.name.startswith(LIFETIME)
        and any(isinstance(each.value, Local) and each.value.name == alloca for each in instruction.arguments)
        for block in blocks
        for instruction in block.instructions
    )


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
