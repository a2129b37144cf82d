"""Constructors of bit-vector arithmetic.

Sums keep their constant outermost and on the right, ``(x + y) + k``, so that addresses ``base +
offset`` meet and cancel. Unsigned divisions by powers of two become extracts; other divisions
have the width of their operands without leading zeros.
"""

from typing import Final

from surefoot.logic.constructors.bitstrings import extract, low_bits, shifted_right, sign_extend, zero_extend
from surefoot.logic.constructors.constants import folded
from surefoot.logic.constructors.core import ite
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.sorts import Sort, SortError
from surefoot.logic.terms import Term, intern, intern_leaf

_CONSTANT: Final = Op.CONSTANT
_ITE: Final = Op.ITE
_BVNOT: Final = Op.BVNOT
_BVNEG: Final = Op.BVNEG
_BVADD: Final = Op.BVADD
_BVSUB: Final = Op.BVSUB
_BVMUL: Final = Op.BVMUL
_BVAND: Final = Op.BVAND
_BVOR: Final = Op.BVOR
_BVXOR: Final = Op.BVXOR
_CONCAT: Final = Op.CONCAT
_ZERO_EXTEND: Final = Op.ZERO_EXTEND


def number(value: int, sort: Sort) -> Term:
    """Return ``value`` modulo ``2**width`` as a constant of a bit-vector sort."""
    return intern_leaf(_CONSTANT, value & sort.mask, sort)


def bvneg(term: Term) -> Term:
    """Return ``-term`` modulo ``2**width``."""
    if OPEN_LOGS:
        return noted(_BVNEG, bvneg, (term,))
    sort = bit_vector_sort(term)
    op = term.op
    if op is _CONSTANT:
        return folded(_BVNEG, (term,), sort)
    if op is _BVNEG:
        return term.args[0]
    if op is _BVSUB:
        return bvsub(term.args[1], term.args[0])
    if op is _ITE and has_constant_branches(term):
        condition, then, otherwise = term.args
        return ite(condition, bvneg(then), bvneg(otherwise))
    return intern(_BVNEG, (term,), sort)


def bvadd(left: Term, right: Term) -> Term:
    """Return ``left + right`` modulo ``2**width``."""
    if OPEN_LOGS:
        return noted(_BVADD, bvadd, (left, right))
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise mismatch(_BVADD, left, right)
    if left.op is _CONSTANT:
        if right.op is _CONSTANT:
            return folded(_BVADD, (left, right), sort)
        left, right = right, left
    left_op = left.op
    if right.op is _CONSTANT:
        return _plus_constant(left, right, sort)
    if left_op is _BVADD and left.args[1].op is _CONSTANT:
        return _plus_constant(bvadd(left.args[0], right), left.args[1], sort)
    right_op = right.op
    if right_op is _BVADD and right.args[1].op is _CONSTANT:
        return _plus_constant(bvadd(left, right.args[0]), right.args[1], sort)
    if right_op is _BVNEG:
        return bvsub(left, right.args[0])
    if left_op is _BVNEG:
        return bvsub(right, left.args[0])
    if left_op is _BVSUB and left.args[1] is right:
        return left.args[0]
    if right_op is _BVSUB and right.args[1] is left:
        return right.args[0]
    if left.id > right.id:
        left, right = right, left
    return intern(_BVADD, (left, right), sort)


def _plus_constant(term: Term, offset: Term, sort: Sort) -> Term:
    """Return ``term + offset`` where ``offset`` is a constant."""
    if term.op is _BVADD and term.args[1].op is _CONSTANT:
        offset = folded(_BVADD, (term.args[1], offset), sort)
        term = term.args[0]
    elif term.op is _CONSTANT:
        return folded(_BVADD, (term, offset), sort)
    elif term.op is _ITE and has_constant_branches(term):
        condition, then, otherwise = term.args
        return ite(condition, folded(_BVADD, (then, offset), sort), folded(_BVADD, (otherwise, offset), sort))
    if offset.payload == 0:
        return term
    return intern(_BVADD, (term, offset), sort)


def offset_from(term: Term) -> tuple[Term, int]:
    """Return ``(base, k)`` with ``term = base + k``."""
    if term.op is _BVADD and term.args[1].op is _CONSTANT:
        return term.args[0], term.args[1].payload
    return term, 0


def bvsub(left: Term, right: Term) -> Term:
    """Return ``left - right`` modulo ``2**width``."""
    if OPEN_LOGS:
        return noted(_BVSUB, bvsub, (left, right))
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise mismatch(_BVSUB, left, right)
    if left is right:
        return number(0, sort)
    if right.op is _CONSTANT:
        return bvadd(left, number(-right.payload, sort))
    if left.op is _CONSTANT and left.payload == 0:
        return bvneg(right)
    minuend, gained = offset_from(left)
    subtrahend, lost = offset_from(right)
    if gained or lost:
        return bvadd(bvsub(minuend, subtrahend), number(gained - lost, sort))
    if right.op is _BVNEG:
        return bvadd(left, right.args[0])
    if left.op is _BVADD:
        if left.args[0] is right:
            return left.args[1]
        if left.args[1] is right:
            return left.args[0]
    if right.op is _BVADD:
        if right.args[0] is left:
            return bvneg(right.args[1])
        if right.args[1] is left:
            return bvneg(right.args[0])
    return intern(_BVSUB, (left, right), sort)


