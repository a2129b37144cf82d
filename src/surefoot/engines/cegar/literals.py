"""Predicates and their negations: how formulas are taken apart, and what orders of numbers there are."""

from collections.abc import Iterator

from surefoot.logic import BOOL, FALSE, INT, TRUE, BitVecSort, Op, Term, bvsle, eq, int_le, not_

LEAST_WIDTH = 8
"""Numbers of fewer bits have no order that matters."""


def has_order(term: Term) -> bool:
    """Whether ``term`` is a number whose order means something."""
    return term.sort is INT or (isinstance(term.sort, BitVecSort) and term.sort.width >= LEAST_WIDTH)


def at_most(left: Term, right: Term) -> Term:
    """``left <= right``; numbers of bits are signed."""
    return int_le(left, right) if left.sort is INT else bvsle(left, right)


def positive(literal: Term) -> Term:
    """The predicate of a literal."""
    return literal.args[0] if literal.op is Op.NOT else literal


def conjuncts_of(formula: Term) -> Iterator[Term]:
    """The outermost conjuncts of ``formula``."""
    if formula.op is Op.AND:
        for each in formula.args:
            yield from conjuncts_of(each)
    elif formula is not TRUE:
        yield formula


def split_equation(literal: Term) -> tuple[Term, ...]:
    """``literal``, or if it is an equation between numbers, two inequalities that say the same together."""
    if literal.op is Op.EQ and has_order(literal.args[0]):
        left, right = literal.args
        return at_most(left, right), at_most(right, left)
    return (literal,)


def predicates_of(formula: Term, *, keeps_equations: bool) -> Iterator[Term]:
    """The predicates that ``formula`` is the conjunction of: equations e = 0 are e <= 0 and e >= 0 or, with ``keeps_equations``, e = 0 and e <= 0."""
    for conjunct in conjuncts_of(formula):
        parts = split_equation(conjunct)
        if keeps_equations and len(parts) > 1:
            parts = (conjunct, parts[0])
        for each in parts:
            if each is not TRUE and each is not FALSE:
                yield positive(each)


def assigned(literal: Term) -> tuple[Term, Term] | None:
    """The symbol and the constant of an assignment, if ``literal`` is one; symbols of truth values and their negations are assignments, too."""
    if literal.sort is BOOL and positive(literal).op is Op.VARIABLE:
        return positive(literal), TRUE if literal.op is Op.VARIABLE else FALSE
    if literal.op is Op.EQ:
        for left, right in (literal.args, literal.args[::-1]):
            if left.op is Op.VARIABLE and right.op is Op.CONSTANT:
                return left, right
    return None


def assignment(symbol: Term, value: Term) -> Term:
    """The literal that says that ``symbol`` has ``value``."""
    if symbol.sort is BOOL:
        return symbol if value is TRUE else not_(symbol)
    return eq(symbol, value)
