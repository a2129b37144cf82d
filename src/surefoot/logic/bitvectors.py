"""Constructors of bit-vector arithmetic and bitwise operators.

Sums keep their constant outermost and on the right, ``(x + y) + k``, so that addresses ``base + offset``
meet and cancel. Shifts, masks and unsigned divisions by constants become extracts and concatenations.
"""

from typing import Final

from surefoot.logic.bitstrings import concat, extract, sign_extend, zero_extend
from surefoot.logic.constants import folded
from surefoot.logic.core import and_, ite, not_, or_
from surefoot.logic.operators import Op
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


def bvnot(term: Term) -> Term:
    """Return ``term`` with every bit flipped."""
    sort = _bit_vector_sort(term)
    op = term.op
    if op is _CONSTANT:
        return folded(_BVNOT, (term,), sort)
    if op is _BVNOT:
        return term.args[0]
    if op is _ITE and has_constant_branches(term):
        condition, then, otherwise = term.args
        return ite(condition, bvnot(then), bvnot(otherwise))
    return intern(_BVNOT, (term,), sort)


def bvneg(term: Term) -> Term:
    """Return ``-term`` modulo ``2**width``."""
    sort = _bit_vector_sort(term)
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
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise _mismatch(_BVADD, left, right)
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
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise _mismatch(_BVSUB, left, right)
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
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise _mismatch(_BVMUL, left, right)
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
            return _over_branches(_BVMUL, left, right, sort)
    elif left.id > right.id:
        left, right = right, left
    return intern(_BVMUL, (left, right), sort)


def bvudiv(left: Term, right: Term) -> Term:
    """Return the unsigned quotient; division by zero gives all ones."""
    sort = _common_sort(Op.BVUDIV, left, right)
    if right.op is _CONSTANT:
        divisor = right.payload
        if left.op is _CONSTANT:
            return folded(Op.BVUDIV, (left, right), sort)
        if divisor == 0:
            return number(-1, sort)
        if divisor & (divisor - 1) == 0:
            return _shifted_right(left, divisor.bit_length() - 1)
    return intern(Op.BVUDIV, (left, right), sort)


def bvurem(left: Term, right: Term) -> Term:
    """Return the unsigned remainder; of division by zero, it is the dividend."""
    sort = _common_sort(Op.BVUREM, left, right)
    if left is right:
        return number(0, sort)
    if left.op is _CONSTANT and (right.op is _CONSTANT or left.payload == 0):
        return left if left.payload == 0 else folded(Op.BVUREM, (left, right), sort)
    if right.op is _CONSTANT:
        divisor = right.payload
        if divisor == 0:
            return left
        if divisor & (divisor - 1) == 0:
            return _low_bits(left, divisor.bit_length() - 1)
    return intern(Op.BVUREM, (left, right), sort)


def bvsdiv(left: Term, right: Term) -> Term:
    """Return the signed quotient rounded towards zero; division by zero gives 1 if ``left < 0`` and else -1."""
    sort = _common_sort(Op.BVSDIV, left, right)
    if right.op is _CONSTANT:
        if left.op is _CONSTANT:
            return folded(Op.BVSDIV, (left, right), sort)
        if right.payload == sort.mask:
            return bvneg(left)
        if right.payload == 1:
            return left
    return intern(Op.BVSDIV, (left, right), sort)


def bvsrem(left: Term, right: Term) -> Term:
    """Return the signed remainder, with the sign of ``left``; of division by zero, it is ``left``."""
    sort = _common_sort(Op.BVSREM, left, right)
    if left is right:
        return number(0, sort)
    if left.op is _CONSTANT and (right.op is _CONSTANT or left.payload == 0):
        return left if left.payload == 0 else folded(Op.BVSREM, (left, right), sort)
    if right.op is _CONSTANT:
        if right.payload == 0:
            return left
        if right.payload in (1, sort.mask):
            return number(0, sort)
    return intern(Op.BVSREM, (left, right), sort)


