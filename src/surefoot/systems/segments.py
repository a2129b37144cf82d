"""Runs as sequences of segments: the loop-free pieces between cut points, from any state that a shape allows.

A run is segment 0 (entry to the first cut point), segment 1 (from there to the next), and so on. An `Edge` is one segment as a
next-state function; a `Chain` is many in a row. What k-induction asks about consecutive segments, and what an inductive
invariant must satisfy on each single one, is built from them as formulas.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from surefoot.budget import Budget
from surefoot.logic import TRUE, FloatSort, Term, and_, eq, fp_is_nan, not_, or_, substitute
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.statements import CheckKind
from surefoot.spans import Span
from surefoot.systems.cutpoints import CutpointGraph, Passage, Place
from surefoot.systems.obligations import Obligation, SymbolicChoice
from surefoot.systems.state import State

Invariants = Mapping[Place, Sequence[Term]]
"""For each cut point, formulas over the symbols of its slots."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Runs that satisfy ``guard`` in a segment from ``source`` (``None``: the entry) arrive at ``target``.

    ``values`` are those of the target's symbols on arrival, over the symbols of the source.
    """

    source: Place | None
    target: Place
    guard: Term
    values: Mapping[Term, Term]

    def breaks(self, invariants: "Invariants") -> Term:
        """Runs that pass the edge, with the invariants of its source, and break one of its target."""
        assumed = invariants.get(self.source, ()) if self.source is not None else ()
        memo: dict[Term, Term] = {}
        held = [substitute(term, self.values, memo) for term in invariants.get(self.target, ())]
        return and_(self.guard, *assumed, not_(and_(*held)))


@dataclass(frozen=True, slots=True)
class Checked:
    """One check of the program: the property "this never fails" is the unit that can be proved on its own."""

    kind: CheckKind
    text: str
    span: Span | None
    function: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """Runs that satisfy ``guard`` are at a cut point, whose symbols have ``values``."""

    state: State
    guard: Term
    values: Mapping[Term, Term]

    def satisfies(self, formula: Term) -> Term:
        """The runs that are here in a state with ``formula``, which is over the symbols of the cut point."""
        return and_(self.guard, substitute(formula, self.values))

    def equals(self, other: "Arrival") -> Term:
        """The runs that are here and were, or will be, in the same state at ``other``."""
        same = (_same(value, other.values[symbol]) for symbol, value in self.values.items())
        return and_(self.guard, other.guard, *same)


@dataclass(frozen=True, slots=True)
class Layer:
    """What happens in one segment of a chain, and where runs are at its end."""

    failures: Mapping[Checked, Term]
    choices: tuple[SymbolicChoice, ...]
    arrivals: Mapping[Place, Arrival]

    @property
    def failure(self) -> Term:
        """The runs that fail a check in this segment, and none before."""
        return or_(*self.failures.values())


class Chain:
    """Consecutive segments of runs that fail nothing and satisfy ``invariants`` at every cut point on their way.

    ``arrivals(n)`` are the states after n segments: those at ``origin`` itself for 0. From the entry, segment 1 is the
    one that leads to the first cut point.
    """

    def __init__(self, segments: "Segments", origin: Place | None, invariants: Invariants) -> None:
        self._segments = segments
        self._invariants = invariants
        self._origin = origin
        self._start: Arrival | None = None
        self._layers: list[Layer] = []
        if origin is not None:
            start = segments.graph.start(origin)
            start.state.guard = start.state.guard.assume(and_(start.assumption, *invariants.get(origin, ())))
            symbols = {symbol: symbol for group in start.symbols.values() for symbol in group}
            self._start = Arrival(start.state, start.state.guard.term, symbols)

    def layer(self, number: int) -> Layer:
        """Segment ``number`` of the chain, counted from 1."""
        while len(self._layers) < number:
            self._layers.append(self._next())
        return self._layers[number - 1]

    def arrivals(self, number: int) -> Mapping[Place, Arrival]:
        """Where runs are after ``number`` segments."""
        if number:
            return self.layer(number).arrivals
        return {} if self._start is None or self._origin is None else {self._origin: self._start}

    def _next(self) -> Layer:
        segments, graph = self._segments, self._segments.graph
        if not self._layers and self._start is None:
            passage = graph.entry
        else:
            before = self.arrivals(len(self._layers))
            passage = graph.passage([each.state.fork(TRUE) for each in before.values()], segments.budget)
        arrivals: dict[Place, Arrival] = {}
        for place, arrived in passage.arrivals.items():
            state = arrived.fork(TRUE)
            values = graph.instance(place, state)
            memo: dict[Term, Term] = {}
            held = [substitute(each, values, memo) for each in self._invariants.get(place, ())]
            state.guard = state.guard.assume(and_(*held))
            arrivals[place] = Arrival(state, state.guard.term, values)
        return Layer(segments.failures(passage), passage.choices, arrivals)


class Segments:
    """The segments of all runs of a graph's program."""

    def __init__(self, graph: CutpointGraph, checked: Property, budget: Budget) -> None:
        self.graph = graph
        self.budget = budget
        self._relevant = checked.violations | UNDEFINED

    @property
    def places(self) -> tuple[Place, ...]:
        """The cut points."""
        return tuple(self.graph.shapes)

    def edges(self) -> list[Edge]:
        """All single segments that lead from the entry or a cut point to a cut point."""
        graph = self.graph
        found = [
            Edge(None, place, state.guard.term, graph.instance(place, state))
            for place, state in graph.entry.arrivals.items()
        ]
        for source in self.places:
            start = graph.start(source)
            for place, state in graph.passage([start.state], self.budget).arrivals.items():
                guard = and_(start.assumption, state.guard.term)
                found.append(Edge(source, place, guard, graph.instance(place, state)))
        return found

    def chain(self, origin: Place | None, invariants: Invariants) -> Chain:
        """The runs from the entry (``None``), or from any state at ``origin``."""
        return Chain(self, origin, invariants)

    def failures(self, passage: Passage) -> dict[Checked, Term]:
        """For each check that is relevant, the runs of ``passage`` that fail it."""
        found: dict[Checked, list[Term]] = {}
        for each in passage.obligations:
            if each.kind in self._relevant:
                found.setdefault(_checked(each), []).append(each.failure)
        return {check: or_(*terms) for check, terms in found.items()}


def _same(left: Term, right: Term) -> Term:
    """The runs that have one value here and there; two NaNs are not taken for one, their bits can differ."""
    is_float = isinstance(left.sort, FloatSort)
    return and_(eq(left, right), not_(fp_is_nan(left))) if is_float else eq(left, right)


def _checked(obligation: Obligation) -> Checked:
    return Checked(obligation.kind, obligation.text, obligation.span, obligation.function)
