"""Constructors of IEEE floating-point operators; those that round take the rounding mode first.

Constants are folded exactly by `softfloat`. All other rewrites hold for NaN, infinities and both
zeros. The logic has one NaN, but interpreters of terms may give NaNs bits: therefore conversions
of constants between NaN and bits are not folded, and operands that can both be NaN keep their
order.
"""

from typing import Final

from surefoot.logic.constructors.constants import FALSE, TRUE, folded, fp
from surefoot.logic.constructors.core import and_, ite, or_
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.sorts import BOOL, ROUNDING_MODE, FloatSort, Sort, SortError, bit_vector, float_sort
from surefoot.logic.terms import Term, intern

_CONSTANT: Final = Op.CONSTANT


def fp_abs(term: Term) -> Term:
    """Return ``term`` with its sign cleared."""
    if OPEN_LOGS:
        return noted(Op.FP_ABS, fp_abs, (term,))
    sort = float_sort_of(term)
    if term.op is Op.FP_ABS:
        return term
    if term.op is Op.FP_NEG:
        return fp_abs(term.args[0])
    return _built(Op.FP_ABS, (term,), sort)


def fp_neg(term: Term) -> Term:
    """Return ``term`` with its sign flipped; NaN stays NaN."""
    if OPEN_LOGS:
        return noted(Op.FP_NEG, fp_neg, (term,))
    sort = float_sort_of(term)
    if term.op is Op.FP_NEG:
        return term.args[0]
    return _built(Op.FP_NEG, (term,), sort)


def fp_add(mode: Term, left: Term, right: Term) -> Term:
    """Return the rounded sum."""
    if OPEN_LOGS:
        return noted(Op.FP_ADD, fp_add, (mode, left, right))
    sort = _rounded_sort(mode, left, right)
    return _built(Op.FP_ADD, (mode, *_ordered(left, right)), sort)


def fp_sub(mode: Term, left: Term, right: Term) -> Term:
    """Return the rounded difference."""
    if OPEN_LOGS:
        return noted(Op.FP_SUB, fp_sub, (mode, left, right))
    return _built(Op.FP_SUB, (mode, left, right), _rounded_sort(mode, left, right))


def fp_mul(mode: Term, left: Term, right: Term) -> Term:
    """Return the rounded product."""
    if OPEN_LOGS:
        return noted(Op.FP_MUL, fp_mul, (mode, left, right))
    sort = _rounded_sort(mode, left, right)
    return _built(Op.FP_MUL, (mode, *_ordered(left, right)), sort)


def fp_div(mode: Term, left: Term, right: Term) -> Term:
    """Return the rounded quotient."""
    if OPEN_LOGS:
        return noted(Op.FP_DIV, fp_div, (mode, left, right))
    return _built(Op.FP_DIV, (mode, left, right), _rounded_sort(mode, left, right))


def fp_fma(mode: Term, left: Term, right: Term, addend: Term) -> Term:
    """Return ``left * right + addend``, rounded once."""
    if OPEN_LOGS:
        return noted(Op.FP_FMA, fp_fma, (mode, left, right, addend))
    sort = _rounded_sort(mode, left, right, addend)
    return _built(Op.FP_FMA, (mode, *_ordered(left, right), addend), sort)


def fp_sqrt(mode: Term, term: Term) -> Term:
    """Return the rounded square root."""
    if OPEN_LOGS:
        return noted(Op.FP_SQRT, fp_sqrt, (mode, term))
    return _built(Op.FP_SQRT, (mode, term), _rounded_sort(mode, term))


def fp_rem(left: Term, right: Term) -> Term:
    """Return the IEEE remainder ``left - right * n``, n the integer nearest to the quotient, ties
    to even.
    """
    if OPEN_LOGS:
        return noted(Op.FP_REM, fp_rem, (left, right))
    return _built(Op.FP_REM, (left, right), float_sort_of(left, right))


