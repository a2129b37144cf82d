"""Floating-point functions that LLVM has as intrinsics, exactly as IEEE 754 defines them."""

from surefoot.logic import (
    FALSE,
    RoundingMode,
    Term,
    and_,
    fp_abs,
    fp_is_infinite,
    fp_is_nan,
    fp_is_negative,
    fp_is_normal,
    fp_is_positive,
    fp_is_subnormal,
    fp_is_zero,
    fp_le,
    fp_neg,
    fp_round_to_integral,
    ite,
    or_,
    rounding,
)


def rounded(mode: RoundingMode, value: Term) -> Term:
    """The integer nearest in direction ``mode``, as a floating-point number."""
    return fp_round_to_integral(rounding(mode), value)


def least(left: Term, right: Term) -> Term:
    """``fmin``: the smaller one; a NaN gives way to a number."""
    return ite(fp_is_nan(left), right, ite(fp_is_nan(right), left, ite(fp_le(left, right), left, right)))


def largest(left: Term, right: Term) -> Term:
    """``fmax``: the larger one; a NaN gives way to a number."""
    return ite(fp_is_nan(left), right, ite(fp_is_nan(right), left, ite(fp_le(right, left), left, right)))


def copied_sign(magnitude: Term, sign: Term) -> Term:
    """The absolute value of ``magnitude`` with the sign of ``sign`` (the sign of a NaN counts as positive)."""
    positive = fp_abs(magnitude)
    return ite(fp_is_negative(sign), fp_neg(positive), positive)


def class_mask_holds(value: Term, mask: int) -> Term:
    """LLVM's ``is.fpclass``: whether ``value`` is in one of the classes whose bits are set.

    Bits, from the lowest: signalling NaN, quiet NaN, -infinity, -normal, -subnormal, -0, +0, +subnormal, +normal, +infinity.
    Every NaN is quiet here.
    """
    classes = (
        FALSE,
        fp_is_nan(value),
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
