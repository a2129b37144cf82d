"""Where objects of blocks begin and end to live, by clang's markers: only for those that may be used after their block.

Such an object is made anew where its life begins, and ends with its block. All others live as long as their activation, which makes no difference.
"""

from surefoot.caveats import Lean
from surefoot.frontend.llvm.module import CallInstruction, Global, Local
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.outliving import LIFETIME
from surefoot.program.statements import Allocate, CheckKind, Leave


def lower_marker(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Make the object that the marker is about, or end its life."""
    marked = call.arguments[-1].value
    made = builder.reborn.get(marked.name) if isinstance(marked, Local) else None
    if made is None:
        return
    builder.save_values_over((made.target,), call.span)
    builder.emit(made if name == "lifetime.start" else Leave(made.target, call.span))


def is_reborn(builder: FunctionBuilder, alloca: str, made: Allocate) -> bool:
    """Whether the object at ``alloca`` may be used after its block and is made at its markers instead, by ``made``."""
    if alloca not in builder.scope.outliving.get(builder.definition.name, ()) or alloca in builder.block_arrays:
        return False
    if CheckKind.INVALID_DEREFERENCE not in builder.scope.property.violations:
        return False
    if not _has_markers(builder, alloca):
        text = f"uses of {made.name} after its block are not looked for"
        builder.scope.note(Lean.DROPS_BEHAVIOUR, text, made.span)
        return False
    builder.reborn[alloca] = made
    return True


def _has_markers(builder: FunctionBuilder, alloca: str) -> bool:
    return any(
        isinstance(instruction, CallInstruction)
        and isinstance(instruction.callee, Global)
        and instruction.callee.name.startswith(LIFETIME)
        and any(isinstance(each.value, Local) and each.value.name == alloca for each in instruction.arguments)
        for block in builder.flow.blocks.values()
        for instruction in block.instructions
    )
