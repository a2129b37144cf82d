"""Constructors of concat, extract, zero extension and sign extension.

Rewrites keep one normal form, so that copying a word byte by byte gives the word: extracts are
pushed to the parts they come from, and adjacent extracts of one term are joined.
"""

from typing import Final

from surefoot.logic.constructors.constants import bv, folded
from surefoot.logic.constructors.core import ite
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.sorts import SortError, bit_vector
from surefoot.logic.terms import Term, intern

_CONSTANT: Final = Op.CONSTANT
_CONCAT: Final = Op.CONCAT
_EXTRACT: Final = Op.EXTRACT
_ZERO_EXTEND: Final = Op.ZERO_EXTEND
_SIGN_EXTEND: Final = Op.SIGN_EXTEND
_ITE: Final = Op.ITE


def concat(high: Term, low: Term) -> Term:
    """Return the bits of ``high`` followed by those of ``low``."""
    if OPEN_LOGS:
        return noted(_CONCAT, concat, (high, low))
    low_width = low.sort.width
    width = high.sort.width + low_width
    if not high.sort.width or not low_width:
        raise SortError(f"cannot concatenate {high.sort} and {low.sort}")
    joined = _joined(high, low)
    if joined is not None:
        return joined
    if high.op is _CONSTANT and high.payload == 0:
        return zero_extend(low, width)
    if high.op is _ZERO_EXTEND:
        return zero_extend(concat(high.args[0], low), width)
    if low.op is _ZERO_EXTEND:
        inner = low.args[0]
        return concat(concat(high, bv(0, low_width - inner.sort.width)), inner)
    if low.op is _CONCAT:
        joined = _joined(high, low.args[0])
        if joined is not None:
            return concat(joined, low.args[1])
    if high.op is _CONCAT:
        joined = _joined(high.args[1], low)
        if joined is not None:
            return concat(high.args[0], joined)
    return intern(_CONCAT, (high, low), bit_vector(width))


def _joined(high: Term, low: Term) -> Term | None:
    """Return a term simpler than the concatenation of two neighbours, None if there is none."""
    high_op = high.op
    if high_op is _CONSTANT:
        if low.op is _CONSTANT:
            return folded(_CONCAT, (high, low), bit_vector(high.sort.width + low.sort.width))
        return None
    if high_op is _EXTRACT and low.op is _EXTRACT and high.args[0] is low.args[0]:
        top, middle = high.payload
        below, bottom = low.payload
        if middle == below + 1:
            return extract(high.args[0], top, bottom)
    if high_op is _SIGN_EXTEND or (high_op is _EXTRACT and high.sort.width == 1):
        sign = high.args[0] if high_op is _SIGN_EXTEND else high
        low_width = low.sort.width
        if sign.sort.width == 1 and sign is extract(low, low_width - 1, low_width - 1):
            return sign_extend(low, high.sort.width + low_width)
    return None


def extract(term: Term, high: int, low: int) -> Term:
    """Return bits ``high`` down to ``low`` of ``term``, both included; bit 0 is the lowest."""
    if OPEN_LOGS:
        return noted(_EXTRACT, lambda argument: extract(argument, high, low), (term,), (high, low))
    width = term.sort.width
    if not 0 <= low <= high < width:
        raise SortError(f"{term.sort} has no bits {high} to {low}")
    return _extract(term, high, low, LIMITS.extract_parts)


def _extract(term: Term, high: int, low: int, fuel: int) -> Term:
    while True:
        if low == 0 and high == term.sort.width - 1:
            return term
        op = term.op
        if op is _EXTRACT:
            offset = term.payload[1]
            term, high, low = term.args[0], high + offset, low + offset
        elif op is _CONCAT:
            upper, lower = term.args
            split = lower.sort.width
            if high < split:
                term = lower
            elif low >= split:
                term, high, low = upper, high - split, low - split
            elif fuel:
                return concat(_extract(upper, high - split, 0, fuel - 1), _extract(lower, split - 1, low, fuel - 1))
            else:
                break
        elif op is _ZERO_EXTEND or op is _SIGN_EXTEND:
            inner = term.args[0]
            split = inner.sort.width
            if high >= split:
                return _extract_extended(op, inner, high, low)
            term = inner
        else:
            break
    if op is _CONSTANT:
        return folded(_EXTRACT, (term,), bit_vector(high - low + 1), (high, low))
    if op is _ITE and term.args[1].op is _CONSTANT and term.args[2].op is _CONSTANT:
        condition, then, otherwise = term.args
        return ite(condition, extract(then, high, low), extract(otherwise, high, low))
    return intern(_EXTRACT, (term,), bit_vector(high - low + 1), (high, low))


def _extract_extended(op: Op, inner: Term, high: int, low: int) -> Term:
    """Extract from an extension of ``inner`` bits of which at least one is beyond ``inner``."""
    top = inner.sort.width - 1
    width = high - low + 1
    if op is _ZERO_EXTEND:
        return bv(0, width) if low > top else zero_extend(extract(inner, top, low), width)
    return sign_extend(extract(inner, top, min(low, top)), width)


def zero_extend(term: Term, width: int) -> Term:
    """Return ``term`` with zeros in front, ``width`` bits in all."""
    if OPEN_LOGS:
        return noted(_ZERO_EXTEND, lambda argument: zero_extend(argument, width), (term,), width)
    own = term.sort.width
    if not 0 < own <= width:
        raise SortError(f"cannot extend {term.sort} to {width} bits")
    if own == width:
        return term
    op = term.op
    if op is _ZERO_EXTEND:
        term = term.args[0]
    elif op is _CONSTANT:
        return folded(_ZERO_EXTEND, (term,), bit_vector(width), width)
    elif op is _ITE and term.args[1].op is _CONSTANT and term.args[2].op is _CONSTANT:
        condition, then, otherwise = term.args
        return ite(condition, zero_extend(then, width), zero_extend(otherwise, width))
    return intern(_ZERO_EXTEND, (term,), bit_vector(width), width)


def sign_extend(term: Term, width: int) -> Term:
    """Return ``term`` with copies of its highest bit in front, ``width`` bits in all."""
    if OPEN_LOGS:
        return noted(_SIGN_EXTEND, lambda argument: sign_extend(argument, width), (term,), width)
    own = term.sort.width
    if not 0 < own <= width:
        raise SortError(f"cannot extend {term.sort} to {width} bits")
    if own == width:
        return term
    op = term.op
    if op is _SIGN_EXTEND:
        term = term.args[0]
    elif op is _ZERO_EXTEND:
        return zero_extend(term.args[0], width)
    elif op is _CONSTANT:
        return folded(_SIGN_EXTEND, (term,), bit_vector(width), width)
    elif op is _ITE and term.args[1].op is _CONSTANT and term.args[2].op is _CONSTANT:
        condition, then, otherwise = term.args
        return ite(condition, sign_extend(then, width), sign_extend(otherwise, width))
    return intern(_SIGN_EXTEND, (term,), bit_vector(width), width)


def shifted_right(term: Term, distance: int) -> Term:
    """Return ``term`` shifted right by a constant, with zeros coming in."""
    width = term.sort.width
    if distance >= width:
        return bv(0, term.sort.width)
    return zero_extend(extract(term, width - 1, distance), width)


def low_bits(term: Term, count: int) -> Term:
    """Return ``term`` with all but its lowest ``count`` bits cleared."""
    return zero_extend(extract(term, count - 1, 0), term.sort.width) if count else bv(0, term.sort.width)
