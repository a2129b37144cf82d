"""What the program's text says to hold at a location: invariants that its author wrote, and equations that checks assert."""

from surefoot.analysis.ring.abstraction import is_hard
from surefoot.logic import Op, Term, not_, postorder, variables_of
from surefoot.program.check_sites import LOOP_INVARIANT
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


def stated_invariants(system: ControlSystem, name: str) -> list[Term]:
    """What the program's author says to hold at the loop head ``name``, and that it has a value there, as far as it is about the state."""
    known = frozenset((*system.location(name).symbols, *system.parameters))
    failures = [(edge.guard, edge.target) for edge in system.edges_from(name) if isinstance(edge.target, Error)]
    stated = [number for number, (_, error) in enumerate(failures) if error.text.startswith(LOOP_INVARIANT)]
    checked = [not_(guard) for guard, _ in failures[: stated[-1] + 1]] if stated else []
    return [each for each in checked if known.issuperset(variables_of(each))]
