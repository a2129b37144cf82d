"""Houdini (Flanagan and Leino, FME 2001): the largest inductive subset of candidate predicates.

Ensures, for the invariants I(p) that are kept:
    every edge from the entry to p establishes I(p), and every edge from p to q under I(p) establishes I(q)
"""

from collections.abc import Mapping, Sequence

from surefoot.budget import Budget
from surefoot.logic import FALSE, TRUE, Evaluator, Term, and_, not_, or_, substitute
from surefoot.solvers.contracts import NoAnswer, Sat, Solver, Unsat
from surefoot.systems.cutpoints import Place
from surefoot.systems.layout import Layout
from surefoot.systems.segments import Edge


def inductive_subset(
    edges: Sequence[Edge], guesses: Mapping[Place, Sequence[Term]], solver: Solver, layout: Layout, budget: Budget
) -> dict[Place, list[Term]]:
    """The largest subset of ``guesses`` that is inductive; smaller where the solver gives up."""
    kept = {place: list(dict.fromkeys(terms)) for place, terms in guesses.items()}
    pending = list(range(len(edges)))
    while pending:
        budget.spend()
        edge = edges[pending.pop(0)]
        if _drop(edge, kept, solver, layout):
            again = [number for number, each in enumerate(edges) if each.source == edge.target]
            pending.extend(number for number in again if number not in pending)
    return kept


def _drop(edge: Edge, kept: dict[Place, list[Term]], solver: Solver, layout: Layout) -> bool:
    """Remove from the target's predicates those that the edge does not establish; says whether there were any."""
    memo: dict[Term, Term] = {}
    after = {guess: substitute(guess, edge.values, memo) for guess in kept[edge.target]}
    dropped = False
    while True:
        assumed = and_(edge.guard, *(kept[edge.source] if edge.source is not None else ()))
        failing = or_(*(not_(after[guess]) for guess in kept[edge.target]))
        formula = and_(assumed, failing)
        if formula is FALSE:
            return dropped
        for fact in layout.facts_for(formula):
            solver.add(fact)
        match solver.check([formula], purpose="invariants"):
            case Unsat():
                return dropped
            case Sat(model):
                evaluator = Evaluator(model.value)
                kept[edge.target] = [guess for guess in kept[edge.target] if evaluator.value(after[guess])]
            case NoAnswer():
                kept[edge.target] = [guess for guess in kept[edge.target] if after[guess] is TRUE]
        dropped = True
