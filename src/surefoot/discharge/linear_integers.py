"""Tactic "linear integers": obligations with multiples of constants are discharged in linear
integer arithmetic.

Words that are multiplied by constants and compared take bit-vector solvers seconds and integer
solvers milliseconds. The integer formula is implied by the formula over words
(`logic.transformations.linear_integers`).
"""

from collections.abc import Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.obligation import Obligation
from surefoot.logic import Op, Term, postorder
from surefoot.logic.transformations.linear_integers import in_linear_integers
from surefoot.smt.contracts import Unsat, Use
from surefoot.smt.registry import FOR_LINEAR_INTEGERS, SolverFactory


def discharge_in_integers(
    obligations: Sequence[Obligation], facts: Sequence[Term], solvers: SolverFactory, budget: Budget
) -> tuple[list[Obligation], str]:
    """Return the obligations that stay open, and the solver that discharged the others ("" if there
    are none).

    After `LIMITS.integer_misses` obligations without success the others stay open without a query.
    """
    name = solver_of_integers(solvers)
    if name is None:
        return list(obligations), ""
    rest: list[Obligation] = []
    missed = 0
    for each in obligations:
        is_tried = missed < LIMITS.integer_misses and has_multiples(each.formula)
        if is_tried and is_discharged_in_integers(each.formula, facts, name, solvers, budget):
            continue
        missed += is_tried
        rest.append(each)
    return rest, f"{name} in integers" if len(rest) < len(obligations) else ""


def solver_of_integers(solvers: SolverFactory) -> str | None:
    """Return a solver of linear integer arithmetic other than the main one; `None` if there is
    none.
    """
    return next((name for name in FOR_LINEAR_INTEGERS if name in solvers.confirming), None)


def has_multiples(formula: Term) -> bool:
    """Return whether `formula` is small and multiplies words by constants only, of which one is no
    power of two.
    """
    terms = postorder([formula])
    products = [term for term in terms if term.op is Op.BVMUL and term.sort.width > LIMITS.easy_width]
    return (
        len(terms) <= LIMITS.integer_terms
        and all(any(map(_is_constant, term.args)) for term in products)
        and any(map(_takes_sums, products))
    )


def is_discharged_in_integers(
    formula: Term, facts: Sequence[Term], name: str, solvers: SolverFactory, budget: Budget
) -> bool:
    """Return whether the solver `name` shows, in its time slice, that `formula` and `facts` over
    integers are unsatisfiable.
    """
    with closing(solvers.open_confirming(name, Use.ONE_SHOT, budget.at_most_cpu(LIMITS.integer_seconds))) as solver:
        solver.add(in_linear_integers([*facts, formula]))
        return isinstance(solver.check(purpose="certificate in integers"), Unsat)


def _is_constant(term: Term) -> bool:
    return term.op is Op.CONSTANT


def _takes_sums(product: Term) -> bool:
    """Return whether no constant factor is zero or a power of two."""
    return all(int(each.payload).bit_count() > 1 for each in product.args if each.op is Op.CONSTANT)
