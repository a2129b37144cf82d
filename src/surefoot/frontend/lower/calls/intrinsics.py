"""LLVM intrinsics (``llvm.*``) as terms and statements."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from surefoot.base.caveats import Direction
from surefoot.base.errors import UnsupportedError
from surefoot.frontend.llvm.module import CallInstruction, IntConstant, IntType, Local
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.calls.variable_arguments import lower_va_copy, lower_va_start
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.intrinsic_operations import (
    byte_swapped,
    class_mask_holds,
    copied_sign,
    largest,
    leading_zeros,
    least,
    ones,
    reversed_bits,
    rounded,
    trailing_zeros,
)
from surefoot.frontend.lower.library.handlers import Handler, argument, result, size_argument
from surefoot.frontend.lower.library.memory import copy_bytes, fill_bytes, require_not_null
from surefoot.frontend.lower.memory.lifetimes import declare_vlas, end_vlas_of_restored_stack, lower_lifetime_marker
from surefoot.logic import (
    BOOL,
    FALSE,
    FloatSort,
    RoundingMode,
    Term,
    and_,
    bv,
    bvlshr,
    bvneg,
    bvor,
    bvshl,
    bvslt,
    bvsub,
    bvurem,
    distinct,
    fp_abs,
    fp_fma,
    fp_is_negative,
    fp_is_zero,
    fp_round_to_integral,
    fp_sqrt,
    implies,
    ite,
    not_,
)
from surefoot.program.statements import CheckKind, Origin


def lower_intrinsic(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Lower a call of the intrinsic ``name``.

    Names are ``llvm.`` followed by dotted parts, of which the last ones name types.
    """
    parts = name.split(".")[1:]
    for length in range(len(parts), 0, -1):
        if handler := _HANDLERS.get(".".join(parts[:length])):
            handler(builder, call, ".".join(parts[:length]))
            return
    raise UnsupportedError(f"intrinsic {name} is not supported", call.span)