def fp_round_to_integral(mode: Term, term: Term) -> Term:
    """Return ``term`` rounded to an integral float."""
    if OPEN_LOGS:
        return noted(Op.FP_ROUND_TO_INTEGRAL, fp_round_to_integral, (mode, term))
    return _built(Op.FP_ROUND_TO_INTEGRAL, (mode, term), _rounded_sort(mode, term))


def fp_min(left: Term, right: Term) -> Term:
    """Return the lesser operand, the other one if one is NaN, and ``right`` of two zeros."""
    return ite(or_(fp_lt(left, right), fp_is_nan(right)), left, right)


def fp_max(left: Term, right: Term) -> Term:
    """Return the greater operand, the other one if one is NaN, and ``right`` of two zeros."""
    return ite(or_(fp_lt(right, left), fp_is_nan(right)), left, right)


def fp_le(left: Term, right: Term) -> Term:
    """Return ``left <= right``; false if either is NaN."""
    if OPEN_LOGS:
        return noted(Op.FP_LE, fp_le, (left, right))
    float_sort_of(left, right)
    return _built(Op.FP_LE, (left, right), BOOL)


def fp_lt(left: Term, right: Term) -> Term:
    """Return ``left < right``; false if either is NaN."""
    if OPEN_LOGS:
        return noted(Op.FP_LT, fp_lt, (left, right))
    float_sort_of(left, right)
    return FALSE if left is right else _built(Op.FP_LT, (left, right), BOOL)


def fp_ge(left: Term, right: Term) -> Term:
    """Return ``left >= right``; false if either is NaN."""
    return fp_le(right, left)


def fp_gt(left: Term, right: Term) -> Term:
    """Return ``left > right``; false if either is NaN."""
    return fp_lt(right, left)


def fp_eq(left: Term, right: Term) -> Term:
    """Return IEEE equality: the zeros are equal, NaN equals nothing."""
    if OPEN_LOGS:
        return noted(Op.FP_EQ, fp_eq, (left, right))
    float_sort_of(left, right)
    ordered = (left, right) if (left.op is _CONSTANT, left.id) < (right.op is _CONSTANT, right.id) else (right, left)
    return _built(Op.FP_EQ, ordered, BOOL)


def fp_is_nan(term: Term) -> Term:
    """Return whether ``term`` is NaN."""
    if OPEN_LOGS:
        return noted(Op.FP_IS_NAN, fp_is_nan, (term,))
    float_sort_of(term)
    if term.op in (Op.FP_FROM_SIGNED, Op.FP_FROM_UNSIGNED):
        return FALSE
    if term.op in (Op.FP_NEG, Op.FP_ABS):
        return fp_is_nan(term.args[0])
    return _built(Op.FP_IS_NAN, (term,), BOOL)


def fp_is_infinite(term: Term) -> Term:
    """Return whether ``term`` is an infinity."""
    if OPEN_LOGS:
        return noted(Op.FP_IS_INFINITE, fp_is_infinite, (term,))
    float_sort_of(term)
    return _built(Op.FP_IS_INFINITE, (term,), BOOL)


def fp_is_zero(term: Term) -> Term:
    """Return whether ``term`` is a zero."""
    if OPEN_LOGS:
        return noted(Op.FP_IS_ZERO, fp_is_zero, (term,))
    float_sort_of(term)
    return _built(Op.FP_IS_ZERO, (term,), BOOL)


def fp_is_normal(term: Term) -> Term:
    """Return whether ``term`` is finite, not zero and not subnormal."""
    if OPEN_LOGS:
        return noted(Op.FP_IS_NORMAL, fp_is_normal, (term,))
    float_sort_of(term)
    return _built(Op.FP_IS_NORMAL, (term,), BOOL)


def fp_is_subnormal(term: Term) -> Term:
    """Return whether ``term`` is subnormal; zeros are not."""
    if OPEN_LOGS:
        return noted(Op.FP_IS_SUBNORMAL, fp_is_subnormal, (term,))
    float_sort_of(term)
    return _built(Op.FP_IS_SUBNORMAL, (term,), BOOL)


