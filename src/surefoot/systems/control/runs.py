"""Concrete runs of a control system, and their validation."""

from collections.abc import Mapping
from functools import partial

from surefoot.base.records import dataclass
from surefoot.logic import Evaluator, Term, Value, default_value
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error

Assignment = Mapping[Term, Value]


@dataclass(frozen=True, slots=True)
class Step:
    """An edge with the values of inputs of its source; inputs without a value are irrelevant."""

    edge: Edge
    inputs: Assignment


@dataclass(frozen=True, slots=True)
class Run:
    """Values of parameters and the steps from the entry on; parameters without a value are
    irrelevant.
    """

    parameters: Assignment
    steps: tuple[Step, ...]

    @property
    def error(self) -> Error | None:
        """The error at the end of the run, if there is one."""
        target = self.steps[-1].edge.target if self.steps else None
        return target if isinstance(target, Error) else None


class NoSuchRun(Exception):
    """Raised if a control system does not have a run; the message is the reason."""


def states_along(system: ControlSystem, run: Run) -> list[Evaluator]:
    """Return for each step the values of parameters, state variables and inputs before it.

    Symbols without a value in ``run`` are 0. Raises `NoSuchRun` unless the facts about parameters
    with values hold, the steps are consecutive from the entry on, and every guard holds.
    """
    parameters = {symbol: run.parameters.get(symbol, default_value(symbol.sort)) for symbol in system.parameters}
    given = Evaluator(parameters.__getitem__)
    for fact in system.facts:
        if all(symbol in run.parameters for symbol in fact.about) and not given.value(fact.formula):
            raise NoSuchRun(f"the parameters contradict {fact.formula}")
    here: object = ENTRY
    state: dict[Term, Value] = {}
    found: list[Evaluator] = []
    for number, step in enumerate(run.steps, start=1):
        edge = step.edge
        if edge.source != here or edge not in system.edges_from(edge.source):
            raise NoSuchRun(f"step {number} does not start where the run is")
        location = system.location(edge.source)
        inputs = {symbol: step.inputs.get(symbol, default_value(symbol.sort)) for symbol in location.inputs}
        known = {**parameters, **state, **inputs}
        now = Evaluator(partial(_value, known))
        if not now.value(location.domain):
            raise NoSuchRun(f"the domain of {location.name} does not hold before step {number}")
        if not now.value(edge.guard):
            raise NoSuchRun(f"the guard of step {number} does not hold")
        found.append(now)
        state = {symbol: now.value(value) for symbol, value in edge.update.items()}
        here = edge.target
    return found


def _value(known: Assignment, symbol: Term) -> Value:
    """Return the value of ``symbol``; one that no edge mentions may have any."""
    found = known.get(symbol)
    return default_value(symbol.sort) if found is None else found
