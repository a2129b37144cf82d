"""Houdini (Flanagan and Leino, FME 2001): the largest inductive subset of candidate predicates.

Ensures, for the invariants I_l that are kept:
    every edge from the entry to l establishes I_l, and every edge from l to m under I_l establishes I_m
"""

from collections.abc import Mapping, Sequence

from surefoot.budget import Budget
from surefoot.logic import FALSE, TRUE, Evaluator, Term, and_, not_, or_
from surefoot.solvers.contracts import NoAnswer, Sat, Unsat
from surefoot.systems.control.solving import SystemSolver
from surefoot.systems.control.system import ControlSystem, Edge


def inductive_subset(
    system: ControlSystem, guesses: Mapping[str, Sequence[Term]], solver: SystemSolver, budget: Budget
) -> dict[str, list[Term]]:
    """The largest subset of ``guesses`` about locations that is inductive; smaller where the solver gives up."""
    kept = {name: list(dict.fromkeys(guesses.get(name, ()))) for name in system.names}
    edges = system.transitions
    pending = list(range(len(edges)))
    while pending:
        budget.spend()
        edge = edges[pending.pop(0)]
        if _drop(system, edge, kept, solver):
            again = [number for number, each in enumerate(edges) if each.source == edge.target]
            pending.extend(number for number in again if number not in pending)
    return kept


def _drop(system: ControlSystem, edge: Edge, kept: dict[str, list[Term]], solver: SystemSolver) -> bool:
    """Remove from the target's predicates those that the edge does not establish; says whether there were any."""
    target = edge.destination
    memo: dict[Term, Term] = {}
    after = {guess: edge.after(guess, memo) for guess in kept[target]}
    dropped = False
    while True:
        assumed = and_(edge.guard, system.location(edge.source).domain, *kept.get(edge.source, ()))
        failing = or_(*(not_(after[guess]) for guess in kept[target]))
        formula = and_(assumed, failing)
        if formula is FALSE:
            return dropped
        match solver.check([formula], purpose="invariants"):
            case Unsat():
                return dropped
            case Sat(model):
                evaluator = Evaluator(model.value)
                kept[target] = [guess for guess in kept[target] if evaluator.value(after[guess])]
            case NoAnswer():
                kept[target] = [guess for guess in kept[target] if after[guess] is TRUE]
        dropped = True