def bvmul(left: Term, right: Term) -> Term:
    """Return ``left * right`` modulo ``2**width``."""
    if OPEN_LOGS:
        return noted(_BVMUL, bvmul, (left, right))
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise mismatch(_BVMUL, left, right)
    if left.op is _CONSTANT:
        if right.op is _CONSTANT:
            return folded(_BVMUL, (left, right), sort)
        left, right = right, left
    if right.op is _CONSTANT:
        factor = right.payload
        if factor == 0:
            return right
        if factor == 1:
            return left
        if factor == sort.mask:
            return bvneg(left)
        if left.op is _BVMUL and left.args[1].op is _CONSTANT:
            return bvmul(left.args[0], folded(_BVMUL, (left.args[1], right), sort))
        if left.op is _ITE and has_constant_branches(left):
            return over_branches(_BVMUL, left, right, sort)
    elif left.id > right.id:
        left, right = right, left
    return intern(_BVMUL, (left, right), sort)


def bvudiv(left: Term, right: Term) -> Term:
    """Return the unsigned quotient; division by zero gives all ones."""
    if OPEN_LOGS:
        return noted(Op.BVUDIV, bvudiv, (left, right))
    sort = common_sort(Op.BVUDIV, left, right)
    if right.op is _CONSTANT:
        divisor = right.payload
        if left.op is _CONSTANT:
            return folded(Op.BVUDIV, (left, right), sort)
        if divisor == 0:
            return number(-1, sort)
        if divisor & (divisor - 1) == 0:
            return shifted_right(left, divisor.bit_length() - 1)
        if has_constant_branches(left):
            return over_branches(Op.BVUDIV, left, right, sort)
    width = _width_needed(left, right) + (right.op is not _CONSTANT)
    if width < sort.width:
        quotient = bvudiv(extract(left, width - 1, 0), extract(right, width - 1, 0))
        # with a bit more than the operands have, the highest bit of the quotient is one just where the divisor is zero
        return (zero_extend if right.op is _CONSTANT else sign_extend)(quotient, sort.width)
    return intern(Op.BVUDIV, (left, right), sort)


def bvurem(left: Term, right: Term) -> Term:
    """Return the unsigned remainder; of division by zero, it is the dividend."""
    if OPEN_LOGS:
        return noted(Op.BVUREM, bvurem, (left, right))
    sort = common_sort(Op.BVUREM, left, right)
    if left is right:
        return number(0, sort)
    if left.op is _CONSTANT and (right.op is _CONSTANT or left.payload == 0):
        return left if left.payload == 0 else folded(Op.BVUREM, (left, right), sort)
    if right.op is _CONSTANT:
        divisor = right.payload
        if divisor == 0:
            return left
        if divisor & (divisor - 1) == 0:
            return low_bits(left, divisor.bit_length() - 1)
        if has_constant_branches(left):
            return over_branches(Op.BVUREM, left, right, sort)
    width = _width_needed(left, right)
    if width < sort.width:
        return zero_extend(bvurem(extract(left, width - 1, 0), extract(right, width - 1, 0)), sort.width)
    return intern(Op.BVUREM, (left, right), sort)


def _width_needed(left: Term, right: Term) -> int:
    """Return how many bits two operands have that are not known to be zero."""
    return max(_own_width(left), _own_width(right))


def _own_width(term: Term) -> int:
    if term.op is _CONSTANT:
        return max(1, int(term.payload).bit_length())
    return (term.args[0] if term.op is _ZERO_EXTEND else term).sort.width


def bvsdiv(left: Term, right: Term) -> Term:
    """Return the signed quotient rounded towards zero; division by zero is 1 if ``left < 0``, else
    -1.
    """
    if OPEN_LOGS:
        return noted(Op.BVSDIV, bvsdiv, (left, right))
    sort = common_sort(Op.BVSDIV, left, right)
    if right.op is _CONSTANT:
        if left.op is _CONSTANT:
            return folded(Op.BVSDIV, (left, right), sort)
        if right.payload == sort.mask:
            return bvneg(left)
        if right.payload == 1:
            return left
    if _width_needed(left, right) < sort.width:
        return bvudiv(left, right)
    return intern(Op.BVSDIV, (left, right), sort)


def bvsrem(left: Term, right: Term) -> Term:
    """Return the signed remainder, with the sign of ``left``; of division by zero, it is ``left``."""
    if OPEN_LOGS:
        return noted(Op.BVSREM, bvsrem, (left, right))
    sort = common_sort(Op.BVSREM, left, right)
    if left is right:
        return number(0, sort)
    if left.op is _CONSTANT and (right.op is _CONSTANT or left.payload == 0):
        return left if left.payload == 0 else folded(Op.BVSREM, (left, right), sort)
    if right.op is _CONSTANT:
        if right.payload == 0:
            return left
        if right.payload in (1, sort.mask):
            return number(0, sort)
    if _width_needed(left, right) < sort.width:
        return bvurem(left, right)
    return intern(Op.BVSREM, (left, right), sort)


def has_constant_branches(term: Term) -> bool:
    """Return whether ``term`` is an if-then-else between two constants."""
    return term.op is _ITE and term.args[1].op is _CONSTANT and term.args[2].op is _CONSTANT


def over_branches(op: Op, choice: Term, right: Term, sort: Sort) -> Term:
    """Apply ``op`` to ``right`` and each branch of a choice between constants."""
    condition, then, otherwise = choice.args
    return ite(condition, folded(op, (then, right), sort), folded(op, (otherwise, right), sort))


def bit_vector_sort(term: Term) -> Sort:
    """Return the sort of a bit-vector; raise SortError for any other term."""
    if not term.sort.width:
        raise SortError(f"expected a bit-vector, not a term of {term.sort}")
    return term.sort


def common_sort(op: Op, left: Term, right: Term) -> Sort:
    """Return the sort of two bit-vectors of one width; raise SortError if they are not that."""
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise mismatch(op, left, right)
    return sort


def mismatch(op: Op, left: Term, right: Term) -> SortError:
    """Return the error to raise for operands that do not fit."""
    return SortError(f"{op.value} of {left.sort} and {right.sort}")
