"""Values as the bytes they occupy in memory (little endian), and what is known of a term's low bits."""

from surefoot.logic import (
    TRUE,
    BitVecSort,
    FloatSort,
    Op,
    Sort,
    Term,
    concat,
    extract,
    fp_from_ieee_bv,
    fp_is_nan,
    fp_to_ieee_bv,
    zero_extend,
)
from surefoot.program.layout import byte_size


def as_bits(value: Term) -> Term:
    """The bit pattern of ``value``, zero-extended to whole bytes."""
    sort = value.sort
    if isinstance(sort, FloatSort):
        return fp_to_ieee_bv(value)
    return zero_extend(value, byte_size(sort) * 8)


def as_sort(cell: Term, sort: Sort) -> Term:
    """The value of ``sort`` that the bytes of ``cell`` (of the same size) represent."""
    if cell.sort is sort:
        return cell
    bits = as_bits(cell)
    if isinstance(sort, FloatSort):
        return fp_from_ieee_bv(bits, sort)
    if isinstance(sort, BitVecSort) and isinstance(bits.sort, BitVecSort) and sort.width < bits.sort.width:
        return extract(bits, sort.width - 1, 0)
    return bits


def keeps_bits(value: Term) -> bool:
    """Whether ``as_bits(value)`` is the very pattern that ``value`` was read from.

    A float that was read from bits may have been a NaN, whose sign and payload it does not remember; a bit-vector may
    lack bits of its last byte.
    """
    if isinstance(value.sort, BitVecSort):
        return value.sort.width % 8 == 0
    waiting, seen = [value], {value}
    while waiting:
        term = waiting.pop()
        if term.op is Op.FP_FROM_IEEE_BV or (term.op is Op.CONSTANT and fp_is_nan(term) is TRUE):
            return False
        branches = term.args[1:] if term.op is Op.ITE else ()
        waiting.extend(branch for branch in branches if branch not in seen)
        seen.update(branches)
    return True


def resized(term: Term, width: int) -> Term:
    """``term`` as an unsigned number of ``width`` bits: zeros are added, or high bits cut off."""
    own = term.sort.width
    if own == width:
        return term
    return zero_extend(term, width) if own < width else extract(term, width - 1, 0)


def byte_of(bits: Term, index: int) -> Term:
    """Byte ``index`` of a bit pattern, the lowest first."""
    return extract(bits, 8 * index + 7, 8 * index)


def slice_of(bits: Term, start: int, size: int) -> Term:
    """Bytes ``start .. start + size`` of a bit pattern."""
    return extract(bits, 8 * (start + size) - 1, 8 * start)


def joined(parts: list[Term]) -> Term:
    """The bit pattern whose consecutive pieces, lowest first, are ``parts``."""
    whole = parts[0]
    for part in parts[1:]:
        whole = concat(part, whole)
    return whole


def congruence(term: Term) -> tuple[int, int]:
    """(b, r) such that ``term`` is r modulo 2^b in every run; b = 0 says nothing."""
    width = term.sort.width if isinstance(term.sort, BitVecSort) else 0
    bits, residue = _congruence(term, 12)
    bits = min(bits, width)
    return bits, residue % (1 << bits)


def _congruence(term: Term, depth: int) -> tuple[int, int]:
    op = term.op
    if op is Op.CONSTANT:
        return 128, int(term.payload)
    if depth == 0:
        return 0, 0
    match op:
        case Op.BVADD:
            known, residue = 128, 0
            for arg in term.args:
                bits, rest = _congruence(arg, depth - 1)
                known, residue = min(known, bits), residue + rest
            return known, residue
        case Op.BVMUL:
            known, residue = 128, 1
            for arg in term.args:
                bits, rest = _congruence(arg, depth - 1)
                # r*(x + 2^bits*y): what is known grows with the power of two in the other factor.
                known = min(known + _twos(rest, bits), bits + _twos(residue, known))
                residue *= rest
            return known, residue
        case Op.BVSHL if term.args[1].op is Op.CONSTANT:
            bits, rest = _congruence(term.args[0], depth - 1)
            amount = int(term.args[1].payload)
            return bits + amount, rest << min(amount, 128)
        case Op.CONCAT:
            low = term.args[1]
            bits, rest = _congruence(low, depth - 1)
            return min(bits, low.sort.width), rest
        case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
            inner = term.args[0]
            bits, rest = _congruence(inner, depth - 1)
            return min(bits, inner.sort.width), rest
        case Op.ITE:
            left_bits, left = _congruence(term.args[1], depth - 1)
            right_bits, right = _congruence(term.args[2], depth - 1)
            known = min(left_bits, right_bits)
            while known and (left - right) % (1 << known):
                known -= 1
            return known, left
        case _:
            return 0, 0


def _twos(number: int, limit: int) -> int:
    """How often 2 divides ``number``, at most ``limit``."""
    if number % (1 << limit) == 0:
        return limit
    return (number & -number).bit_length() - 1
