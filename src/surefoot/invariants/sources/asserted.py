"""Equations that checks assert: what is claimed of products is often just what a loop keeps."""

from surefoot.discharge.product_abstraction import is_hard
from surefoot.logic import Op, Term, postorder, variables_of
from surefoot.systems.control.system import ControlSystem, Error


def asserted_equations(system: ControlSystem, name: str) -> list[Term]:
    """The equations with products that decide whether a check fails at the location ``name``, as far as they are about its state."""
    known = frozenset(system.location(name).symbols)
    guards = [edge.guard for edge in system.edges_from(name) if isinstance(edge.target, Error)]
    equations = [term for term in postorder(guards) if term.op is Op.EQ and term.args[0].sort.width]
    return [
        each
        for each in equations
        if any(is_hard(term) for term in postorder((each,))) and known.issuperset(variables_of(each))
    ]
