"""Handlers that havoc or restrict results and ``errno``."""

from collections.abc import Callable

from surefoot.base.caveats import Direction, Dropped
from surefoot.base.errors import UnsupportedError
from surefoot.frontend.llvm.module import CallInstruction
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.calls.unknown_functions import havoc_arguments
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.library.handlers import Handler, argument, is_nonzero, number_like, result
from surefoot.frontend.lower.memory.havoc import havoc_error_number, set_error_number
from surefoot.logic import BOOL, FALSE, BitVecSort, Term, bv, bvsle, bvslt, bvule, ite, not_
from surefoot.program.statements import Assume, Origin


def havoc_result(builder: FunctionBuilder, call: CallInstruction, name: str, origin: Origin) -> None:
    """Bind an unknown result; one of a function named ``..._bool`` is 0 or 1."""
    values = [
        builder.unknown(call.result or "unused", sort, origin, name, call.span)
        for sort in builder.type_sorts.sorts(call.type.result)
    ]
    if name.endswith("_bool") and values[0].sort is not BOOL:
        builder.emit(Assume(bvule(values[0], bv(1, arithmetic.width_of(values[0]))), call.span))
    if call.result is not None:
        builder.bind(call.result, values, call.span)


def input_value(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Bind a nondeterministic input and havoc the objects that are passed."""
    if not havoc_arguments(builder, call, name, Origin.INPUT):
        text = f"{name}: writes through its pointer arguments are not modelled"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, call.span, Dropped.MEMORY)
    havoc_result(builder, call, name, Origin.INPUT)


def unknown(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Bind an unknown result."""
    if call.result is not None:
        havoc_result(builder, call, name, Origin.EXTERNAL)


def unknown_with_error_number(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Bind an unknown result and let the function set ``errno``."""
    havoc_error_number(builder, name, call.span)
    unknown(builder, call, name)


def havoc_errno(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Havoc ``errno`` for the calling library model; the argument is true iff the call fails."""
    failed = is_nonzero(argument(builder, call, 0))
    havoc_error_number(builder, builder.name_in_source, call.span, failed=failed)


def set_errno(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Set ``errno`` to the argument."""
    set_error_number(builder, argument(builder, call, 0), call.span)


def unmodelled(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Havoc the result of a library function or of a part of its model.

    Runs that depend on it may be infeasible.
    """
    source = name
    if name.startswith("__surefoot_"):
        source = builder.name_in_source
    else:
        havoc_error_number(builder, name, call.span)
    if call.result is not None:
        havoc_result(builder, call, source, Origin.UNMODELLED)


def unmodelled_from_here(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Mark the run as possibly infeasible from here on: the model omits behaviour."""
    builder.mark_unmodelled(builder.name_in_source, call.span)


def restricted(
    holds: Callable[[FunctionBuilder, CallInstruction, Term], Term], *, sets_error_number: bool = True
) -> Handler:
    """Return a handler whose result is any value that satisfies ``holds``.

    A negative result is a failure, which sets ``errno``.
    """

    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        sorts = builder.type_sorts.sorts(call.type.result)
        failed = FALSE
        if call.result is not None:
            if len(sorts) != 1 or not isinstance(sorts[0], BitVecSort):
                raise UnsupportedError(
                    "a library function is declared with another result type than in its header: include the header",
                    call.span,
                )
            value = builder.unknown(call.result, sorts[0], Origin.EXTERNAL, name, call.span)
            builder.emit(Assume(holds(builder, call, value), call.span))
            builder.bind(call.result, (value,), call.span)
            failed = bvslt(value, number_like(0, value))
        if sets_error_number:
            havoc_error_number(builder, name, call.span, failed=failed)

    return handler


def at_least(least: int) -> Handler:
    """Return a handler with any result from ``least`` on; -1 is a failure.

    Functions that cannot fail leave ``errno`` unchanged.
    """
    return restricted(
        lambda _builder, _call, value: bvsle(number_like(least, value), value), sets_error_number=least < 0
    )


def at_most(position: int, *, sets_error_number: bool = True) -> Handler:
    """Return a handler with any result from 0 up to the argument at ``position``."""

    def holds(builder: FunctionBuilder, call: CallInstruction, value: Term) -> Term:
        most = arithmetic.resize(argument(builder, call, position), arithmetic.width_of(value), signed=False)
        return bvule(value, most)

    return restricted(holds, sets_error_number=sets_error_number)


def or_failure(success: Callable[[FunctionBuilder, CallInstruction], Term]) -> Handler:
    """Return a handler whose result is ``success`` or -1."""

    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        fails = FALSE
        if call.result is not None:
            fails = builder.unknown("fails", BOOL, Origin.EXTERNAL, f"failure of {name}", call.span)
            result(builder, call, ite(fails, bv(2**32 - 1, 32), success(builder, call)))
        havoc_error_number(builder, name, call.span, failed=fails)

    return handler


def yes_or_no(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Bind 1 or 0; 0 is a failure, which sets ``errno``."""
    answer = builder.unknown("answer", BOOL, Origin.EXTERNAL, name, call.span)
    havoc_error_number(builder, name, call.span, failed=not_(answer))
    result(builder, call, ite(answer, bv(1, 32), bv(0, 32)))


def operation(function: Callable[[Term, Term], Term]) -> Handler:
    """Return a handler that binds ``function`` of both arguments."""

    def handler(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
        result(builder, call, function(argument(builder, call, 0), argument(builder, call, 1)))

    return handler


def zero(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Bind 0: the function always succeeds."""
    result(builder, call, bv(0, 32))


def nothing(_builder: FunctionBuilder, _call: CallInstruction, _name: str) -> None:
    """Emit nothing: no effect and no result."""
