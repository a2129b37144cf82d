"""Violations on small inputs: models in which allocation sizes and input values are small.

A solver's first model of a violation may allocate 2^62 bytes where one byte suffices. Bounds on
the sizes and inputs of the run are added as far as the violation remains satisfiable.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing

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
        for most in LIMITS.small_inputs:
            answer = solver.check([_is_small(term, most) for term in large], purpose="small inputs")
            if isinstance(answer, Sat):
                return answer.model
            if not isinstance(answer, Unsat):
                return model
        kept: list[Term] = []
        for term in large[: LIMITS.separate_small_inputs]:
            for most in LIMITS.small_inputs:
                answer = solver.check([*kept, _is_small(term, most)], purpose="small inputs")
                if isinstance(answer, Sat):
                    kept.append(_is_small(term, most))
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
        if not values.value(_is_small(term, LIMITS.small_inputs[0])):
            yield term


def _is_small(term: Term, most: int) -> Term:
    """Return that the absolute value of ``term`` is at most ``most``."""
    width = term.sort.width
    return bvule(bvadd(term, bv(most, width)), bv(2 * most, width))
