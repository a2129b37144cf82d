"""Checker of pre- and postconditions of procedures, clause by clause, by another solver.

The evidence is accepted if for every Horn clause of the program this is unsatisfiable, with S for
the formulas of a relation:

    S_1(t_1) & ... & S_n(t_n) & constraint & not S(t)        without the last conjunct where the clause is a failing check

See `systems.procedures.system` for what that implies.
"""

from collections.abc import Callable

from surefoot.base.budget import Budget
from surefoot.certify.kernel.finding import Finding, Rejected, finding_of
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.evidence.certificates import Summaries
from surefoot.evidence.horn_text import relation_names
from surefoot.logic import BOOL, FALSE, Evaluator, Term, and_, not_, substitute, variables_of
from surefoot.logic.horn import Application, HornSystem
from surefoot.logic.smtlib import print_term
from surefoot.program.statements import CheckKind
from surefoot.smt.registry import SolverFactory
from surefoot.systems.procedures.system import ProcedureClause, ProcedureSystem

RelationPrinter = Callable[[str, Term], str]
"""Prints a formula about the parameters of a relation for readers."""


def check_summaries(
    procedures: ProcedureSystem,
    certificate: Summaries,
    solvers: SolverFactory,
    budget: Budget,
    printer: RelationPrinter | None = None,
) -> Finding:
    """Check that `certificate` shows the program safe and free of undefined behaviour; findings
    have formulas by `printer`.
    """
    system = procedures.system
    wrong = _mismatch(certificate, system)
    if wrong is not None:
        return Rejected(wrong)
    printed = printer or (lambda relation, term: print_term(term, relation_names(system, relation)))
    obligations = []
    for step in procedures.steps:
        budget.spend()
        found = _obligation(step, system, certificate, printed)
        if found.formula is not FALSE:
            obligations.append(found)
    return finding_of(discharge(obligations, lambda _formula: (), solvers, budget))


def _mismatch(certificate: Summaries, system: HornSystem) -> str | None:
    """Return why `certificate` cannot be about `system`, `None` if it can."""
    for name, terms in certificate.formulas.items():
        if name not in system.relations:
            return f"the program has no {name}"
        symbols = frozenset(system.relations[name])
        for term in terms:
            if term.sort is not BOOL or not symbols.issuperset(variables_of(term)):
                return f"a formula for {name} is not about the variables there: {term}"
    return None


def _obligation(
    step: ProcedureClause, system: HornSystem, certificate: Summaries, printer: RelationPrinter
) -> Obligation:
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
        return f"`{printer(head.relation, first)}`"

    return Obligation(f"{step.what} violates", broken, which)


def _instance(application: Application, formula: Term, system: HornSystem) -> Term:
    return substitute(formula, dict(zip(system.relations[application.relation], application.arguments, strict=True)))


def _failure(step: ProcedureClause) -> str:
    error = step.error
    if error is None:
        return "a check fails"
    where = f" ({error.span.file}:{error.span.line})" if error.span else ""
    has_text = error.kind is CheckKind.ERROR_CALL and error.text
    return f"fails {error.text if has_text else f'{error.kind.value} {error.text}'.rstrip()}{where}"
