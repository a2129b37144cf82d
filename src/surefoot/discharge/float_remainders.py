"""Tactic that abstracts floating-point remainders by symbols.

A formula is unsatisfiable if it is with a symbol in place of every remainder, equal symbols for
equal terms. What is known of a remainder, such as that it is smaller than the divisor, often
suffices; solvers unfold it into thousands of subtractions.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.discharge.obligation import Obligation
from surefoot.logic import Op, Symbol, SymbolKind, Term, fold, rebuild, variable
from surefoot.smt.registry import SolverFactory


def without_remainders(
    obligations: Sequence[Obligation], facts: Sequence[Term], _solvers: SolverFactory, _budget: Budget
) -> tuple[Sequence[Obligation], Sequence[Term]] | None:
    """Return obligations and facts with symbols for remainders; `None` if there is no remainder.

    Ensures: each result is satisfiable if the obligation is.
    """
    memo: dict[Term, Term] = {}
    easier = [Obligation(each.description, fold(each.formula, _replaced, memo)) for each in obligations]
    if all(new.formula is old.formula for new, old in zip(easier, obligations, strict=True)):
        return None
    return easier, [fold(fact, _replaced, memo) for fact in facts]


def _replaced(term: Term, args: list[Term]) -> Term:
    if term.op is Op.FP_REM:
        return variable(Symbol(SymbolKind.AUXILIARY, "remainder", term.id, f"remainder {term.id}"), term.sort)
    return term if tuple(args) == term.args else rebuild(term, tuple(args))
