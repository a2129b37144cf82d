"""Applications without simplification: sorts are checked, nothing is rewritten.

The simplifying constructors claim that their results equal these applications; a solver can
check the claim. Printing, evaluation and solvers accept them like any other term.
"""

from collections.abc import Sequence
from typing import Final

from surefoot.logic.constructors.constants import FALSE, TRUE, int_constant
from surefoot.logic.operators import Op
from surefoot.logic.sorts import (
    BOOL,
    INT,
    ROUNDING_MODE,
    ArraySort,
    BitVecSort,
    FloatSort,
    Sort,
    SortError,
    bit_vector,
)
from surefoot.logic.terms import FunctionSymbol, Term, intern

_JUNCTIONS: Final = {Op.AND: TRUE, Op.OR: FALSE}
_INTEGER_DIVISIONS: Final = frozenset({Op.INT_DIV, Op.INT_MOD})


def unsimplified(op: Op, args: Sequence[Term], payload: object = None) -> Term:
    """Return a term that denotes ``op`` applied to ``args`` and contains them unchanged.

    Raises SortError where the constructor would. Four applications have no term of their own: a
    junction of one argument is that argument, a junction of none is its unit, an extension by no
    bits is its argument, and an integer division gets its value at zero by a condition around
    the operator, because solvers leave it unspecified.
    """
    arguments = tuple(args)
    sort = result_sort(op, arguments, payload)
    if op in _JUNCTIONS and len(arguments) < 2:
        return arguments[0] if arguments else _JUNCTIONS[op]
    if op in (Op.ZERO_EXTEND, Op.SIGN_EXTEND) and sort is arguments[0].sort:
        return arguments[0]
    if op in _INTEGER_DIVISIONS:
        dividend, divisor = arguments
        zero = int_constant(0)
        at_zero = zero if op is Op.INT_DIV else dividend
        return intern(Op.ITE, (intern(Op.EQ, (divisor, zero), BOOL), at_zero, intern(op, arguments, INT)), INT)
    return intern(op, arguments, sort, payload)


def result_sort(op: Op, args: tuple[Term, ...], payload: object = None) -> Sort:
    """Return the sort of ``op`` applied to ``args``; raise SortError if it cannot be."""
    sorts = tuple(argument.sort for argument in args)
    found = _result_sort(op, sorts, payload)
    if found is None:
        of = " and ".join(map(str, sorts)) or "nothing"
        raise SortError(f"{op.value} of {of}" if payload is None else f"{op.value} with {payload} of {of}")
    return found


def _result_sort(op: Op, sorts: tuple[Sort, ...], payload: object) -> Sort | None:
    match op, sorts:
        case (Op.AND | Op.OR, _):
            return BOOL if set(sorts) <= {BOOL} else None
        case Op.NOT, (sort,):
            return BOOL if sort is BOOL else None
        case Op.ITE, (condition, sort, other):
            return sort if condition is BOOL and sort is other else None
        case Op.EQ, (sort, other):
            return BOOL if sort is other else None
        case Op.SELECT, (ArraySort(index, element), sort):
            return element if sort is index else None
        case Op.STORE, (ArraySort(index, element) as array, sort, other):
            return array if sort is index and other is element else None
        case Op.CONSTANT_ARRAY, (sort,):
            return payload if isinstance(payload, ArraySort) and sort is payload.element else None
        case Op.APPLY, _ if isinstance(payload, FunctionSymbol):
            return payload.result if sorts and sorts == payload.parameters else None
        case _ if sorts and all(sort is INT for sort in sorts):
            return _of_integers(op, len(sorts))
        case _ if sorts and all(isinstance(sort, BitVecSort) for sort in sorts):
            return _of_bit_vectors(op, sorts, payload)
        case _:
            return _of_floats(op, sorts, payload)


