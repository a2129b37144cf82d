"""Equations that define a variable, for its elimination by substitution."""

from collections.abc import Callable

from surefoot.logic import Op, Term, bvsub, int_sub, variables_of

_MINUS: dict[Op, Callable[[Term, Term], Term]] = {Op.BVADD: bvsub, Op.INT_ADD: int_sub}


def definition(conjunct: Term, is_wanted: Callable[[Term], bool]) -> tuple[Term, Term] | None:
    """Return a wanted variable and the term, without it, that ``conjunct`` equates it with; solve
    ``v + c = t`` for v.
    """
    if conjunct.op is not Op.EQ:
        return None
    for left, right in (conjunct.args, conjunct.args[::-1]):
        defined, value = _solved(left, right)
        if defined.op is Op.VARIABLE and is_wanted(defined) and defined not in variables_of(value):
            return defined, value
    return None


def _solved(left: Term, right: Term) -> tuple[Term, Term]:
    """Return the equation ``left`` = ``right`` without a constant that is added on the left."""
    minus = _MINUS.get(left.op)
    if minus is None or len(left.args) != 2 or left.args[1].op is not Op.CONSTANT:
        return left, right
    return left.args[0], minus(right, left.args[1])
