"""Interpolants without the conjuncts that nothing needs: what says less holds more often.

From the last node to the first: conjuncts of I_u are dropped as long as  I_u & A_e  =>  I_v  for all edges e from u. What is left follows from I_u, so what leads to u implies it, too.
"""

from contextlib import closing

from surefoot.logic import FALSE, TRUE, Op, Term, and_, not_, or_
from surefoot.smt.contracts import Solver, Unsat
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants
from surefoot.smt.interpolation.words import in_words
from surefoot.smt.registry import SolverFactory

MOST_CHECKS = 100
"""How many conjuncts of an interpolant to try to drop one by one."""


def weakened(graph: FormulaGraph, found: Interpolants, solvers: SolverFactory) -> Interpolants:
    """Interpolants that follow from ``found``, about words where those are about bits; a condition that no solver confirms stays as it was.

    Requires  ``found`` are interpolants of ``graph``
    """
    at = [TRUE, *found.formulas, FALSE]
    for node in reversed(graph.inner):
        with closing(solvers.new()) as solver:
            leaving = (and_(part.formula, not_(at[part.target])) for part in graph.parts if part.source == node)
            solver.add(or_(*leaving))
            at[node] = in_words(and_(*_needed(_conjuncts(at[node]), solver)))
    return Interpolants(tuple(at[1:-1]), found.origin)


def _conjuncts(formula: Term) -> list[Term]:
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    todo = [formula]
    while todo:
        term = todo.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op is Op.AND:
            todo.extend(reversed(term.args))
        elif term is not TRUE:
            found[term] = None
    return list(found)


def _needed(conjuncts: list[Term], solver: Solver) -> list[Term]:
    """Some of ``conjuncts`` that contradict the formulas of ``solver``; all of them, if it does not say which."""
    answer = solver.check(conjuncts, purpose="weakening")
    if not isinstance(answer, Unsat):
        return conjuncts
    core = set(answer.core)
    kept = [each for each in conjuncts if each in core]
    for each in kept[:MOST_CHECKS]:
        if each not in kept:
            continue
        answer = solver.check([other for other in kept if other is not each], purpose="weakening")
        if isinstance(answer, Unsat):
            core = set(answer.core)
            kept = [other for other in kept if other in core]
    return kept
