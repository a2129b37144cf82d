"""Range conditions of conversions from floating point to bit-vectors.

SMT-LIB leaves ``fp.to_sbv`` and ``fp.to_ubv`` unspecified outside their range; our logic defines
the result as 100...0. Adapters use the library's operator under the condition built here.
"""

from fractions import Fraction

from surefoot.logic import (
    FALSE,
    FloatSort,
    Op,
    RoundingMode,
    SortError,
    Term,
    and_,
    constant,
    eq,
    fp_le,
    fp_neg,
    or_,
    rounding,
)


def format_of(term: Term) -> FloatSort:
    """Return the sort of a floating-point term."""
    if not isinstance(term.sort, FloatSort):
        raise SortError(f"expected a float, not a term of {term.sort}")
    return term.sort


def is_in_range(conversion: Term) -> Term:
    """Return the condition under which an FP_TO_SIGNED or FP_TO_UNSIGNED term rounds into its
    range.

    Ensures  result  <=>  the operand is finite and least <= round(mode, operand) <= greatest
    """
    mode, operand = conversion.args
    width = conversion.sort.width
    if conversion.op is Op.FP_TO_SIGNED:
        least, greatest = -(1 << (width - 1)), (1 << (width - 1)) - 1
    else:
        least, greatest = 0, (1 << width) - 1
    cases = [(eq(mode, rounding(choice)), choice) for choice in RoundingMode]
    return or_(
        *(
            and_(chosen, _lies_between(operand, *_preimage(choice, least, greatest)))
            for chosen, choice in cases
            if chosen is not FALSE
        )
    )


Bound = tuple[Fraction, bool]
"""An end of an interval, and whether the interval includes it."""


def _preimage(mode: RoundingMode, least: int, greatest: int) -> tuple[Bound, Bound]:
    """Return the interval of reals that ``mode`` rounds to the integers from ``least <= 0`` to
    ``greatest >= 0``.
    """
    half = Fraction(1, 2)
    match mode:
        case RoundingMode.RNE:
            return (least - half, least % 2 == 0), (greatest + half, greatest % 2 == 0)
        case RoundingMode.RNA:
            return (least - half, False), (greatest + half, False)
        case RoundingMode.RTP:
            return (Fraction(least - 1), False), (Fraction(greatest), True)
        case RoundingMode.RTN:
            return (Fraction(least), True), (Fraction(greatest + 1), False)
        case RoundingMode.RTZ:
            return (Fraction(least - 1), False), (Fraction(greatest + 1), False)


def _lies_between(operand: Term, low: Bound, high: Bound) -> Term:
    """Requires low <= 0 <= high.  Comparing with finite floats also excludes NaN and the
    infinities.
    """
    sort = format_of(operand)
    smallest = fp_neg(_greatest_float(-low[0], sort, included=low[1]))
    return and_(fp_le(smallest, operand), fp_le(operand, _greatest_float(high[0], sort, included=high[1])))


def _greatest_float(bound: Fraction, sort: FloatSort, *, included: bool) -> Term:
    """Return the greatest finite float ``<= bound``, or ``< bound`` unless ``included``.

    Requires: ``bound >= 0``. Bit patterns of non-negative floats are ordered like their values, so
      the pattern is found by bisection.
    """
    lowest, highest = 0, (((1 << sort.exponent) - 1) << (sort.significand - 1)) - 1
    while lowest < highest:
        middle = (lowest + highest + 1) // 2
        value = _value(middle, sort)
        if value < bound or (included and value == bound):
            lowest = middle
        else:
            highest = middle - 1
    return constant(lowest, sort)


def _value(pattern: int, sort: FloatSort) -> Fraction:
    """Return the real number that a non-negative finite bit pattern denotes."""
    fraction_bits = sort.significand - 1
    exponent, fraction = pattern >> fraction_bits, pattern & ((1 << fraction_bits) - 1)
    bias = (1 << (sort.exponent - 1)) - 1
    significand = fraction | (1 << fraction_bits) if exponent else fraction
    return significand * Fraction(2) ** (max(exponent, 1) - bias - fraction_bits)
