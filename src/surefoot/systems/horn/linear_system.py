"""Linear Horn clauses as a control system with one location for each relation."""

from collections.abc import Collection
from dataclasses import replace
from typing import Self

from surefoot.logic import Term, and_
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program, Variable
from surefoot.program.trace import Choice, Chosen, Trace
from surefoot.records import dataclass
from surefoot.spans import Span
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import (
    ControlSystem,
    Edge,
    Location,
    Referent,
    ReferentKind,
    StateVariable,
    validate,
)
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.linear import LinearLocation, linear_locations
from surefoot.systems.horn.queries import error_of


@dataclass(frozen=True)
class LinearHornSystem:
    """The control system of ``file``, and its runs as those of ``program``."""

    file: HornFile
    program: Program
    system: ControlSystem

    @classmethod
    def of(cls, file: HornFile, program: Program) -> "LinearHornSystem":
        """The system of ``file``, which ``program`` runs.  Requires  the clauses are linear."""
        locations = linear_locations(file)
        edges = tuple(edge for each in locations.values() for edge in _edges(file, each, locations, program.entry))
        system = ControlSystem((), (), tuple(_location(file, each) for each in locations.values()), edges)
        validate(system)
        return cls(file, program, system)

    @property
    def has_one_copy(self) -> bool:
        """There are no functions."""
        return False

    @property
    def is_exact(self) -> bool:
        """Every run of the system derives something."""
        return True

    def without(self, sites: Collection[CheckSite]) -> Self:
        """The same without the errors at ``sites``."""
        return replace(self, system=self.system.without(sites)) if sites else self

    def trace_of(self, run: Run) -> Trace:
        """For each step which rule is taken, and its inputs."""
        locations = linear_locations(self.file)
        taken: list[Choice] = []
        for step, now in zip(run.steps, states_along(self.system, run), strict=True):
            location = locations[step.edge.source]
            number = len(location.choices)
            for place, choice in enumerate(location.choices):
                taken.append(Chosen(now.value(choice)))
                if now.value(choice):
                    number = place
                    break
            taken += [Chosen(now.value(symbol)) for symbol in location.rules[number].rule.inputs]
        return Trace({}, {}, tuple(taken))

    def variables(self, name: str) -> dict[Term, Variable]:
        """The parameters of the relation, which are variables of the program."""
        function = self.program.functions[self.program.entry]
        own = set(self.system.location(name).symbols)
        return {each.symbol: each for each in function.locals if each.symbol in own}

    def function(self, _name: str) -> str:
        """The one function of the program."""
        return self.program.entry

    def calls(self, _name: str) -> tuple[tuple[str, Span | None], ...]:
        """Nobody calls it."""
        return ()


def _location(file: HornFile, location: LinearLocation) -> Location:
    variables = tuple(
        StateVariable(each, Referent(ReferentKind.STATE, str(each.payload))) for each in location.parameters
    )
    inputs = dict.fromkeys((*location.choices, *(each for known in location.rules for each in known.rule.inputs)))
    span = file.spans[location.rules[0].clause] if location.rules else None
    return Location(location.name, variables, tuple(inputs), span=span)


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