def fp_is_negative(term: Term) -> Term:
    """Return whether the sign of ``term`` is set; false for NaN."""
    if OPEN_LOGS:
        return noted(Op.FP_IS_NEGATIVE, fp_is_negative, (term,))
    float_sort_of(term)
    return _built(Op.FP_IS_NEGATIVE, (term,), BOOL)


def fp_is_positive(term: Term) -> Term:
    """Return whether the sign of ``term`` is clear; false for NaN."""
    if OPEN_LOGS:
        return noted(Op.FP_IS_POSITIVE, fp_is_positive, (term,))
    float_sort_of(term)
    return _built(Op.FP_IS_POSITIVE, (term,), BOOL)


def fp_from_ieee_bv(bits: Term, sort: FloatSort) -> Term:
    """Return the float with these IEEE bits."""
    if OPEN_LOGS:
        return noted(Op.FP_FROM_IEEE_BV, lambda argument: fp_from_ieee_bv(argument, sort), (bits,), sort)
    if bits.sort.width != sort.bits:
        raise SortError(f"{bits.sort} does not hold the {sort.bits} bits of {sort}")
    if bits.op is Op.FP_TO_IEEE_BV and bits.args[0].sort is sort:
        return bits.args[0]
    if bits.op is _CONSTANT and fp_is_nan(fp(bits.payload, sort)) is TRUE:
        return intern(Op.FP_FROM_IEEE_BV, (bits,), sort, sort)
    return _built(Op.FP_FROM_IEEE_BV, (bits,), sort, sort)


def fp_to_ieee_bv(term: Term) -> Term:
    """Return the IEEE bits of ``term``; NaN gives the canonical NaN."""
    if OPEN_LOGS:
        return noted(Op.FP_TO_IEEE_BV, fp_to_ieee_bv, (term,))
    sort = bit_vector(float_sort_of(term).bits)
    return (
        intern(Op.FP_TO_IEEE_BV, (term,), sort) if fp_is_nan(term) is TRUE else _built(Op.FP_TO_IEEE_BV, (term,), sort)
    )


def fp_from_fp(mode: Term, term: Term, sort: FloatSort) -> Term:
    """Return ``term`` rounded to another format."""
    if OPEN_LOGS:
        return noted(Op.FP_FROM_FP, lambda first, second: fp_from_fp(first, second, sort), (mode, term), sort)
    own = _rounded_sort(mode, term)
    return term if own is sort else _built(Op.FP_FROM_FP, (mode, term), sort, sort)


def fp_from_signed(mode: Term, term: Term, sort: FloatSort) -> Term:
    """Return the signed integer ``term``, rounded to a float."""
    if OPEN_LOGS:
        return noted(Op.FP_FROM_SIGNED, lambda first, second: fp_from_signed(first, second, sort), (mode, term), sort)
    _check_conversion(mode, term)
    return _built(Op.FP_FROM_SIGNED, (mode, term), sort, sort)


def fp_from_unsigned(mode: Term, term: Term, sort: FloatSort) -> Term:
    """Return the unsigned integer ``term``, rounded to a float."""
    if OPEN_LOGS:
        return noted(
            Op.FP_FROM_UNSIGNED, lambda first, second: fp_from_unsigned(first, second, sort), (mode, term), sort
        )
    _check_conversion(mode, term)
    return _built(Op.FP_FROM_UNSIGNED, (mode, term), sort, sort)


def fp_to_signed(mode: Term, term: Term, width: int) -> Term:
    """Return ``term`` rounded to a signed integer; 100...0 for NaN, infinities and what is out of
    range.
    """
    if OPEN_LOGS:
        return noted(Op.FP_TO_SIGNED, lambda first, second: fp_to_signed(first, second, width), (mode, term), width)
    _rounded_sort(mode, term)
    return _built(Op.FP_TO_SIGNED, (mode, term), bit_vector(width), width)


def fp_to_unsigned(mode: Term, term: Term, width: int) -> Term:
    """Return ``term`` rounded to an unsigned integer; 100...0 for NaN, infinities and values out of
    range.
    """
    if OPEN_LOGS:
        return noted(Op.FP_TO_UNSIGNED, lambda first, second: fp_to_unsigned(first, second, width), (mode, term), width)
    _rounded_sort(mode, term)
    return _built(Op.FP_TO_UNSIGNED, (mode, term), bit_vector(width), width)


