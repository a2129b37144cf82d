"""Concrete runs of a control system, and whether the system really has them."""

from collections.abc import Mapping
from functools import partial

from surefoot.base.records import dataclass
from surefoot.logic import Evaluator, Term, Value, default_value
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error

Assignment = Mapping[Term, Value]


@dataclass(frozen=True, slots=True)
class Step:
    """The edge that a run takes, and the values of inputs of its source; for the others anything will do."""

    edge: Edge
    inputs: Assignment


@dataclass(frozen=True, slots=True)
class Run:
    """The values of parameters, for the others anything will do, and the steps from the entry on."""

    parameters: Assignment
    steps: tuple[Step, ...]

    @property
    def error(self) -> Error | None:
        """The error that the run ends in, if it does."""
        target = self.steps[-1].edge.target if self.steps else None
        return target if isinstance(target, Error) else None


class NoSuchRun(Exception):
    """The system has no such run, and why."""


def states_along(system: ControlSystem, run: Run) -> list[Evaluator]:
    """For each step what parameters, state variables and inputs are before it.

    What has no value in the run is 0 there. Raises `NoSuchRun` unless the facts about parameters with values hold, the steps follow each other from the entry on, and every guard holds.
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
    """The value of ``symbol``; one that no edge mentions may have any."""
    found = known.get(symbol)
    return default_value(symbol.sort) if found is None else found
