"""Lifting: from a state with a property of its successor to a cube of such states, for the same
inputs.
"""

from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.ic3.domain import Cube, Domain
from surefoot.engines.limits import LIMITS
from surefoot.logic import Evaluator, Term, constant, eq, not_, variables_of
from surefoot.smt.contracts import Unsat


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
