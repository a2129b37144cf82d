"""From invariants that a search found to the claim that they prove."""

from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.ic3.reduction import needed
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Invariants


def proof(system: ControlSystem, invariants: Invariants, solvers: SolverFactory, budget: Budget) -> ClaimsSafe:
    """The claim that ``invariants`` prove, with no more of them than it takes."""
    with closing(SystemSolver(system, solvers.new())) as solver:
        enough = needed(system, invariants, solver, budget)
        return ClaimsSafe(KInductive(1, {name: terms for name, terms in enough.items() if terms}, solver.name))
