"""Constructors of the Boolean operators and of if-then-else.

They check sorts and apply local, cheap, exact rewrites. Binary conjunctions inspect one level of
their arguments, so that ``(p and c) or (p and not c)`` is ``p``. Nothing is flattened, so that
long path conditions share their prefixes.
"""

from typing import Final

from surefoot.logic.constructors.constants import FALSE, TRUE
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.logic.sorts import BOOL, SortError
from surefoot.logic.terms import Term, intern

_CONSTANT: Final = Op.CONSTANT
_NOT: Final = Op.NOT
_AND: Final = Op.AND
_OR: Final = Op.OR
_ITE: Final = Op.ITE
_EQ: Final = Op.EQ


def not_(term: Term) -> Term:
    """Return the negation of ``term``."""
    if OPEN_LOGS:
        return noted(_NOT, not_, (term,))
    if term.op is _NOT:
        return term.args[0]
    if term is TRUE:
        return FALSE
    if term is FALSE:
        return TRUE
    if term.sort is not BOOL:
        raise _not_boolean(term)
    return intern(_NOT, (term,), BOOL)


def and_(*terms: Term) -> Term:
    """Return the conjunction of any number of terms; of none, it is true."""
    if OPEN_LOGS:
        return noted(_AND, and_, terms)
    if len(terms) == 2:
        return _junction(_AND, _OR, TRUE, FALSE, terms[0], terms[1])
    return _long_junction(_AND, TRUE, FALSE, terms)


def or_(*terms: Term) -> Term:
    """Return the disjunction of any number of terms; of none, it is false."""
    if OPEN_LOGS:
        return noted(_OR, or_, terms)
    if len(terms) == 2:
        return _junction(_OR, _AND, FALSE, TRUE, terms[0], terms[1])
    return _long_junction(_OR, FALSE, TRUE, terms)


def implies(premise: Term, conclusion: Term) -> Term:
    """Return ``not premise or conclusion``."""
    return or_(not_(premise), conclusion)


def xor(left: Term, right: Term) -> Term:
    """Return ``not (left = right)``."""
    return not_(iff(left, right))


def iff(left: Term, right: Term) -> Term:
    """Return the equality of two Boolean terms."""
    if OPEN_LOGS:
        return noted(_EQ, iff, (left, right))
    if left.sort is not BOOL or right.sort is not BOOL:
        raise _not_boolean(left if left.sort is not BOOL else right)
    if left is right:
        return TRUE
    if left.op is _CONSTANT:
        left, right = right, left
    if right.op is _CONSTANT:
        return left if right is TRUE else not_(left)
    positive = True
    if left.op is _NOT:
        left = left.args[0]
        positive = not positive
    if right.op is _NOT:
        right = right.args[0]
        positive = not positive
    if left is right:
        return TRUE if positive else FALSE
    if left.id > right.id:
        left, right = right, left
    equality = intern(_EQ, (left, right), BOOL)
    return equality if positive else intern(_NOT, (equality,), BOOL)


def ite(condition: Term, then: Term, otherwise: Term) -> Term:
    """Return ``then`` where ``condition`` holds and ``otherwise`` elsewhere."""
    if OPEN_LOGS:
        return noted(_ITE, ite, (condition, then, otherwise))
    if condition.sort is not BOOL:
        raise _not_boolean(condition)
    sort = then.sort
    if sort is not otherwise.sort:
        raise SortError(f"the branches of ite have sorts {then.sort} and {otherwise.sort}")
    if then is otherwise or condition is TRUE:
        return then
    if condition is FALSE:
        return otherwise
    if condition.op is _NOT:
        condition = condition.args[0]
        then, otherwise = otherwise, then
    if then.op is _ITE:
        inner, inner_then, inner_otherwise = then.args
        if inner is condition:
            then = inner_then
        elif inner_otherwise is otherwise:
            return ite(and_(condition, inner), inner_then, otherwise)
        elif inner_then is otherwise:
            return ite(and_(condition, not_(inner)), inner_otherwise, otherwise)
    if otherwise.op is _ITE:
        inner, inner_then, inner_otherwise = otherwise.args
        if inner is condition:
            otherwise = inner_otherwise
        elif inner_then is then:
            return ite(or_(condition, inner), then, inner_otherwise)
        elif inner_otherwise is then:
            return ite(or_(condition, not_(inner)), then, inner_then)
    if then is otherwise:
        return then
    if sort is BOOL:
        return _boolean_ite(condition, then, otherwise)
    return intern(_ITE, (condition, then, otherwise), sort)


