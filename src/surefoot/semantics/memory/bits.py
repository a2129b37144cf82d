"""Values as bytes in memory (little endian), and known low bits of terms.

The logic has one NaN, memory has many. A NaN that is only copied keeps its bits. The bits of a NaN
that an operation computes or that is havocked are a fresh symbol for each term, since an operation
on equal values gives equal bits.
"""

from functools import lru_cache

from surefoot.logic import (
    TRUE,
    BitVecSort,
    FloatSort,
    Op,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    bit_vector,
    bv,
    bvand,
    bvor,
    bvxor,
    concat,
    eq,
    extract,
    fp_from_ieee_bv,
    fp_is_nan,
    fp_to_ieee_bv,
    ite,
    variable,
    zero_extend,
)
from surefoot.program.layout import byte_size
from surefoot.semantics.limits import LIMITS


def as_bits(value: Term) -> Term:
    """Return the bit pattern of ``value``, zero-extended to whole bytes."""
    if isinstance(value.sort, FloatSort):
        return _bits_of_float(value) if _has_known_nan_bits(value) else _bits_of_number(value)
    return zero_extend(value, byte_size(value.sort) * 8)


def as_sort(cell: Term, sort: Sort) -> Term:
    """Return the value of ``sort`` that the bytes of ``cell`` (of the same size) represent."""
    if cell.sort is sort:
        return cell
    bits = as_bits(cell)
    if isinstance(sort, FloatSort):
        return _float_of_bits(bits, sort)
    if isinstance(sort, BitVecSort) and isinstance(bits.sort, BitVecSort) and sort.width < bits.sort.width:
        return extract(bits, sort.width - 1, 0)
    return bits


def keeps_bits(value: Term) -> bool:
    """Return whether ``as_bits(value)`` is the very pattern that ``value`` was read from.

    It is not if the sort lacks some bits of its last byte.
    """
    return not isinstance(value.sort, BitVecSort) or value.sort.width % 8 == 0


# ---- the bits of NaNs

_NAN_CHOICE = "bits of NaN"


def is_nan_choice(symbol: Term) -> bool:
    """Return whether ``symbol`` stands for the unknown bits of some NaN."""
    own = symbol.payload
    return own.kind is SymbolKind.CHOICE and own.owner == _NAN_CHOICE


_UNKNOWN = "unknown value"


def unknown_value(number: int, sort: Sort) -> Term:
    """Return the symbol of the unconstrained value with this ``number``."""
    return variable(Symbol(SymbolKind.CHOICE, _UNKNOWN, number, f"unknown{number}"), sort)


def is_unknown_value(symbol: Term) -> bool:
    """Return whether ``symbol`` was made by `unknown_value`."""
    own = symbol.payload
    return own.kind is SymbolKind.CHOICE and own.owner == _UNKNOWN


def _has_known_nan_bits(value: Term) -> bool:
    """Return whether ``value`` is, in some case, a float read from bits, so that a NaN keeps these
    bits.
    """
    waiting, seen = [value], {value}
    while waiting:
        term = waiting.pop()
        if term.op is Op.FP_FROM_IEEE_BV:
            return True
        parts = [part for part in _passed_on(term) if part not in seen]
        waiting.extend(parts)
        seen.update(parts)
    return False


def _passed_on(term: Term) -> tuple[Term, ...]:
    """Return the operands whose bits ``term`` passes on, except perhaps the sign."""
    if term.op is Op.ITE:
        return term.args[1:]
    return term.args if term.op is Op.FP_NEG or term.op is Op.FP_ABS else ()


def _bits_of_float(value: Term) -> Term:
    """Return the bits of a float by cases; negation and absolute value change only the sign, also
    of a NaN.
    """
    known: dict[Term, Term] = {}
    stack = [value]
    while stack:
        term = stack[-1]
        missing = [part for part in _passed_on(term) if part not in known]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        width = term.sort.bits if isinstance(term.sort, FloatSort) else 0
        match term.op:
            case Op.FP_FROM_IEEE_BV:
                known[term] = term.args[0]
            case Op.ITE:
                known[term] = ite(term.args[0], known[term.args[1]], known[term.args[2]])
            case Op.FP_NEG:
                known[term] = bvxor(known[term.args[0]], bv(1 << (width - 1), width))
            case Op.FP_ABS:
                known[term] = bvand(known[term.args[0]], bv((1 << (width - 1)) - 1, width))
            case _:
                known[term] = _bits_of_number(term)
    return known[value]


