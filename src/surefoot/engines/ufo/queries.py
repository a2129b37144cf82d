"""Solver queries about states and single steps: one incremental solver for each location."""

from collections.abc import Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SwitchedSolver, SystemSolver
from surefoot.engines.ic3.consecution import WeakestPreconditions
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import NoDecision, decided
from surefoot.engines.ufo.graph import conjuncts
from surefoot.logic import FALSE, TRUE, Evaluator, Term, not_
from surefoot.smt.contracts import NoAnswer, Sat, Unsat, Use
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Edge


class StepQueries:
    """Queries about states and steps of ``system``."""

    def __init__(self, system: ControlSystem, solvers: SolverFactory, budget: Budget) -> None:
        self.system = system
        self._solvers = solvers
        self._budget = budget
        self._by_location: dict[str, SwitchedSolver] = {}
        self._preconditions = WeakestPreconditions(system)
        self._reasons: dict[tuple[int, Term], frozenset[Term]] = {}
        """Cores of earlier answers: known formulas that exclude a step to a violation of a formula.
        """

    def close(self) -> None:
        """Close the solvers."""
        for each in self._by_location.values():
            each.close()

    def guard(self, edge: Edge) -> Term:
        """Return the guard of ``edge``."""
        return self._preconditions.guard(edge)

    def after(self, edge: Edge, formula: Term) -> Term:
        """Return the precondition of ``formula`` along ``edge``."""
        return self._preconditions.of(edge, formula)

    def model(self, name: str, formulas: Sequence[Term], purpose: str) -> Evaluator | None:
        """Return a state at ``name`` that satisfies ``formulas``, if there is one. Raises
        `NoDecision` and `OutOfBudget`.
        """
        answer = self.answer(name, formulas, purpose)
        return answer if isinstance(answer, Evaluator) else None

    def answer(self, name: str, formulas: Sequence[Term], purpose: str) -> Evaluator | frozenset[Term]:
        """Return a state at ``name`` that satisfies ``formulas``, or a core of them. Raises
        `NoDecision` and `OutOfBudget`.
        """
        asserted = [each for each in (self.system.location(name).domain, *formulas) if each is not TRUE]
        if FALSE in asserted:
            return frozenset({FALSE})
        self._budget.spend()
        match self._solver(name).check(asserted, purpose=purpose):
            case Sat(model):
                return Evaluator(model.value)
            case Unsat(core):
                return frozenset(core)
            case NoAnswer(reason):
                raise NoDecision(reason)

    def _solver(self, name: str) -> SwitchedSolver:
        """Return the solver for the states at ``name``."""
        known = self._by_location.get(name)
        if known is not None and known.known > LIMITS.step_solver_formulas:
            known.close()
            known = None
        if known is None:
            known = self._by_location[name] = SwitchedSolver(self.system, self._solvers.new())
        return known

    def is_excluded(self, name: str, formulas: Sequence[Term], purpose: str) -> bool:
        """Return whether no state at ``name`` satisfies ``formulas``.

        A fresh solver decides, because such formulas are large and occur once.
        """
        asserted = [each for each in (self.system.location(name).domain, *formulas) if each is not TRUE]
        with closing(SystemSolver(self.system, self._solvers.new(Use.ONE_SHOT))) as solver:
            for each in asserted:
                solver.add(each)
            answer = solver.check(purpose=purpose)
        return isinstance(decided(answer), Unsat)

    def implies(self, name: str, premises: Sequence[Term], conclusion: Term, purpose: str) -> bool:
        """Return whether every state at ``name`` with ``premises`` satisfies ``conclusion``."""
        return conclusion is TRUE or self.model(name, [*premises, not_(conclusion)], purpose) is None

    def leads_to(self, edge: Edge, label: Term, conclusion: Term, purpose: str) -> bool:
        """Return whether ``edge`` leads from states with ``label`` only to states with
        ``conclusion``.

        For an edge to an error: whether no such state takes it.
        """
        known = conjuncts(label)
        parts = conjuncts(conclusion) if isinstance(edge.target, str) else (FALSE,)
        return all(self.leaving(edge, known, each, purpose) is None for each in parts)

    def leaving(self, edge: Edge, known: Sequence[Term], conclusion: Term, purpose: str) -> Evaluator | None:
        """Return a state that satisfies all ``known`` and from which ``edge`` violates
        ``conclusion``, if there is one.

        An earlier core that is still known answers without a query.
        """
        reason = self._reasons.get((id(edge), conclusion))
        if reason is not None and reason.issubset(known):
            return None
        answer = self.answer(edge.source, [*known, self.guard(edge), not_(self.after(edge, conclusion))], purpose)
        if isinstance(answer, Evaluator):
            return answer
        self._reasons[id(edge), conclusion] = answer.intersection(known)
        return None

    def is_feasible(self, edge: Edge, label: Term) -> Evaluator | None:
        """Return a state with ``label`` that takes ``edge``, if there is one."""
        return self.model(edge.source, [*conjuncts(label), self.guard(edge)], "post")
