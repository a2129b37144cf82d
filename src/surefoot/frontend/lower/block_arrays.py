"""Where variable-length arrays end to live: where clang restores the stack that it saved before the first array of their block.

Only for those that may be used after their block. All others live as long as their activation, which makes no difference.
"""

from surefoot.errors import UnsupportedError
from surefoot.frontend.llvm.module import Alloca, CallInstruction, LoadInstruction, Local, StoreInstruction
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import bv
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Role
from surefoot.program.statements import Assign, CheckKind, Leave


def expect_arrays(builder: FunctionBuilder, call: CallInstruction) -> None:
    """The stack is saved by ``call``: none of the arrays that end when it is restored has been made."""
    if CheckKind.INVALID_DEREFERENCE not in builder.scope.property.violations:
        return
    slot = None
    for instruction in builder.flow.blocks[builder.current_label].instructions[builder.position + 1 :]:
        match instruction:
            case StoreInstruction(Local(_, value), Local(_, address)) if value == call.result:
                slot = address
            case Alloca(result=first) if slot is not None:
                builder.saved_stacks[slot] = tuple(_expected(builder, name, call) for name in _beside(builder, first))
                return
            case _:
                pass


def _beside(builder: FunctionBuilder, first: str) -> list[str]:
    """The arrays in the block of the array ``first``, itself included, that may be used after it."""
    declared = builder.definition.declared
    outliving = builder.scope.outliving.get(builder.definition.name, frozenset())
    return [
        each.result
        for block in builder.flow.blocks.values()
        for each in block.instructions
        if isinstance(each, Alloca) and each.count is not None and each.result in outliving
        if first in declared and declared[each.result].blocks == declared[first].blocks
    ]


def _expected(builder: FunctionBuilder, alloca: str, call: CallInstruction) -> str:
    """Let there be a variable for the address of the array at ``alloca``, null as long as there is no array."""
    name = builder.definition.declared[alloca].name
    address = builder.local(f"&{name} in its block", builder.type_sorts.pointer, Role.TEMPORARY, CVoid(), call.span)
    builder.mark_reassigned(address.symbol)
    builder.emit(Assign(address.symbol, bv(0, builder.type_sorts.pointer.width), call.span))
    builder.block_arrays[alloca] = address.symbol
    return alloca


def end_arrays(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """The stack is restored by ``call``: the arrays end to live that were made since it was saved."""
    if not builder.block_arrays:
        return
    for block in builder.flow.blocks.values():
        for instruction in block.instructions:
            match instruction, call.arguments[0].value:
                case LoadInstruction(result=loaded, address=Local(_, slot)), Local(_, saved) if loaded == saved:
                    for alloca in builder.saved_stacks.get(slot, ()):
                        builder.emit(Leave(builder.block_arrays[alloca], call.span))
                    return
                case _:
                    pass
    raise UnsupportedError("restoring a stack that was saved elsewhere is not supported", call.span)
