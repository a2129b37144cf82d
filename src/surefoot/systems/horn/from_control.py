"""Control systems as Horn clauses: a relation for each location and a clause for each edge.

Relations are over the parameters and the state variables of their locations. The clauses have a
solution iff no run takes an edge to an error.
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
