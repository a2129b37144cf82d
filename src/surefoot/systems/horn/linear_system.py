"""Linear Horn clauses as a control system with one location for each relation."""

from collections.abc import Iterator
from functools import partial

from surefoot.logic import Evaluator, Value, and_
from surefoot.program.program import Program
from surefoot.systems.control.runs import Step
from surefoot.systems.control.system import Edge, Location
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.linear import LinearLocation, linear_locations
from surefoot.systems.horn.rules import error_of
from surefoot.systems.transitions.model_translation import ModelTranslation, state_variables, system_of


def linear_system(file: HornFile, program: Program) -> ModelTranslation:
    """Return the system of ``file``, whose program is ``program``.

    Requires: the clauses are linear.
    """
    locations = linear_locations(file)
    edges = [edge for each in locations.values() for edge in _edges(file, each, locations, program.entry)]
    system = system_of([_location(file, each) for each in locations.values()], edges)
    return ModelTranslation(file, program, system, partial(_chosen, locations))


def _chosen(locations: dict[str, LinearLocation], step: Step, now: Evaluator) -> Iterator[Value]:
    """Return the selected rule and its inputs."""
    location = locations[step.edge.source]
    number = len(location.choices)
    for place, choice in enumerate(location.choices):
        yield now.value(choice)
        if now.value(choice):
            number = place
            break
    yield from (now.value(symbol) for symbol in location.rules[number].rule.inputs)


def _location(file: HornFile, location: LinearLocation) -> Location:
    inputs = dict.fromkeys((*location.choices, *(each for known in location.rules for each in known.rule.inputs)))
    span = file.spans[location.rules[0].clause] if location.rules else None
    return Location(location.name, state_variables(location.parameters), tuple(inputs), span=span)


def _edges(file: HornFile, location: LinearLocation, locations: dict[str, LinearLocation], function: str) -> list[Edge]:
    edges: list[Edge] = []
    for number, known in enumerate(location.rules):
        guard = and_(location.is_taken(number), known.rule.guard)
        if known.target is None:
            edges.append(Edge(location.name, error_of(file, known.clause, function), guard))
        else:
            update = dict(zip(locations[known.target].parameters, known.rule.results, strict=True))
            edges.append(Edge(location.name, known.target, guard, update))
    return edges
