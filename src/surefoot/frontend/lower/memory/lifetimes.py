"""Object lifetimes from LLVM's lifetime markers.

Only objects that may be used after their block are allocated and ended at the markers. All others
live as long as their activation, which makes no difference.
"""

from collections.abc import Iterable

from surefoot.base.caveats import Lean
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import Alloca, BasicBlock, CallInstruction, FunctionDefinition, Global, Local
from surefoot.frontend.lower.control.flow_graph import operands_of
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.escape_analysis import LIFETIME, is_name_in_c, may_be_temporary
from surefoot.frontend.lower.values.type_sorts import is_scalar
from surefoot.program.statements import Allocate, CheckKind, EndLifetime


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
        builder.scope.note(Lean.DROPS_BEHAVIOUR, text, allocation.span or _first_use(builder, alloca))
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
        builder.scope.note(Lean.DROPS_BEHAVIOUR, text, reuse.span)


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
