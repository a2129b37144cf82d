"""Schematic lemmas: laws of orders and sums, instantiated with the terms of a lemma.

A lemma refutes one path; the same terms compared in the other direction, or through a third
term, would be the next path. Instances are proposals: each is checked in the original system
before use.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations

from surefoot.engines.euf.abstraction import DataAbstraction
from surefoot.engines.limits import LIMITS
from surefoot.logic import FunctionSymbol, Op, Term, apply, eq, implies, not_, or_, postorder


def instances(core: Iterable[Term], abstraction: DataAbstraction) -> Iterator[Term]:
    """Yield abstract formulas about the terms that ``core`` compares; most are valid in the
    original system.
    """
    terms = postorder(list(core))
    compared: dict[FunctionSymbol, dict[Term, None]] = {}
    sums: dict[Term, list[Term]] = {}
    for term in terms:
        operator = abstraction.operator(term)
        if operator is None:
            continue
        if operator.op in {Op.BVULT, Op.BVSLT, Op.INT_LT}:
            compared.setdefault(term.payload, {}).update(dict.fromkeys(term.args))
        elif operator.op in {Op.BVADD, Op.BVSUB, Op.INT_ADD, Op.INT_SUB}:
            for argument in term.args:
                sums.setdefault(argument, []).append(term)
    for less, found in compared.items():
        own = list(found)[: LIMITS.schema_terms]
        yield from _order(less, own)
        for term in own:
            for total in sums.get(term, ()):
                yield from _steps(less, term, total, own)


def _order(less: FunctionSymbol, terms: list[Term]) -> Iterator[Term]:
    """Yield that ``less`` is a total order on ``terms``, and its values on constants."""
    for term in terms:
        yield not_(apply(less, term, term))
    for left, right in permutations(terms, 2):
        if left.op is Op.CONSTANT and right.op is Op.CONSTANT:
            yield apply(less, left, right)
            yield not_(apply(less, left, right))
        elif left.id < right.id:
            yield or_(not_(apply(less, left, right)), not_(apply(less, right, left)))
            yield or_(apply(less, left, right), apply(less, right, left), eq(left, right))
    for first, second, third in permutations(terms, 3):
        yield or_(not_(apply(less, first, second)), not_(apply(less, second, third)), apply(less, first, third))


def _steps(less: FunctionSymbol, term: Term, total: Term, terms: list[Term]) -> Iterator[Term]:
    """Yield that no term is between ``term`` and its successor ``total``."""
    yield not_(eq(term, total))
    for other in terms:
        if other in {term, total}:
            continue
        yield implies(apply(less, term, other), apply(less, term, total))
        yield implies(apply(less, term, other), not_(apply(less, other, total)))
        yield implies(apply(less, other, term), apply(less, total, term))
        yield implies(apply(less, other, term), not_(apply(less, total, other)))
