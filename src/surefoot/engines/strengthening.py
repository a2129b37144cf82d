"""Invariants for the inductive step: found before it is needed, reduced to what a proof uses afterwards."""

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from functools import cached_property

from surefoot.analysis.candidates import all_candidates
from surefoot.analysis.houdini import inductive_subset
from surefoot.analysis.property_directed import property_directed
from surefoot.analysis.reduction import reduced
from surefoot.budget import Budget
from surefoot.engines.induction_step import InductiveStep, Known
from surefoot.errors import OutOfBudget
from surefoot.evidence.claims import Goal
from surefoot.logic import Term
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.cutpoints import Place
from surefoot.systems.layout import Layout
from surefoot.systems.segments import Edge, Segments

GUESSING_SECONDS = 3.0
QUADRATIC_SECONDS = 1.5
"""How long to look for those of the guesses that are inductive."""
REDUCTION_SECONDS = 2.0
"""How long to look for a smaller set of invariants once there is a proof."""


class Strengthening:
    """Invariants of the cut points of a goal's program that are inductive on their own, from the cheapest source on."""

    def __init__(self, segments: Segments, goal: Goal, solvers: SolverFactory, budget: Budget) -> None:
        self._segments = segments
        self._goal = goal
        self._solvers = solvers
        self._budget = budget
        self._quadratic: Mapping[Place, Sequence[Term]] = {}
        self.known: Known = {}

    @cached_property
    def _edges(self) -> list[Edge]:
        return self._segments.edges()

    def guess(self) -> Known:
        """Those of the ranges, linear equations and templates that are inductive; none if that takes long.

        What another engine already found is taken over.
        """
        if self._goal.hints.invariants:
            self.known = dict(self._goal.hints.invariants)
            return self.known
        graph = self._segments.graph
        share = self._budget.at_most(GUESSING_SECONDS)
        try:
            guesses = all_candidates(graph, self._edges, self._goal.program, share)
            self._quadratic = guesses.quadratic
            self._keep(guesses.simple, share)
        except OutOfBudget:
            self._budget.spend()
        return self.known

    def guess_products(self) -> Known:
        """What was found before, and those of the quadratic equations that are inductive with it."""
        if any(self._quadratic.values()):
            places = self._segments.places
            more = {place: (*self.known.get(place, ()), *self._quadratic.get(place, ())) for place in places}
            with suppress(OutOfBudget):
                self._keep(more, self._budget.at_most(QUADRATIC_SECONDS))
            self._budget.spend()
        return self.known

    def search(self, step: InductiveStep, seconds: float) -> Known | None:
        """Invariants with which step(1) holds, those of ``step`` among them; ``None`` if none are found in ``seconds``."""
        places = self._segments.places
        share = self._budget.at_most(seconds)
        failures = {place: step.chain(place).layer(1).failure for place in places}
        symbols = {place: frozenset(step.chain(place).arrivals(0)[place].values) for place in places}
        found = None
        with closing(replace(self._solvers, budget=share).new()) as solver, suppress(OutOfBudget):
            layout = Layout(self._segments.graph.book)
            found = property_directed(self._edges, failures, step.invariants, symbols, solver, layout, share)
        self._budget.spend()
        if found is None:
            return None
        return {place: (*step.invariants.get(place, ()), *found[place]) for place in places}

    def _keep(self, guesses: Mapping[Place, Sequence[Term]], share: Budget) -> None:
        with closing(replace(self._solvers, budget=share).new()) as solver:
            layout = Layout(self._segments.graph.book)
            found = inductive_subset(self._edges, guesses, solver, layout, share)
        self.known = {place: tuple(terms) for place, terms in found.items() if terms}
        self._goal.hints.invariants.update(self.known)


def needed_invariants(step: InductiveStep, k: int, budget: Budget) -> Known:
    """Invariants of ``step`` that are inductive and make step(k) hold, as few as can be found in time."""
    pairs = [(place, term) for place, terms in step.invariants.items() for term in terms]
    edges = step.segments.edges() if pairs else []

    def is_enough(some: list[tuple[Place, Term]]) -> bool:
        trial = step.with_invariants(_by_place(some))
        return trial.is_inductive(edges) and trial.holds(k) is True

    return _by_place(reduced(pairs, is_enough, budget))


def _by_place(pairs: list[tuple[Place, Term]]) -> Known:
    places = dict.fromkeys(place for place, _ in pairs)
    return {place: tuple(term for where, term in pairs if where == place) for place in places}
