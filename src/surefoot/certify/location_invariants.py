"""From a k-inductive proof to one inductive invariant for each loop, where that needs no quantifier.

If the property is k-inductive, "nothing fails in the next k - 1 segments" is inductive. It is a formula about the state at a cut point
as long as those segments make no choices.
"""

from dataclasses import replace

from surefoot.budget import Budget
from surefoot.certify.confirm import Accepted
from surefoot.certify.k_inductive import check_k_inductive
from surefoot.errors import OutOfBudget
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Goal
from surefoot.logic import TRUE, Term, dag_size, not_, or_, variables_of
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.cutpoints import CutpointGraph, Place
from surefoot.systems.segments import Segments

LARGEST = 400
"""Formulas with more subterms than this tell nobody anything."""
SECONDS = 1.0
"""How long the stronger invariants may take to check."""


def location_invariants(
    goal: Goal, certificate: KInductive, solvers: SolverFactory, budget: Budget
) -> KInductive | None:
    """A proof with k = 1 that is as good as ``certificate``, checked like any other; ``None`` if there is none.

    Requires  certificate was accepted.
    """
    if certificate.k == 1 and not certificate.lemmas and not certificate.simple_paths and not certificate.loop_wise:
        return certificate
    if certificate.loop_wise or certificate.simple_paths:
        return None
    share = budget.at_most(SECONDS)
    try:
        segments = Segments(CutpointGraph(goal.program, goal.checked, share), goal.checked, share)
        stated = {place: _stated(certificate, segments, place) for place in segments.places}
        if any(terms is None for terms in stated.values()):
            return None
        known = {place: terms for place, terms in stated.items() if terms}
        graph = segments.graph
        names = {symbol: name for place in known for symbol, name in graph.variables(place).items()}
        spans = {place: graph.span(place) for place in known}
        candidate = replace(certificate, k=1, invariants=known, lemmas={}, variables=names, spans=spans)
        finding = check_k_inductive(goal, candidate, replace(solvers, budget=share), share)
    except OutOfBudget:  # the proof stands without them
        return None
    return candidate if isinstance(finding, Accepted) else None


def _stated(certificate: KInductive, segments: Segments, place: Place) -> tuple[Term, ...] | None:
    """What holds at ``place``, and that nothing fails in the next k - 1 segments, if the state there decides it."""
    chain = segments.chain(place, certificate.invariants)
    symbols = {*chain.arrivals(0)[place].values, *(each.address for each in segments.graph.book.objects)}
    failure = or_(*(chain.layer(number).failure for number in range(1, certificate.k)))
    if dag_size(failure) > LARGEST or not symbols.issuperset(variables_of(failure)):
        return None
    passes = not_(failure)
    known = (*certificate.invariants.get(place, ()), *certificate.lemmas.get(place, ()))
    return known if passes is TRUE else (*known, passes)