def _of_integers(op: Op, count: int) -> Sort | None:
    match op, count:
        case (Op.INT_NEG, 1) | (Op.INT_ADD | Op.INT_SUB | Op.INT_MUL | Op.INT_DIV | Op.INT_MOD, 2):
            return INT
        case Op.INT_LT, 2:
            return BOOL
        case _:
            return None


_BINARY: Final = frozenset(
    {
        Op.BVADD,
        Op.BVSUB,
        Op.BVMUL,
        Op.BVUDIV,
        Op.BVUREM,
        Op.BVSDIV,
        Op.BVSREM,
        Op.BVAND,
        Op.BVOR,
        Op.BVXOR,
        Op.BVSHL,
        Op.BVLSHR,
        Op.BVASHR,
    }
)


def _of_bit_vectors(op: Op, sorts: tuple[Sort, ...], payload: object) -> Sort | None:
    width = sorts[0].width
    match op, sorts, payload:
        case Op.BVNOT | Op.BVNEG, (sort,), None:
            return sort
        case (Op.BVULT | Op.BVSLT, (sort, other), None):
            return BOOL if sort is other else None
        case Op.CONCAT, (_, other), None:
            return bit_vector(width + other.width)
        case (Op.EXTRACT, (_,), (int(high), int(low))):
            return bit_vector(high - low + 1) if 0 <= low <= high < width else None
        case (Op.ZERO_EXTEND | Op.SIGN_EXTEND, (_,), int(wider)):
            return bit_vector(wider) if wider >= width else None
        case (Op.FP_FROM_IEEE_BV, (_,), FloatSort() as result):
            return result if result.bits == width else None
        case _, (sort, other), None if op in _BINARY:
            return sort if sort is other else None
        case _:
            return None


_ROUNDED: Final = {
    Op.FP_ADD: 2,
    Op.FP_SUB: 2,
    Op.FP_MUL: 2,
    Op.FP_DIV: 2,
    Op.FP_FMA: 3,
    Op.FP_SQRT: 1,
    Op.FP_ROUND_TO_INTEGRAL: 1,
}
"""Number of floats of one sort after the rounding mode; the result has that sort."""
_CLASSES: Final = frozenset(
    {
        Op.FP_IS_NAN,
        Op.FP_IS_INFINITE,
        Op.FP_IS_ZERO,
        Op.FP_IS_NORMAL,
        Op.FP_IS_SUBNORMAL,
        Op.FP_IS_NEGATIVE,
        Op.FP_IS_POSITIVE,
    }
)


def _of_floats(op: Op, sorts: tuple[Sort, ...], payload: object) -> Sort | None:
    match op, sorts, payload:
        case (Op.FP_ABS | Op.FP_NEG, (FloatSort() as sort,), None):
            return sort
        case Op.FP_REM, (FloatSort() as sort, other), None:
            return sort if sort is other else None
        case (Op.FP_LE | Op.FP_LT | Op.FP_EQ, (FloatSort() as sort, other), None):
            return BOOL if sort is other else None
        case Op.FP_TO_IEEE_BV, (FloatSort() as sort,), None:
            return bit_vector(sort.bits)
        case _, (FloatSort(),), None if op in _CLASSES:
            return BOOL
        case (Op.FP_FROM_SIGNED | Op.FP_FROM_UNSIGNED, (mode, BitVecSort()), FloatSort() as result):
            return result if mode is ROUNDING_MODE else None
        case (Op.FP_FROM_FP, (mode, FloatSort()), FloatSort() as result):
            return result if mode is ROUNDING_MODE else None
        case (Op.FP_TO_SIGNED | Op.FP_TO_UNSIGNED, (mode, FloatSort()), int(width)):
            return bit_vector(width) if mode is ROUNDING_MODE else None
        case _, (mode, FloatSort() as sort, *others), None if op in _ROUNDED:
            fits = mode is ROUNDING_MODE and all(other is sort for other in others)
            return sort if fits and len(sorts) == 1 + _ROUNDED[op] else None
        case _:
            return None
