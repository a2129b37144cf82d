"""The search as a function: an invariant, or a run that violates the property."""

from contextlib import closing

from surefoot.analysis.ring.abstraction import multiplies
from surefoot.analysis.ring.obligations import ProductObligations
from surefoot.budget import Budget
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.ic3.justified import JustifiedDomain
from surefoot.engines.ic3.search import FrameSearch, Inductive
from surefoot.engines.searches import Undecided, searched
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem, Invariants


def property_directed(
    system: ControlSystem, known: Invariants, solvers: SolverFactory, budget: Budget, *, with_ring: bool = True
) -> Invariants | Run | None:
    """Invariants that are inductive together with ``known`` and exclude every error, or a run to a violation.

    ``None`` if a solver did not answer, or errors that are no violations can be reached and no other was found. Raises `OutOfBudget`.
    Requires  ``known`` is inductive
    """
    domain = JustifiedDomain(system)
    products = ProductObligations(system, solvers, budget, are_sought=with_ring and multiplies(system))
    with (
        closing(products),
        closing(FrameSearch(system, known, domain, Effort(), solvers, budget, lambda _: None, products)) as search,
    ):
        result, undefined = searched(search.result)
    match result:
        case Inductive(invariants):
            return invariants if undefined is None else None
        case Run():
            return result
        case Undecided():
            return None
