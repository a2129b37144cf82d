"""Evaluation of formulas over boxes: each float variable ranges over an interval.

A formula is compiled to a list of instructions, one a subterm, arguments first. Values are truth
values and intervals. Terms of other sorts, formats, rounding modes and operators are
unconstrained.

Ensures: for all floats in the box, the value of a term is in the set computed for the term
"""

import struct
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from surefoot.logic import FLOAT32, FLOAT64, BitVecSort, BoolSort, FloatSort, Op, RoundingMode, Sort, Term, postorder
from surefoot.smt.adapters import float_intervals
from surefoot.smt.adapters.float_intervals import EVERYTHING, INFINITY, ONLY_NAN, Interval, Rounding, hull, point

FAILS, HOLDS, EITHER = 1, 2, 3
"""Sets of truth values, as bits."""

_Values = list[Any]
"""An `Interval` for each float, a set for each truth value, ``None`` for anything else."""
_Step = Callable[[_Values], Any]
"""Computes the value of a term from those of its arguments."""

ROUNDINGS: Final[Mapping[Sort, Rounding]] = {FLOAT32: float_intervals.to_single, FLOAT64: float_intervals.to_double}
"""The formats that are known."""
_PACKED: Final[Mapping[Sort, tuple[struct.Struct, struct.Struct]]] = {
    FLOAT32: (struct.Struct("<f"), struct.Struct("<I")),
    FLOAT64: (struct.Struct("<d"), struct.Struct("<Q")),
}
_LARGE: Final = 2.0**20


def number_of(bits: int, sort: Sort) -> float:
    """Return the number with these bits."""
    number, pattern = _PACKED[sort]
    found: float = number.unpack(pattern.pack(bits))[0]
    return found


def bits_of(number: float, sort: Sort) -> int:
    """Return the bits of a number of the format, which is not NaN."""
    packed, pattern = _PACKED[sort]
    found: int = pattern.unpack(packed.pack(number))[0]
    return found


