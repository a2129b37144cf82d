"""Predicates and their negations: decomposition of formulas, and orders of numbers."""

from collections.abc import Iterator

from surefoot.engines.limits import LIMITS
from surefoot.logic import BOOL, FALSE, INT, TRUE, BitVecSort, Op, Term, bvsle, eq, int_le, not_
from surefoot.logic.transformations.cases import parts_of_conjunction


def has_order(term: Term) -> bool:
    """Return whether ``term`` is a number with a meaningful order."""
    return term.sort is INT or (isinstance(term.sort, BitVecSort) and term.sort.width >= LIMITS.ordered_bits)


def at_most(left: Term, right: Term) -> Term:
    """Return ``left <= right``; bit-vectors are signed."""
    return int_le(left, right) if left.sort is INT else bvsle(left, right)


def positive(literal: Term) -> Term:
    """Return the predicate of a literal."""
    return literal.args[0] if literal.op is Op.NOT else literal


def split_equation(literal: Term) -> tuple[Term, ...]:
    """Return ``literal``, or two inequalities equivalent to it if it equates numbers."""
    if literal.op is Op.EQ and has_order(literal.args[0]):
        left, right = literal.args
        return at_most(left, right), at_most(right, left)
    return (literal,)


def predicates_of(formula: Term, *, keeps_equations: bool) -> Iterator[Term]:
    """Yield predicates whose conjunction is ``formula``.

    An equation e = 0 becomes e <= 0 and e >= 0 or, with ``keeps_equations``, e = 0 and e <= 0.
    """
    for conjunct in parts_of_conjunction(formula):
        parts = split_equation(conjunct)
        if keeps_equations and len(parts) > 1:
            parts = (conjunct, parts[0])
        for each in parts:
            if each is not TRUE and each is not FALSE:
                yield positive(each)


def assigned(literal: Term) -> tuple[Term, Term] | None:
    """Return the symbol and the constant if ``literal`` is an assignment; Boolean symbols and their
    negations are, too.
    """
    if literal.sort is BOOL and positive(literal).op is Op.VARIABLE:
        return positive(literal), TRUE if literal.op is Op.VARIABLE else FALSE
    if literal.op is Op.EQ:
        for left, right in (literal.args, literal.args[::-1]):
            if left.op is Op.VARIABLE and right.op is Op.CONSTANT:
                return left, right
    return None


def assignment(symbol: Term, value: Term) -> Term:
    """Return the literal ``symbol = value``."""
    if symbol.sort is BOOL:
        return symbol if value is TRUE else not_(symbol)
    return eq(symbol, value)
