"""Syntactic entailment between conditions, by their conjunctions and disjunctions alone."""

from collections.abc import Iterator

from surefoot.logic import TRUE, Op, Term, not_
from surefoot.semantics.limits import LIMITS


def follows(conclusion: Term, *premises: Term) -> bool:
    """Return whether all ``premises`` entail ``conclusion``.

    Incomplete: false beyond the recursion depth of the check.
    """
    if conclusion is TRUE:
        return True
    waiting = [premise for premise in premises if premise is not TRUE]
    if not waiting:
        return False
    known: set[Term] = set()
    while waiting and len(known) < LIMITS.flat_premises:
        term = waiting.pop()
        if term not in known:
            known.add(term)
            waiting.extend(_conjuncts(term))
    return _holds(conclusion, known, LIMITS.flat_entailment_depth)


def _holds(term: Term, known: set[Term], depth: int) -> bool:
    if term in known:
        return True
    if depth == 0:
        return False
    conjuncts = tuple(_conjuncts(term))
    if conjuncts:
        return all(_holds(each, known, depth - 1) for each in conjuncts)
    return any(_holds(each, known, depth - 1) for each in _disjuncts(term))


def _conjuncts(term: Term) -> Iterator[Term]:
    """Yield the terms of which ``term`` is the conjunction; none if it is no conjunction."""
    if term.op is Op.AND:
        yield from term.args
    elif term.op is Op.NOT and term.args[0].op is Op.OR:
        yield from (not_(each) for each in term.args[0].args)


def _disjuncts(term: Term) -> Iterator[Term]:
    """Yield the terms of which ``term`` is the disjunction; none if it is no disjunction."""
    if term.op is Op.OR:
        yield from term.args
    elif term.op is Op.NOT and term.args[0].op is Op.AND:
        yield from (not_(each) for each in term.args[0].args)