def midpoint(interval: Interval, sort: Sort) -> float | None:
    """Return a number of the format strictly inside ``interval``, or `None` if there is none.

    Large numbers are bisected by their bit patterns, others by their values, because half of all
    floats are below one.
    """
    low, high, _ = interval
    if low < 0 < high:
        return 0.0
    if low < high and max(-low, high) < _LARGE:
        middle = ROUNDINGS[sort](low + (high - low) / 2)
        if low < middle < high:
            return middle
    ends = sorted((bits_of(abs(low), sort), bits_of(abs(high), sort)))
    if ends[1] - ends[0] < 2:
        return None
    middle = number_of(sum(ends) // 2, sort)
    return -middle if low < 0 else middle


class Formulas:
    """A conjunction, ready to be evaluated for many boxes."""

    def __init__(self, conjuncts: Sequence[Term]) -> None:
        self.conjuncts = tuple(conjuncts)
        order = postorder(list(conjuncts))
        place = {term: number for number, term in enumerate(order)}
        self.floats = tuple(term for term in order if term.op is Op.VARIABLE and term.sort in ROUNDINGS)
        """The variables that boxes are about."""
        self._places = [place[term] for term in self.floats]
        self._conjunct_places = [place[term] for term in conjuncts]
        self.size = len(order)
        """Number of terms that are evaluated for a box."""
        self._initial: _Values = [_without_arguments(term) for term in order]
        self._steps = [
            (step, number, [place[argument] for argument in term.args])
            for number, term in enumerate(order)
            if (step := _step(term)) is not None
        ]

    def truth(self, box: Sequence[Interval]) -> int:
        """Evaluate the conjunction over ``box``, which has an interval for each of `floats`.

        Ensures: `HOLDS` or `FAILS` if all points of the box agree, else `EITHER`
        """
        values = self._initial.copy()
        for number, interval in zip(self._places, box, strict=True):
            values[number] = interval
        for step, number, arguments in self._steps:
            values[number] = step([values[argument] for argument in arguments])
        found = [values[number] for number in self._conjunct_places]
        if FAILS in found:
            return FAILS
        return EITHER if EITHER in found else HOLDS


def _without_arguments(term: Term) -> Interval | int | None:
    """Return the value of a constant, or what is known of a term without its arguments."""
    is_constant = term.op is Op.CONSTANT
    if isinstance(term.sort, BoolSort):
        return (HOLDS if term.payload else FAILS) if is_constant else EITHER
    if is_constant and term.sort in ROUNDINGS:
        return point(number_of(term.payload, term.sort))
    return EVERYTHING if isinstance(term.sort, FloatSort) else None


def _step(term: Term) -> _Step | None:
    """Return the instruction that computes ``term`` from its arguments; `None` if it is
    unconstrained.
    """
    if term.op in _PLAIN:
        return _PLAIN[term.op]
    rounding = ROUNDINGS.get(term.sort)
    operands = term.args[1:]
    if rounding is None or not (term.args and _rounds_to_nearest(term.args[0])):
        return None
    if any(isinstance(each.sort, FloatSort) and each.sort not in ROUNDINGS for each in operands):
        return None
    match term.op:
        case Op.FP_MUL if operands[0] is operands[1]:
            return partial(_rounded_unary, float_intervals.square, rounding)
        case Op.FP_ADD | Op.FP_SUB | Op.FP_MUL | Op.FP_DIV:
            return partial(_rounded_binary, _ROUNDED_BINARY[term.op], rounding)
        case Op.FP_SQRT | Op.FP_FROM_FP:
            operator = float_intervals.square_root if term.op is Op.FP_SQRT else float_intervals.convert
            return partial(_rounded_unary, operator, rounding)
        case Op.FP_FROM_SIGNED | Op.FP_FROM_UNSIGNED:
            return _any_integer(operands[0].sort, rounding, is_signed=term.op is Op.FP_FROM_SIGNED)
        case _:
            return None


def _rounds_to_nearest(mode: Term) -> bool:
    return mode.op is Op.CONSTANT and mode.payload is RoundingMode.RNE


def _rounded_binary(
    operator: Callable[[Rounding, Interval, Interval], Interval], rounding: Rounding, values: _Values
) -> Interval:
    return operator(rounding, values[1], values[2])


def _rounded_unary(operator: Callable[[Rounding, Interval], Interval], rounding: Rounding, values: _Values) -> Interval:
    return operator(rounding, values[1])


def _any_integer(sort: Sort, rounding: Rounding, *, is_signed: bool) -> _Step | None:
    """Return the interval of all integers of a width. Its ends are powers of two, so rounding
    preserves them.
    """
    if not isinstance(sort, BitVecSort):
        return None
    bits = sort.width - is_signed
    high = rounding(2.0**bits if bits < sys.float_info.max_exp else INFINITY)
    found = Interval(-high if is_signed else 0.0, high, nan=False)
    return lambda _values: found


# ---- operators that do not round


def _negation(values: _Values) -> int:
    return {FAILS: HOLDS, HOLDS: FAILS, EITHER: EITHER}[values[0]]


def _conjunction(values: _Values) -> int:
    if FAILS in values:
        return FAILS
    return EITHER if EITHER in values else HOLDS


def _disjunction(values: _Values) -> int:
    if HOLDS in values:
        return HOLDS
    return EITHER if EITHER in values else FAILS


def _choice(values: _Values) -> Interval | int | None:
    condition, then, otherwise = values
    if condition != EITHER:
        chosen: Interval | int | None = then if condition == HOLDS else otherwise
        return chosen
    match then:
        case Interval():
            return hull(then, otherwise)
        case int():
            return then | int(otherwise)
        case _:
            return None


def _less(values: _Values) -> int:
    left, right = values
    if left.low >= right.high or not (left.has_numbers and right.has_numbers):
        return FAILS
    return HOLDS if left.high < right.low and not (left.nan or right.nan) else EITHER


def _less_or_equal(values: _Values) -> int:
    left, right = values
    if left.low > right.high or not (left.has_numbers and right.has_numbers):
        return FAILS
    return HOLDS if left.high <= right.low and not (left.nan or right.nan) else EITHER


def _float_equality(values: _Values) -> int:
    left, right = values
    if _are_apart(left, right):
        return FAILS
    is_one = left.low == left.high == right.low == right.high
    return HOLDS if is_one and not (left.nan or right.nan) else EITHER


def _identity(values: _Values) -> int:
    """Compare two values for identity: zeros with different signs differ, NaN equals NaN."""
    match values:
        case [int(left), int(right)]:
            if EITHER in {left, right}:
                return EITHER
            return HOLDS if left == right else FAILS
        case [Interval() as left, Interval() as right]:
            if not (left.nan and right.nan) and _are_apart(left, right):
                return FAILS
            is_one = left == right and (left == ONLY_NAN or (left.low == left.high != 0 and not left.nan))
            return HOLDS if is_one else EITHER
        case _:
            return EITHER


def _are_apart(left: Interval, right: Interval) -> bool:
    """Return whether the intervals have no number in common."""
    return left.low > right.high or right.low > left.high or not (left.has_numbers and right.has_numbers)


def _is_nan(values: _Values) -> int:
    (value,) = values
    if not value.nan:
        return FAILS
    return EITHER if value.has_numbers else HOLDS


def _is_infinite(values: _Values) -> int:
    (value,) = values
    if not value.has_numbers or INFINITY not in {value.high, -value.low}:
        return FAILS
    return HOLDS if value.low == value.high and not value.nan else EITHER


def _is_zero(values: _Values) -> int:
    (value,) = values
    if not value.low <= 0 <= value.high:
        return FAILS
    return HOLDS if value.low == value.high and not value.nan else EITHER


def _is_negative(values: _Values) -> int:
    (value,) = values
    if value.low > 0 or not value.has_numbers:
        return FAILS
    return HOLDS if value.high < 0 and not value.nan else EITHER


def _is_positive(values: _Values) -> int:
    (value,) = values
    if value.high < 0 or not value.has_numbers:
        return FAILS
    return HOLDS if value.low > 0 and not value.nan else EITHER


_PLAIN: Final[Mapping[Op, _Step]] = {
    Op.NOT: _negation,
    Op.AND: _conjunction,
    Op.OR: _disjunction,
    Op.ITE: _choice,
    Op.EQ: _identity,
    Op.FP_LT: _less,
    Op.FP_LE: _less_or_equal,
    Op.FP_EQ: _float_equality,
    Op.FP_NEG: lambda values: float_intervals.negate(values[0]),
    Op.FP_ABS: lambda values: float_intervals.absolute(values[0]),
    Op.FP_IS_NAN: _is_nan,
    Op.FP_IS_INFINITE: _is_infinite,
    Op.FP_IS_ZERO: _is_zero,
    Op.FP_IS_NEGATIVE: _is_negative,
    Op.FP_IS_POSITIVE: _is_positive,
}
_ROUNDED_BINARY: Final = {
    Op.FP_ADD: float_intervals.add,
    Op.FP_SUB: float_intervals.subtract,
    Op.FP_MUL: float_intervals.multiply,
    Op.FP_DIV: float_intervals.divide,
}