def _boolean_ite(condition: Term, then: Term, otherwise: Term) -> Term:
    if then is TRUE or then is condition:
        return or_(condition, otherwise)
    if otherwise is FALSE or otherwise is condition:
        return and_(condition, then)
    if then is FALSE:
        return and_(not_(condition), otherwise)
    if otherwise is TRUE:
        return or_(not_(condition), then)
    if _are_complements(then, condition):
        return and_(then, otherwise)
    if _are_complements(otherwise, condition):
        return or_(otherwise, then)
    if _are_complements(then, otherwise):
        return iff(condition, then)
    return intern(_ITE, (condition, then, otherwise), BOOL)


def _are_complements(left: Term, right: Term) -> bool:
    return (left.op is _NOT and left.args[0] is right) or (right.op is _NOT and right.args[0] is left)


def _junction(op: Op, dual: Op, unit: Term, zero: Term, left: Term, right: Term) -> Term:
    """Return the conjunction (``dual`` is OR, ``zero`` is false) or disjunction of two terms."""
    if left.sort is not BOOL or right.sort is not BOOL:
        raise _not_boolean(left if left.sort is not BOOL else right)
    if left is right or right is unit:
        return left
    if left is unit:
        return right
    if left is zero or right is zero or _are_complements(left, right):
        return zero
    left_op, right_op = left.op, right.op
    if left_op is op or left_op is dual:
        simpler = _absorbed(op, zero, left, right)
        if simpler is not None:
            return simpler
    if right_op is op or right_op is dual:
        simpler = _absorbed(op, zero, right, left)
        if simpler is not None:
            return simpler
    if left_op is dual and right_op is dual:
        common = _common_factor(left.args, right.args)
        if common is not None:
            return common
    if left.id > right.id:
        left, right = right, left
    return intern(op, (left, right), BOOL)


def _absorbed(op: Op, zero: Term, nested: Term, other: Term) -> Term | None:
    """Simplify ``nested op other`` by looking for ``other`` or its complement in ``nested``.

    a & (a & b) = a & b    a & (!a & b) = 0    a & (a | b) = a    a & (!a | b) = a & b
    """
    args = nested.args
    if len(args) > LIMITS.inspected_arguments:
        return None
    for position, argument in enumerate(args):
        if argument is other:
            return nested if nested.op is op else other
        if _are_complements(argument, other):
            if nested.op is op:
                return zero
            rest = args[:position] + args[position + 1 :]
            inner = or_(*rest) if op is _AND else and_(*rest)
            return and_(inner, other) if op is _AND else or_(inner, other)
    return None


def _common_factor(left: tuple[Term, ...], right: tuple[Term, ...]) -> Term | None:
    """Return p for the pair (p, c), (p, not c) in any order: the dual of resolution."""
    if len(left) != 2 or len(right) != 2:
        return None
    for index, factor in enumerate(left):
        for other_index, other in enumerate(right):
            if factor is other and _are_complements(left[1 - index], right[1 - other_index]):
                return factor
    return None


def _long_junction(op: Op, unit: Term, zero: Term, terms: tuple[Term, ...]) -> Term:
    kept: dict[Term, None] = {}
    negated: set[Term] = set()
    for term in terms:
        if term.sort is not BOOL:
            raise _not_boolean(term)
        if term is zero:
            return zero
        if term is unit or term in kept:
            continue
        if term in negated or (term.op is _NOT and term.args[0] in kept):
            return zero
        kept[term] = None
        if term.op is _NOT:
            negated.add(term.args[0])
    if not kept:
        return unit
    if len(kept) <= 2:
        arguments = tuple(kept)
        return arguments[0] if len(arguments) == 1 else (and_ if op is _AND else or_)(*arguments)
    return intern(op, tuple(sorted(kept, key=_creation)), BOOL)


def _creation(term: Term) -> int:
    return term.id


def _not_boolean(term: Term) -> SortError:
    return SortError(f"expected a Boolean term, not one of {term.sort}")
