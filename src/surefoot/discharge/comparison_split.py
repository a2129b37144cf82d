"""Tactic "comparison split": comparisons of choices are split into cases, and solvers confirm every
step of the split.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.obligation import Discharged
from surefoot.discharge.rewriting import confirm_rewriting
from surefoot.logic import Term, with_split_comparisons
from surefoot.logic.rewriting import RewritingLog
from surefoot.smt.registry import SolverFactory


def with_confirmed_splits(formulas: Sequence[Term], solvers: SolverFactory, budget: Budget) -> list[Term]:
    """Return formulas equivalent to `formulas` with comparisons split, or `formulas` if the steps
    are not confirmed.
    """
    log = RewritingLog()
    memo: dict[Term, Term] = {}
    split = [with_split_comparisons(formula, memo, log) for formula in formulas]
    try:
        result = confirm_rewriting(log, solvers.main, solvers, budget.at_most_cpu(LIMITS.split_seconds))
    except OutOfBudget:
        budget.spend()
        return list(formulas)
    return split if isinstance(result, Discharged) else list(formulas)
