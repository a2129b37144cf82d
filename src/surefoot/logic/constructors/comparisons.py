"""Constructors of the unsigned and signed order of bit-vectors, all expressed by ``bvult`` and
``bvslt``.
"""

from typing import Final

from surefoot.logic.constructors.bitvectors import number
from surefoot.logic.constructors.constants import FALSE, TRUE, folded
from surefoot.logic.constructors.core import and_, ite, not_
from surefoot.logic.constructors.equality import eq
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.semantics import signed
from surefoot.logic.sorts import BOOL, SortError
from surefoot.logic.terms import Term, intern

_CONSTANT: Final = Op.CONSTANT
_ITE: Final = Op.ITE
_BVULT: Final = Op.BVULT
_BVSLT: Final = Op.BVSLT
_BVUREM: Final = Op.BVUREM
_ZERO_EXTEND: Final = Op.ZERO_EXTEND
_SIGN_EXTEND: Final = Op.SIGN_EXTEND


def bvult(left: Term, right: Term) -> Term:
    """Return unsigned ``left < right``."""
    if OPEN_LOGS:
        return noted(_BVULT, bvult, (left, right))
    return _less(_BVULT, left, right, LIMITS.comparison_depth)


def bvslt(left: Term, right: Term) -> Term:
    """Return signed ``left < right``."""
    if OPEN_LOGS:
        return noted(_BVSLT, bvslt, (left, right))
    return _less(_BVSLT, left, right, LIMITS.comparison_depth)


def bvule(left: Term, right: Term) -> Term:
    """Return unsigned ``left <= right``."""
    return not_(bvult(right, left))


def bvsle(left: Term, right: Term) -> Term:
    """Return signed ``left <= right``."""
    return not_(bvslt(right, left))


def bvugt(left: Term, right: Term) -> Term:
    """Return unsigned ``left > right``."""
    return bvult(right, left)


def bvuge(left: Term, right: Term) -> Term:
    """Return unsigned ``left >= right``."""
    return not_(bvult(left, right))


def bvsgt(left: Term, right: Term) -> Term:
    """Return signed ``left > right``."""
    return bvslt(right, left)


def bvsge(left: Term, right: Term) -> Term:
    """Return signed ``left >= right``."""
    return not_(bvslt(left, right))


def _less(op: Op, left: Term, right: Term, fuel: int) -> Term:
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise SortError(f"{op.value} of {left.sort} and {right.sort}")
    if left is right:
        return FALSE
    left_op, right_op = left.op, right.op
    if right_op is _CONSTANT:
        if left_op is _CONSTANT:
            return folded(op, (left, right), BOOL)
        simpler = _below_constant(op, left, right, fuel)
    elif left_op is _CONSTANT:
        simpler = _above_constant(op, left, right, fuel)
    elif left_op is right_op and (left_op is _ZERO_EXTEND or left_op is _SIGN_EXTEND):
        simpler = _both_extended(op, left, right)
    elif op is _BVULT and _BVUREM in (left_op, right_op):
        simpler = _with_remainder(left, right)
    else:
        simpler = None
    return simpler if simpler is not None else intern(op, (left, right), BOOL)


def _both_extended(op: Op, left: Term, right: Term) -> Term | None:
    if left.args[0].sort is not right.args[0].sort:
        return None
    return _less(_BVULT if left.op is _ZERO_EXTEND else op, left.args[0], right.args[0], LIMITS.comparison_depth)


def _with_remainder(left: Term, right: Term) -> Term | None:
    """Return unsigned ``left < right`` simplified, None if neither is a remainder of the other or
    by it.

    A remainder is below its divisor if that is not 0; it is the dividend if the divisor is 0, and
    never above it.
    """
    zero = number(0, left.sort)
    if left.op is _BVUREM and left.args[1] is right:
        return not_(eq(right, zero))
    if right.op is _BVUREM:
        dividend, divisor = right.args
        if dividend is left:
            return FALSE
        if divisor is left:
            return and_(eq(left, zero), not_(eq(dividend, zero)))
    return None


def _below_constant(op: Op, term: Term, bound: Term, fuel: int) -> Term | None:
    """Return ``term < bound`` simplified, None if it is not."""
    sort = term.sort
    least = 0 if op is _BVULT else sort.mask // 2 + 1
    value = bound.payload
    if value == least:
        return FALSE
    if value == (least + 1) & sort.mask:
        return eq(term, number(least, sort))
    if value == (least - 1) & sort.mask:
        return not_(eq(term, bound))
    if term.op is _ITE:
        condition, then, otherwise = term.args
        if fuel and (then.op is _CONSTANT or otherwise.op is _CONSTANT):
            return ite(condition, _less(op, then, bound, fuel - 1), _less(op, otherwise, bound, fuel - 1))
        return None
    narrowed = _narrowed(op, term, value)
    if narrowed is None:
        return None
    kind, inner, value, least, greatest = narrowed
    if value <= least:
        return FALSE
    return TRUE if value > greatest else _less(kind, inner, number(value, inner.sort), fuel)


def _above_constant(op: Op, bound: Term, term: Term, fuel: int) -> Term | None:
    """Return ``bound < term`` simplified, None if it is not."""
    sort = term.sort
    greatest = sort.mask if op is _BVULT else sort.mask // 2
    value = bound.payload
    if value == greatest:
        return FALSE
    if value == (greatest - 1) & sort.mask:
        return eq(term, number(greatest, sort))
    if value == (greatest + 1) & sort.mask:
        return not_(eq(term, bound))
    if term.op is _ITE:
        condition, then, otherwise = term.args
        if fuel and (then.op is _CONSTANT or otherwise.op is _CONSTANT):
            return ite(condition, _less(op, bound, then, fuel - 1), _less(op, bound, otherwise, fuel - 1))
        return None
    narrowed = _narrowed(op, term, value)
    if narrowed is None:
        return None
    kind, inner, value, least, greatest = narrowed
    if value >= greatest:
        return FALSE
    return TRUE if value < least else _less(kind, number(value, inner.sort), inner, fuel)


def _narrowed(op: Op, term: Term, value: int) -> tuple[Op, Term, int, int, int] | None:
    """Reduce a comparison of ``value`` with the extension ``term`` to the extended term.

    The result is the order of the inner term, that term, ``value`` as a number, and the least
    and greatest number of the inner term; None if ``op`` does not respect the extension.
    """
    if term.op is _ZERO_EXTEND:
        inner = term.args[0]
        return _BVULT, inner, value if op is _BVULT else signed(value, term.sort.width), 0, inner.sort.mask
    if term.op is _SIGN_EXTEND and op is _BVSLT:
        inner = term.args[0]
        half = inner.sort.mask // 2
        return _BVSLT, inner, signed(value, term.sort.width), -half - 1, half
    return None
