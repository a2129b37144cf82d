"""Ranges of variables implied by conjuncts such as ``x < 50`` and ``x >= 0``."""

from collections.abc import Iterable
from math import prod

from surefoot.logic.operators import Op
from surefoot.logic.semantics import signed
from surefoot.logic.terms import Term


def values_in(parts: Iterable[Term], variable: Term) -> range:
    """Return numbers that represent, modulo 2^w, all values of ``variable`` where ``parts`` hold.

    Only comparisons with constants are considered.
    """
    width = variable.sort.width
    half = 1 << width - 1
    unsigned, with_sign = [0, 2 * half - 1], [-half, half - 1]
    for part in parts:
        holds = part.op is not Op.NOT
        comparison = part if holds else part.args[0]
        if comparison.op not in (Op.BVULT, Op.BVSLT, Op.EQ) or variable not in comparison.args:
            continue
        left, right = comparison.args
        limit = right if left is variable else left
        if limit.op is not Op.CONSTANT:
            continue
        number = int(limit.payload)
        if comparison.op is Op.EQ:
            if holds:
                unsigned = [max(number, unsigned[0]), min(number, unsigned[1])]
            continue
        bounds = unsigned
        if comparison.op is Op.BVSLT:
            number, bounds = signed(number, width), with_sign
        if (left is variable) == holds:
            bounds[1] = min(bounds[1], number - holds)
        else:
            bounds[0] = max(bounds[0], number + holds)
    return _common(unsigned, with_sign, width)


def size_of(numbers: range) -> int:
    """Return the length of ``numbers``; `len` fails for ranges of 64-bit words."""
    return max(0, numbers.stop - numbers.start)


def _common(unsigned: list[int], with_sign: list[int], width: int) -> range:
    """Numbers in both ranges, or all of the smaller one where that is not a range."""
    first, last = unsigned
    lowest, highest = with_sign
    if lowest >= 0 or highest < 0:
        offset = 1 << width if highest < 0 else 0
        return range(max(first, lowest + offset), min(last, highest + offset) + 1)
    return min(range(first, last + 1), range(lowest, highest + 1), key=size_of)


def largest(term: Term) -> int:
    """Return an upper bound of the number that ``term`` is in any run."""
    return _largest(term, 12)


def _largest(term: Term, depth: int) -> int:
    most = (1 << term.sort.width) - 1
    if term.op is Op.CONSTANT:
        return int(term.payload)
    if depth == 0:
        return most
    match term.op:
        case Op.ITE:
            return max(_largest(each, depth - 1) for each in term.args[1:])
        case Op.ZERO_EXTEND:
            return _largest(term.args[0], depth - 1)
        case Op.BVADD:
            return _unless_more(sum(_largest(each, depth - 1) for each in term.args), most)
        case Op.BVMUL:
            return _unless_more(prod(_largest(each, depth - 1) for each in term.args), most)
        case Op.BVSHL if term.args[1].op is Op.CONSTANT and int(term.args[1].payload) < term.sort.width:
            return _unless_more(_largest(term.args[0], depth - 1) << int(term.args[1].payload), most)
        case Op.BVAND:
            return min(_largest(each, depth - 1) for each in term.args)
        case Op.BVUREM if term.args[1].op is Op.CONSTANT and int(term.args[1].payload):
            return int(term.args[1].payload) - 1
        case _:
            return most


def _unless_more(value: int, most: int) -> int:
    """Return ``value``, or ``most`` if it is larger, because larger sums wrap around to any value."""
    return min(value, most)
