"""Gives memory objects unknown contents."""

from typing import Final

from surefoot.frontend.llvm.module import Type
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import Term, bit_vector, bv, bvadd, ite
from surefoot.program.statements import Havoc, Load, Origin, Store
from surefoot.spans import Span

MOST_SCALARS: Final = 256
"""Objects with more scalars than this are not overwritten one by one."""

ERROR_NUMBER: Final = "__surefoot_errno"
"""Where the model of <errno.h> keeps ``errno``."""


def forget_contents(
    builder: FunctionBuilder, base: Term, of: Type, origin: Origin, source: str, span: Span | None
) -> bool:
    """Overwrite the object of type ``of`` at ``base`` with unknown values; False, and nothing done, if it is too large."""
    if builder.type_sorts.layout.size_of(of) > 16 * MOST_SCALARS:
        return False
    leaves = builder.type_sorts.leaves(of)
    if len(leaves) > MOST_SCALARS:
        return False
    for leaf in leaves:
        fresh = builder.temporary("forgotten", builder.type_sorts.memory_sort(leaf.type), span)
        builder.emit(Havoc(fresh, origin, source, span))
        builder.emit(Store(bvadd(base, bv(leaf.offset, builder.type_sorts.pointer.width)), fresh, span))
    return True


def forget_error_number(builder: FunctionBuilder, source: str, span: Span | None) -> None:
    """A library function may have set ``errno``; nothing to do if the program never looks at it."""
    if ERROR_NUMBER in builder.scope.globals:
        known = builder.scope.module.globals[ERROR_NUMBER]
        forget_contents(builder, builder.scope.address(ERROR_NUMBER), known.type, Origin.EXTERNAL, source, span)


def set_error_number(builder: FunctionBuilder, condition: Term, number: int, span: Span | None) -> None:
    """Let ``errno`` be ``number`` where ``condition`` holds; nothing to do if the program never looks at it."""
    if ERROR_NUMBER in builder.scope.globals:
        address = builder.scope.address(ERROR_NUMBER)
        old = builder.temporary("errno", bit_vector(32), span)
        builder.emit(Load(old, address, span))
        builder.emit(Store(address, ite(condition, bv(number, 32), old), span))
