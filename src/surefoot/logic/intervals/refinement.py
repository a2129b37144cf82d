"""Refinement: environments where a condition holds, by backward propagation through its term.

The value of an argument follows from the value of the whole and those of the other arguments, where
the operator can be inverted; a disjunction gives the join of its possible parts.

Ensures: no assignment that the environment admits and that satisfies the condition is lost.
"""

from collections.abc import Sequence

from surefoot.logic import FloatSort, Op, RoundingMode, Term
from surefoot.logic.intervals import bitvectors, floats
from surefoot.logic.intervals.domain import (
    EITHER,
    FAILS,
    HOLDS,
    Abstract,
    Floats,
    NumberRange,
    Numbers,
    Truth,
    infinity_key,
    is_empty,
    is_single,
    join,
    keys_of_ranks,
    meet,
    numbers,
    rank_of,
)
from surefoot.logic.intervals.evaluation import AbstractEnvironment, Allowance, Evaluation
from surefoot.logic.limits import LIMITS


def assume(
    known: AbstractEnvironment, condition: Term, effort: Allowance, *, holds: bool
) -> AbstractEnvironment | None:
    """Return `known` where `condition` also holds, or fails; `None` if it cannot."""
    return _assumed(known, condition, HOLDS if holds else FAILS, effort, 0)


def _assumed(
    known: AbstractEnvironment, condition: Term, truth: Truth, effort: Allowance, depth: int
) -> AbstractEnvironment | None:
    for _ in range(1 if depth else LIMITS.refinement_rounds):
        try:
            narrowed = _Descent(known, effort, depth).environment(condition, truth)
        except _Impossible:
            return None
        if narrowed == known or effort.left <= 0:
            return narrowed
        known = narrowed
    return known


class _Impossible(Exception):
    """No assignment is left."""


