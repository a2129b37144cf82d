"""Small control systems from nothing but their edges."""

from collections.abc import Iterable, Sequence

from surefoot.logic import Term, variables_of
from surefoot.program.statements import CheckKind
from surefoot.systems.control.system import (
    ENTRY,
    ControlSystem,
    Edge,
    Error,
    Fact,
    Location,
    Referent,
    ReferentKind,
    StateVariable,
    validate,
)


def error(text: str = "bad", *, is_violation: bool = True) -> Error:
    """Return an error called ``text``."""
    kind = CheckKind.ASSERTION if is_violation else CheckKind.INVALID_DEREFERENCE
    return Error(kind, text, None, "main", is_violation)


def system_of(edges: Sequence[Edge], parameters: Iterable[Term] = (), facts: Sequence[Fact] = ()) -> ControlSystem:
    """Return the system with ``edges``: what they update are the state variables of their targets,
    what else they mention are inputs.
    """
    rigid = tuple(parameters)
    variables: dict[str, tuple[Term, ...]] = {ENTRY: ()}
    for edge in edges:
        if isinstance(edge.target, str):
            variables[edge.target] = tuple(edge.update)
    locations = []
    for name, own in variables.items():
        mentioned = [term for e in edges if e.source == name for term in (e.guard, *e.update.values())]
        inputs = tuple(each for each in variables_of(*mentioned) if each not in own and each not in rigid)
        states = tuple(StateVariable(each, Referent(ReferentKind.LOCAL, str(each.payload))) for each in own)
        locations.append(Location(name, states, inputs))
    system = ControlSystem(rigid, tuple(facts), tuple(locations), tuple(edges))
    validate(system)
    return system
