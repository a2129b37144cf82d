"""Fewer invariants that prove the same: those that unsatisfiable cores mention, from the errors backwards.

The result is closed under reasons: no error is possible because of it, and each of its formulas is kept by every edge because of it.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.ic3.preconditions import WeakestPreconditions
from surefoot.logic import BOOL, Symbol, SymbolKind, Term, implies, not_, or_, variable
from surefoot.smt.contracts import Unsat
from surefoot.systems.control.system import ControlSystem, Error, Invariants


def needed(system: ControlSystem, invariants: Invariants, solver: SystemSolver, budget: Budget) -> Invariants:
    """Those of ``invariants`` that a proof needs; all of them where a solver gives up.

    Requires  ``invariants`` are inductive and exclude every error;  ``solver`` has no formulas
    """
    return _Reduction(system, invariants, solver, budget).needed()


class _Reduction:
    def __init__(self, system: ControlSystem, invariants: Invariants, solver: SystemSolver, budget: Budget) -> None:
        self._system = system
        self._invariants = invariants
        self._solver = solver
        self._budget = budget
        self._preconditions = WeakestPreconditions(system)
        self._switches: dict[str, dict[Term, Term]] = {}
        """For each location and formula a literal that requires it."""
        self._marked: dict[str, dict[Term, None]] = {name: {} for name in system.names}
        self._todo: list[tuple[str, Term]] = []
        number = 0
        for name in system.names:
            self._switches[name] = {}
            for formula in invariants.get(name, ()):
                number += 1
                symbol = Symbol(SymbolKind.ACTIVATION, "invariants", number, f"invariant {number}")
                self._switches[name][formula] = variable(symbol, BOOL)
                solver.add(implies(self._switches[name][formula], formula))

    def needed(self) -> Invariants:
        if not all(self._mark_reasons(name, self._failure(name)) for name in self._system.names):
            return self._invariants
        while self._todo:
            self._budget.spend()
            name, formula = self._todo.pop()
            for edge in self._system.edges_into(name):
                broken = (self._preconditions.guard(edge), not_(self._preconditions.of(edge, formula)))
                if not self._mark_reasons(edge.source, broken):
                    return self._invariants
        return {
            name: tuple(each for each in self._switches[name] if each in self._marked[name]) for name in self._marked
        }

    def _failure(self, name: str) -> tuple[Term, ...]:
        failing = [edge for edge in self._system.edges_from(name) if isinstance(edge.target, Error)]
        return (or_(*(self._preconditions.guard(edge) for edge in failing)),)

    def _mark_reasons(self, name: str, formulas: Sequence[Term]) -> bool:
        """Mark invariants of ``name`` that contradict ``formulas``, those that are marked already if they do; says whether a solver found some."""
        assumed = (self._system.location(name).domain, *formulas)
        switches = self._switches.get(name, {})
        marked = [switches[each] for each in self._marked.get(name, ())]
        if isinstance(self._solver.check([*marked, *assumed], purpose="reduction"), Unsat):
            return True
        answer = self._solver.check([*switches.values(), *assumed], purpose="reduction")
        if not isinstance(answer, Unsat):
            return False
        core = set(answer.core)
        new = [each for each, switch in switches.items() if switch in core and each not in self._marked[name]]
        self._marked[name] |= dict.fromkeys(new)
        self._todo += [(name, each) for each in new]
        return True
