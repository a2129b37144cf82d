"""Re-checks a k-inductive proof from the program, with another solver.

Accepted when all of these are unsatisfiable:
    base        some run fails a check or is undefined within k rounds of each loop
    invariants  an edge of the cut-point graph, from the entry or under the invariants of its source, breaks one of its target
    step        from a state with the invariants, k - 1 segments pass without failure and the next fails
"""

from surefoot.budget import Budget
from surefoot.certify.confirm import Accepted, Finding, Rejected, excluded
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Goal
from surefoot.logic import BOOL, Term, or_, variables_of
from surefoot.program.properties import UNDEFINED
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.addresses import AddressBook
from surefoot.systems.cutpoints import CutpointGraph, NoFiniteShape
from surefoot.systems.segments import Segments
from surefoot.systems.unrolling import Unrolling


def check_k_inductive(goal: Goal, certificate: KInductive, solvers: SolverFactory, budget: Budget) -> Finding:
    """Whether ``certificate`` shows that no run of the goal's program violates its property."""
    if certificate.k < 1:
        return Rejected("k must be positive")
    try:
        segments = Segments(CutpointGraph(goal.program, goal.checked, budget), goal.checked, budget)
    except NoFiniteShape as reason:
        return Rejected(reason.message)
    if not _is_well_formed(certificate, segments):
        return Rejected("an invariant is not about a cut point of this program")
    base = excluded(*_base(goal, certificate.k, budget), solvers, budget)
    if isinstance(base, Rejected):
        return Rejected(f"base case: {base.reason}")
    broken = (edge.breaks(certificate.invariants) for edge in segments.edges())
    induction = or_(*broken, *_steps(certificate, segments))
    found = excluded(induction, segments.graph.book, solvers, budget)
    if isinstance(found, Rejected):
        return Rejected(f"induction: {found.reason}")
    return Accepted(found.by)


def _is_well_formed(certificate: KInductive, segments: Segments) -> bool:
    """The invariants are formulas over the symbols of their cut points."""
    for place, terms in certificate.invariants.items():
        if place not in segments.places:
            return False
        symbols = {symbol for group in segments.graph.start(place).symbols.values() for symbol in group}
        if any(term.sort is not BOOL or not symbols.issuperset(variables_of(term)) for term in terms):
            return False
    return True


def _base(goal: Goal, k: int, budget: Budget) -> tuple[Term, AddressBook]:
    unrolling = Unrolling(goal.program, goal.checked)
    unrolling.extend(k, budget)
    relevant = goal.checked.violations | UNDEFINED
    return or_(*(each.failure for each in unrolling.obligations if each.kind in relevant)), unrolling.book


def _steps(certificate: KInductive, segments: Segments) -> list[Term]:
    return [segments.failure_in(certificate.k, place, certificate.invariants) for place in segments.places]
