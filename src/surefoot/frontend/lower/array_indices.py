"""Checks that indices stay within the declared dimensions of arrays, also where the next element is still inside the object."""

from surefoot.frontend.llvm.module import (
    ArrayType,
    AtomicUpdate,
    CompareExchange,
    GetElementPointer,
    LoadInstruction,
    Local,
    StoreInstruction,
    StructType,
    Type,
)
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import Term, bv, bvule
from surefoot.program.statements import CheckKind


def check_indices(builder: FunctionBuilder, pointer: GetElementPointer, indices: list[Term | int]) -> None:
    """Check the indices of ``pointer`` if the property asks for it; the address one past the end may be taken, not used.

    An array without a length, the last member of a struct, can have any.
    """
    if CheckKind.ARRAY_INDEX not in builder.scope.property.violations:
        return
    width = builder.type_sorts.pointer.width
    is_used = _is_used(builder, pointer.result)
    current: Type = pointer.source
    for position, index in enumerate(indices[1:], 1):
        match current:
            case StructType(elements=elements) if isinstance(index, int):
                current = elements[index]
            case ArrayType(count, element):
                is_last = position == len(indices) - 1
                most = count if is_last and not is_used else count - 1
                value = (
                    bv(index % 2**width, width) if isinstance(index, int) else arithmetic.to_pointer_width(index, width)
                )
                if count:
                    text = f"of {count} element{'' if count == 1 else 's'}"
                    builder.check(bvule(value, bv(most, width)), CheckKind.ARRAY_INDEX, text, pointer.span)
                current = element
            case _:
                return


def _is_used(builder: FunctionBuilder, name: str) -> bool:
    """Whether something is read from or written to the address ``name``, or to a part of what is there."""
    for block in builder.flow.blocks.values():
        for instruction in block.instructions:
            match instruction:
                case LoadInstruction(address=Local(_, used)) | StoreInstruction(address=Local(_, used)):
                    pass
                case AtomicUpdate(address=Local(_, used)) | CompareExchange(address=Local(_, used)):
                    pass
                case GetElementPointer(base=Local(_, used)):
                    pass
                case _:
                    continue
            if used == name:
                return True
    return False
