"""Operations of LLVM intrinsics: floating-point functions as IEEE 754 defines them, bit counting."""

from collections.abc import Iterable

from surefoot.frontend.lower.arithmetic import width_of
from surefoot.logic import (
    FALSE,
    RoundingMode,
    Term,
    and_,
    bv,
    bvadd,
    concat,
    eq,
    extract,
    fp,
    fp_abs,
    fp_add,
    fp_is_infinite,
    fp_is_nan,
    fp_is_negative,
    fp_is_normal,
    fp_is_positive,
    fp_is_subnormal,
    fp_is_zero,
    fp_le,
    fp_neg,
    fp_rem,
    fp_round_to_integral,
    fp_to_ieee_bv,
    ite,
    not_,
    or_,
    rounding,
    zero_extend,
)
from surefoot.logic.constructors.floats import float_sort_of
from surefoot.logic.values import canonical_nan


def rounded(mode: RoundingMode, value: Term) -> Term:
    """Return ``value`` rounded to an integer in direction ``mode``, as a floating-point number."""
    return fp_round_to_integral(rounding(mode), value)


def least(left: Term, right: Term) -> Term:
    """Return ``fmin``: the smaller operand, or the one that is no NaN."""
    return _number_or(left, right, ite(fp_le(left, right), left, right))


def largest(left: Term, right: Term) -> Term:
    """Return ``fmax``: the larger operand, or the one that is no NaN."""
    return _number_or(left, right, ite(fp_le(right, left), left, right))


def _number_or(left: Term, right: Term, otherwise: Term) -> Term:
    """Return the operand that is no NaN if the other is one, else ``otherwise``.

    If both are NaNs, the result is the canonical NaN.
    """
    neither = fp(canonical_nan(float_sort_of(left)), float_sort_of(left))
    return ite(fp_is_nan(left), ite(fp_is_nan(right), neither, right), ite(fp_is_nan(right), left, otherwise))


def truncated_remainder(left: Term, right: Term) -> Term:
    """Return ``fmod``: ``left - n * right`` for the integer n nearest to zero, which is exact.

    The remainder of IEEE 754 takes the nearest integer n; it is negative if that is above.
    """
    size = fp_abs(right)
    nearest = fp_rem(fp_abs(left), size)
    is_above = and_(fp_is_negative(nearest), not_(fp_is_zero(nearest)))
    return copied_sign(ite(is_above, fp_add(rounding(RoundingMode.RNE), nearest, size), nearest), left)


def copied_sign(magnitude: Term, sign: Term) -> Term:
    """Return the absolute value of ``magnitude`` with the sign of ``sign``.

    Either of them may be a NaN.
    """
    positive = fp_abs(magnitude)
    top = float_sort_of(sign).bits - 1
    is_negative_nan = and_(fp_is_nan(sign), eq(extract(fp_to_ieee_bv(sign), top, top), bv(1, 1)))
    return ite(or_(fp_is_negative(sign), is_negative_nan), fp_neg(positive), positive)


def class_mask_holds(value: Term, mask: int) -> Term:
    """Return whether ``value`` is in a class whose bit is set: LLVM's ``is.fpclass``.

    Bits, from the lowest: signalling NaN, quiet NaN, -infinity, -normal, -subnormal, -0, +0,
    +subnormal, +normal, +infinity.
    """
    if mask & 3 == 3:
        return or_(fp_is_nan(value), class_mask_holds(value, mask & ~3))
    quiet_bit = float_sort_of(value).significand - 2
    is_quiet = eq(extract(fp_to_ieee_bv(value), quiet_bit, quiet_bit), bv(1, 1))
    classes = (
        and_(fp_is_nan(value), not_(is_quiet)),
        and_(fp_is_nan(value), is_quiet),
        and_(fp_is_infinite(value), fp_is_negative(value)),
        and_(fp_is_normal(value), fp_is_negative(value)),
        and_(fp_is_subnormal(value), fp_is_negative(value)),
        and_(fp_is_zero(value), fp_is_negative(value)),
        and_(fp_is_zero(value), fp_is_positive(value)),
        and_(fp_is_subnormal(value), fp_is_positive(value)),
        and_(fp_is_normal(value), fp_is_positive(value)),
        and_(fp_is_infinite(value), fp_is_positive(value)),
    )
    return or_(FALSE, *(test for index, test in enumerate(classes) if mask >> index & 1))


def ones(value: Term) -> Term:
    """Return the number of set bits."""
    width = width_of(value)
    total = bv(0, width)
    for index in range(width):
        total = bvadd(total, zero_extend(extract(value, index, index), width))
    return total


def leading_zeros(value: Term) -> Term:
    """Return the number of zeros above the highest set bit; the width for 0."""
    width = width_of(value)
    return _first_one(value, ((index, width - 1 - index) for index in range(width)))


def trailing_zeros(value: Term) -> Term:
    """Return the number of zeros below the lowest set bit; the width for 0."""
    width = width_of(value)
    return _first_one(value, ((index, index) for index in reversed(range(width))))


def byte_swapped(value: Term) -> Term:
    """Return the bytes in opposite order."""
    width = width_of(value)
    return _joined(extract(value, low + 7, low) for low in range(0, width, 8))


def reversed_bits(value: Term) -> Term:
    """Return the bits in opposite order."""
    return _joined(extract(value, index, index) for index in range(width_of(value)))


def _first_one(value: Term, counts: Iterable[tuple[int, int]]) -> Term:
    """Return the count of the last pair (bit, count) whose bit is set, else the width."""
    width = width_of(value)
    count = bv(width, width)
    for index, answer in counts:
        count = ite(eq(extract(value, index, index), bv(1, 1)), bv(answer, width), count)
    return count


def _joined(parts: Iterable[Term]) -> Term:
    """Return the concatenation, the first part highest."""
    pieces = iter(parts)
    joined = next(pieces)
    for piece in pieces:
        joined = concat(joined, piece)
    return joined
