"""Invariants for the inductive step: found before it is needed, reduced to what a proof uses afterwards."""

from surefoot.analysis.candidates import all_candidates
from surefoot.analysis.houdini import inductive_subset
from surefoot.analysis.property_directed import property_directed
from surefoot.analysis.reduction import reduced
from surefoot.budget import Budget
from surefoot.engines.induction_step import InductiveStep, Known
from surefoot.errors import OutOfBudget
from surefoot.evidence.claims import Goal
from surefoot.logic import Term
from surefoot.solvers.contracts import Solver
from surefoot.systems.cutpoints import Place
from surefoot.systems.layout import Layout
from surefoot.systems.segments import Segments

GUESSING_SECONDS = 4.0
"""How long to look for those of the guesses that are inductive."""
REDUCTION_SECONDS = 2.0
"""How long to look for a smaller set of invariants once there is a proof."""


def inductive_invariants(segments: Segments, goal: Goal, solver: Solver, budget: Budget) -> Known:
    """Invariants of the goal's cut points that are inductive on their own, checked by ``solver``; none if it takes long."""
    graph = segments.graph
    edges = segments.edges()
    share = budget.at_most(GUESSING_SECONDS)
    try:
        guesses = all_candidates(graph, edges, goal.program, share)
        known = inductive_subset(edges, guesses, solver, Layout(graph.book), share)
    except OutOfBudget:
        budget.spend()
        return {}
    return {place: tuple(terms) for place, terms in known.items() if terms}


def property_directed_invariants(step: InductiveStep, solver: Solver, budget: Budget) -> Known | None:
    """Invariants with which step(1) holds, those of ``step`` among them; ``None`` if none are found within ``budget``."""
    segments = step.segments
    graph = segments.graph
    starts = {place: step.chain(place).arrivals(0)[place] for place in segments.places}
    failures = {place: step.chain(place).layer(1).failure for place in segments.places}
    symbols = {place: frozenset(start.values) for place, start in starts.items()}
    try:
        found = property_directed(
            segments.edges(), failures, step.invariants, symbols, solver, Layout(graph.book), budget
        )
    except OutOfBudget:
        return None
    if found is None:
        return None
    return {place: (*step.invariants.get(place, ()), *found[place]) for place in segments.places}


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
