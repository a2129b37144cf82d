"""What the parts of the engine ask a solver about single steps of a control system: one solver that learns every formula once."""

from collections.abc import Sequence
from contextlib import closing

from surefoot.budget import Budget
from surefoot.logic import FALSE, TRUE, Evaluator, Term, not_
from surefoot.solvers.contracts import NoAnswer, Sat, Unsat, Use
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.solving import SwitchedSolver, SystemSolver
from surefoot.systems.control.system import ControlSystem, Edge

MOST_KNOWN = 2000
"""The solver is opened anew when it was asked about so many formulas."""


class NoDecision(Exception):
    """A solver did not answer, for ``reason``: nothing follows from that."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Questions:
    """Asks about states and steps of ``system``."""

    def __init__(self, system: ControlSystem, solvers: SolverFactory, budget: Budget) -> None:
        self.system = system
        self._solvers = solvers
        self._budget = budget
        self._solver = SwitchedSolver(system, solvers.new())
        self._after: dict[int, dict[Term, Term]] = {}

    @property
    def solver_name(self) -> str:
        """The library that is asked."""
        return self._solver.name

    def close(self) -> None:
        """Close the solver."""
        self._solver.close()

    def after(self, edge: Edge, formula: Term) -> Term:
        """What ``formula`` says about the state before ``edge``."""
        return edge.after(formula, self._after.setdefault(id(edge), {}))

    def model(self, name: str, formulas: Sequence[Term], purpose: str) -> Evaluator | None:
        """A state at ``name`` that satisfies ``formulas``, if there is one; raises `NoDecision` and `OutOfBudget`."""
        asked = [each for each in (self.system.location(name).domain, *formulas) if each is not TRUE]
        if FALSE in asked:
            return None
        self._budget.spend()
        if self._solver.known > MOST_KNOWN:
            self._solver.close()
            self._solver = SwitchedSolver(self.system, self._solvers.new())
        answer = self._solver.check(asked, purpose=purpose)
        if isinstance(answer, NoAnswer):
            raise NoDecision(answer.reason)
        return Evaluator(answer.model.value) if isinstance(answer, Sat) else None

    def is_excluded(self, name: str, formulas: Sequence[Term], purpose: str) -> bool:
        """Whether no state at ``name`` satisfies ``formulas``, asked of a solver of its own: they are large, and nobody asks about them again."""
        asked = [each for each in (self.system.location(name).domain, *formulas) if each is not TRUE]
        with closing(SystemSolver(self.system, self._solvers.new(Use.ONE_SHOT))) as solver:
            for each in asked:
                solver.add(each)
            answer = solver.check(purpose=purpose)
        if isinstance(answer, NoAnswer):
            raise NoDecision(answer.reason)
        return isinstance(answer, Unsat)

    def implies(self, name: str, premises: Sequence[Term], conclusion: Term, purpose: str) -> bool:
        """Whether every state at ``name`` with ``premises`` satisfies ``conclusion``."""
        return conclusion is TRUE or self.model(name, [*premises, not_(conclusion)], purpose) is None

    def leads_to(self, edge: Edge, label: Term, conclusion: Term, purpose: str) -> bool:
        """Whether ``edge`` leads from states with ``label`` only to states with ``conclusion``; for an edge to an error, that no such state takes it."""
        reached = FALSE if not isinstance(edge.target, str) else self.after(edge, conclusion)
        return reached is TRUE or self.model(edge.source, [label, edge.guard, not_(reached)], purpose) is None

    def is_feasible(self, edge: Edge, label: Term) -> Evaluator | None:
        """A state with ``label`` that takes ``edge``, if there is one."""
        return self.model(edge.source, [label, edge.guard], "post")
