"""Violations on small inputs: models in which allocation sizes and input values are small.

A solver's first model of a violation may allocate 2^62 bytes where one byte suffices. Bounds on
the sizes and inputs of the run are added as far as the violation remains satisfiable.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial

from surefoot.base.records import replace
from surefoot.engines.limits import LIMITS
from surefoot.logic import BitVecSort, Evaluator, Op, Term, bv, bvadd, bvule
from surefoot.semantics.symbolic.reached_checks import NewObject, SymbolicChoice, UnknownValue
from surefoot.smt.contracts import Model, Sat, Unsat
from surefoot.smt.registry import SolverFactory


def with_small_inputs(
    formulas: Sequence[Term], choices: Sequence[SymbolicChoice], model: Model, solvers: SolverFactory
) -> Model:
    """Return a model of ``formulas`` whose sizes and inputs are small where that takes little time,
    else ``model``.

    Requires: ``model`` satisfies ``formulas``.
    """
    large = list(dict.fromkeys(_large(choices, model)))
    if not large:
        return model
    limits = replace(solvers.limits, seconds=LIMITS.small_inputs_seconds)
    budget = solvers.budget.at_most_work(LIMITS.small_inputs_seconds)
    with closing(replace(solvers, limits=limits, budget=budget).new()) as solver:
        for formula in formulas:
            solver.add(formula)
        for restricted in _RESTRICTIONS:
            answer = solver.check([restricted(term) for term in large], purpose="small inputs")
            if isinstance(answer, Sat):
                return answer.model
            if not isinstance(answer, Unsat):
                return model
        kept: list[Term] = []
        for term in large[: LIMITS.separate_small_inputs]:
            for restricted in _RESTRICTIONS:
                answer = solver.check([*kept, restricted(term)], purpose="small inputs")
                if isinstance(answer, Sat):
                    kept.append(restricted(term))
                    model = answer.model
                    break
                if not isinstance(answer, Unsat):
                    return model
    return model


def _large(choices: Sequence[SymbolicChoice], model: Model) -> Iterator[Term]:
    """Yield the sizes of objects, then the inputs, that are not small in the run of ``model``."""
    values = Evaluator(model.value)
    made = [each for each in choices if values.value(each.guard)]
    sizes = (each.object.size for each in made if isinstance(each, NewObject))
    inputs = (each.symbol for each in made if isinstance(each, UnknownValue))
    for term in (*sizes, *inputs):
        if (
            not isinstance(term.sort, BitVecSort)
            or term.op is Op.CONSTANT
            or term.sort.width < LIMITS.small_inputs_width
        ):
            continue
        if not values.value(_is_near_zero(LIMITS.small_inputs[0], term)):
            yield term


def _is_at_most(most: int, term: Term) -> Term:
    """Return that ``term`` is at most ``most`` as an unsigned number."""
    return bvule(term, bv(most, _width(term)))


def _is_near_zero(most: int, term: Term) -> Term:
    """Return that the absolute value of ``term`` is at most ``most`` as a signed number."""
    width = _width(term)
    return bvule(bvadd(term, bv(most, width)), bv(2 * most, width))


def _width(term: Term) -> int:
    if not isinstance(term.sort, BitVecSort):
        raise TypeError("sizes and inputs that are restricted are numbers")
    return term.sort.width


_RESTRICTIONS = tuple(
    partial(restriction, most) for restriction in (_is_at_most, _is_near_zero) for most in LIMITS.small_inputs
)
"""Restrictions of a number, the most wanted first."""
