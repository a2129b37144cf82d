"""Those invariants and universals that a proof needs: what unsatisfiable cores mention, from the errors backwards.

The result is closed under reasons: no error is possible because of it, and each part of it is kept by every edge because of it.
"""

from collections.abc import Sequence

from surefoot.analysis.universals.inductive import breaks
from surefoot.analysis.universals.instances import chosen_instances
from surefoot.budget import Budget
from surefoot.logic import BOOL, Symbol, SymbolKind, Term, implies, not_, or_, variable
from surefoot.solvers.contracts import Unsat
from surefoot.systems.control.solving import SystemSolver
from surefoot.systems.control.system import ControlSystem, Edge, Invariants
from surefoot.systems.control.universals import Universal, Universals

Stated = Term | Universal


def needed_for_proof(
    system: ControlSystem, invariants: Invariants, universals: Universals, solver: SystemSolver, budget: Budget
) -> tuple[Invariants, Universals] | None:
    """Parts of ``invariants`` and ``universals`` that are inductive and exclude every error; ``None`` where the solver does not find out."""
    return _Needed(system, invariants, universals, solver, budget).result()


class _Needed:
    def __init__(
        self,
        system: ControlSystem,
        invariants: Invariants,
        universals: Universals,
        solver: SystemSolver,
        budget: Budget,
    ) -> None:
        self._system = system
        self._solver = solver
        self._budget = budget
        self._switches: dict[str, dict[Stated, Term]] = {}
        """For each location a literal that requires a formula, or a universal."""
        for name in (location.name for location in system.locations):
            stated: list[Stated] = [*invariants.get(name, ()), *universals.get(name, ())]
            self._switches[name] = {each: _switch(each) for each in stated}
        self._marked: dict[str, dict[Stated, None]] = {name: {} for name in self._switches}
        self._todo: list[tuple[str, Stated]] = []

    def result(self) -> tuple[Invariants, Universals] | None:
        for location in self._system.locations:
            failing = [edge for edge in self._system.error_edges if edge.source == location.name]
            if not self._mark(location.name, or_(*(edge.guard for edge in failing)), ()):
                return None
        while self._todo:
            name, stated = self._todo.pop()
            for edge in self._system.edges_into(name):
                if not self._mark_reasons(edge, stated):
                    return None
        plain = {name: tuple(each for each in kept if isinstance(each, Term)) for name, kept in self._marked.items()}
        quantified = {
            name: tuple(each for each in kept if isinstance(each, Universal)) for name, kept in self._marked.items()
        }
        return plain, quantified

    def _mark_reasons(self, edge: Edge, stated: Stated) -> bool:
        broken = breaks(edge, stated, {}) if isinstance(stated, Universal) else not_(edge.after(stated))
        return self._mark(edge.source, broken, (edge.guard, *edge.update.values()))

    def _mark(self, name: str, formula: Term, others: Sequence[Term]) -> bool:
        """Mark what at ``name`` contradicts ``formula`` under the guard, the first of ``others``; says whether a solver found out."""
        self._budget.spend()
        switches = self._switches[name]
        for stated, switch in switches.items():
            said = chosen_instances([stated], (formula, *others)) if isinstance(stated, Universal) else [stated]
            for each in said:
                self._solver.add(implies(switch, each))
        assumed = (self._system.location(name).domain, formula, *others[:1])
        marked = [switches[each] for each in self._marked[name]]
        if isinstance(self._solver.check([*marked, *assumed], purpose="reduction"), Unsat):
            return True
        answer = self._solver.check([*switches.values(), *assumed], purpose="reduction")
        if not isinstance(answer, Unsat):
            return False
        core = frozenset(answer.core)
        new = [each for each, switch in switches.items() if switch in core and each not in self._marked[name]]
        self._marked[name] |= dict.fromkeys(new)
        self._todo += [(name, each) for each in new]
        return True


def _switch(stated: Stated) -> Term:
    """A literal of its own for each formula and each universal, the same whenever it is asked for."""
    body, kind = (stated.body, "universal") if isinstance(stated, Universal) else (stated, "formula")
    return variable(Symbol(SymbolKind.ACTIVATION, f"needed {kind}", body.id, f"needed {kind} {body.id}"), BOOL)
