"""Constructors of equality and distinctness.

An equality with a constant is solved for the inner term where that is exact: through sums,
negations, extensions, concatenations and if-then-else with a constant branch, up to a bounded
depth.
"""

from typing import Final

from surefoot.logic.constructors.bitstrings import extract
from surefoot.logic.constructors.bitvectors import bvadd, number, offset_from
from surefoot.logic.constructors.bitwise import bvnot
from surefoot.logic.constructors.constants import FALSE, TRUE
from surefoot.logic.constructors.core import and_, iff, not_, or_
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.sorts import BOOL, SortError
from surefoot.logic.terms import Term, intern

_CONSTANT: Final = Op.CONSTANT
_ITE: Final = Op.ITE
_EQ: Final = Op.EQ
_BVADD: Final = Op.BVADD


def eq(left: Term, right: Term) -> Term:
    """Return the equality of two terms of one sort; on floats, NaN equals NaN and -0 differs from
    +0.
    """
    if OPEN_LOGS:
        return noted(_EQ, eq, (left, right))
    if left is right:
        return TRUE
    sort = left.sort
    if sort is not right.sort:
        raise SortError(f"equality of {left.sort} and {right.sort}")
    if sort is BOOL:
        return iff(left, right)
    return _eq(left, right, LIMITS.equality_depth)


def distinct(*terms: Term) -> Term:
    """Return the conjunction of the inequalities of each pair of ``terms``."""
    return and_(*(not_(eq(left, right)) for i, left in enumerate(terms) for right in terms[i + 1 :]))


def _eq(left: Term, right: Term, fuel: int) -> Term:
    """Return the equality of two terms of one sort that is not Bool."""
    if left is right:
        return TRUE
    if left.op is _CONSTANT:
        if right.op is _CONSTANT:
            return FALSE
        left, right = right, left
    if fuel:
        solved = _solved(left, right, fuel - 1) if right.op is _CONSTANT else _cancelled(left, right, fuel - 1)
        if solved is not None:
            return solved
    if right.op is not _CONSTANT and left.id > right.id:
        left, right = right, left
    return intern(_EQ, (left, right), BOOL)


def _solved(term: Term, value: Term, fuel: int) -> Term | None:
    """Return ``term = value`` in terms of an argument of ``term``, None if nothing is gained."""
    op = term.op
    if op is _ITE:
        return _chosen(term, value, fuel)
    if not term.args or not term.sort.width:
        return None
    inner = term.args[0]
    sort = term.sort
    if op is _BVADD:
        offset = term.args[1]
        return _eq(inner, number(value.payload - offset.payload, sort), fuel) if offset.op is _CONSTANT else None
    if op is Op.BVSUB:
        return _eq(inner, bvadd(term.args[1], value), fuel)
    if op is Op.BVXOR:
        mask = term.args[1]
        return _eq(inner, number(value.payload ^ mask.payload, sort), fuel) if mask.op is _CONSTANT else None
    if op is Op.BVNOT:
        return _eq(inner, bvnot(value), fuel)
    if op is Op.BVNEG:
        return _eq(inner, number(-value.payload, sort), fuel)
    if op is Op.ZERO_EXTEND:
        return FALSE if value.payload > inner.sort.mask else _eq(inner, number(value.payload, inner.sort), fuel)
    if op is Op.SIGN_EXTEND:
        top = inner.sort.width - 1
        sign = value.payload >> top
        return _eq(inner, number(value.payload, inner.sort), fuel) if sign in (0, sort.mask >> top) else FALSE
    if op is Op.CONCAT:
        low = term.args[1]
        if inner.op is not _CONSTANT and low.op is not _CONSTANT:
            return None
        split = low.sort.width
        high_value, low_value = extract(value, sort.width - 1, split), extract(value, split - 1, 0)
        return and_(_eq(inner, high_value, fuel), _eq(low, low_value, fuel))
    return None


def _chosen(term: Term, value: Term, fuel: int) -> Term | None:
    """Return ``ite(c, a, b) = value`` if ``a`` or ``b`` is ``value``, or if all three are
    constants.
    """
    condition, then, otherwise = term.args
    if then is value:
        return or_(condition, _eq(otherwise, value, fuel))
    if otherwise is value:
        return or_(not_(condition), _eq(then, value, fuel))
    if value.op is not _CONSTANT:
        return None
    if then.op is _CONSTANT:
        return and_(not_(condition), _eq(otherwise, value, fuel))
    if otherwise.op is _CONSTANT:
        return and_(condition, _eq(then, value, fuel))
    return None


def _cancelled(left: Term, right: Term, fuel: int) -> Term | None:
    """Return ``left = right`` for two terms without a constant, without what they have in common."""
    if left.op is _ITE:
        chosen = _chosen(left, right, fuel)
        if chosen is not None:
            return chosen
    if right.op is _ITE:
        chosen = _chosen(right, left, fuel)
        if chosen is not None:
            return chosen
    if not left.sort.width:
        return None
    left_op, right_op = left.op, right.op
    if left_op is _BVADD or right_op is _BVADD:
        return _sum_cancelled(left, right, fuel)
    if left_op is not right_op or left.payload != right.payload:
        return None
    if left_op is Op.BVNOT or left_op is Op.BVNEG:
        return _eq(left.args[0], right.args[0], fuel)
    if left_op is Op.ZERO_EXTEND or left_op is Op.SIGN_EXTEND:
        return _eq(left.args[0], right.args[0], fuel) if left.args[0].sort is right.args[0].sort else None
    if left_op is Op.CONCAT and left.args[1].sort is right.args[1].sort:
        (high, low), (other_high, other_low) = left.args, right.args
        if high is other_high or low is other_low or (high.op is other_high.op is _CONSTANT):
            return and_(_eq(high, other_high, fuel), _eq(low, other_low, fuel))
    return None


def _sum_cancelled(left: Term, right: Term, fuel: int) -> Term | None:
    """Return ``left = right`` where one is a sum: of ``x + k = y + l``, the older of x and y stands
    alone.
    """
    sort = left.sort
    base, gained = offset_from(left)
    other, lost = offset_from(right)
    if base is other:
        return FALSE
    if base.id > other.id:
        base, gained, other, lost = other, lost, base, gained
    if gained:
        return _eq(base, bvadd(other, number(lost - gained, sort)), fuel)
    if left.op is _BVADD and right in left.args:
        return _eq(left.args[1] if left.args[0] is right else left.args[0], number(0, sort), fuel)
    if right.op is _BVADD and left in right.args:
        return _eq(right.args[1] if right.args[0] is left else right.args[0], number(0, sort), fuel)
    if left.op is right.op:
        for index, summand in enumerate(left.args):
            for other_index, other_summand in enumerate(right.args):
                if summand is other_summand:
                    return _eq(left.args[1 - index], right.args[1 - other_index], fuel)
    return None
