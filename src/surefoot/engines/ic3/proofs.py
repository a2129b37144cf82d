"""Claims of invariants found by a search."""

from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.ic3.reduction import needed
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Invariants


def proof(system: ControlSystem, invariants: Invariants, solvers: SolverFactory, budget: Budget) -> ClaimsSafe:
    """Return the claim that ``invariants`` prove, reduced to the ones it needs."""
    with closing(SystemSolver(system, solvers.new())) as solver:
        enough = needed(system, invariants, solver, budget)
        return ClaimsSafe(KInductive(1, {name: terms for name, terms in enough.items() if terms}, solver.name))
