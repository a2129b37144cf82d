"""Consecutive steps of a control system as formulas: from the entry, or from any state of a
location.

Each step has inputs of its own. States that arrive at a location by several edges in one step are
merged: the guards, which exclude each other, select the state.
"""

from collections.abc import Mapping, Sequence

from surefoot.base.records import dataclass
from surefoot.logic import (
    FALSE,
    Evaluator,
    Symbol,
    SymbolKind,
    Term,
    and_,
    default_value,
    eq,
    ite,
    or_,
    substitute,
    variable,
    variables_of,
)
from surefoot.smt.contracts import Model
from surefoot.systems.control.runs import Run, Step
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Invariants


@dataclass(frozen=True, slots=True)
class Arrival:
    """Runs that satisfy ``guard`` and are at a location, whose state variables have ``values``."""

    guard: Term
    values: Mapping[Term, Term]

    def satisfies(self, formula: Term) -> Term:
        """Return the condition that a run is here in a state that satisfies ``formula``."""
        return and_(self.guard, substitute(formula, self.values))

    def equals(self, other: "Arrival") -> Term:
        """Return the condition that a run is here and at ``other`` in the same state."""
        same = (eq(value, other.values[symbol]) for symbol, value in self.values.items())
        return and_(self.guard, other.guard, *same)


@dataclass(frozen=True, slots=True)
class Layer:
    """One step of all runs: failed checks, edges, and states afterwards."""

    failures: Mapping[Error, Term]
    passed: tuple[tuple[Edge, Term], ...]
    arrivals: Mapping[str, Arrival]
    copies: Mapping[Term, Term]
    """The copies, for this step, of the inputs of the locations before it."""

    @property
    def failure(self) -> Term:
        """The condition that a run fails a check in this step."""
        return or_(*self.failures.values())

    @property
    def violation(self) -> Term:
        """The condition that a run violates the property in this step."""
        return or_(*(term for error, term in self.failures.items() if error.is_violation))

    @property
    def undefined(self) -> Term:
        """The condition that a run has undefined behaviour in this step."""
        return or_(*(term for error, term in self.failures.items() if not error.is_violation))


class Unfolding:
    """The runs of ``system`` from ``origin`` that satisfy the domains and ``invariants`` at every
    location.

    ``arrivals(0)`` is the start; step n, from 1, leads from ``arrivals(n - 1)`` to ``arrivals(n)``.
    The first step is over the symbols of the system; later steps have copies of the inputs.
    ``suffix`` distinguishes the copies of different unfoldings.
    """

    def __init__(
        self, system: ControlSystem, origin: str = ENTRY, invariants: Invariants | None = None, *, suffix: str = ""
    ) -> None:
        self.system = system
        self.origin = origin
        self._invariants = invariants or {}
        self._suffix = suffix
        start = system.location(origin)
        values = {symbol: symbol for symbol in start.symbols}
        self._start = Arrival(and_(*system.assumption(origin, self._invariants)), values)
        self._layers: list[Layer] = []

    def layer(self, number: int) -> Layer:
        """Return step ``number``, from 1."""
        while len(self._layers) < number:
            self._layers.append(self._next())
        return self._layers[number - 1]

    def arrivals(self, number: int) -> Mapping[str, Arrival]:
        """Return the states after ``number`` steps, by location."""
        return self.layer(number).arrivals if number else {self.origin: self._start}

    def run_of(self, model: Model, length: int, formulas: Sequence[Term]) -> Run:
        """Return the run of ``length`` steps that ``model`` describes, with values for the symbols
        of ``formulas``.

        Requires: the unfolding starts at the entry, and ``model`` satisfies ``formulas``, which
            imply a failure or an arrival's guard of step ``length``.
        """
        mentioned = frozenset(variables_of(*formulas))
        evaluator = Evaluator(lambda symbol: model.value(symbol) if symbol in mentioned else default_value(symbol.sort))
        steps: list[Step] = []
        for number in range(1, length + 1):
            layer = self.layer(number)
            edge = next(edge for edge, guard in layer.passed if evaluator.value(guard))
            copies = ((symbol, layer.copies[symbol]) for symbol in self.system.location(edge.source).inputs)
            steps.append(Step(edge, {symbol: model.value(copy) for symbol, copy in copies if copy in mentioned}))
        parameters = {symbol: model.value(symbol) for symbol in self.system.parameters if symbol in mentioned}
        return Run(parameters, tuple(steps))

    def _next(self) -> Layer:
        number = len(self._layers) + 1
        failures: dict[Error, Term] = {}
        passed: list[tuple[Edge, Term]] = []
        arriving: dict[str, list[tuple[Term, Arrival]]] = {}
        copies: dict[Term, Term] = {}
        for name, here in self.arrivals(number - 1).items():
            own = {symbol: self._copy(symbol, number) for symbol in self.system.location(name).inputs}
            copies |= own
            renaming = {symbol: value for symbol, value in (*own.items(), *here.values.items()) if value is not symbol}
            memo: dict[Term, Term] = {}
            for edge in self.system.edges_from(name):
                guard = and_(here.guard, _replaced(edge.guard, renaming, memo))
                if guard is FALSE:
                    continue
                passed.append((edge, guard))
                if isinstance(edge.target, Error):
                    known = failures.get(edge.target)
                    failures[edge.target] = guard if known is None else or_(known, guard)
                elif isinstance(edge.target, str):
                    update = {symbol: _replaced(value, renaming, memo) for symbol, value in edge.update.items()}
                    arriving.setdefault(edge.target, []).append((here.guard, Arrival(guard, update)))
        arrivals = {name: self._admitted(name, _merged(found)) for name, found in arriving.items()}
        return Layer(failures, tuple(passed), arrivals, copies)

    def _admitted(self, name: str, arrival: Arrival) -> Arrival:
        """Return the runs of ``arrival`` that satisfy the invariants of ``name``."""
        known = self._invariants.get(name, ())
        if not known:
            return arrival
        memo: dict[Term, Term] = {}
        held = [substitute(each, arrival.values, memo) for each in known]
        return Arrival(and_(arrival.guard, *held), arrival.values)

    def _copy(self, symbol: Term, number: int) -> Term:
        if number == 1 and not self._suffix:
            return symbol
        own = symbol.payload
        owner = f"{own.kind.value} {own.number} of {own.owner}{self._suffix}"
        return variable(Symbol(SymbolKind.COPY, owner, number, f"{own} in step {number}{self._suffix}"), symbol.sort)


def _replaced(term: Term, renaming: Mapping[Term, Term], memo: dict[Term, Term]) -> Term:
    return substitute(term, renaming, memo) if renaming else term


def _merged(found: list[tuple[Term, Arrival]]) -> Arrival:
    """Return the union of the arrivals in ``found``, each given with the guard of its state before
    the step.

    Requires: the guards of the arrivals exclude each other, and so do different guards before the
        step.
    """
    is_told_by_source = len({before for before, _ in found}) == len(found)
    merged = found[0][1]
    for before, other in found[1:]:
        condition = before if is_told_by_source else other.guard
        values = {symbol: ite(condition, other.values[symbol], value) for symbol, value in merged.values.items()}
        merged = Arrival(or_(merged.guard, other.guard), values)
    return merged
