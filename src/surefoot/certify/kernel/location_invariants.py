"""Inductive invariants of locations, derived from a k-inductive proof where that needs no
quantifier.

If the property is k-inductive, then "no check fails in the next k - 1 steps" is inductive. That is
a formula about the state at a location if those steps have no inputs.
"""

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.certify.kernel.finding import Accepted
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.certify.limits import LIMITS
from surefoot.evidence.certificates import KInductive
from surefoot.logic import TRUE, Term, dag_size, not_, or_, variables_of
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.control.unfolding import Unfolding


def location_invariants(
    system: ControlSystem, certificate: KInductive, solvers: SolverFactory, budget: Budget
) -> KInductive | None:
    """Return a proof with k = 1 that shows what `certificate` does, checked likewise; `None` if
    there is none.

    Requires: `certificate` was accepted for `system`.
    """
    if certificate.k == 1 and not certificate.lemmas and not certificate.simple_paths and not certificate.loop_wise:
        return certificate
    if certificate.loop_wise or certificate.simple_paths:
        return None
    share = budget.at_most(LIMITS.derived_invariant_seconds)
    try:
        stated = {name: _stated(certificate, system, name) for name in system.names}
        known = {name: terms for name, terms in stated.items() if terms}
        if any(terms is None for terms in stated.values()):
            return None
        candidate = replace(certificate, k=1, invariants=known, lemmas={})
        finding = check_system(system, candidate, replace(solvers, budget=share), share)
    except OutOfBudget:  # the proof stands without them
        return None
    return candidate if isinstance(finding, Accepted) else None


def _stated(certificate: KInductive, system: ControlSystem, name: str) -> tuple[Term, ...] | None:
    """Return what holds at `name` and that no check fails in the next k - 1 steps, if the state
    decides that.
    """
    unfolding = Unfolding(system, name, certificate.invariants)
    symbols = {*system.location(name).symbols, *system.parameters}
    failure = or_(*(unfolding.layer(number).failure for number in range(1, certificate.k)))
    if dag_size(failure) > LIMITS.derived_invariant_terms or not symbols.issuperset(variables_of(failure)):
        return None
    passes = not_(failure)
    known = (*certificate.invariants.get(name, ()), *certificate.lemmas.get(name, ()))
    return known if passes is TRUE else (*known, passes)
