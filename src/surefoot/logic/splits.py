"""Comparisons of conditional terms, case by case: what is compared in the end are the terms between which there is a choice.

Solvers find it hard to see that ``ite(c, x + 1, x) = y + 1`` has to do with ``x = y``; of ``ite(c, x = y, x = y + 1)`` they see it at once.
"""

from collections.abc import MutableMapping
from typing import Final

from surefoot.logic.bitvectors import bvadd
from surefoot.logic.core import ite
from surefoot.logic.operators import Op
from surefoot.logic.terms import Term
from surefoot.logic.walk import rebuild

MOST_CASES: Final = 400
"""Comparisons of terms with more pairs of choices are left as they are."""

_COMPARISONS: Final = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})


def with_split_comparisons(term: Term, memo: MutableMapping[Term, Term]) -> Term:
    """A term that means the same as ``term`` and compares no conditional bit-vectors, nor sums of one and a constant, unless there are too many cases.

    The memo is used and extended: calls that share it share their work.
    """
    stack = [term]
    few: set[Term] = set()
    while stack:
        current = stack[-1]
        if current in memo:
            stack.pop()
            continue
        cases = _cases(current, few)
        parts = current.args if cases is None else cases
        pending = [each for each in parts if each not in memo]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        split = tuple(memo[each] for each in parts)
        if cases is not None:
            memo[current] = ite(*split)
        else:
            memo[current] = current if split == current.args else rebuild(current, split)
    return memo[term]


def _cases(comparison: Term, few: set[Term]) -> tuple[Term, Term, Term] | None:
    """A condition, and what ``comparison`` is if it holds and if not; ``None`` if there is no choice in it, or too many.

    ``few`` are comparisons that are known to have few cases; those of the result join them.
    """
    if comparison.op not in _COMPARISONS or not comparison.args[0].sort.width:
        return None
    left, right = comparison.args
    choice = _choice(left)
    is_left = choice is not None
    if choice is None:
        choice = _choice(right)
    if choice is None or (comparison not in few and _size(left) * _size(right) > MOST_CASES):
        return None
    condition, *branches = choice
    then, otherwise = (rebuild(comparison, (each, right) if is_left else (left, each)) for each in branches)
    few.update((then, otherwise))
    return condition, then, otherwise


def _choice(term: Term) -> tuple[Term, Term, Term] | None:
    """The condition and the branches of a conditional term, also of one to which a constant is added."""
    if term.op is Op.ITE:
        condition, then, otherwise = term.args
        return condition, then, otherwise
    if term.op is Op.BVADD and term.args[0].op is Op.ITE and term.args[1].op is Op.CONSTANT:
        (condition, then, otherwise), summand = term.args[0].args, term.args[1]
        return condition, bvadd(then, summand), bvadd(otherwise, summand)
    return None


def _size(term: Term) -> int:
    """How many terms ``term`` chooses between, with those that choose in turn."""
    seen = {term}
    stack = [term]
    while stack and len(seen) <= MOST_CASES:
        choice = _choice(stack.pop())
        if choice is not None:
            new = [each for each in choice[1:] if each not in seen]
            seen.update(new)
            stack += new
    return len(seen)
