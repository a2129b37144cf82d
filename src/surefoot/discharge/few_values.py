"""Decides formulas that leave few values to their variables by trying each: ``x < 50`` and what follows is evaluated for fifty values.

Circuits of divisions and products are hard for solvers, however small the numbers are that are divided; to divide each of them is not.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Final

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.logic import (
    BitVecSort,
    BoolSort,
    Evaluator,
    FunctionSymbol,
    Term,
    Value,
    conjuncts_of,
    default_value,
    disjuncts_of,
    variables_of,
)
from surefoot.logic.transformations.ranges import size_of, values_in
from surefoot.smt.contracts import Sat, Unsat

EVERY_VALUE: Final = "trying every value"
MOST_VALUES: Final = 1 << 12
"""How many values of all variables together are tried."""
MOST_CASES: Final = 1024
"""Ranges are looked for in no more cases of a formula."""


@dataclass(frozen=True, slots=True)
class _Values:
    """A `Model`."""

    known: Mapping[Term, Value]

    def value(self, variable: Term) -> Value:
        """The value of a variable."""
        return self.known.get(variable, default_value(variable.sort))

    def apply(self, symbol: FunctionSymbol, arguments: tuple[Value, ...]) -> Value:
        """No formula here has uninterpreted functions."""
        del arguments
        return default_value(symbol.result)


def by_every_value(formula: Term, budget: Budget) -> Sat | Unsat | None:
    """Whether there are values for which ``formula`` is true; ``None`` if there are too many to try in the time of ``budget``."""
    ranges = _ranges(formula)
    if ranges is None:
        return None
    try:
        for numbers in product(*ranges.values()):
            budget.spend()
            known = {variable: _value(variable, each) for variable, each in zip(ranges, numbers, strict=True)}
            if Evaluator(known.__getitem__).value(formula):
                return Sat(_Values(known))
    except (OutOfBudget, LookupError):  # an uninterpreted function may have any value
        return None
    return Unsat()


def leaves_few_values(formula: Term) -> bool:
    """Whether few values have to be tried to know whether ``formula`` can be true."""
    return _ranges(formula) is not None


def _ranges(formula: Term) -> dict[Term, range] | None:
    """Numbers among which the values of the variables are where ``formula`` is true; ``None`` if these are many."""
    cases = [conjuncts_of(case) for case in disjuncts_of(formula)]
    if len(cases) > MOST_CASES:
        return None
    result: dict[Term, range] = {}
    for variable in variables_of(formula):
        match variable.sort:
            case BoolSort():
                result[variable] = range(2)
            case BitVecSort():
                result[variable] = _hull([values_in(case, variable) for case in cases])
            case _:
                return None
        if not size_of(result[variable]):
            return {variable: range(0)}  # there is no value, whatever the others are
        if prod(map(size_of, result.values())) > MOST_VALUES:
            return None
    return result


def _hull(ranges: Sequence[range]) -> range:
    return range(min(each.start for each in ranges), max(each.stop for each in ranges))


def _value(variable: Term, number: int) -> Value:
    """The value of a variable that a number from its range stands for."""
    return bool(number) if isinstance(variable.sort, BoolSort) else number & variable.sort.mask
