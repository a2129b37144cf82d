"""Control systems as Horn clauses: a relation for each location and a clause for each edge.

Relations are over the parameters and the state variables of their locations. The clauses have a
solution iff no run takes an edge to an error.
"""

from collections.abc import Callable, Iterable

from surefoot.logic import Term, and_
from surefoot.logic.horn import Application, Clause, HornSystem
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Exit


def horn_of(system: ControlSystem, facts: Callable[[Edge], Iterable[Term]] | None = None) -> HornSystem:
    """Return the clauses of ``system``, where the clause of each edge has the constraints
    ``facts``.

    By default, all facts about parameters, which are constant along a run, are constraints of the
    clauses of edges from the entry.
    """
    relations = {name: (*system.parameters, *system.location(name).symbols) for name in system.names}
    clauses: list[Clause] = []
    for edge in system.edges:
        if isinstance(edge.target, Exit):
            continue
        body = () if edge.source == ENTRY else (Application(edge.source, relations[edge.source]),)
        head = None
        if isinstance(edge.target, str):
            head = Application(edge.target, (*system.parameters, *edge.update.values()))
        known = _facts_at_entry(system, edge) if facts is None else facts(edge)
        clauses.append(Clause(body, and_(system.location(edge.source).domain, edge.guard, *known), head))
    return HornSystem(relations, tuple(clauses))


def _facts_at_entry(system: ControlSystem, edge: Edge) -> list[Term]:
    return [fact.formula for fact in system.facts] if edge.source == ENTRY else []
