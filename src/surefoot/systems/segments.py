"""Runs as sequences of segments: the loop-free pieces between cut points, from any state that a shape allows.

A run is segment 0 (entry to the first cut point), segment 1 (from there to the next), and so on. What k-induction asks about k consecutive
segments, and what an inductive invariant must satisfy on each single one, is built here as formulas.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from surefoot.budget import Budget
from surefoot.logic import Term, and_, not_, or_, substitute
from surefoot.program.properties import UNDEFINED, Property
from surefoot.systems.cutpoints import CutpointGraph, Place
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


class Segments:
    """The segments of all runs of a graph's program."""

    def __init__(self, graph: CutpointGraph, checked: Property, budget: Budget) -> None:
        self.graph = graph
        self._relevant = checked.violations | UNDEFINED
        self._budget = budget
        self._layers: dict[Place, list[State]] = {}
        self._failures: dict[Place, list[Term]] = {}

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
            for place, state in graph.passage([start.state], self._budget).arrivals.items():
                guard = and_(start.assumption, state.guard.term)
                found.append(Edge(source, place, guard, graph.instance(place, state)))
        return found

    def failure_in(self, segment: int, place: Place, invariants: Invariants) -> Term:
        """Runs that start anywhere at ``place``, fail nothing in ``segment - 1`` segments and something in the next.

        They satisfy ``invariants`` at every cut point they pass. Requires  segments are asked for in order from 1 on, always
        with the same invariants.
        """
        failures = self._failures.setdefault(place, [])
        while len(failures) < segment:
            failures.append(self._advance(place, invariants))
        return failures[segment - 1]

    def _advance(self, place: Place, invariants: Invariants) -> Term:
        graph = self.graph
        states = self._layers.get(place)
        if states is None:
            start = graph.start(place)
            start.state.guard = start.state.guard.assume(and_(start.assumption, *invariants.get(place, ())))
            states = [start.state]
        passage = graph.passage(states, self._budget)
        for target, state in passage.arrivals.items():
            values = graph.instance(target, state)
            memo: dict[Term, Term] = {}
            held = [substitute(each, values, memo) for each in invariants.get(target, ())]
            state.guard = state.guard.assume(and_(*held))
        self._layers[place] = list(passage.arrivals.values())
        return or_(*(each.failure for each in passage.obligations if each.kind in self._relevant))
