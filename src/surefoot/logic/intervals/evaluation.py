"""Evaluation of terms in the abstract domain under an environment.

Ensures: the value of the term in every assignment that an environment admits is in the abstract
value.
"""

from collections.abc import Callable, Mapping

from surefoot.base.records import dataclass
from surefoot.logic import Op, RoundingMode, Term
from surefoot.logic.intervals import bitvectors, floats
from surefoot.logic.intervals.domain import (
    ANYTHING,
    EITHER,
    FAILS,
    HOLDS,
    Abstract,
    Floats,
    Numbers,
    Truth,
    everything,
    exactly,
    is_empty,
    is_single,
    join,
    meet,
)
from surefoot.logic.limits import LIMITS

AbstractEnvironment = Mapping[Term, Abstract]
"""Abstract values of variables and other terms. It admits the assignments in which each of them has
a value in its set.
"""

Split = Callable[[AbstractEnvironment, Term, bool], AbstractEnvironment | None]
"""Return the environment where a condition also holds (or fails); `None` if that is impossible."""


@dataclass(slots=True)
class Allowance:
    """Number of further terms that may be evaluated for precision alone."""

    left: int


class Evaluation:
    """Abstract values in one environment; all calls of `value` share a cache.

    With `split` the branches of an if-then-else are evaluated where its condition holds and fails,
    as long as `effort` lasts.
    """

    def __init__(
        self, known: AbstractEnvironment, effort: Allowance, split: Split | None = None, depth: int = 0
    ) -> None:
        self._known = known
        self._effort = effort
        self._split = split if depth < LIMITS.split_depth else None
        self._depth = depth
        self._memo: dict[Term, Abstract] = {}

    def value(self, term: Term) -> Abstract:
        """Return the abstract value of `term`; not empty if the environment admits an assignment."""
        memo = self._memo
        if term in memo:
            return memo[term]
        stack = [term]
        while stack:
            current = stack[-1]
            if current in memo:
                stack.pop()
                continue
            if current.args:
                pending = self._pending(current)
                if pending:
                    stack.extend(pending)
                    continue
            stack.pop()
            memo[current] = self._bounded(current, self._computed(current))
            self._effort.left -= 1
        return memo[term]

    def _pending(self, term: Term) -> list[Term]:
        """Return the arguments to evaluate before `term`; of an if-then-else the condition first,
        and only branches that may be taken.
        """
        memo = self._memo
        known = self._known.get(term)
        if known is not None and is_single(known):
            return []
        if term.op is not Op.ITE:
            return [argument for argument in term.args if argument not in memo]
        condition, then, otherwise = term.args
        truth = memo.get(condition)
        if truth is None:
            return [condition]
        if self._splits(truth):
            return []
        taken = [each for each, when in ((then, HOLDS), (otherwise, FAILS)) if not is_empty(meet(truth, when))]
        return [each for each in taken if each not in memo]

    def _splits(self, truth: Abstract) -> bool:
        return self._split is not None and self._effort.left > 0 and truth == EITHER

    def _bounded(self, term: Term, computed: Abstract) -> Abstract:
        known = self._known.get(term)
        if known is None:
            return computed
        both = meet(computed, known)
        return known if is_empty(both) else both

    def _computed(self, term: Term) -> Abstract:
        op = term.op
        if op is Op.CONSTANT:
            return exactly(term.payload, term.sort)
        known = self._known.get(term)
        if not term.args or (known is not None and is_single(known)):
            return everything(term.sort)
        if op is Op.ITE:
            return self._ite(*term.args)
        return applied(term, [self._memo[argument] for argument in term.args])

    def _ite(self, condition: Term, then: Term, otherwise: Term) -> Abstract:
        memo = self._memo
        truth = memo[condition]
        if self._splits(truth) and self._split is not None:
            possible = []
            for branch, holds in ((then, True), (otherwise, False)):
                known = self._split(self._known, condition, holds)
                if known is not None:
                    inner = Evaluation(known, self._effort, self._split, self._depth + 1)
                    possible.append(inner.value(branch))
            if len(possible) == 2:
                return join(*possible)
            return possible[0] if possible else everything(then.sort)
        if truth == HOLDS:
            return memo[then]
        if truth == FAILS:
            return memo[otherwise]
        return join(memo[then], memo[otherwise])


