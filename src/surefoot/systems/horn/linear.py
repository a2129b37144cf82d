"""Linear Horn clauses as locations with rules: one location for each relation, and the entry for
clauses without body.

A run that is at R with the state x has derived R(x). The next clause is an input: each rule of a
location but the last has a truth value, and the first true one selects the rule.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from surefoot.base.records import dataclass
from surefoot.base.text import FreshNames
from surefoot.logic import BOOL, Evaluator, Term, Value, and_, default_value, evaluate, not_, or_, variable
from surefoot.logic.horn import Derivation, DerivationStep, HornSystem
from surefoot.program.program import Program
from surefoot.program.trace import Choice, Chosen
from surefoot.systems.control.runs import Step
from surefoot.systems.control.system import ENTRY, Edge, Location
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.rules import Rule, error_of, rule_of
from surefoot.systems.transitions.model_translation import ModelTranslation, state_variables, system_of


@dataclass(frozen=True, slots=True)
class LinearRule:
    """The rule of a clause, given by its number; ``target`` is the location that it leads to,
    ``None`` if it derives false.
    """

    clause: int
    target: str | None
    rule: Rule


@dataclass(frozen=True, slots=True)
class LinearLocation:
    """A location with its parameters and rules; ``choices`` select the rule."""

    name: str
    parameters: tuple[Term, ...]
    rules: tuple[LinearRule, ...]
    choices: tuple[Term, ...]

    def is_taken(self, number: int) -> Term:
        """Return the condition that the rule of this number is selected and its guard holds."""
        chosen = and_(*(not_(each) for each in self.choices[:number]), *self.choices[number : number + 1])
        return chosen if self.rules[number].target is None else and_(chosen, not_(self._fails()))

    def _fails(self) -> Term:
        """Return the condition that false can be derived at once.

        Runs need not continue there, and solutions are preserved, because every solution excludes
        these states.
        """
        return or_(*(each.rule.guard for each in self.rules if each.target is None and not each.rule.inputs))


def linear_locations(file: HornFile) -> dict[str, LinearLocation]:
    """Return the locations of a linear system by their names, the entry first."""
    system = file.system
    names = FreshNames([ENTRY])
    places: dict[str | None, str] = {None: ENTRY, **{name: names.like(name) for name in system.relations}}
    rules: dict[str, list[LinearRule]] = {place: [] for place in places.values()}
    for number, clause in enumerate(system.clauses):
        source = clause.body[0].relation if clause.body else None
        premises = [system.relations[source]] if source is not None else []
        target = places[clause.head.relation] if clause.head is not None else None
        rules[places[source]].append(LinearRule(number, target, rule_of(clause, premises)))
    symbols = FreshNames(str(each.payload) for each in symbols_of(system))
    return {
        place: LinearLocation(
            place,
            system.relations[relation] if relation is not None else (),
            tuple(rules[place]),
            tuple(variable(symbols.like(f"rule {number} at {place}"), BOOL) for number in range(1, len(rules[place]))),
        )
        for relation, place in places.items()
    }


def symbols_of(system: HornSystem) -> tuple[Term, ...]:
    """Return the parameters of relations and the variables of clauses, each once."""
    parameters = (each for own in system.relations.values() for each in own)
    return tuple(dict.fromkeys((*parameters, *(each for clause in system.clauses for each in clause.variables))))


def linear_derivation(file: HornFile, choices: Sequence[Choice]) -> Derivation:
    """Return the derivation of the run of the program with these choices; missing choices are 0."""
    locations = linear_locations(file)
    taken = _values_of(choices)
    location = locations[ENTRY]
    state: dict[Term, Value] = {}
    steps: list[DerivationStep] = []
    while location.rules:
        number = _first_true(location.choices, taken)
        chosen = location.rules[number]
        known = {**state, **{each: next(taken, default_value(each.sort)) for each in chosen.rule.inputs}}
        values = {each: evaluate(term, known) for each, term in chosen.rule.values.items()}
        steps.append(DerivationStep(chosen.clause, values, (len(steps) - 1,) if steps else ()))
        if chosen.target is None or evaluate(chosen.rule.guard, known) is not True:
            break
        location = locations[chosen.target]
        results = (evaluate(term, known) for term in chosen.rule.results)
        state = dict(zip(location.parameters, results, strict=True))
    return Derivation(tuple(steps))


def linear_choices(file: HornFile, derivation: Derivation) -> tuple[Choice, ...]:
    """Return the choices with which the program makes ``derivation``.

    Requires: each step but the first has the previous one as its premise.
    """
    rules = {
        known.clause: (location, number)
        for location in linear_locations(file).values()
        for number, known in enumerate(location.rules)
    }
    choices: list[Choice] = []
    for step in derivation.steps:
        location, number = rules[step.clause]
        choices += [Chosen(place == number) for place in range(min(number + 1, len(location.choices)))]
        choices += [Chosen(step.values[each]) for each in location.rules[number].rule.inputs]
    return tuple(choices)


def _values_of(choices: Sequence[Choice]) -> Iterator[Value]:
    return (each.value for each in choices if isinstance(each, Chosen))


def _first_true(choices: Sequence[Term], taken: Iterator[Value]) -> int:
    for number in range(len(choices)):
        if next(taken, False):
            return number
    return len(choices)


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
