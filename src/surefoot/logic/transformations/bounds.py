"""Upper bounds of bit-vectors by the structure of their terms."""

from math import prod

from surefoot.logic.operators import Op
from surefoot.logic.terms import Term


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
