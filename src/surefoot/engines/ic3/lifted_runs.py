"""Lifted counterexamples: for each location of a failing run, a cube of states from which runs fail
in the same way.

Backwards from the error, with the state s_k and the edge e_k of the run,

    C_k  =  literals that are true in s_k, and imply  g_k & C_k+1[u_k]  with the inputs of the run

The cubes are lifted as obligations are, over comparisons of the program in every domain. Values
common to all runs along the path are substituted: after a = 0 the cube has b <= 0, not b <= a.
"""

from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.ic3.domain import Cube, JustifiedDomain
from surefoot.engines.ic3.lifting import Lifting
from surefoot.engines.limits import LIMITS
from surefoot.evidence.claims import LiftedState
from surefoot.logic import TRUE, Op, Term, and_, substitute
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import ControlSystem


def lifted_states(system: ControlSystem, run: Run, solvers: SolverFactory, budget: Budget) -> tuple[LiftedState, ...]:
    """Return the lifted state of each location that ``run`` passes, in order; nothing if that takes
    too long.

    Requires: the system has this run, and it ends in an error
    """
    if len(run.steps) > LIMITS.lifted_run_steps:
        return ()
    try:
        cubes = _cubes(system, run, solvers, budget)
    except OutOfBudget:
        return ()
    found: list[LiftedState] = []
    constants: dict[Term, Term] = {}
    for step, cube in zip(run.steps, cubes, strict=False):
        updated = ((symbol, substitute(value, constants)) for symbol, value in step.edge.update.items())
        constants = {symbol: value for symbol, value in updated if value.op is Op.CONSTANT}
        literals = dict.fromkeys(substitute(each, constants) for each in cube)
        found.append(LiftedState(str(step.edge.target), tuple(each for each in literals if each is not TRUE)))
    return tuple(found)


def _cubes(system: ControlSystem, run: Run, solvers: SolverFactory, budget: Budget) -> list[Cube]:
    """Return C_k of the module for each location after the entry."""
    found: list[Cube] = []
    reached: Term = TRUE
    with closing(Lifting(SystemSolvers(system, solvers), JustifiedDomain(system))) as lifting:
        for step, state in reversed(list(zip(run.steps, states_along(system, run), strict=True))[1:]):
            budget.spend()
            wanted = and_(step.edge.guard, step.edge.after(reached))
            found.append(lifting.cube(step.edge.source, wanted, state))
            reached = and_(*found[-1])
    return found[::-1]
