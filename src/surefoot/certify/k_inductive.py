"""Re-checks a k-inductive proof from the program, with another solver.

Accepted when all of these are unsatisfiable:
    base        some run fails a check or is undefined within k rounds of each loop, or breaks a lemma at one of its first k cut points
    invariants  an edge of the cut-point graph, from the entry or under the invariants of its source, breaks one of its target
    step        from a state with the invariants and lemmas, k - 1 segments pass without failure to such states, and the
                next fails or breaks a lemma; or, if the proof goes loop by loop, the program with its loops summarised fails
"""

from dataclasses import replace
from itertools import combinations

from surefoot.budget import Budget
from surefoot.certify.confirm import Accepted, Finding, Rejected, excluded
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Goal
from surefoot.logic import BOOL, Term, and_, not_, or_, variables_of
from surefoot.program.properties import UNDEFINED
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.addresses import AddressBook
from surefoot.systems.cutpoints import CutpointGraph, NoFiniteShape, Place
from surefoot.systems.loopwise import LoopSummaries
from surefoot.systems.segments import Chain, Segments
from surefoot.systems.unrolling import Unrolling


def check_k_inductive(goal: Goal, certificate: KInductive, solvers: SolverFactory, budget: Budget) -> Finding:
    """Whether ``certificate`` shows that no run of the goal's program violates its property."""
    if certificate.k < 1:
        return Rejected("k must be positive")
    try:
        segments = Segments(CutpointGraph(goal.program, goal.checked, budget), goal.checked, budget)
    except NoFiniteShape as reason:
        return Rejected(reason.message)
    if certificate.loop_wise and (certificate.lemmas or certificate.simple_paths):
        return Rejected("a proof that goes loop by loop has no lemmas and no simple paths")
    if not _is_well_formed(certificate, segments):
        return Rejected("an invariant is not about a cut point of this program")
    base = excluded(*_base(goal, certificate.k, budget), solvers, budget)
    if not isinstance(base, Accepted):
        return replace(base, reason=f"base case: {base.reason}")
    induction = or_(
        _lemmas_break_at_first(certificate, segments),
        *(edge.breaks(certificate.invariants) for edge in segments.edges()),
        _step(certificate, segments),
    )
    found = excluded(induction, segments.graph.book, solvers, budget)
    if not isinstance(found, Accepted):
        return replace(found, reason=f"induction: {found.reason}")
    return Accepted(found.by)


def _is_well_formed(certificate: KInductive, segments: Segments) -> bool:
    """The invariants and lemmas are formulas over the symbols of their cut points and addresses."""
    addresses = {each.address for each in segments.graph.book.objects}
    for place, terms in (*certificate.invariants.items(), *certificate.lemmas.items()):
        if place not in segments.places:
            return False
        symbols = {symbol for group in segments.graph.start(place).symbols.values() for symbol in group} | addresses
        if any(term.sort is not BOOL or not symbols.issuperset(variables_of(term)) for term in terms):
            return False
    return True


def _base(goal: Goal, k: int, budget: Budget) -> tuple[Term, AddressBook]:
    unrolling = Unrolling(goal.program, goal.checked)
    unrolling.extend(k, budget)
    relevant = goal.checked.violations | UNDEFINED
    return or_(*(each.failure for each in unrolling.obligations if each.kind in relevant)), unrolling.book


def _lemmas_break_at_first(certificate: KInductive, segments: Segments) -> Term:
    if not certificate.lemmas:
        return or_()
    chain = segments.chain(None, certificate.invariants)
    return or_(*(_breaks(certificate, chain, number) for number in range(1, certificate.k + 1)))


def _step(certificate: KInductive, segments: Segments) -> Term:
    if certificate.loop_wise:
        return LoopSummaries(segments).failure(certificate.k, certificate.invariants)
    return or_(*(_step_from(certificate, segments, place) for place in segments.places))


def _step_from(certificate: KInductive, segments: Segments, place: Place) -> Term:
    k = certificate.k
    chain = segments.chain(place, certificate.invariants)
    kept = (not_(_breaks(certificate, chain, number)) for number in range(k))
    repeats = _repetitions(chain, k) if certificate.simple_paths else ()
    fails = or_(chain.layer(k).failure, _breaks(certificate, chain, k))
    return and_(fails, *kept, *(not_(each) for each in repeats))


def _breaks(certificate: KInductive, chain: Chain, number: int) -> Term:
    """Runs that are at a cut point after ``number`` segments and break a lemma there."""
    return or_(
        *(
            arrival.satisfies(not_(and_(*certificate.lemmas[place])))
            for place, arrival in chain.arrivals(number).items()
            if place in certificate.lemmas
        )
    )


def _repetitions(chain: Chain, k: int) -> list[Term]:
    """Runs that are in the same state at two of the cut points that they pass in k - 1 segments."""
    return [
        later.equals(earlier[place])
        for earlier, after in combinations([chain.arrivals(number) for number in range(k)], 2)
        for place, later in after.items()
        if place in earlier
    ]
