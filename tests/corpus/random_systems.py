"""Random control systems with few states, for enumeration."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from corpus.small_systems import error, system_of
from surefoot.logic import (
    Evaluator,
    Symbol,
    SymbolKind,
    Term,
    Value,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvslt,
    bvult,
    eq,
    ite,
    not_,
    or_,
    variable,
)
from surefoot.systems.control.system import ENTRY, ControlSystem, Destination, Edge, Error, Exit, Fact, Invariants

VIOLATION = error("x != y")
UNDEFINED = error("*p", is_violation=False)

State = tuple[str, tuple[int, ...], tuple[int, ...]]
"""A location, and the values of the parameters and of its state variables."""


def number(name: str, width: int, kind: SymbolKind = SymbolKind.STATE) -> Term:
    return variable(Symbol(kind, name, 0, name), bit_vector(width))


@dataclass(frozen=True)
class RandomSystems:
    """Makes systems with ``locations`` beside the entry, numbers of ``width`` bits, and a parameter if there are to be some."""

    width: int
    locations: tuple[str, ...]
    has_parameter: bool

    def make(self, seed: int) -> ControlSystem:
        generator = random.Random(seed)
        parameters = (number("p", self.width, SymbolKind.CHOICE),) if self.has_parameter else ()
        facts = [Fact((each,), bvult(each, bv(3, self.width))) for each in parameters]
        states = {name: tuple(number(f"{letter} at {name}", self.width) for letter in "xy") for name in self.locations}
        edges = [edge for name in (ENTRY, *states) for edge in self._edges(generator, name, states, parameters)]
        return system_of(edges, parameters, facts)

    def _edges(
        self,
        generator: random.Random,
        source: str,
        states: Mapping[str, tuple[Term, ...]],
        parameters: tuple[Term, ...],
    ) -> Iterator[Edge]:
        """Yield edges with disjoint guards to each location, to errors and to the exit."""
        own = states.get(source, ())
        symbols = (*own, number(f"input at {source}", self.width, SymbolKind.CHOICE), *parameters)
        targets: list[Destination] = [*states]
        generator.shuffle(targets)
        targets += [VIOLATION, UNDEFINED, Exit()] if own else [Exit()]
        before: list[Term] = []
        for target in targets:
            condition = self.formula(generator, 1, symbols)
            if isinstance(target, Error):
                values = (eq(each, bv(generator.randrange(1 << self.width), self.width)) for each in own)
                condition = and_(*values, condition)
            update = {}
            if isinstance(target, str):
                update = {
                    each: self.term(generator, generator.choice([0, 0, 1, 2]), symbols) for each in states[target]
                }
            yield Edge(source, target, and_(condition, *(not_(each) for each in before)), update)
            before.append(condition)

    def term(self, generator: random.Random, depth: int, symbols: Sequence[Term]) -> Term:
        if depth == 0:
            return generator.choice([*symbols, bv(generator.randrange(1 << self.width), self.width)])
        left, right = (self.term(generator, depth - 1, symbols) for _ in range(2))
        if generator.random() < 0.4:
            return ite(self.formula(generator, depth - 1, symbols), left, right)
        return bvadd(left, right)

    def formula(self, generator: random.Random, depth: int, symbols: Sequence[Term]) -> Term:
        if depth == 0 or generator.random() < 0.3:
            compare = generator.choice([eq, bvult, bvslt])
            return compare(self.term(generator, depth, symbols), self.term(generator, depth, symbols))
        parts = [self.formula(generator, depth - 1, symbols) for _ in range(2)]
        return generator.choice([and_(*parts), or_(*parts), not_(parts[0])])


def starts(system: ControlSystem) -> list[State]:
    """Return the states that runs start in."""
    found: list[State] = []
    for values in _assignments(system.parameters):
        given = Evaluator(values.__getitem__)
        if all(given.value(fact.formula) for fact in system.facts):
            found.append((ENTRY, _read(values, system.parameters), ()))
    return found


def steps(system: ControlSystem, state: State) -> Iterator[tuple[Edge, State | None]]:
    """Yield the edges that can be taken in ``state``, and where they lead if that is a location."""
    name, parameters, values = state
    location = system.location(name)
    here = {**_written(system.parameters, parameters), **_written(location.symbols, values)}
    for inputs in _assignments(location.inputs):
        now = Evaluator({**here, **inputs}.__getitem__)
        for edge in system.edges_from(name):
            if now.value(edge.guard):
                after = tuple(int(now.value(each)) for each in edge.update.values())  # type: ignore[arg-type]
                yield edge, (edge.target, parameters, after) if isinstance(edge.target, str) else None


def reachable(system: ControlSystem) -> list[set[State]]:
    """For each number of steps the states in which runs are after at most so many; the last are all there are."""
    seen = set(starts(system))
    found = [set(seen)]
    fresh = list(seen)
    while fresh:
        after = {target for state in fresh for _, target in steps(system, state) if target is not None}
        fresh = sorted(after - seen)
        seen |= after
        found.append(set(seen))
    return found


def reachable_errors(system: ControlSystem) -> dict[Error, int]:
    """Return the errors that runs get to, and after how many steps the first does."""
    found: dict[Error, int] = {}
    for length, states in enumerate(reachable(system), start=1):
        for state in states:
            for edge, _ in steps(system, state):
                if isinstance(edge.target, Error):
                    found.setdefault(edge.target, length)
    return found


def states_of(system: ControlSystem, name: str) -> Iterator[State]:
    """Yield all states of a location, independent of its facts."""
    location = system.location(name)
    for values in _assignments((*system.parameters, *location.symbols)):
        yield name, _read(values, system.parameters), _read(values, location.symbols)


def satisfies(system: ControlSystem, state: State, formulas: Sequence[Term]) -> bool:
    """Return whether all ``formulas`` about the location of ``state`` are true in it."""
    name, parameters, values = state
    here = {**_written(system.parameters, parameters), **_written(system.location(name).symbols, values)}
    now = Evaluator(here.__getitem__)
    return all(now.value(each) for each in formulas)


def is_proof(system: ControlSystem, invariants: Invariants) -> bool:
    """Return whether ``invariants`` are inductive and exclude errors, by enumeration of all states."""
    begun = starts(system)
    parameters = {given for _, given, _ in begun}
    inside = [
        state
        for name in system.names
        for state in states_of(system, name)
        if state[1] in parameters and satisfies(system, state, invariants[name])
    ]
    return not any(
        isinstance(edge.target, Error) or (after is not None and not satisfies(system, after, invariants[after[0]]))
        for state in (*begun, *inside)
        for edge, after in steps(system, state)
    )


def _assignments(symbols: Sequence[Term]) -> Iterator[Mapping[Term, Value]]:
    for values in product(*(range(1 << symbol.sort.width) for symbol in symbols)):
        yield dict(zip(symbols, values, strict=True))


def _written(symbols: Sequence[Term], values: Sequence[int]) -> dict[Term, Value]:
    return dict(zip(symbols, values, strict=True))


def _read(values: Mapping[Term, Value], symbols: Sequence[Term]) -> tuple[int, ...]:
    return tuple(int(values[each]) for each in symbols)  # type: ignore[arg-type]
