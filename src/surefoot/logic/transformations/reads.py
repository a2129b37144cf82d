"""Elimination of reads of written arrays by case splits; reads of array variables and constant
arrays remain.
"""

from collections.abc import MutableMapping

from surefoot.logic.constructors.arrays import select
from surefoot.logic.constructors.constants import TRUE
from surefoot.logic.constructors.core import ite
from surefoot.logic.constructors.equality import eq
from surefoot.logic.operators import Op
from surefoot.logic.terms import Term
from surefoot.logic.walk import fold, rebuild

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
