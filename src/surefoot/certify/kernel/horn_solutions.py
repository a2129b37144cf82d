"""Re-checks a solution of Horn clauses with another solver than found it, clause by clause.

Accepted when for every clause, with S for the formulas of the solution, this is unsatisfiable:

    S_1(t_1) & ... & S_n(t_n) & constraint & not S(t)        without the last part where the clause has no head
"""

from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.certify.kernel.finding import Finding, Rejected, finding_of
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.evidence.certificates import HornSolution
from surefoot.logic import BOOL, FALSE, Term, and_, not_, substitute, variables_of
from surefoot.logic.horn import Application
from surefoot.smt.registry import SolverFactory
from surefoot.systems.formats.model import HornFile


def check_solution(file: HornFile, solution: HornSolution, solvers: SolverFactory, budget: Budget) -> Finding:
    """Whether ``solution`` is one of the clauses of ``file``, according to another library than that which found it."""
    wrong = _misfit(file, solution)
    if wrong is not None:
        return Rejected(wrong)
    parts: list[Obligation] = []
    for part in _parts(file, solution):
        budget.spend()
        if part.formula is not FALSE:
            parts.append(part)
    return finding_of(discharge(parts, lambda _formula: (), solvers.against(solution.solver), budget))


def _misfit(file: HornFile, solution: HornSolution) -> str | None:
    """Why ``solution`` cannot be about ``file`` at all."""
    relations = file.system.relations
    if solution.relations.keys() != relations.keys():
        return "the solution is not about the relations of the clauses"
    for name, defined in solution.relations.items():
        if defined.parameters != relations[name]:
            return f"the solution has other parameters for {name} than the clauses"
        if defined.formula.sort is not BOOL or not set(defined.parameters).issuperset(variables_of(defined.formula)):
            return f"the formula for {name} is not about its parameters"
    return None


def _parts(file: HornFile, solution: HornSolution) -> Iterator[Obligation]:
    for clause, span in zip(file.system.clauses, file.spans, strict=True):
        holds = [_instance(solution, each) for each in clause.body]
        head = [not_(_instance(solution, clause.head))] if clause.head is not None else []
        yield Obligation(f"the solution breaks the clause at {span}", and_(clause.constraint, *holds, *head))


def _instance(solution: HornSolution, application: Application) -> Term:
    defined = solution.relations[application.relation]
    return substitute(defined.formula, dict(zip(defined.parameters, application.arguments, strict=True)))