def bvand(left: Term, right: Term) -> Term:
    """Return the bitwise conjunction."""
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise _mismatch(_BVAND, left, right)
    if left is right:
        return left
    if left.op is _CONSTANT:
        left, right = right, left
    if right.op is _CONSTANT:
        mask = right.payload
        if mask == sort.mask:
            return left
        if mask & (mask + 1) == 0:
            return _low_bits(left, mask.bit_length())
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
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise _mismatch(_BVOR, left, right)
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
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise _mismatch(_BVXOR, left, right)
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


def _bitwise_constant(op: Op, term: Term, mask: Term, sort: Sort) -> Term:
    """Apply a bitwise operator to ``term`` and a constant, joining it with one inside ``term``."""
    if term.op is _CONSTANT:
        return folded(op, (term, mask), sort)
    if term.op is op and term.args[1].op is _CONSTANT:
        inner = folded(op, (term.args[1], mask), sort)
        build = bvand if op is _BVAND else bvor if op is _BVOR else bvxor
        return build(term.args[0], inner)
    if term.op is _ITE and has_constant_branches(term):
        return _over_branches(op, term, mask, sort)
    return intern(op, (term, mask), sort)


def bvshl(left: Term, right: Term) -> Term:
    """Return ``left`` shifted left; by its width or more, zero."""
    sort = _common_sort(Op.BVSHL, left, right)
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
    sort = _common_sort(Op.BVLSHR, left, right)
    if right.op is _CONSTANT:
        return _shifted_right(left, right.payload)
    if left.op is _CONSTANT and left.payload == 0:
        return left
    return intern(Op.BVLSHR, (left, right), sort)


def bvashr(left: Term, right: Term) -> Term:
    """Return ``left`` shifted right with copies of its highest bit coming in."""
    sort = _common_sort(Op.BVASHR, left, right)
    width = sort.width
    if right.op is _CONSTANT:
        return sign_extend(extract(left, width - 1, min(right.payload, width - 1)), width)
    if left.op is _CONSTANT and left.payload in (0, sort.mask):
        return left
    return intern(Op.BVASHR, (left, right), sort)


def has_constant_branches(term: Term) -> bool:
    """Tell whether ``term`` is an if-then-else between two constants."""
    return term.op is _ITE and term.args[1].op is _CONSTANT and term.args[2].op is _CONSTANT


def _over_branches(op: Op, choice: Term, right: Term, sort: Sort) -> Term:
    condition, then, otherwise = choice.args
    return ite(condition, folded(op, (then, right), sort), folded(op, (otherwise, right), sort))


def _as_condition(bit: Term) -> Term:
    """Return the condition under which an if-then-else between the two one-bit constants is 1."""
    condition, then, _ = bit.args
    return condition if then.payload else not_(condition)


def _are_bitwise_complements(left: Term, right: Term) -> bool:
    return (left.op is _BVNOT and left.args[0] is right) or (right.op is _BVNOT and right.args[0] is left)


def _shifted_right(term: Term, distance: int) -> Term:
    width = term.sort.width
    if distance >= width:
        return number(0, term.sort)
    return zero_extend(extract(term, width - 1, distance), width)


def _low_bits(term: Term, count: int) -> Term:
    return zero_extend(extract(term, count - 1, 0), term.sort.width) if count else number(0, term.sort)


def _bit_vector_sort(term: Term) -> Sort:
    if not term.sort.width:
        raise SortError(f"expected a bit-vector, not a term of {term.sort}")
    return term.sort


def _common_sort(op: Op, left: Term, right: Term) -> Sort:
    sort = left.sort
    if sort is not right.sort or not sort.width:
        raise _mismatch(op, left, right)
    return sort


def _mismatch(op: Op, left: Term, right: Term) -> SortError:
    return SortError(f"{op.value} of {left.sort} and {right.sort}")
