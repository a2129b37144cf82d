"""Gives memory objects unknown contents."""

from typing import Final

from surefoot.frontend.llvm.module import Type
from surefoot.frontend.lower.frame import Frame
from surefoot.logic import Term, bv, bvadd
from surefoot.program.statements import Havoc, Origin, Store
from surefoot.spans import Span

MOST_SCALARS: Final = 256
"""Objects with more scalars than this are not overwritten one by one."""

ERROR_NUMBER: Final = "__surefoot_errno"
"""Where the model of <errno.h> keeps ``errno``."""


def forget_contents(frame: Frame, base: Term, of: Type, origin: Origin, source: str, span: Span | None) -> bool:
    """Overwrite the object of type ``of`` at ``base`` with unknown values; False, and nothing done, if it is too large."""
    if frame.shapes.layout.size_of(of) > 16 * MOST_SCALARS:
        return False
    leaves = frame.shapes.leaves(of)
    if len(leaves) > MOST_SCALARS:
        return False
    for leaf in leaves:
        fresh = frame.temporary("forgotten", frame.shapes.memory_sort(leaf.type), span)
        frame.emit(Havoc(fresh, origin, source, span))
        frame.emit(Store(bvadd(base, bv(leaf.offset, frame.shapes.pointer.width)), fresh, span))
    return True


def forget_error_number(frame: Frame, source: str, span: Span | None) -> None:
    """A library function may have set ``errno``; nothing to do if the program never looks at it."""
    if ERROR_NUMBER in frame.scope.globals:
        known = frame.scope.module.globals[ERROR_NUMBER]
        forget_contents(frame, frame.scope.address(ERROR_NUMBER), known.type, Origin.EXTERNAL, source, span)
