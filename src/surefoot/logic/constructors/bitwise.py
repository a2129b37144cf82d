"""Constructors of bitwise operators and shifts of bit-vectors.

Shifts by constants and masks of low bits become extracts and concatenations.
"""

from typing import Final

from surefoot.logic.constructors.bitstrings import concat, extract, low_bits, shifted_right, sign_extend
from surefoot.logic.constructors.bitvectors import (
    bit_vector_sort,
    common_sort,
    has_constant_branches,
    mismatch,
    number,
    over_branches,
)
from surefoot.logic.constructors.constants import folded
from surefoot.logic.constructors.core import and_, ite, not_, or_
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.sorts import Sort
from surefoot.logic.terms import Term, intern

_CONSTANT: Final = Op.CONSTANT
_ITE: Final = Op.ITE
_BVNOT: Final = Op.BVNOT
_BVAND: Final = Op.BVAND
_BVOR: Final = Op.BVOR
_BVXOR: Final = Op.BVXOR
_CONCAT: Final = Op.CONCAT
_ZERO_EXTEND: Final = Op.ZERO_EXTEND


def bvnot(term: Term) -> Term:
    """Return ``term`` with every bit flipped."""
    if OPEN_LOGS:
        return noted(_BVNOT, bvnot, (term,))
    sort = bit_vector_sort(term)
    op = term.op
    if op is _CONSTANT:
        return folded(_BVNOT, (term,), sort)
    if op is _BVNOT:
        return term.args[0]
    if op is _ITE and has_constant_branches(term):
        condition, then, otherwise = term.args
        return ite(condition, bvnot(then), bvnot(otherwise))
    return intern(_BVNOT, (term,), sort)


def bvand(left: Term, right: Term) -> Term:
    """Return the bitwise conjunction."""
    if OPEN_LOGS:
        return noted(_BVAND, bvand, (left, right))
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise mismatch(_BVAND, left, right)
    if left is right:
        return left
    if left.op is _CONSTANT:
        left, right = right, left
    if right.op is _CONSTANT:
        mask = right.payload
        if mask == sort.mask:
            return left
        if mask & (mask + 1) == 0:
            return low_bits(left, mask.bit_length())
        return _bitwise_constant(_BVAND, left, right, sort)
    if _are_bitwise_complements(left, right):
        return number(0, sort)
    if sort.width == 1 and has_constant_branches(left) and has_constant_branches(right):
        return ite(and_(_as_condition(left), _as_condition(right)), number(1, sort), number(0, sort))
    if left.id > right.id:
        left, right = right, left
    return intern(_BVAND, (left, right), sort)


def bvor(left: Term, right: Term) -> Term:
    """Return the bitwise disjunction."""
    if OPEN_LOGS:
        return noted(_BVOR, bvor, (left, right))
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise mismatch(_BVOR, left, right)
    if left is right:
        return left
    if left.op is _CONSTANT:
        left, right = right, left
    if right.op is _CONSTANT:
        if right.payload == 0:
            return left
        if right.payload == sort.mask:
            return right
        return _bitwise_constant(_BVOR, left, right, sort)
    if _are_bitwise_complements(left, right):
        return number(-1, sort)
    if left.op is _ZERO_EXTEND:
        left, right = right, left
    if left.op is _CONCAT and right.op is _ZERO_EXTEND:
        high, low = left.args
        if low.op is _CONSTANT and low.payload == 0 and right.args[0].sort.width <= low.sort.width:
            return concat(high, extract(right, low.sort.width - 1, 0))
    if sort.width == 1 and has_constant_branches(left) and has_constant_branches(right):
        return ite(or_(_as_condition(left), _as_condition(right)), number(1, sort), number(0, sort))
    if left.id > right.id:
        left, right = right, left
    return intern(_BVOR, (left, right), sort)


def bvxor(left: Term, right: Term) -> Term:
    """Return the bitwise exclusive or."""
    if OPEN_LOGS:
        return noted(_BVXOR, bvxor, (left, right))
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise mismatch(_BVXOR, left, right)
    if left is right:
        return number(0, sort)
    if left.op is _CONSTANT:
        left, right = right, left
    if right.op is _CONSTANT:
        if right.payload == 0:
            return left
        if right.payload == sort.mask:
            return bvnot(left)
        return _bitwise_constant(_BVXOR, left, right, sort)
    if _are_bitwise_complements(left, right):
        return number(-1, sort)
    if left.id > right.id:
        left, right = right, left
    return intern(_BVXOR, (left, right), sort)


def bvshl(left: Term, right: Term) -> Term:
    """Return ``left`` shifted left; by its width or more, zero."""
    if OPEN_LOGS:
        return noted(Op.BVSHL, bvshl, (left, right))
    sort = common_sort(Op.BVSHL, left, right)
    if right.op is _CONSTANT:
        distance = right.payload
        if distance == 0:
            return left
        if distance >= sort.width:
            return number(0, sort)
        return concat(extract(left, sort.width - 1 - distance, 0), extract(number(0, sort), distance - 1, 0))
    if left.op is _CONSTANT and left.payload == 0:
        return left
    return intern(Op.BVSHL, (left, right), sort)


def bvlshr(left: Term, right: Term) -> Term:
    """Return ``left`` shifted right with zeros coming in."""
    if OPEN_LOGS:
        return noted(Op.BVLSHR, bvlshr, (left, right))
    sort = common_sort(Op.BVLSHR, left, right)
    if right.op is _CONSTANT:
        return shifted_right(left, right.payload)
    if left.op is _CONSTANT and left.payload == 0:
        return left
    return intern(Op.BVLSHR, (left, right), sort)


def bvashr(left: Term, right: Term) -> Term:
    """Return ``left`` shifted right with copies of its highest bit coming in."""
    if OPEN_LOGS:
        return noted(Op.BVASHR, bvashr, (left, right))
    sort = common_sort(Op.BVASHR, left, right)
    width = sort.width
    if right.op is _CONSTANT:
        return sign_extend(extract(left, width - 1, min(right.payload, width - 1)), width)
    if left.op is _CONSTANT and left.payload in (0, sort.mask):
        return left
    return intern(Op.BVASHR, (left, right), sort)


def _bitwise_constant(op: Op, term: Term, mask: Term, sort: Sort) -> Term:
    """Apply a bitwise operator to ``term`` and a constant, joining it with one inside ``term``."""
    if term.op is _CONSTANT:
        return folded(op, (term, mask), sort)
    if term.op is op and term.args[1].op is _CONSTANT:
        inner = folded(op, (term.args[1], mask), sort)
        build = bvand if op is _BVAND else bvor if op is _BVOR else bvxor
        return build(term.args[0], inner)
    if term.op is _ITE and has_constant_branches(term):
        return over_branches(op, term, mask, sort)
    return intern(op, (term, mask), sort)


def _as_condition(bit: Term) -> Term:
    """Return the condition under which an if-then-else between the two one-bit constants is 1."""
    condition, then, _ = bit.args
    return condition if then.payload else not_(condition)


def _are_bitwise_complements(left: Term, right: Term) -> bool:
    return (left.op is _BVNOT and left.args[0] is right) or (right.op is _BVNOT and right.args[0] is left)
