"""Makes a question easier for solvers, and has every step of that confirmed by solvers: comparisons are split into cases."""

from surefoot.budget import Budget
from surefoot.certify.confirm import Accepted
from surefoot.certify.rewriting import confirm_rewriting
from surefoot.errors import OutOfBudget
from surefoot.logic import Term, with_split_comparisons
from surefoot.logic.rewriting import RewritingLog
from surefoot.solvers.registry import SolverFactory

MOST_SECONDS = 2.0
"""How much CPU time solvers may take to confirm the steps."""


def in_confirmed_cases(formula: Term, solvers: SolverFactory, budget: Budget) -> Term:
    """A formula that means the same as ``formula`` according to solvers: one in cases, or ``formula`` itself if they do not confirm that."""
    log = RewritingLog()
    split = with_split_comparisons(formula, {}, log)
    try:
        finding = confirm_rewriting(log, solvers.main, solvers, budget.at_most_cpu(MOST_SECONDS))
    except OutOfBudget:
        budget.spend()
        return formula
    return split if isinstance(finding, Accepted) else formula
