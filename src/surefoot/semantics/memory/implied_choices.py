"""Choices in pointers that the path condition implies.

``argv[1]`` is a string or null depending on ``argc``, and ``malloc`` returns an object or null
depending on the size. Where the program has tested that condition, the pointer is no choice any
more. A choice is decided by the path condition itself, by comparisons of its terms with constants
and with other terms, or by the ranges that follow for its terms: ``4 * n < 0`` fails where
``n < 1000`` does not.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import islice

from surefoot.logic import BitVecSort, Op, Term, bvadd, dag_size
from surefoot.logic.intervals.domain import FAILS, HOLDS, Numbers, is_empty, meet, numbers
from surefoot.logic.intervals.evaluation import Allowance, Evaluation
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.symbolic.state import Guard

_NOT = Op.NOT
_Number = tuple[Term, bool]
"""A term as a number, and whether it is signed."""


def resolved(pointer: Term, guard: Guard) -> Term:
    """Return ``pointer`` without the outermost choices that ``guard`` decides."""
    is_sum = pointer.op is Op.BVADD
    if not any(part.op is Op.ITE for part in (pointer.args if is_sum else (pointer,))):
        return pointer
    known = _known(guard)
    return bvadd(*(known.chosen(part) for part in pointer.args)) if is_sum else known.chosen(pointer)


def literals(guard: Guard) -> Iterator[Term]:
    """Yield the conjuncts of ``guard``, latest first."""
    following: Guard | None = guard
    while following is not None:
        todo = [following.condition]
        while todo:
            term = todo.pop()
            if term.op is Op.AND:
                todo.extend(term.args)
            else:
                yield term
        following = following.parent


class _Known:
    """Facts that hold wherever a guard does."""

    def __init__(self, guard: Guard) -> None:
        self._literals = dict.fromkeys(islice(literals(guard), LIMITS.path_conditions))

    @cached_property
    def _negated(self) -> frozenset[Term]:
        """Conditions whose negations are literals."""
        return frozenset(each.args[0] for each in self._literals if each.op is _NOT)

    @cached_property
    def _ranges(self) -> dict[_Number, tuple[int, int]]:
        """Least and greatest values of numbers that literals compare."""
        found: dict[_Number, tuple[int, int]] = {}
        facts = [_facts(literal) for literal in self._literals]
        for bounds, _ in facts:
            for number, low, high in bounds:
                _narrow(found, number, low, high)
        orders = [order for _, each in facts for order in each]
        for _ in range(LIMITS.ordering_rounds if found else 0):
            is_stable = True
            for smaller, greater, distance in orders:
                below, above = found.get(smaller), found.get(greater)
                if below is not None and _narrow(found, greater, below[0] + distance, _most(greater)):
                    above, is_stable = found[greater], False
                if above is not None and _narrow(found, smaller, _least(smaller), above[1] - distance):
                    is_stable = False
            if is_stable:
                break
        return found

    @cached_property
    def _evaluation(self) -> Evaluation:
        """Evaluation of terms in the ranges that the path condition implies; without ranges if some
        range is empty.
        """
        found: dict[Term, Numbers] = {}
        for (term, _), (low, high) in self._ranges.items():
            if low > high:
                return Evaluation({}, Allowance(0))
            within = numbers(term.sort.width, [(low, high)])
            both = meet(found[term], within) if term in found else within
            if is_empty(both) or not isinstance(both, Numbers):
                return Evaluation({}, Allowance(0))
            found[term] = both
        return Evaluation(found, Allowance(0))

    def chosen(self, term: Term) -> Term:
        """Return ``term`` without its outermost choices, as far as they are decided."""
        while term.op is Op.ITE:
            condition, then, otherwise = term.args
            decided = self._truth(condition)
            if decided is None:
                return term
            term = then if decided else otherwise
        return term

    def _truth(self, condition: Term) -> bool | None:
        """Return the value of ``condition``; ``None`` if the facts do not decide it."""
        is_negated = condition.op is Op.NOT
        asked = condition.args[0] if is_negated else condition
        if condition in self._literals:
            return True
        if is_negated and asked in self._literals:
            return False
        if condition in self._negated:
            return False
        for number, low, high in _facts(asked)[0]:
            least, most = self._ranges.get(number, (_least(number), _most(number)))
            if low <= least and most <= high:
                return not is_negated
            if most < low or high < least:
                return is_negated
        if dag_size(asked) > LIMITS.implied_size:
            return None
        value = self._evaluation.value(asked)
        return not is_negated if value == HOLDS else is_negated if value == FAILS else None


@lru_cache(maxsize=16)
def _known(guard: Guard) -> _Known:
    """Return the facts under ``guard``; a statement resolves several pointers under one guard."""
    return _Known(guard)


@lru_cache(maxsize=1 << 16)
def _facts(
    literal: Term,
) -> tuple[tuple[tuple[_Number, int, int], ...], tuple[tuple[_Number, _Number, int], ...]]:
    """Return the bounds and the orders that follow from ``literal``."""
    return tuple(_bounds(literal)), tuple(_orders(literal))


def _narrow(ranges: dict[_Number, tuple[int, int]], number: _Number, low: int, high: int) -> bool:
    """Restrict the range of ``number``; return whether it changed."""
    known = ranges.get(number)
    if known is None:
        ranges[number] = low, high
        return True
    least, most = known
    if low <= least and most <= high:
        return False
    ranges[number] = max(low, least), min(high, most)
    return True


def _bounds(literal: Term) -> Iterator[tuple[_Number, int, int]]:
    """Yield the number that ``literal`` compares with a constant, and the range of values for which
    it holds.
    """
    is_negated = literal.op is Op.NOT
    inner = literal.args[0] if is_negated else literal
    if inner.op is Op.EQ and not is_negated and isinstance(inner.args[0].sort, BitVecSort):
        for term, constant in (inner.args, inner.args[::-1]):
            if constant.op is Op.CONSTANT:
                for is_signed in (True, False):
                    value = _value(constant, is_signed=is_signed)
                    yield (term, is_signed), value, value
    if inner.op is Op.BVSLT or inner.op is Op.BVULT:
        left, right = inner.args
        is_signed = inner.op is Op.BVSLT
        if left.op is Op.CONSTANT:
            limit, number = _value(left, is_signed=is_signed), (right, is_signed)
            yield number, *((_least(number), limit) if is_negated else (limit + 1, _most(number)))
        elif right.op is Op.CONSTANT:
            limit, number = _value(right, is_signed=is_signed), (left, is_signed)
            yield number, *((limit, _most(number)) if is_negated else (_least(number), limit - 1))


def _orders(literal: Term) -> Iterator[tuple[_Number, _Number, int]]:
    """Yield two numbers that ``literal`` compares, smaller one first, and their least distance."""
    is_negated = literal.op is Op.NOT
    inner = literal.args[0] if is_negated else literal
    if inner.op is Op.BVSLT or inner.op is Op.BVULT:
        left, right = ((each, inner.op is Op.BVSLT) for each in inner.args)
        yield (right, left, 0) if is_negated else (left, right, 1)


def _least(number: _Number) -> int:
    term, is_signed = number
    return -(1 << (term.sort.width - 1)) if is_signed else 0


def _most(number: _Number) -> int:
    term, is_signed = number
    return (1 << (term.sort.width - is_signed)) - 1


def _value(constant: Term, *, is_signed: bool) -> int:
    value = int(constant.payload)
    half = 1 << (constant.sort.width - 1)
    return value - 2 * half if is_signed and value >= half else value
