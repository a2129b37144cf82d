"""Conversions between floats and integers, expressed for all solvers."""

from fractions import Fraction
from math import ceil, floor, trunc

import pytest

from surefoot.logic import (
    ROUNDING_MODE,
    RoundingMode,
    Term,
    Value,
    constant,
    evaluate,
    float_sort,
    fp_to_signed,
    fp_to_unsigned,
    rounding,
    variable,
)
from surefoot.logic.values import canonical_float
from surefoot.smt.adapters.conversions import is_in_range

TINY = float_sort(4, 4)
operand = variable("operand", TINY)
mode = variable("mode", ROUNDING_MODE)


def real(pattern: int) -> Fraction | None:
    sign, exponent, fraction = pattern >> 7, (pattern >> 3) & 15, pattern & 7
    if exponent == 15:
        return None
    magnitude = Fraction(fraction + (8 if exponent else 0), 8) * Fraction(2) ** (max(exponent, 1) - 7)
    return -magnitude if sign else magnitude


def rounded(value: Fraction, chosen: RoundingMode) -> int:
    match chosen:
        case RoundingMode.RNE:
            return round(value)
        case RoundingMode.RNA:
            return floor(value + Fraction(1, 2)) if value >= 0 else ceil(value - Fraction(1, 2))
        case RoundingMode.RTP:
            return ceil(value)
        case RoundingMode.RTN:
            return floor(value)
        case RoundingMode.RTZ:
            return trunc(value)


@pytest.mark.parametrize("width", [1, 2, 3, 5, 8, 9, 20])
@pytest.mark.parametrize("chosen", list(RoundingMode))
def test_range_is_exact_for_every_float(chosen: RoundingMode, width: int) -> None:
    conversions = [make(mode, operand, width) for make in (fp_to_signed, fp_to_unsigned)]
    in_signed, in_unsigned = (is_in_range(conversion) for conversion in conversions)
    in_signed_fixed = is_in_range(fp_to_signed(rounding(chosen), operand, width))
    for pattern in range(256):
        if canonical_float(pattern, TINY) != pattern:
            continue
        value = real(pattern)
        result = None if value is None else rounded(value, chosen)
        signed = result is not None and -(1 << (width - 1)) <= result < 1 << (width - 1)
        unsigned = result is not None and 0 <= result < 1 << width
        assignment: dict[Term, Value] = {operand: pattern, mode: chosen}
        assert evaluate(in_signed, assignment) is signed
        assert evaluate(in_unsigned, assignment) is unsigned
        assert evaluate(in_signed_fixed, assignment) is signed


def test_constant_mode_needs_no_case_split() -> None:
    condition = is_in_range(fp_to_signed(rounding(RoundingMode.RTZ), operand, 3))
    assert constant(RoundingMode.RTZ, ROUNDING_MODE) not in condition.args
    assert len(condition.args) == 2
