"""Bits of NaNs in a concrete run: copied unchanged, and computed by operations as on x86.

The logic has one NaN, the machine has many. A float of the interpreter is its bit pattern, also for
NaNs. C leaves open which NaN an operation yields; on x86 it is the first operand that is one (for
``long double`` the one with the largest payload), made quiet, or else a quiet NaN with its sign
set.
"""

from collections.abc import Callable
from typing import Final

from surefoot.logic import FloatSort, Op, Value, float_sort
from surefoot.logic.values import canonical_float, canonical_nan

KEEPING_BITS: Final = frozenset({Op.FP_FROM_IEEE_BV, Op.FP_TO_IEEE_BV})
"""Operators that leave a bit pattern unchanged."""


_EXTENDED: Final = float_sort(15, 64)


def made_nan(sort: FloatSort) -> int:
    """Return the NaN that an operation on numbers yields."""
    return canonical_nan(sort) | 1 << (sort.bits - 1)


def is_nan(bits: int, sort: FloatSort) -> bool:
    """Return whether these are the bits of a NaN."""
    infinity = ((1 << sort.exponent) - 1) << (sort.significand - 1)
    return bits & ((1 << (sort.bits - 1)) - 1) > infinity


def with_nan_bits(meaning: Callable[..., Value], operands: FloatSort | None, result: FloatSort) -> Callable[..., Value]:
    """Return ``meaning``, an operation with a float result, with the bits of NaNs on x86.

    ``operands`` is the sort of those operands that are floats.
    """

    def compute(*arguments: Value) -> Value:
        value = meaning(*arguments)
        if not (type(value) is int and is_nan(value, result)):
            return value
        if operands is None:
            return made_nan(result)
        given = [argument for argument in arguments if type(argument) is int and is_nan(argument, operands)]
        if operands is _EXTENDED:
            given.sort(key=lambda bits: bits & ((1 << (operands.bits - 1)) - 1), reverse=True)
        return _quiet(given[0], operands, result) if given else made_nan(result)

    return compute


def _quiet(bits: int, source: FloatSort, target: FloatSort) -> int:
    """Return the quiet NaN of ``target`` with the sign and the highest payload bits of a NaN of
    ``source``.
    """
    payload = bits & ((1 << (source.significand - 1)) - 1)
    shift = target.significand - source.significand
    payload = payload << shift if shift >= 0 else payload >> -shift
    return (bits >> (source.bits - 1)) << (target.bits - 1) | canonical_nan(target) | payload


def same_float(left: int, right: int, sort: FloatSort) -> bool:
    """Return whether the logic has one value for both."""
    return canonical_float(left, sort) == canonical_float(right, sort)
