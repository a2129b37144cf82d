"""From invariants that a search found to the claim that they prove."""

from contextlib import closing

from surefoot.budget import Budget
from surefoot.engines.ic3.reduction import needed
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.solving import SystemSolver
from surefoot.systems.control.system import ControlSystem, Invariants


def proof(
    system: ControlSystem, known: Invariants, found: Invariants, solvers: SolverFactory, budget: Budget
) -> ClaimsSafe:
    """The claim that ``known`` and ``found`` together prove, with no more of them than it takes."""
    everything = {name: (*known.get(name, ()), *found.get(name, ())) for name in system.names}
    with closing(SystemSolver(system, solvers.new())) as solver:
        enough = needed(system, everything, solver, budget)
        return ClaimsSafe(KInductive(1, {name: terms for name, terms in enough.items() if terms}, solver.name))
