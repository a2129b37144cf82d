"""Parts of a proof that linear arithmetic of integers excludes: what takes solvers of words seconds, because words are multiplied by constants and compared, takes it milliseconds."""

from collections.abc import Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.logic import Op, Term, postorder
from surefoot.logic.transformations.linear_integers import in_linear_integers
from surefoot.smt.contracts import Unsat, Use
from surefoot.smt.registry import SolverFactory

SECONDS = 0.25
"""How long a solver may think about a part; who knows how to exclude it mostly does so at once."""
MOST_TERMS = 2_000
"""Formulas with more are those of unrollings, which take cvc5 seconds before it looks at the time."""
MOST_MISSED = 2
"""After how many parts that it does not exclude it is not asked about others: unrollings have hundreds."""
_OF_INTEGERS = ("cvc5", "z3")
"""Solvers of linear arithmetic."""
_EASY_WIDTH = 8


def solver_of_integers(solvers: SolverFactory) -> str | None:
    """One that did not find the proof; ``None`` if there is none."""
    return next((name for name in _OF_INTEGERS if name in solvers.others), None)


def has_multiples(formula: Term) -> bool:
    """Whether words are multiplied by constants such that it takes sums, and by nothing else, in a formula that is not too large."""
    terms = postorder([formula])
    products = [term for term in terms if term.op is Op.BVMUL and term.sort.width > _EASY_WIDTH]
    return (
        len(terms) <= MOST_TERMS
        and all(any(map(_is_constant, term.args)) for term in products)
        and any(map(_takes_sums, products))
    )


def is_excluded_in_integers(
    formula: Term, facts: Sequence[Term], name: str, solvers: SolverFactory, budget: Budget
) -> bool:
    """Whether the solver ``name`` finds soon that no integers satisfy what ``formula`` and ``facts`` imply of them."""
    with closing(solvers.other(name, Use.ONE_SHOT, budget.at_most_cpu(SECONDS))) as solver:
        solver.add(in_linear_integers([*facts, formula]))
        return isinstance(solver.check(purpose="certificate in integers"), Unsat)


def _is_constant(term: Term) -> bool:
    return term.op is Op.CONSTANT


def _takes_sums(product: Term) -> bool:
    """Whether no constant factor is zero or a power of two."""
    return all(int(each.payload).bit_count() > 1 for each in product.args if each.op is Op.CONSTANT)
