"""Havoc of memory objects and of ``errno``."""

from typing import Final

from surefoot.base.spans import Span
from surefoot.frontend.limits import LIMITS
from surefoot.frontend.llvm.module import Type
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.devices import require_no_register
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvule,
    bvult,
    eq,
    ite,
    or_,
    variables_of,
    zero_extend,
)
from surefoot.program.statements import Allocate, Copy, EndLifetime, Havoc, Load, Origin, Storage, Store

EFFECT: Final = "havocked"
"""Name of variables for what a call stores in memory."""
_NEW_ERROR_NUMBER: Final = "errno after"
OF_EFFECTS: Final = frozenset({EFFECT, _NEW_ERROR_NUMBER})
"""Names of havocked variables that are no results of calls."""
ERROR_NUMBER: Final = "__surefoot_errno"
"""Object of the <errno.h> model that holds ``errno``."""
_BITS_OF_ERROR_NUMBERS: Final = 12
"""Width of error numbers: Linux reserves 1 to 4095; those with names end at 133."""


def havoc_contents(
    builder: FunctionBuilder, base: Term, of: Type, origin: Origin, source: str, span: Span | None
) -> bool:
    """Overwrite the object of type ``of`` at ``base`` with havocked values.

    Return False, and emit nothing, if it is larger than ``LIMITS.havocked_scalars``.
    """
    if builder.type_sorts.layout.size_of(of) > 16 * LIMITS.havocked_scalars:
        return False
    leaves = builder.type_sorts.leaves(of)
    if len(leaves) > LIMITS.havocked_scalars:
        return False
    for leaf in leaves:
        fresh = builder.temporary(EFFECT, builder.type_sorts.memory_sort(leaf.type), span)
        builder.emit(Havoc(fresh, origin, source, span))
        builder.emit(Store(bvadd(base, bv(leaf.offset, builder.type_sorts.pointer.width)), fresh, span))
    return True


def havoc_bytes(builder: FunctionBuilder, address: Term, size: Term, span: Span | None) -> None:
    """Havoc ``size`` bytes at ``address`` by copying a new object of unknown contents to them."""
    unknown = builder.temporary(EFFECT, builder.type_sorts.pointer, span)
    builder.emit(Allocate(unknown, size, Storage.STACK, zeroed=False, alignment=1, name=EFFECT, span=span))
    require_no_register(builder, address, size, span)
    builder.emit(Copy(address, unknown, size, span))
    builder.emit(EndLifetime(unknown, span))


def writable_part(builder: FunctionBuilder, address: Term, size: Term) -> Term:
    """Return ``size``, or 0 if ``address`` is that of a constant object."""
    width = builder.type_sorts.pointer.width
    constants = [
        (builder.scope.address(name), builder.type_sorts.layout.size_of(known.type))
        for name in builder.scope.globals
        if (known := builder.scope.module.globals[name]).constant and name not in builder.scope.variables
    ]
    mentioned = set(variables_of(address))
    others = mentioned - {base for base, _ in constants}
    is_known = all(each in builder.objects or str(each.payload).startswith("&") for each in mentioned)
    if mentioned and is_known:
        constants = [] if others == mentioned else constants
    inside = [and_(bvule(base, address), bvult(address, bvadd(base, bv(of, width)))) for base, of in constants]
    return ite(or_(*inside), bv(0, width), size) if inside else size


def havoc_error_number(
    builder: FunctionBuilder, source: str, span: Span | None, *, origin: Origin = Origin.EXTERNAL, failed: Term = FALSE
) -> None:
    """Let a library function set ``errno`` to any error number; it does so if it ``failed``.

    The library never sets it to 0 (C11, 7.5 §3). Nothing is emitted if the program does not read
    ``errno``.
    """
    if ERROR_NUMBER not in builder.scope.globals:
        return
    before = builder.temporary("errno before", bit_vector(32), span)
    place = builder.scope.address(ERROR_NUMBER)
    builder.emit(Load(before, place, span))
    is_set = or_(failed, builder.unknown("sets errno", BOOL, origin, source, span))
    number = builder.unknown(_NEW_ERROR_NUMBER, bit_vector(_BITS_OF_ERROR_NUMBERS), origin, source, span)
    none = bv(0, _BITS_OF_ERROR_NUMBERS)
    error = zero_extend(ite(eq(number, none), bv(1, _BITS_OF_ERROR_NUMBERS), number), 32)
    builder.emit(Store(place, ite(is_set, error, before), span))


def havoc_whole_error_number(builder: FunctionBuilder, source: str, span: Span | None) -> None:
    """Let an external function set ``errno`` to any number."""
    if ERROR_NUMBER in builder.scope.globals:
        known = builder.scope.module.globals[ERROR_NUMBER]
        havoc_contents(builder, builder.scope.address(ERROR_NUMBER), known.type, Origin.EXTERNAL, source, span)


def set_error_number(builder: FunctionBuilder, number: Term, span: Span | None, *, failed: Term = TRUE) -> None:
    """Set ``errno`` to ``number`` if the library function ``failed``.

    Nothing is emitted if the program does not read ``errno``.
    """
    if ERROR_NUMBER not in builder.scope.globals:
        return
    place = builder.scope.address(ERROR_NUMBER)
    before = builder.temporary("errno before", bit_vector(32), span)
    builder.emit(Load(before, place, span))
    builder.emit(Store(place, ite(failed, number, before), span))