class _Descent:
    """One propagation of a condition. Values of terms are those before it: over-approximations."""

    def __init__(self, known: AbstractEnvironment, effort: Allowance, depth: int) -> None:
        self._known = dict(known)
        self._before = Evaluation(known, effort)
        self._effort = effort
        self._depth = depth
        self._queue: list[tuple[Term, Abstract]] = []
        self._settled: set[Term] = set()

    def environment(self, condition: Term, truth: Truth) -> AbstractEnvironment:
        """Return the environment where `condition` is `truth`."""
        self._queue.append((condition, truth))
        while self._queue:
            term, required = self._queue.pop()
            if term.op is not Op.CONSTANT or is_empty(meet(self._value(term), required)):
                self._require(term, required)
        return self._known

    def _value(self, term: Term) -> Abstract:
        value = self._before.value(term)
        known = self._known.get(term)
        return value if known is None else meet(value, known)

    def _require(self, term: Term, required: Abstract) -> None:
        value = self._value(term)
        narrowed = meet(value, required)
        if is_empty(narrowed):
            raise _Impossible
        if narrowed == value and (not isinstance(narrowed, Truth) or term in self._settled):
            return
        self._settled.add(term)
        self._known[term] = narrowed
        match narrowed:
            case Truth():
                if narrowed != EITHER:
                    self._condition(term, holds=narrowed.may_hold)
            case Numbers():
                self._queue.extend(self._number_arguments(term, narrowed))
            case Floats():
                self._queue.extend(self._float_arguments(term, narrowed))
            case _:
                pass

    # ---- conditions

    def _condition(self, term: Term, *, holds: bool) -> None:
        match term.op:
            case Op.NOT:
                self._queue.append((term.args[0], FAILS if holds else HOLDS))
            case Op.AND | Op.OR:
                truth = HOLDS if holds else FAILS
                if (term.op is Op.AND) == holds:
                    self._queue.extend((part, truth) for part in term.args)
                else:
                    self._one_of([(part, truth) for part in term.args])
            case Op.ITE:
                values = [self._value(argument) for argument in term.args]
                self._queue.extend(_chosen(term, values[1], values[2], HOLDS if holds else FAILS))
            case Op.EQ:
                left, right = (self._value(argument) for argument in term.args)
                self._queue.extend(zip(term.args, _equal(left, right) if holds else _unequal(left, right), strict=True))
            case Op.BVULT | Op.BVSLT | Op.FP_LT | Op.FP_LE | Op.FP_EQ:
                values = [self._value(argument) for argument in term.args]
                self._queue.extend(zip(term.args, _compared(term.op, values, holds=holds), strict=True))
            case _:
                value = self._value(term.args[0]) if term.op in floats.TESTS else None
                if isinstance(value, Floats):
                    self._queue.append((term.args[0], _classified(term.op, value, holds=holds)))

    def _one_of(self, parts: Sequence[tuple[Term, Truth]]) -> None:
        """Return the environment where at least one of `parts` is `truth`."""
        possible = [(part, truth) for part, truth in parts if not is_empty(meet(self._value(part), truth))]
        if not possible:
            raise _Impossible
        if len(possible) == 1:
            self._queue.extend(possible)
        elif self._depth < LIMITS.disjunction_depth and self._effort.left > 0:
            cases = [_assumed(self._known, part, truth, self._effort, self._depth + 1) for part, truth in possible]
            self._known = _common([case for case in cases if case is not None])

    # ---- operators that can be turned around

    def _number_arguments(self, term: Term, result: Numbers) -> list[tuple[Term, Abstract]]:
        """Yield the values of the arguments of `term` for which its value can be in `result`."""
        args = term.args
        values = [self._value(argument) for argument in args]
        match term.op, values:
            case Op.BVNEG, _:
                return [(args[0], bitvectors.negate(result))]
            case Op.BVNOT, _:
                return [(args[0], bitvectors.complement(result))]
            case Op.BVADD, [Numbers() as left, Numbers() as right]:
                return [(args[0], bitvectors.subtract(result, right)), (args[1], bitvectors.subtract(result, left))]
            case Op.BVSUB, [Numbers() as left, Numbers() as right]:
                return [(args[0], bitvectors.add(result, right)), (args[1], bitvectors.subtract(left, result))]
            case Op.CONCAT, [Numbers(width=width), Numbers(width=low)]:
                return [
                    (args[0], bitvectors.extract(result, width + low - 1, low)),
                    (args[1], bitvectors.extract(result, low - 1, 0)),
                ]
            case Op.ZERO_EXTEND | Op.SIGN_EXTEND, [Numbers(width=width)]:
                return [(args[0], bitvectors.extract(result, width - 1, 0))]
            case Op.EXTRACT, [Numbers() as value] if term.payload[1] == 0:
                return [(args[0], _before_truncation(value, result))]
            case Op.ITE, [_, then, otherwise]:
                return _chosen(term, then, otherwise, result)
            case _:
                return []

    def _float_arguments(self, term: Term, result: Floats) -> list[tuple[Term, Abstract]]:
        args = term.args
        values = [self._value(argument) for argument in args]
        match term.op, values:
            case Op.FP_NEG, _:
                return [(args[0], floats.negate(result))]
            case Op.FP_FROM_FP, [_, Floats(sort)] if sort.exponent <= result.sort.exponent:
                is_exact = sort.significand <= result.sort.significand
                return [(args[1], _before_conversion(sort, result))] if is_exact else []
            case Op.ITE, [_, then, otherwise]:
                return _chosen(term, then, otherwise, result)
            case _:
                return []


def _chosen(term: Term, then: Abstract, otherwise: Abstract, result: Abstract) -> list[tuple[Term, Abstract]]:
    """Propagate into the parts of an if-then-else if only one of its branches can give `result`."""
    if is_empty(meet(then, result)):
        return [(term.args[0], FAILS), (term.args[2], result)]
    if is_empty(meet(otherwise, result)):
        return [(term.args[0], HOLDS), (term.args[1], result)]
    return []


def _before_conversion(source: FloatSort, result: Floats) -> Floats:
    """Return the floats of `source` in `result`.  Requires: the format of `result` has all of them."""
    least = floats.convert([RoundingMode.RTP], Floats(result.sort, result.low, result.low, nan=False), source)
    greatest = floats.convert([RoundingMode.RTN], Floats(result.sort, result.high, result.high, nan=False), source)
    if not result.has_numbers or least.low > greatest.high:
        return Floats(source, 1, 0, result.nan)
    return Floats(source, least.low, greatest.high, result.nan)


def _before_truncation(value: Numbers, result: Numbers) -> Abstract:
    """Return the values of `value` whose low bits can be in `result`, where cutting off the others
    keeps the number.
    """
    half = 1 << (result.width - 1)
    low, high = value.signed_bounds
    if low >= 0 and high < 2 * half:
        return bitvectors.zero_extend(result, value.width)
    if low >= -half and high < half:
        return bitvectors.sign_extend(result, value.width)
    return value


def _equal(left: Abstract, right: Abstract) -> tuple[Abstract, Abstract]:
    both = meet(left, right)
    return both, both


def _unequal(left: Abstract, right: Abstract) -> tuple[Abstract, Abstract]:
    return _without(left, right), _without(right, left)