def _of(function: Callable[..., Term]) -> Handler:
    """Return a handler for an intrinsic that is a total function of its arguments."""

    def handler(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
        arguments = [argument(builder, call, index) for index in range(len(call.arguments))]
        value = function(*arguments)
        if all(isinstance(each.sort, FloatSort) for each in arguments):
            builder.check_float_result(value, arguments, call.span)
        result(builder, call, value)

    return handler


def _in_mode(function: Callable[..., Term]) -> Handler:
    """Return a handler for an intrinsic that rounds its result in the mode that the program set."""

    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        _of(partial(function, builder.scope.rounding_mode()))(builder, call, name)

    return handler


def _extreme(function: Callable[[Term, Term], Term]) -> Handler:
    """Return a handler for ``fmin`` or ``fmax``; of two zeros the result is either
    (C11, F.10.9.2).
    """

    def handler(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        left, right = argument(builder, call, 0), argument(builder, call, 1)
        value = function(left, right)
        has_other_sign = distinct(fp_is_negative(left), fp_is_negative(right))
        is_open = and_(fp_is_zero(left), fp_is_zero(right), has_other_sign)
        if is_open is not FALSE:
            source = {"minnum": "fmin", "maxnum": "fmax"}.get(name, name)
            is_left = builder.unknown("zero", BOOL, Origin.EXTERNAL, source, call.span)
            value = ite(is_open, ite(is_left, left, right), value)
        builder.check_float_result(value, (left, right), call.span)
        result(builder, call, value)

    return handler


def _zeros(counted: Callable[[Term], Term]) -> Handler:
    """Return a handler for ``ctlz`` and ``cttz``; their second argument is true iff the result for
    0 is undefined.
    """

    def handler(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
        value, undefined_for_zero = argument(builder, call, 0), argument(builder, call, 1)
        is_defined = implies(undefined_for_zero, distinct(value, bv(0, arithmetic.width_of(value))))
        builder.check(is_defined, CheckKind.UNREACHABLE, "counting the zeros at one end of 0", call.span)
        result(builder, call, counted(value))

    return handler


def _of_first(function: Callable[[Term], Term]) -> Handler:
    """Return a handler for a total function of the first argument; the others are hints."""

    def handler(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
        result(builder, call, function(argument(builder, call, 0)))

    return handler


def _no_effect(_builder: FunctionBuilder, _call: CallInstruction, _name: str) -> None:
    """Lower a hint to optimisers, or bookkeeping."""


def _unsupported(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    raise UnsupportedError(f"llvm.{name} is not supported (in {builder.definition.name})", call.span)


def _copy(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    target, source, size = argument(builder, call, 0), argument(builder, call, 1), size_argument(builder, call, 2)
    if builder.scope.environment.volatile_is_unknown and call.arguments[3].value != IntConstant(IntType(1), 0):
        raise UnsupportedError(
            "copying a volatile struct is not supported where volatile reads may return any value", call.span
        )
    require_not_null(builder, call, name, size, target, source)
    copy_bytes(builder, target, source, size, call.span)


def _fill(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    target, byte, size = argument(builder, call, 0), argument(builder, call, 1), size_argument(builder, call, 2)
    require_not_null(builder, call, name, size, target)
    fill_bytes(builder, target, byte, size, call.span)


def _trap(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    builder.stop("trap", call.span)


def _assume(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    builder.check(argument(builder, call, 0), CheckKind.UNREACHABLE, "the assumption holds", call.span)


def _save_stack(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    result(builder, call, bv(0, builder.type_sorts.pointer.width))
    declare_vlas(builder, call)


def _return_address(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Bind an arbitrary address: where code lies is not modelled."""
    builder.scope.note_once(Direction.ADDS_BEHAVIOUR, "return addresses are arbitrary", call.span)
    result(
        builder,
        call,
        builder.unknown(
            "return address", builder.type_sorts.pointer, Origin.UNMODELLED, "__builtin_return_address", call.span
        ),
    )


def _object_size(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Bind the result of a compiler that does not optimise: the size is unknown."""
    asks_for_minimum = argument(builder, call, 1)
    width = builder.type_sorts.pointer.width
    result(builder, call, ite(asks_for_minimum, bv(0, width), bv(2**width - 1, width)))


def _is_constant(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    """Bind the result of a compiler that does not optimise: only literal constants are constant."""
    known = not isinstance(call.arguments[0].value, Local)
    result(builder, call, not_(FALSE) if known else FALSE)


def _with_overflow(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Bind ``{result, overflowed}`` of an operation such as ``sadd.with.overflow``."""
    signed, opcode = name[0] == "s", name[1:4]
    left, right = argument(builder, call, 0), argument(builder, call, 1)
    fits = arithmetic.does_not_overflow(opcode, left, right, signed=signed)
    if call.result is not None:
        builder.bind(call.result, (arithmetic.binary(opcode, left, right), not_(fits)), call.span)


def _saturating(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Bind the result of an operation such as ``uadd.sat``, which saturates instead of wrapping."""
    signed, opcode = name[0] == "s", name[1:4]
    left, right = argument(builder, call, 0), argument(builder, call, 1)
    width = arithmetic.width_of(left)
    fits = arithmetic.does_not_overflow(opcode, left, right, signed=signed)
    if signed:
        limit = ite(bvslt(left, bv(0, width)), bv(1 << (width - 1), width), bv((1 << (width - 1)) - 1, width))
    else:
        limit = bv(2**width - 1 if opcode == "add" else 0, width)
    result(builder, call, ite(fits, arithmetic.binary(opcode, left, right), limit))


def _chosen(predicate: str) -> Handler:
    return _of(lambda left, right: ite(arithmetic.compare("icmp", predicate, left, right), left, right))


def _absolute(value: Term, *_hint: Term) -> Term:
    return ite(bvslt(value, bv(0, arithmetic.width_of(value))), bvneg(value), value)


def _funnel_left(high: Term, low: Term, amount: Term) -> Term:
    width = arithmetic.width_of(high)
    shift = bvurem(amount, bv(width, width))
    rest = bvlshr(bvlshr(low, bv(1, width)), bvsub(bv(width - 1, width), shift))
    return bvor(bvshl(high, shift), rest)


def _funnel_right(high: Term, low: Term, amount: Term) -> Term:
    width = arithmetic.width_of(high)
    shift = bvurem(amount, bv(width, width))
    rest = bvshl(bvshl(high, bv(1, width)), bvsub(bv(width - 1, width), shift))
    return bvor(bvlshr(low, shift), rest)


def _multiply_add(mode: Term | None, left: Term, right: Term, added: Term) -> Term:
    """Return ``fmuladd``, rounded twice as in C without contraction."""
    return arithmetic.binary("fadd", arithmetic.binary("fmul", left, right, mode), added, mode)


def _square_root(mode: Term | None, value: Term) -> Term:
    return arithmetic.in_mode(mode, lambda direction: fp_sqrt(direction, value))


def _fused_multiply_add(mode: Term | None, left: Term, right: Term, added: Term) -> Term:
    return arithmetic.in_mode(mode, lambda direction: fp_fma(direction, left, right, added))


def _rounded_by_mode(mode: Term | None, value: Term) -> Term:
    return arithmetic.in_mode(mode, lambda direction: fp_round_to_integral(direction, value))


def _float_class(builder: FunctionBuilder, call: CallInstruction, _name: str) -> None:
    mask = argument(builder, call, 1)
    if not isinstance(mask.payload, int):
        raise UnsupportedError("llvm.is.fpclass with a non-constant mask is not supported", call.span)
    result(builder, call, class_mask_holds(argument(builder, call, 0), mask.payload))


_ROUNDINGS: Final = {
    "floor": RoundingMode.RTN,
    "ceil": RoundingMode.RTP,
    "trunc": RoundingMode.RTZ,
    "roundeven": RoundingMode.RNE,
    "round": RoundingMode.RNA,
}
_HANDLERS: Final[Mapping[str, Handler]] = {
    **{name: _of_first(partial(rounded, mode)) for name, mode in _ROUNDINGS.items()},
    **dict.fromkeys(("memcpy", "memcpy.inline", "memmove"), _copy),
    **dict.fromkeys(("memset", "memset.inline"), _fill),
    **dict.fromkeys(
        (
            "donothing",
            "prefetch",
            "va_end",
        ),
        _no_effect,
    ),
    "va_start": lower_va_start,
    "va_copy": lower_va_copy,
    **dict.fromkeys(("lifetime.start", "lifetime.end"), lower_lifetime_marker),
    **dict.fromkeys(("trap", "debugtrap", "ubsantrap"), _trap),
    **dict.fromkeys(
        (
            "eh.sjlj.setjmp",
            "eh.sjlj.longjmp",
            "frameaddress",
            "addressofreturnaddress",
            "init.trampoline",
        ),
        _unsupported,
    ),
    "returnaddress": _return_address,
    **{f"{sign}{opcode}.with.overflow": _with_overflow for sign in "su" for opcode in ("add", "sub", "mul")},
    **{f"{sign}{opcode}.sat": _saturating for sign in "su" for opcode in ("add", "sub")},
    **{
        name: _chosen(predicate)
        for name, predicate in {"smax": "sgt", "smin": "slt", "umax": "ugt", "umin": "ult"}.items()
    },
    "stacksave": _save_stack,
    "stackrestore": end_vlas_of_restored_stack,
    "assume": _assume,
    "expect": _of_first(lambda value: value),
    "expect.with.probability": _of_first(lambda value: value),
    "threadlocal.address": _of_first(lambda value: value),
    "launder.invariant.group": _of_first(lambda value: value),
    "ptrmask": _of(lambda pointer, mask: arithmetic.binary("and", pointer, mask)),
    "is.constant": _is_constant,
    "objectsize": _object_size,
    "abs": _of_first(_absolute),
    "bswap": _of(byte_swapped),
    "bitreverse": _of(reversed_bits),
    "ctpop": _of(ones),
    "ctlz": _zeros(leading_zeros),
    "cttz": _zeros(trailing_zeros),
    "fshl": _of(_funnel_left),
    "fshr": _of(_funnel_right),
    "fabs": _of(fp_abs),
    "rint": _in_mode(_rounded_by_mode),
    "nearbyint": _in_mode(_rounded_by_mode),
    "sqrt": _in_mode(_square_root),
    "fma": _in_mode(_fused_multiply_add),
    "fmuladd": _in_mode(_multiply_add),
    "copysign": _of(copied_sign),
    "minnum": _extreme(least),
    "maxnum": _extreme(largest),
    "is.fpclass": _float_class,
}
