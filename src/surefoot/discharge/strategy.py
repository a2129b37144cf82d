"""Strategy: the order of tactics that discharge obligations of a certificate.

    1. rewriting          every formula is `false` already
    2. linear integers    obligations with multiples of constants, one by one          (`linear_integers`)
    3. remainders         the rest with symbols for floating-point remainders           (`float_remainders`)
    4. products           those about arrays with symbols for products of unknowns  (`congruent_products`)
    5. fewer bits         the rest with narrower words, by the portfolio               (`in_fewer_bits`)
    6. small numbers      the rest with high bits zero where they are implied to be     (`small_numbers`)
    7. as they are        the rest, by the portfolio

The order of solvers within the portfolio is `solver_portfolio.order_of_solvers`. A violation that 3, 4, 5
or 6 finds is searched again in 7, because the model of 7 is over the original symbols.

Ensures: `Discharged` only if each obligation is unsatisfiable. That is shown in one of these
manners: all formulas are `false` by rewriting (`Discharged(REWRITING)`); a solver other than the
main one answered `Unsat`; or the tactic "exact ranges", which shares no code with a solver, showed
it. `NoAnswer` discharges nothing.
"""

from collections.abc import Callable, Sequence

from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.discharge.congruent_products import with_congruent_products
from surefoot.discharge.float_remainders import without_remainders
from surefoot.discharge.linear_integers import discharge_in_integers
from surefoot.discharge.obligation import Discharged, DischargeResult, Obligation, Refuted, Undischarged
from surefoot.discharge.small_numbers import in_fewer_bits, in_small_numbers
from surefoot.discharge.solver_portfolio import discharge_by_portfolio
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import FALSE, Term, or_
from surefoot.smt.registry import SolverFactory


def discharge(
    obligations: Sequence[Obligation],
    facts_for: Callable[[Term], Sequence[Term]],
    solvers: SolverFactory,
    budget: Budget,
    first_slice: float = 0.0,
) -> DischargeResult:
    """Show that all `obligations` are unsatisfiable, without the main solver of `solvers`.

    `facts_for` returns what may be assumed about the symbols of a formula. `first_slice` is the
    least CPU time, in seconds, that the preferred solver has for all obligations at once.
    """
    everything = or_(*(each.formula for each in obligations))
    if everything is FALSE:
        return Discharged(REWRITING)
    facts = facts_for(everything)
    rest, by = discharge_in_integers(obligations, facts, solvers, budget)
    if not rest:
        return Discharged(by)
    match _discharge_words(rest, facts, solvers, budget, first_slice):
        case Discharged(others) if by:
            return Discharged(f"{by} and {others}")
        case Undischarged() as unknown:
            return replace(unknown, total=len(obligations))
        case result:
            return result


def _discharge_words(
    obligations: Sequence[Obligation],
    facts: Sequence[Term],
    solvers: SolverFactory,
    budget: Budget,
    first_slice: float,
) -> DischargeResult:
    for reduced in (without_remainders, with_congruent_products, in_fewer_bits, in_small_numbers):
        easier = reduced(obligations, facts, solvers, budget)
        if easier is not None:
            result = discharge_by_portfolio(*easier, solvers, budget, first_slice)
            if not isinstance(result, Refuted):
                return result
    return discharge_by_portfolio(obligations, facts, solvers, budget, first_slice)
