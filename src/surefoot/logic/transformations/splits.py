"""Comparisons of conditional terms, case by case: what is compared in the end are the terms between which there is a choice.

Solvers find it hard to see that ``ite(c, x + 1, x) = y + 1`` has to do with ``x = y``; of ``ite(c, x = y, x = y + 1)`` they see it at once.
"""

from collections.abc import Callable, MutableMapping
from typing import Final, NamedTuple

from surefoot.logic.constructors.bitvectors import bvadd
from surefoot.logic.constructors.core import ite
from surefoot.logic.constructors.unsimplified import unsimplified
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import RewritingLog
from surefoot.logic.terms import Term
from surefoot.logic.walk import rebuild

MOST_CASES: Final = 400
"""Comparisons of terms with more pairs of choices are left as they are."""

_COMPARISONS: Final = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})


def with_split_comparisons(term: Term, memo: MutableMapping[Term, Term], log: RewritingLog | None = None) -> Term:
    """A term that means the same as ``term`` and compares no conditional bit-vectors, nor sums of one and a constant, unless there are too many cases.

    The memo is used and extended: calls that share it share their work. What is done besides calling constructors are steps of ``log``.
    """
    stack = [term]
    few: set[Term] = set()
    while stack:
        current = stack[-1]
        if current in memo:
            stack.pop()
            continue
        choice = _choice_in(current, few)
        parts = current.args if choice is None else choice.cases(rebuild, bvadd)
        pending = [each for each in parts if each not in memo]
        if pending:
            if choice is not None:
                few.update(parts[1:])
            stack.extend(pending)
            continue
        stack.pop()
        split = tuple(memo[each] for each in parts)
        if choice is None:
            memo[current] = current if split == current.args else rebuild(current, split)
            continue
        memo[current] = ite(*split)
        if log is not None:
            log.note(current.op, current.args, current.payload, unsimplified(Op.ITE, choice.cases(_as_it_is, _sum)))
    return memo[term]


class _Choice(NamedTuple):
    """One side of ``comparison`` is ``chosen``, a conditional term, to which ``summand`` is added if there is one."""

    comparison: Term
    is_left: bool
    chosen: Term
    summand: Term | None

    def cases(
        self, compare: Callable[[Term, tuple[Term, ...]], Term], add: Callable[[Term, Term], Term]
    ) -> tuple[Term, Term, Term]:
        """The condition, and the comparison if it holds and if not."""
        condition, *branches = self.chosen.args
        left, right = self.comparison.args
        if self.summand is not None:
            branches = [add(each, self.summand) for each in branches]
        then, otherwise = (
            compare(self.comparison, (each, right) if self.is_left else (left, each)) for each in branches
        )
        return condition, then, otherwise


def _as_it_is(comparison: Term, sides: tuple[Term, ...]) -> Term:
    return unsimplified(comparison.op, sides, comparison.payload)


def _sum(left: Term, right: Term) -> Term:
    return unsimplified(Op.BVADD, (left, right))


def _choice_in(comparison: Term, few: set[Term]) -> _Choice | None:
    """The choice that ``comparison`` can be split by; ``None`` if there is none, or too many. Of ``few`` it is known that they have few cases."""
    if comparison.op not in _COMPARISONS or not comparison.args[0].sort.width:
        return None
    left, right = comparison.args
    is_left = _chosen(left) is not None
    side = left if is_left else right
    chosen = _chosen(side)
    if chosen is None or (comparison not in few and _size(left) * _size(right) > MOST_CASES):
        return None
    return _Choice(comparison, is_left, chosen, None if chosen is side else side.args[1])


def _chosen(term: Term) -> Term | None:
    """The conditional term that ``term`` is, or that a constant is added to."""
    if term.op is Op.ITE:
        return term
    is_sum = term.op is Op.BVADD and term.args[0].op is Op.ITE and term.args[1].op is Op.CONSTANT
    return term.args[0] if is_sum else None


def _size(term: Term) -> int:
    """How many terms ``term`` chooses between, with those that choose in turn; sums with different constants count as one."""
    seen = {term}
    stack = [term]
    while stack and len(seen) <= MOST_CASES:
        chosen = _chosen(stack.pop())
        if chosen is not None:
            new = [each for each in chosen.args[1:] if each not in seen]
            seen.update(new)
            stack += new
    return len(seen)
