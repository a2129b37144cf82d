"""Makes a question easier for solvers, and has every step of that confirmed by solvers: comparisons are split into cases."""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.portfolio import Accepted
from surefoot.discharge.rewriting import confirm_rewriting
from surefoot.logic import Term, with_split_comparisons
from surefoot.logic.rewriting import RewritingLog
from surefoot.smt.registry import SolverFactory

MOST_SECONDS = 2.0
"""How much CPU time solvers may take to confirm the steps."""


def in_confirmed_cases(formulas: Sequence[Term], solvers: SolverFactory, budget: Budget) -> list[Term]:
    """Formulas that mean the same as ``formulas`` according to solvers: in cases, or as they were if solvers do not confirm that."""
    log = RewritingLog()
    memo: dict[Term, Term] = {}
    split = [with_split_comparisons(formula, memo, log) for formula in formulas]
    try:
        finding = confirm_rewriting(log, solvers.main, solvers, budget.at_most_cpu(MOST_SECONDS))
    except OutOfBudget:
        budget.spend()
        return list(formulas)
    return split if isinstance(finding, Accepted) else list(formulas)
