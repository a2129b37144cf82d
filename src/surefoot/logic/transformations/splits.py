"""Case splits of comparisons between conditional terms; the compared terms are the branches.

Solvers rarely relate ``ite(c, x + 1, x) = y + 1`` to ``x = y``; they do so for ``ite(c, x = y, x
= y + 1)``.

Reads of written arrays are eliminated by case splits, too; reads of array variables and constant
arrays remain.
"""

from collections.abc import Callable, MutableMapping
from typing import Final, NamedTuple

from surefoot.logic.constructors.arrays import select
from surefoot.logic.constructors.bitvectors import bvadd
from surefoot.logic.constructors.constants import TRUE
from surefoot.logic.constructors.core import ite
from surefoot.logic.constructors.equality import eq
from surefoot.logic.constructors.unsimplified import unsimplified
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import RewritingLog
from surefoot.logic.terms import Term
from surefoot.logic.walk import fold, rebuild

_COMPARISONS: Final = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})


def with_split_comparisons(term: Term, memo: MutableMapping[Term, Term], log: RewritingLog | None = None) -> Term:
    """Return an equivalent term without comparisons of conditional bit-vectors or of their sums
    with constants.

    Comparisons with too many cases stay. The memo is used and extended: calls that share it
    share their work. Steps beyond calls of constructors are recorded in ``log``.
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
    """A comparison one side of which is ``chosen``, a conditional term, plus ``summand`` if there
    is one.
    """

    comparison: Term
    is_left: bool
    chosen: Term
    summand: Term | None

    def cases(
        self, compare: Callable[[Term, tuple[Term, ...]], Term], add: Callable[[Term, Term], Term]
    ) -> tuple[Term, Term, Term]:
        """Return the condition, and the comparison if it holds and if not."""
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
    """Return the choice by which ``comparison`` can be split, `None` if there is none or too many
    cases.

    The terms in ``few`` have few cases.
    """
    if comparison.op not in _COMPARISONS or not comparison.args[0].sort.width:
        return None
    left, right = comparison.args
    is_left = _chosen(left) is not None
    side = left if is_left else right
    chosen = _chosen(side)
    if chosen is None or (comparison not in few and _size(left) * _size(right) > LIMITS.split_cases):
        return None
    return _Choice(comparison, is_left, chosen, None if chosen is side else side.args[1])


def _chosen(term: Term) -> Term | None:
    """Return ``term`` if it is conditional, or the conditional summand of ``term``; `None`
    otherwise.
    """
    if term.op is Op.ITE:
        return term
    is_sum = term.op is Op.BVADD and term.args[0].op is Op.ITE and term.args[1].op is Op.CONSTANT
    return term.args[0] if is_sum else None


def _size(term: Term) -> int:
    """Return the number of terms that ``term`` chooses between, nested choices included.

    Sums with different constants count as one.
    """
    seen = {term}
    stack = [term]
    while stack and len(seen) <= LIMITS.split_cases:
        chosen = _chosen(stack.pop())
        if chosen is not None:
            new = [each for each in chosen.args[1:] if each not in seen]
            seen.update(new)
            stack += new
    return len(seen)


ReadMemo = MutableMapping[tuple[Term, Term], Term]


def with_split_reads(term: Term, memo: MutableMapping[Term, Term], reads: ReadMemo) -> Term:
    """Return an equivalent term without reads of ``store`` and ``ite`` arrays.

    Both memos are used and extended: calls that share them share their work.
    """

    def combine(current: Term, arguments: list[Term]) -> Term:
        if current.op is Op.SELECT:
            return _split(arguments[0], arguments[1], reads)
        if all(new is old for new, old in zip(arguments, current.args, strict=True)):
            return current
        return rebuild(current, tuple(arguments))

    return fold(term, combine, memo)


def _split(array: Term, index: Term, memo: ReadMemo) -> Term:
    """Return the element of ``array`` at ``index``."""
    stack = [array]
    while stack:
        current = stack[-1]
        if (current, index) in memo:
            stack.pop()
            continue
        match current.op:
            case Op.STORE:
                before, at, value = current.args
                same = eq(at, index)
                if same is TRUE:
                    memo[current, index] = value
                elif (before, index) in memo:
                    memo[current, index] = ite(same, value, memo[before, index])
                else:
                    stack.append(before)
            case Op.ITE:
                condition, then, otherwise = current.args
                pending = [each for each in (then, otherwise) if (each, index) not in memo]
                stack.extend(pending)
                if not pending:
                    memo[current, index] = ite(condition, memo[then, index], memo[otherwise, index])
            case _:
                memo[current, index] = select(current, index)
    return memo[array, index]
