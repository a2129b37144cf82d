"""Claims from invariants that a search found, reduced to those that the proof needs."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.ic3.consecution import WeakestPreconditions
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe
from surefoot.invariants.reduction import closed_under_reasons
from surefoot.logic import BOOL, Symbol, SymbolKind, Term, implies, not_, or_, variable
from surefoot.smt.contracts import Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Error, Invariants

_Goal = tuple[str, tuple[Term, ...]]
"""A location, and formulas that its invariants must contradict."""
_Part = tuple[str, Term]


def needed(system: ControlSystem, invariants: Invariants, solver: SystemSolver, budget: Budget) -> Invariants:
    """Return those of `invariants` that a proof needs; all of them where a solver gives up.

    Requires: `invariants` are inductive and exclude every error; `solver` has no formulas.
    Ensures: the same of the result.
    """
    reduction = _Reduction(system, invariants, solver, budget)
    found = closed_under_reasons(reduction.failures(), reduction.reasons, reduction.goals_of)
    if found is None:
        return invariants
    return {name: tuple(each for each in invariants.get(name, ()) if (name, each) in found) for name in system.names}


class _Reduction:
    """Queries of the reduction: each invariant is assumed by a literal of its own."""

    def __init__(self, system: ControlSystem, invariants: Invariants, solver: SystemSolver, budget: Budget) -> None:
        self._system = system
        self._solver = solver
        self._budget = budget
        self._preconditions = WeakestPreconditions(system)
        self._literals: dict[str, dict[Term, Term]] = {}
        """For each location and invariant, the literal that implies it."""
        number = 0
        for name in system.names:
            self._literals[name] = {}
            for formula in invariants.get(name, ()):
                number += 1
                symbol = Symbol(SymbolKind.ACTIVATION, "invariants", number, f"invariant {number}")
                self._literals[name][formula] = variable(symbol, BOOL)
                solver.add(implies(self._literals[name][formula], formula))

    def failures(self) -> Iterator[_Goal]:
        """Yield the failures of each location."""
        for name in self._system.names:
            failing = [edge for edge in self._system.edges_from(name) if isinstance(edge.target, Error)]
            yield name, (or_(*(self._preconditions.guard(edge) for edge in failing)),)

    def goals_of(self, parts: Sequence[_Part]) -> Iterator[_Goal]:
        """Yield the steps that would violate one of `parts`."""
        for name, formula in parts:
            self._budget.spend()
            for edge in self._system.edges_into(name):
                yield edge.source, (self._preconditions.guard(edge), not_(self._preconditions.of(edge, formula)))

    def reasons(self, goal: _Goal, marked: Mapping[_Part, None]) -> list[_Part] | None:
        """Return invariants that contradict `goal` together with those that are `marked`."""
        name, formulas = goal
        assumed = (self._system.location(name).domain, *formulas)
        literals = self._literals.get(name, {})
        known = [literals[formula] for at, formula in marked if at == name]
        if isinstance(self._solver.check([*known, *assumed], purpose="reduction"), Unsat):
            return []
        answer = self._solver.check([*literals.values(), *assumed], purpose="reduction")
        if not isinstance(answer, Unsat):
            return None
        core = set(answer.core)
        return [(name, each) for each, literal in literals.items() if literal in core]


def proof(system: ControlSystem, invariants: Invariants, solvers: SolverFactory, budget: Budget) -> ClaimsSafe:
    """Return the claim that ``invariants`` prove, reduced to the ones it needs."""
    with closing(SystemSolver(system, solvers.new())) as solver:
        enough = needed(system, invariants, solver, budget)
        return ClaimsSafe(KInductive(1, {name: terms for name, terms in enough.items() if terms}, solver.name))