def applied(term: Term, values: list[Abstract]) -> Abstract:
    """Return the abstract value of `term`, no leaf and no if-then-else, from those of its
    arguments.
    """
    op = term.op
    match values:
        case [Numbers() as value] if op in bitvectors.UNARY:
            return bitvectors.UNARY[op](value)
        case [Numbers() as left, Numbers() as right] if op in bitvectors.BINARY:
            return bitvectors.BINARY[op](left, right)
        case [Numbers() as left, Numbers() as right] if op is Op.BVULT or op is Op.BVSLT:
            return bitvectors.less(left, right, is_signed=op is Op.BVSLT)
        case [Numbers() as value]:
            return _resized(term, value)
        case [left, right] if op is Op.EQ:
            return _equal(left, right)
        case [Truth() as truth] if op is Op.NOT:
            return Truth(truth.may_fail, truth.may_hold)
        case [Truth(), *_] if op is Op.AND or op is Op.OR:
            return _junction([each for each in values if isinstance(each, Truth)], is_and=op is Op.AND)
        case _:
            return _applied_to_floats(term, values)


def _resized(term: Term, value: Numbers) -> Abstract:
    match term.op:
        case Op.EXTRACT:
            return bitvectors.extract(value, *term.payload)
        case Op.ZERO_EXTEND:
            return bitvectors.zero_extend(value, term.sort.width)
        case Op.SIGN_EXTEND:
            return bitvectors.sign_extend(value, term.sort.width)
        case Op.FP_FROM_IEEE_BV:
            return floats.from_bits(value, term.payload)
        case _:
            return everything(term.sort)


def _equal(left: Abstract, right: Abstract) -> Truth:
    if left is ANYTHING or right is ANYTHING:
        return EITHER
    if is_empty(meet(left, right)):
        return FAILS
    return HOLDS if is_single(left) and is_single(right) else EITHER


def _junction(values: list[Truth], *, is_and: bool) -> Truth:
    if is_and:
        return Truth(all(each.may_hold for each in values), any(each.may_fail for each in values))
    return Truth(any(each.may_hold for each in values), all(each.may_fail for each in values))


def modes_of(mode: Term) -> tuple[RoundingMode, ...]:
    """Return the possible rounding modes of `mode`."""
    return (mode.payload,) if mode.op is Op.CONSTANT else tuple(RoundingMode)


def _applied_to_floats(term: Term, values: list[Abstract]) -> Abstract:
    op = term.op
    match values:
        case [Floats() as value] if op in floats.TESTS:
            return floats.TESTS[op](value)
        case [Floats() as value] if op is Op.FP_NEG:
            return floats.negate(value)
        case [Floats() as value] if op is Op.FP_ABS:
            return floats.absolute(value)
        case [Floats() as value] if op is Op.FP_TO_IEEE_BV:
            return floats.to_bits(value)
        case [Floats() as left, Floats() as right] if op is Op.FP_LT or op is Op.FP_LE:
            return floats.less(left, right, or_equal=op is Op.FP_LE)
        case [Floats() as left, Floats() as right] if op is Op.FP_EQ:
            return floats.equal(left, right)
        case [_, *operands]:
            return _rounded(term, modes_of(term.args[0]), operands)
        case _:
            return everything(term.sort)


def _rounded(term: Term, modes: tuple[RoundingMode, ...], operands: list[Abstract]) -> Abstract:
    op = term.op
    match operands:
        case [Floats() as left, Floats() as right] if op in floats.ROUNDED_BINARY:
            return floats.ROUNDED_BINARY[op](modes, left, right)
        case [Floats() as value] if op in floats.ROUNDED_UNARY:
            return floats.ROUNDED_UNARY[op](modes, value)
        case [Floats() as value] if op is Op.FP_FROM_FP:
            return floats.convert(modes, value, term.payload)
        case [Floats() as value] if op is Op.FP_TO_SIGNED or op is Op.FP_TO_UNSIGNED:
            return floats.to_integers(modes, value, term.payload, is_signed=op is Op.FP_TO_SIGNED)
        case [Numbers() as value] if op is Op.FP_FROM_SIGNED:
            return floats.from_integers(modes, value.ranges, term.payload)
        case [Numbers() as value] if op is Op.FP_FROM_UNSIGNED:
            return floats.from_integers(modes, value.unsigned, term.payload)
        case _:
            return everything(term.sort)
