"""Interface of handlers: arguments, results and conditions of a call."""

from collections.abc import Callable

from surefoot.base.errors import UnsupportedError
from surefoot.frontend.llvm.module import CallInstruction
from surefoot.frontend.lower import arithmetic
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import BOOL, FloatSort, Term, bv, distinct, fp_is_zero, not_

Handler = Callable[[FunctionBuilder, CallInstruction, str], None]


def result(builder: FunctionBuilder, call: CallInstruction, value: Term) -> None:
    """Bind ``value`` as the result of ``call``, in the width that the caller declared."""
    if call.result is None:
        return
    sorts = builder.type_sorts.sorts(call.type.result)
    if len(sorts) != 1:
        raise UnsupportedError(
            "a library function is declared with another result type than in its header: include the header", call.span
        )
    if value.sort is not sorts[0]:
        width = 1 if sorts[0] is BOOL else getattr(sorts[0], "width", 0)
        value = arithmetic.resize(value, width, signed=False)
    builder.bind(call.result, (value,), call.span)


def argument(builder: FunctionBuilder, call: CallInstruction, index: int) -> Term:
    """Return argument number ``index`` of ``call``."""
    if index >= len(call.arguments):
        raise UnsupportedError("too few arguments in a call of a library function: include its header", call.span)
    return builder.term(call.arguments[index].value, call.span)


def size_argument(builder: FunctionBuilder, call: CallInstruction, index: int) -> Term:
    """Return an argument of type ``size_t``, also where the caller declared another type."""
    return arithmetic.resize(argument(builder, call, index), builder.type_sorts.pointer.width, signed=False)


def is_nonzero(term: Term) -> Term:
    """Return the truth value of a C condition."""
    if isinstance(term.sort, FloatSort):
        return not_(fp_is_zero(term))
    return term if term.sort is BOOL else distinct(term, bv(0, arithmetic.width_of(term)))


def number_like(number: int, like: Term) -> Term:
    """Return the constant ``number`` in the width of ``like``."""
    width = arithmetic.width_of(like)
    return bv(number % 2**width, width)
