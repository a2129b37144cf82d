"""Lifting: from a state with a property of its successor to a cube of such states, for the same
inputs.
"""

from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.ic3.domain import Cube, Domain, JustifiedDomain
from surefoot.engines.limits import LIMITS
from surefoot.evidence.claims import LiftedState
from surefoot.logic import TRUE, Evaluator, Op, Term, and_, constant, eq, not_, substitute, variables_of
from surefoot.smt.contracts import Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import ControlSystem


class Lifting:
    """Lifting to cubes of ``domain``, minus the literals that the ring or a solver finds redundant."""

    def __init__(self, solvers: SystemSolvers, domain: Domain) -> None:
        self._domain = domain
        self._solvers = solvers
        self._inputs = {each.name: frozenset(each.inputs) for each in solvers.system.locations}
        self._checks = 0
        self._solver = solvers.switched()

    def cube(self, name: str, reached: Term, state: Evaluator) -> Cube:
        """Return a cube at ``name`` that contains ``state``.

        Requires: ``reached`` is true in ``state``
        Ensures: in an exact domain, ``reached`` is true in all states of the cube for the inputs of
          ``state``
        """
        lifted = self._domain.lifted(name, reached, state)
        literals = lifted.literals
        if len(literals) <= 1:
            return (*literals, *lifted.kept)
        inputs = [symbol for symbol in variables_of(reached) if symbol in self._inputs[name]]
        chosen = [eq(symbol, constant(state.value(symbol), symbol.sort)) for symbol in inputs]
        formulas = (not_(reached), *chosen, *literals, *lifted.assumed)
        shown = self._solver.ring_core(name, formulas)
        if shown is not None:
            return (*(literal for literal in literals if literal in shown), *lifted.kept)
        if self._checks == LIMITS.lifting_checks:
            self._solver.close()
            self._solver = self._solvers.switched()
            self._checks = 0
        self._checks += 1
        answer = self._solver.check(formulas, purpose="lifting")
        if not isinstance(answer, Unsat):
            return (*literals, *lifted.kept)
        core = set(answer.core)
        return (*(literal for literal in literals if literal in core), *lifted.kept)

    def close(self) -> None:
        """Close the solver."""
        self._solver.close()


def lifted_states(system: ControlSystem, run: Run, solvers: SolverFactory, budget: Budget) -> tuple[LiftedState, ...]:
    """Return for each location that ``run`` passes, in order, a cube of states from which runs fail
    in the same way.

    Backwards from the error, with the state s_k and the edge e_k of the run,

        C_k  =  literals that are true in s_k and imply g_k & C_k+1[u_k] with the inputs of the run

    Values common to all runs along the path are substituted: after a = 0 the cube has b <= 0,
    not b <= a. The result is empty for long runs, and if the budget ends.

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
    """Return C_k of `lifted_states` for each location after the entry."""
    found: list[Cube] = []
    reached: Term = TRUE
    with closing(Lifting(SystemSolvers(system, solvers), JustifiedDomain(system))) as lifting:
        for step, state in reversed(list(zip(run.steps, states_along(system, run), strict=True))[1:]):
            budget.spend()
            wanted = and_(step.edge.guard, step.edge.after(reached))
            found.append(lifting.cube(step.edge.source, wanted, state))
            reached = and_(*found[-1])
    return found[::-1]
