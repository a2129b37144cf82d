"""Sizes of variable-length arrays that exceed PTRDIFF_MAX bytes."""

from surefoot.base.caveats import Direction
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import (
    Alloca,
    Binary,
    Cast,
    FunctionDefinition,
    IntConstant,
    LoadInstruction,
    Local,
    Operand,
    StoreInstruction,
)
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import FALSE, Term, not_
from surefoot.program.statements import Assume, CheckKind


def assume_array_exists(builder: FunctionBuilder, alloca: Alloca, size: Term, count: Term, span: Span | None) -> None:
    """Exclude runs with an array of ``count`` elements of ``size`` bytes each that exceeds
    PTRDIFF_MAX bytes.

    Nothing is excluded if the property is about memory, where the size wraps around as in compiled
    programs, or if constants determine the count: then no run might be left.
    """
    is_too_large = arithmetic.exceeds_largest_object(size, count)
    if (
        is_too_large is FALSE
        or alloca.count is None
        or CheckKind.INVALID_DEREFERENCE in builder.scope.property.violations
        or _is_constant(builder.definition, alloca.count)
    ):
        return
    builder.scope.note_once(Direction.ASSUMES, "no variable-length array has more than PTRDIFF_MAX bytes", span)
    builder.emit(Assume(not_(is_too_large), span))


def _is_constant(function: FunctionDefinition, operand: Operand) -> bool:
    """Return whether only constants determine ``operand``, possibly through variables of
    ``function``.
    """
    instructions = [each for block in function.blocks for each in block.instructions]
    results = {each.result: each for each in instructions if isinstance(each, Alloca | Binary | Cast | LoadInstruction)}
    waiting: list[Operand] = [operand]
    seen: set[str] = set()
    while waiting:
        current = waiting.pop()
        if isinstance(current, IntConstant) or (isinstance(current, Local) and current.name in seen):
            continue
        if not isinstance(current, Local):
            return False
        seen.add(current.name)
        match results.get(current.name):
            case Binary(left=left, right=right):
                waiting += [left, right]
            case Cast(operand=inner):
                waiting.append(inner)
            case LoadInstruction(address=Local(name=name)) if isinstance(results.get(name), Alloca):
                stores = (each for each in instructions if isinstance(each, StoreInstruction))
                waiting += [
                    each.value for each in stores if isinstance(each.address, Local) and each.address.name == name
                ]
            case _:
                return False
    return True
