"""Handlers of memory functions: allocation, copies, object sizes, preconditions on blocks."""

from typing import Final

from surefoot.base.errors import UnsupportedError
from surefoot.base.spans import Span
from surefoot.frontend.library.standard import source_name
from surefoot.frontend.llvm.module import CallInstruction, IntConstant
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.formats import text_argument
from surefoot.frontend.lower.library.handlers import Handler, argument, is_nonzero, result, size_argument
from surefoot.frontend.lower.memory.devices import require_no_register
from surefoot.frontend.lower.memory.havoc import set_error_number, writable_part
from surefoot.logic import (
    BOOL,
    FALSE,
    Term,
    and_,
    bv,
    bvmul,
    distinct,
    ite,
    or_,
)
from surefoot.program.statements import (
    Allocate,
    CheckDisjoint,
    CheckKind,
    Copy,
    Fill,
    Free,
    ObjectSize,
    Origin,
    Storage,
)

ALLOCATE: Final = "__surefoot_allocate"
"""Allocation that never fails, called by models."""
COPY_OF_MODELS: Final = "__surefoot_copy"
"""Copy function of models; its pointers are known to be non-null."""
DISJOINT: Final = ("memcpy", "__memcpy_chk", "__surefoot_copy_apart")
"""Functions that copy between blocks that must not overlap."""
_OUT_OF_MEMORY: Final = 12
"""The error number ENOMEM."""


def _allocate(
    builder: FunctionBuilder, call: CallInstruction, name: str, size: Term, alignment: int, too_large: Term = FALSE
) -> None:
    """Allocate ``size`` bytes.

    Where ``too_large`` holds, the result is null and ``errno`` is ENOMEM.
    """
    pointer = builder.type_sorts.pointer
    address = builder.temporary(call.result or name, pointer, call.span)
    may_fail = builder.scope.environment.malloc_may_fail and name != ALLOCATE
    name = builder.name_in_source if name == ALLOCATE else name
    zeroed = name in {"calloc", "kzalloc"}
    size = ite(too_large, bv(0, pointer.width), size)  # the wrapped product may exceed memory
    builder.emit(Allocate(address, size, Storage.HEAP, zeroed=zeroed, alignment=alignment, name=name, span=call.span))
    if may_fail or too_large is not FALSE:
        fails = too_large
        if may_fail:
            fails = or_(fails, builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span))
        null = bv(0, pointer.width)
        set_error_number(builder, bv(_OUT_OF_MEMORY, 32), call.span, failed=fails)
        builder.emit(Free(ite(fails, address, null), call.span))  # undo the allocation
        result(builder, call, ite(fails, null, address))
    else:
        result(builder, call, address)


def allocation(size_at: int, count_at: int | None = None) -> Handler:
    """Return a handler that allocates the size at an argument in bytes, times the count at another one."""

    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        width = builder.type_sorts.pointer.width
        size = size_argument(builder, call, size_at)
        count = bv(1, width) if count_at is None else size_argument(builder, call, count_at)
        too_large = FALSE if name == ALLOCATE else arithmetic.exceeds_largest_object(size, count)
        _allocate(builder, call, name, bvmul(size, count), alignment=width // 4, too_large=too_large)

    return handler


def aligned_allocation(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Allocate with a constant alignment, as ``aligned_alloc``."""
    alignment = call.arguments[0].value if call.arguments else None
    if not isinstance(alignment, IntConstant):
        raise UnsupportedError(f"{name} with a non-constant alignment is not supported", call.span)
    size = size_argument(builder, call, 1)
    too_large = arithmetic.exceeds_largest_object(bv(1, size.sort.width), size)
    _allocate(builder, call, name, size, alignment=alignment.value, too_large=too_large)


def free(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Emit ``free``."""
    builder.emit(Free(argument(builder, call, 0), call.span))


def copy(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Copy a block and bind the target address as the result."""
    target, source, size = argument(builder, call, 0), argument(builder, call, 1), size_argument(builder, call, 2)
    if name != COPY_OF_MODELS:
        require_not_null(builder, call, name, size, target, source)
    copy_bytes(builder, target, source, size, call.span, is_disjoint=name in DISJOINT)
    result(builder, call, target)


def fill(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Fill a block and bind its address as the result."""
    target, size = argument(builder, call, 0), size_argument(builder, call, 2)
    require_not_null(builder, call, name, size, target)
    fill_bytes(builder, target, argument(builder, call, 1), size, call.span)
    result(builder, call, target)


def require_not_null(builder: FunctionBuilder, call: CallInstruction, name: str, size: Term, *pointers: Term) -> None:
    """Check that no pointer passed to a library function is null if ``size`` is 0 (C11, 7.1.4 §1).

    If ``size`` is positive, the access itself is checked.
    """
    null = bv(0, builder.type_sorts.pointer.width)
    holds = or_(distinct(size, null), and_(*(distinct(each, null) for each in pointers)))
    source = builder.name_in_source if name.startswith("__surefoot_") else source_name(name)
    builder.check(holds, CheckKind.INVALID_DEREFERENCE, f"null pointer passed to {source}", call.span)


def copy_bytes(
    builder: FunctionBuilder, target: Term, source: Term, size: Term, span: Span | None, *, is_disjoint: bool = False
) -> None:
    """Emit ``memmove``, or ``memcpy`` if ``is_disjoint``: the blocks must not overlap."""
    require_no_register(builder, target, size, span)
    require_no_register(builder, source, size, span)
    builder.emit(Copy(target, source, size, span, is_disjoint))


def fill_bytes(builder: FunctionBuilder, target: Term, byte: Term, size: Term, span: Span | None) -> None:
    """Emit ``memset``."""
    require_no_register(builder, target, size, span)
    builder.emit(Fill(target, arithmetic.resize(byte, 8, signed=False), size, span))


def object_size(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Bind the size of the object at the address."""
    size = builder.temporary(call.result or "size", builder.type_sorts.pointer, call.span)
    builder.emit(ObjectSize(size, argument(builder, call, 0), call.span))
    result(builder, call, size)


def writable_size(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Bind the size of the object at the address; 0 for an object that is constant."""
    size = builder.temporary(call.result or "size", builder.type_sorts.pointer, call.span)
    address = argument(builder, call, 0)
    builder.emit(ObjectSize(size, address, call.span))
    result(builder, call, writable_part(builder, address, size))


def require(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Check a precondition that a model has for its caller; the second argument is the message."""
    text = text_argument(builder, call, 1) or ""
    builder.check(is_nonzero(argument(builder, call, 0)), CheckKind.INVALID_DEREFERENCE, text, call.span)


def require_apart(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Check that two blocks, each an address and a size, do not overlap."""
    left, right = argument(builder, call, 0), argument(builder, call, 2)
    sizes = size_argument(builder, call, 1), size_argument(builder, call, 3)
    builder.emit(CheckDisjoint(left, sizes[0], right, sizes[1], call.span))