def fp_fits_signed(mode: Term, term: Term, width: int) -> Term:
    """Return whether ``term``, rounded to an integer, is in the range of signed integers of
    ``width`` bits.
    """
    sort = _with_integers(_rounded_sort(mode, term))
    return _fits(mode, term, sort, _power_of_two(sort, width - 1, sign=1), _power_of_two(sort, width - 1, sign=0))


def fp_fits_unsigned(mode: Term, term: Term, width: int) -> Term:
    """Return whether ``term``, rounded to an integer, is in the range of unsigned integers of
    ``width`` bits.
    """
    sort = _with_integers(_rounded_sort(mode, term))
    return _fits(mode, term, sort, fp(0, sort), _power_of_two(sort, width, sign=0))


def _with_integers(sort: FloatSort) -> FloatSort:
    """Return the format closest to ``sort`` whose numbers all round to integers that it has, too."""
    return float_sort(max(sort.exponent, sort.significand.bit_length() + 1), sort.significand)


def _fits(mode: Term, term: Term, sort: FloatSort, least: Term, limit: Term) -> Term:
    """Return whether ``least <= rounded term < limit``; an infinite bound excludes that infinity
    only.
    """
    integral = fp_round_to_integral(mode, fp_from_fp(mode, term, sort))
    at_least = fp_lt(least, integral) if fp_is_infinite(least) is TRUE else fp_le(least, integral)
    return and_(at_least, fp_lt(integral, limit))


def _power_of_two(sort: FloatSort, exponent: int, *, sign: int) -> Term:
    """Return plus or minus ``2**exponent``, or the infinity of that sign if it is too great for
    ``sort``.
    """
    biased = min(exponent + (1 << (sort.exponent - 1)) - 1, (1 << sort.exponent) - 1)
    return fp((sign << sort.exponent | biased) << (sort.significand - 1), sort)


def _built(op: Op, args: tuple[Term, ...], sort: Sort, payload: object = None) -> Term:
    for argument in args:
        if argument.op is not _CONSTANT and not (sort is BOOL and _is_constant_nan(argument)):
            return intern(op, args, sort, payload)
    return folded(op, tuple(_folded_nan(argument) for argument in args), sort, payload)


def _is_constant_nan(term: Term) -> bool:
    """Return whether ``term`` is a NaN built from constant bits; all other floats of constant bits
    are constants.
    """
    return term.op is Op.FP_FROM_IEEE_BV and term.args[0].op is _CONSTANT


def _folded_nan(term: Term) -> Term:
    return fp(term.args[0].payload, float_sort_of(term)) if _is_constant_nan(term) else term


def _ordered(left: Term, right: Term) -> tuple[Term, Term]:
    """Order the arguments of an operator that is commutative up to NaN bits; a constant other than
    NaN is last.
    """
    is_number = left.op is _CONSTANT and fp_is_nan(left) is FALSE
    return (right, left) if is_number and right.op is not _CONSTANT else (left, right)


def float_sort_of(term: Term, *others: Term) -> FloatSort:
    """Return the float sort that all the terms have; raise SortError if there is none."""
    sort = term.sort
    if not isinstance(sort, FloatSort):
        raise SortError(f"expected a float, not a term of {sort}")
    for other in others:
        if other.sort is not sort:
            raise SortError(f"floats of sorts {sort} and {other.sort}")
    return sort


def _rounded_sort(mode: Term, term: Term, *others: Term) -> FloatSort:
    if mode.sort is not ROUNDING_MODE:
        raise SortError(f"expected a rounding mode, not a term of {mode.sort}")
    return float_sort_of(term, *others)


def _check_conversion(mode: Term, term: Term) -> None:
    if mode.sort is not ROUNDING_MODE or not term.sort.width:
        raise SortError(f"conversion to float of {term.sort} with {mode.sort}")