def _without(value: Abstract, other: Abstract) -> Abstract:
    """Return `value` without the only element of `other`, if it has only one and that is a bound."""
    if not is_single(other):
        return value
    match value, other:
        case Numbers(width, ranges), Numbers(_, ((single, _),)):
            return numbers(width, (piece for part in ranges for piece in _trimmed(part, single)))
        case Floats(sort, low, high, nan), Floats() if other.nan:
            return Floats(sort, low, high, nan=False) if nan else value
        case Floats(sort, low, high, nan), Floats():
            pieces = _trimmed((low, high), other.low) if value.has_numbers else [(1, 0)]
            return Floats(sort, *(pieces[0] if pieces else (1, 0)), nan)
        case Truth(), Truth():
            return Truth(value.may_hold and not other.may_hold, value.may_fail and not other.may_fail)
        case _:
            return value


def _trimmed(part: NumberRange, single: int) -> list[NumberRange]:
    low, high = part
    if low == high == single:
        return []
    return [(low + (low == single), high - (high == single))]


def _compared(op: Op, values: Sequence[Abstract], *, holds: bool) -> tuple[Abstract, Abstract]:
    """Return the possible values of both sides of a comparison."""
    match values:
        case [Numbers() as left, Numbers() as right]:
            return _ordered_numbers(left, right, is_signed=op is Op.BVSLT, holds=holds)
        case [Floats() as left, Floats() as right]:
            return _ordered_floats(op, left, right, holds=holds)
        case [left, right]:
            return left, right
        case _:
            raise AssertionError("a comparison has two sides")


def _ordered_numbers(left: Numbers, right: Numbers, *, is_signed: bool, holds: bool) -> tuple[Numbers, Numbers]:
    width = left.width
    least, greatest = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)
    a, b = left.signed_bounds if is_signed else left.unsigned_bounds
    c, d = right.signed_bounds if is_signed else right.unsigned_bounds
    bounds = ((least, d - 1), (a + 1, greatest)) if holds else ((c, greatest), (least, b))
    first, second = (numbers(width, [each] if each[0] <= each[1] else []) for each in bounds)
    return first, second


def _ordered_floats(op: Op, left: Floats, right: Floats, *, holds: bool) -> tuple[Floats, Floats]:
    """Return the possible values of both sides; a comparison with NaN fails, so a side that may be
    NaN does not constrain the other when it fails.
    """
    if not (left.has_numbers and right.has_numbers):
        return left, right
    sort = left.sort
    greatest = infinity_key(sort)
    a, b, c, d = (rank_of(key) for key in (left.low, left.high, right.low, right.high))
    match op, holds:
        case Op.FP_EQ, True:
            bounds = ((c, d), (a, b))
        case Op.FP_EQ, False:
            return left, right
        case Op.FP_LT, True:
            bounds = ((-greatest, d - 1), (a + 1, greatest))
        case Op.FP_LT, False:
            bounds = ((c, greatest), (-greatest, b))
        case _, True:
            bounds = ((-greatest, d), (a, greatest))
        case _:
            bounds = ((c + 1, greatest), (-greatest, b - 1))
    first, second = (Floats(sort, *keys_of_ranks(*each), nan=not holds) for each in bounds)
    if holds:
        return first, second
    return left if right.nan else first, right if left.nan else second


def _classified(op: Op, value: Floats, *, holds: bool) -> Floats:
    """Return the values of a float that is in the class that `op` tests, or is not."""
    sort, low, high = value.sort, value.low, value.high
    if op is Op.FP_IS_NAN:
        return Floats(sort, 1, 0, nan=True) if holds else Floats(sort, low, high, nan=False)
    accepted = floats.CLASSES[op](sort)
    if holds:
        found = [(max(low, a), min(high, b)) for a, b in accepted if max(low, a) <= min(high, b)]
        return Floats(sort, *((found[0][0], found[-1][1]) if found else (1, 0)), nan=False)
    for a, b in accepted:
        low = b + 1 if a <= low <= b else low
        high = a - 1 if a <= high <= b else high
    return Floats(sort, *((low, high) if low <= high else (1, 0)), value.nan)


def _common(cases: Sequence[AbstractEnvironment]) -> dict[Term, Abstract]:
    """Return the join of `cases`."""
    if not cases:
        raise _Impossible
    first, *others = cases
    shared = [term for term in first if all(term in other for other in others)]
    common = {term: first[term] for term in shared}
    for other in others:
        common = {term: join(value, other[term]) for term, value in common.items()}
    return common
