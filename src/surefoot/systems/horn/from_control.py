"""A control system as Horn clauses: a relation for each location, over the parameters and its state variables; a clause for each edge.

The clauses have a solution iff no run takes an edge to an error, be that a violation or something undefined. Facts about parameters, which never change, are constraints of the clauses that start at
the entry.
"""

from surefoot.logic import and_
from surefoot.logic.horn import Application, Clause, HornSystem
from surefoot.systems.control.system import ENTRY, ControlSystem, Exit


def horn_of(system: ControlSystem) -> HornSystem:
    """The clauses of ``system``."""
    relations = {name: (*system.parameters, *system.location(name).symbols) for name in system.names}
    clauses: list[Clause] = []
    for edge in system.edges:
        if isinstance(edge.target, Exit):
            continue
        is_first = edge.source == ENTRY
        body = () if is_first else (Application(edge.source, relations[edge.source]),)
        head = None
        if isinstance(edge.target, str):
            head = Application(edge.target, (*system.parameters, *edge.update.values()))
        facts = [fact.formula for fact in system.facts] if is_first else []
        clauses.append(Clause(body, and_(system.location(edge.source).domain, edge.guard, *facts), head))
    return HornSystem(relations, tuple(clauses))
