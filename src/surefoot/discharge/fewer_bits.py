"""Tactic "fewer bits": obligations over narrower words (`logic.transformations.fewer_bits`)."""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.discharge.obligation import Obligation
from surefoot.logic import TRUE, Term
from surefoot.logic.transformations.fewer_bits import with_fewer_bits
from surefoot.smt.registry import SolverFactory


def in_fewer_bits(
    obligations: Sequence[Obligation], facts: Sequence[Term], _solvers: SolverFactory, _budget: Budget
) -> tuple[Sequence[Obligation], Sequence[Term]] | None:
    """Return the obligations and facts over narrower words; `None` if no word becomes narrower.

    Ensures: an obligation is unsatisfiable together with `facts` if the result is. The converse
    need not hold, so a model of the result is no violation.
    """
    formulas = [each.formula for each in obligations]
    implied = [each.weaker or TRUE for each in obligations]
    narrow = with_fewer_bits([*facts, *formulas, *implied])
    if narrow is None:
        return None
    first, second = len(facts), len(facts) + len(obligations)
    easier = [
        Obligation(each.description, formula, weaker=None if each.weaker is None else simpler)
        for each, formula, simpler in zip(obligations, narrow[first:second], narrow[second:], strict=True)
    ]
    return easier, narrow[:first]