def _bits_of_number(value: Term) -> Term:
    """Return the bits of a computed or havocked float: unknown for a NaN, but the same for the same
    term.
    """
    return ite(fp_is_nan(value), _unknown_nan(value), fp_to_ieee_bv(value))


def _unknown_nan(value: Term) -> Term:
    """Return bits of some NaN, a quiet one if ``value`` is the result of an operation."""
    sort = value.sort
    if not isinstance(sort, FloatSort):
        raise TypeError(f"{value} is no float")
    fraction = sort.significand - 1
    quiet = bv(1 << (fraction - 1), fraction)
    own = Symbol(SymbolKind.CHOICE, _NAN_CHOICE, value.id, f"{_NAN_CHOICE} {value.id}")
    choice = variable(own, bit_vector(fraction + 1))
    sign, payload = extract(choice, fraction, fraction), extract(choice, fraction - 1, 0)
    is_quiet = eq(payload, bv(0, fraction)) if value.op is Op.VARIABLE else TRUE
    payload = ite(is_quiet, bvor(payload, quiet), payload)
    return concat(concat(sign, bv((1 << sort.exponent) - 1, sort.exponent)), payload)


def _float_of_bits(bits: Term, sort: FloatSort) -> Term:
    """Return the float with these bits: the float that they were computed from, if there is one."""
    if bits.op is Op.ITE and bits.args[2].op is Op.FP_TO_IEEE_BV:
        (value,) = bits.args[2].args
        if value.sort is sort and _bits_of_number(value) is bits:
            return value
    return fp_from_ieee_bv(bits, sort)


def resized(term: Term, width: int) -> Term:
    """Return ``term`` as an unsigned number of ``width`` bits: zero-extended or truncated."""
    own = term.sort.width
    if own == width:
        return term
    return zero_extend(term, width) if own < width else extract(term, width - 1, 0)


def byte_of(bits: Term, index: int) -> Term:
    """Return byte ``index`` of a bit pattern, lowest first."""
    return extract(bits, 8 * index + 7, 8 * index)


def slice_of(bits: Term, start: int, size: int) -> Term:
    """Return bytes ``start .. start + size`` of a bit pattern."""
    return extract(bits, 8 * (start + size) - 1, 8 * start)


def joined(parts: list[Term]) -> Term:
    """Return the bit pattern whose consecutive pieces, lowest first, are ``parts``."""
    whole = parts[0]
    for part in parts[1:]:
        whole = concat(part, whole)
    return whole


def ite_by_parts(condition: Term, then: Term, otherwise: Term) -> Term:
    """Return ``ite(condition, then, otherwise)``, pushed below common concatenations and zero
    extensions.
    """
    if then.op is Op.ZERO_EXTEND and otherwise.op is Op.ZERO_EXTEND:
        width = max(then.args[0].sort.width, otherwise.args[0].sort.width)
        inner = ite_by_parts(condition, extract(then, width - 1, 0), extract(otherwise, width - 1, 0))
        return zero_extend(inner, then.sort.width)
    if then.op is Op.CONCAT and otherwise.op is Op.CONCAT:
        split = max(then.args[1].sort.width, otherwise.args[1].sort.width)
        high, low = (
            (extract(each, each.sort.width - 1, split), extract(each, split - 1, 0)) for each in (then, otherwise)
        )
        return concat(ite_by_parts(condition, high[0], low[0]), ite_by_parts(condition, high[1], low[1]))
    return ite(condition, then, otherwise)


def congruence(term: Term) -> tuple[int, int]:
    """Return (b, r) such that ``term`` is r modulo 2^b in every run; b = 0 is no information."""
    width = term.sort.width if isinstance(term.sort, BitVecSort) else 0
    bits, residue = _congruence(term, LIMITS.congruence_depth)
    bits = min(bits, width)
    return bits, residue % (1 << bits)


@lru_cache(maxsize=1 << 16)
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
                # r*(x + 2^bits*y): the number of known bits grows with the power of two in the other factor.
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
    """Return how often 2 divides ``number``, at most ``limit``."""
    if number % (1 << limit) == 0:
        return limit
    return (number & -number).bit_length() - 1
