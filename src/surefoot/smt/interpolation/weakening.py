"""Weakening of interpolants: conjuncts that no condition needs are dropped.

From the last node to the first: conjuncts of I_u are dropped as long as  I_u & A_e  =>  I_v  for
all edges e from u. The result follows from I_u, so the edges into u imply it, too.
"""

from contextlib import closing

from surefoot.logic import FALSE, TRUE, Term, and_, not_, or_, parts_of_conjunction
from surefoot.smt.contracts import Solver, Unsat
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants
from surefoot.smt.interpolation.words import in_words
from surefoot.smt.limits import LIMITS
from surefoot.smt.registry import SolverFactory


def weakened(graph: FormulaGraph, found: Interpolants, solvers: SolverFactory) -> Interpolants:
    """Return interpolants implied by ``found``, over words instead of bits.

    A condition that no solver confirms keeps its interpolant.

    Requires: ``found`` are interpolants of ``graph``
    """
    at = [TRUE, *found.formulas, FALSE]
    for node in reversed(graph.inner):
        with closing(solvers.new()) as solver:
            leaving = (and_(part.formula, not_(at[part.target])) for part in graph.parts if part.source == node)
            solver.add(or_(*leaving))
            at[node] = in_words(and_(*_needed(parts_of_conjunction(at[node]), solver)))
    return Interpolants(tuple(at[1:-1]), found.origin)


def _needed(conjuncts: list[Term], solver: Solver) -> list[Term]:
    """Return a subset of ``conjuncts`` that contradicts the formulas of ``solver``; all of them if
    there is no core.
    """
    answer = solver.check(conjuncts, purpose="weakening")
    if not isinstance(answer, Unsat):
        return conjuncts
    core = set(answer.core)
    kept = [each for each in conjuncts if each in core]
    for each in kept[: LIMITS.weakening_checks]:
        if each not in kept:
            continue
        answer = solver.check([other for other in kept if other is not each], purpose="weakening")
        if isinstance(answer, Unsat):
            core = set(answer.core)
            kept = [other for other in kept if other in core]
    return kept
