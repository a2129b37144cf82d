"""Constructors of mathematical integers. Division is Euclidean, as in SMT-LIB, and total: see `Op`."""

from typing import Final

from surefoot.logic.constructors.constants import FALSE, folded, int_constant
from surefoot.logic.constructors.core import ite, not_
from surefoot.logic.constructors.equality import eq
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.sorts import BOOL, INT, SortError
from surefoot.logic.terms import Term, intern

_CONSTANT: Final = Op.CONSTANT


def int_neg(term: Term) -> Term:
    """Return ``-term``."""
    if OPEN_LOGS:
        return noted(Op.INT_NEG, int_neg, (term,))
    _check(term)
    if term.op is _CONSTANT:
        return folded(Op.INT_NEG, (term,), INT)
    if term.op is Op.INT_NEG:
        return term.args[0]
    return intern(Op.INT_NEG, (term,), INT)


def int_add(left: Term, right: Term) -> Term:
    """Return ``left + right``."""
    if OPEN_LOGS:
        return noted(Op.INT_ADD, int_add, (left, right))
    _check(left, right)
    if left.op is _CONSTANT:
        left, right = right, left
    if right.op is _CONSTANT:
        if left.op is _CONSTANT:
            return folded(Op.INT_ADD, (left, right), INT)
        if right.payload == 0:
            return left
        if left.op is Op.INT_ADD and left.args[1].op is _CONSTANT:
            return int_add(left.args[0], folded(Op.INT_ADD, (left.args[1], right), INT))
    elif left.id > right.id:
        left, right = right, left
    return intern(Op.INT_ADD, (left, right), INT)


def int_sub(left: Term, right: Term) -> Term:
    """Return ``left - right``."""
    if OPEN_LOGS:
        return noted(Op.INT_SUB, int_sub, (left, right))
    _check(left, right)
    if left is right:
        return int_constant(0)
    if right.op is _CONSTANT:
        return int_add(left, int_constant(-right.payload))
    if left.op is _CONSTANT and left.payload == 0:
        return int_neg(right)
    return intern(Op.INT_SUB, (left, right), INT)


def int_mul(left: Term, right: Term) -> Term:
    """Return ``left * right``."""
    if OPEN_LOGS:
        return noted(Op.INT_MUL, int_mul, (left, right))
    _check(left, right)
    if left.op is _CONSTANT:
        left, right = right, left
    if right.op is _CONSTANT:
        if left.op is _CONSTANT:
            return folded(Op.INT_MUL, (left, right), INT)
        if right.payload == 0:
            return right
        if right.payload == 1:
            return left
        if right.payload == -1:
            return int_neg(left)
    elif left.id > right.id:
        left, right = right, left
    return intern(Op.INT_MUL, (left, right), INT)


def int_div(left: Term, right: Term) -> Term:
    """Return the Euclidean quotient; 0 where ``right`` is 0."""
    if OPEN_LOGS:
        return noted(Op.INT_DIV, int_div, (left, right))
    _check(left, right)
    return _guarded(Op.INT_DIV, left, right, int_constant(0))


def int_mod(left: Term, right: Term) -> Term:
    """Return the Euclidean remainder; ``left`` where ``right`` is 0."""
    if OPEN_LOGS:
        return noted(Op.INT_MOD, int_mod, (left, right))
    _check(left, right)
    return _guarded(Op.INT_MOD, left, right, left)


def _guarded(op: Op, left: Term, right: Term, at_zero: Term) -> Term:
    if right.op is not _CONSTANT:
        return ite(eq(right, int_constant(0)), at_zero, intern(op, (left, right), INT))
    if right.payload == 0:
        return at_zero
    if left.op is _CONSTANT:
        return folded(op, (left, right), INT)
    return intern(op, (left, right), INT)


def int_lt(left: Term, right: Term) -> Term:
    """Return ``left < right``."""
    if OPEN_LOGS:
        return noted(Op.INT_LT, int_lt, (left, right))
    _check(left, right)
    if left is right:
        return FALSE
    if left.op is _CONSTANT and right.op is _CONSTANT:
        return folded(Op.INT_LT, (left, right), BOOL)
    return intern(Op.INT_LT, (left, right), BOOL)


def int_le(left: Term, right: Term) -> Term:
    """Return ``left <= right``."""
    return not_(int_lt(right, left))


def _check(*terms: Term) -> None:
    for term in terms:
        if term.sort is not INT:
            raise SortError(f"expected an integer, not a term of {term.sort}")
