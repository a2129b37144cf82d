"""Checkers of evidence about Horn clauses: solutions, by another solver, and derivations of false,
by evaluation.

A solution is accepted if for every clause, with S for the formulas of the solution, this is
unsatisfiable:

    S_1(t_1) & ... & S_n(t_n) & constraint & not S(t)        without the last conjunct where the clause has no head
"""

from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.certify.kernel.finding import Finding, Rejected, finding_of
from surefoot.certify.verdicts import Derived
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.evidence.certificates import HornSolution
from surefoot.logic import BOOL, FALSE, Term, and_, not_, substitute, variables_of
from surefoot.logic.horn import Application, without_repetition, wrong_step
from surefoot.program.trace import Trace
from surefoot.smt.registry import SolverFactory
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.program import derivation_of


def check_solution(file: HornFile, solution: HornSolution, solvers: SolverFactory, budget: Budget) -> Finding:
    """Check that `solution` solves the clauses of `file`, by another solver than its finder."""
    wrong = _mismatch(file, solution)
    if wrong is not None:
        return Rejected(wrong)
    obligations: list[Obligation] = []
    for each in _obligations(file, solution):
        budget.spend()
        if each.formula is not FALSE:
            obligations.append(each)
    return finding_of(discharge(obligations, lambda _formula: (), solvers.for_checking(solution.solver), budget))


def checked_derivation(file: HornFile, trace: Trace) -> tuple[Derived, ...] | str:
    """Return the derivation of false by the run of `trace`, without repetitions, or why it is none.

    Requires: the run ends.
    """
    system = file.system
    derivation = derivation_of(file, trace)
    wrong = wrong_step(system, derivation)
    if wrong is not None:
        return wrong
    shorter = without_repetition(system, derivation)
    return tuple(
        Derived(
            None if head is None else head.relation,
            () if head is None else head.values,
            () if head is None else tuple(each.sort for each in system.relations[head.relation]),
            file.spans[step.clause],
            step.premises,
        )
        for step, head in zip(shorter.steps, shorter.heads(system), strict=True)
    )


def _mismatch(file: HornFile, solution: HornSolution) -> str | None:
    """Return why `solution` cannot be about `file`, `None` if it can."""
    relations = file.system.relations
    if solution.relations.keys() != relations.keys():
        return "the solution is not about the relations of the clauses"
    for name, defined in solution.relations.items():
        if defined.parameters != relations[name]:
            return f"the solution has other parameters for {name} than the clauses"
        if defined.formula.sort is not BOOL or not set(defined.parameters).issuperset(variables_of(defined.formula)):
            return f"the formula for {name} is not about its parameters"
    return None


def _obligations(file: HornFile, solution: HornSolution) -> Iterator[Obligation]:
    for clause, span in zip(file.system.clauses, file.spans, strict=True):
        holds = [_instance(solution, each) for each in clause.body]
        head = [not_(_instance(solution, clause.head))] if clause.head is not None else []
        yield Obligation(f"the solution violates the clause at {span}", and_(clause.constraint, *holds, *head))


def _instance(solution: HornSolution, application: Application) -> Term:
    defined = solution.relations[application.relation]
    return substitute(defined.formula, dict(zip(defined.parameters, application.arguments, strict=True)))
