"""Re-checks pre- and postconditions from the program, with another solver, clause by clause.

Accepted when for every clause of the program's Horn clauses

    the formulas of its body, its constraint, and the negation of the formulas of its head (or nothing, if a check fails there)

are unsatisfiable together. See `systems.procedures.system` for what that shows.
"""

from collections.abc import Callable

from surefoot.base.budget import Budget
from surefoot.certify.kernel.finding import Finding, Rejected, finding_of
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.evidence.certificates import Summaries
from surefoot.evidence.summaries_text import relation_names
from surefoot.logic import BOOL, FALSE, Evaluator, Term, and_, not_, substitute, variables_of
from surefoot.logic.horn import Application, HornSystem
from surefoot.logic.smtlib import print_term
from surefoot.program.statements import CheckKind
from surefoot.smt.registry import SolverFactory
from surefoot.systems.procedures.system import ProcedureSystem
from surefoot.systems.procedures.unfolding import ProcedureClause

RelationTelling = Callable[[str, Term], str]
"""How readers are told a formula about the parameters of a relation."""


def check_summaries(
    procedures: ProcedureSystem,
    certificate: Summaries,
    solvers: SolverFactory,
    budget: Budget,
    telling: RelationTelling | None = None,
) -> Finding:
    """Whether ``certificate`` shows that the program is safe, and does nothing undefined; if not, what fails, with formulas as ``telling`` has them."""
    system = procedures.system
    wrong = _misfit(certificate, system)
    if wrong is not None:
        return Rejected(wrong)
    told = telling or (lambda relation, term: print_term(term, relation_names(system, relation)))
    parts = []
    for step in procedures.steps:
        budget.spend()
        part = _part(step, system, certificate, told)
        if part.formula is not FALSE:
            parts.append(part)
    return finding_of(discharge(parts, lambda _formula: (), solvers, budget))


def _misfit(certificate: Summaries, system: HornSystem) -> str | None:
    """Why ``certificate`` cannot be about ``system`` at all."""
    for name, terms in certificate.formulas.items():
        if name not in system.relations:
            return f"the program has no {name}"
        symbols = frozenset(system.relations[name])
        for term in terms:
            if term.sort is not BOOL or not symbols.issuperset(variables_of(term)):
                return f"a formula for {name} is not about the variables there: {term}"
    return None


def _part(step: ProcedureClause, system: HornSystem, certificate: Summaries, telling: RelationTelling) -> Obligation:
    clause = step.clause
    assumed = [
        _instance(each, formula, system)
        for each in clause.body
        for formula in certificate.formulas.get(each.relation, ())
    ]
    head = clause.head
    if head is None:
        return Obligation(f"{step.what}, {_failure(step)}", and_(clause.constraint, *assumed))
    stated = [(each, _instance(head, each, system)) for each in certificate.formulas.get(head.relation, ())]
    broken = and_(clause.constraint, *assumed, not_(and_(*(after for _, after in stated))))

    def which(values: Evaluator) -> str:
        first = next(formula for formula, after in stated if not values.value(after))
        return f"`{telling(head.relation, first)}`"

    return Obligation(f"{step.what} breaks", broken, which)


def _instance(application: Application, formula: Term, system: HornSystem) -> Term:
    return substitute(formula, dict(zip(system.relations[application.relation], application.arguments, strict=True)))


def _failure(step: ProcedureClause) -> str:
    error = step.error
    if error is None:
        return "a check fails"
    where = f" ({error.span.file}:{error.span.line})" if error.span else ""
    is_told = error.kind is CheckKind.ERROR_CALL and error.text
    return f"fails {error.text if is_told else f'{error.kind.value} {error.text}'.rstrip()}{where}"
