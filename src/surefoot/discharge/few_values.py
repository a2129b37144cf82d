"""Tactic "few values": formulas whose variables have few possible values are decided by
enumeration.

Circuits of divisions and products are hard for solvers however small the numbers are; evaluating
each is not.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Final

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.discharge.limits import LIMITS
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

ENUMERATION: Final = "enumeration of values"


@dataclass(frozen=True, slots=True)
class _Values:
    """A `Model` of enumerated values."""

    known: Mapping[Term, Value]

    def value(self, variable: Term) -> Value:
        """Return the value of `variable`."""
        return self.known.get(variable, default_value(variable.sort))

    def apply(self, symbol: FunctionSymbol, arguments: tuple[Value, ...]) -> Value:
        """Return a default: formulas with uninterpreted functions are not enumerated."""
        del arguments
        return default_value(symbol.result)


def decide_by_enumeration(formula: Term, budget: Budget) -> Sat | Unsat | None:
    """Decide `formula` by evaluating it for every assignment; `None` if there are too many for the
    limits or `budget`.
    """
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


def has_few_values(formula: Term) -> bool:
    """Return whether `formula` can be decided by enumeration within the limits."""
    return _ranges(formula) is not None


def _ranges(formula: Term) -> dict[Term, range] | None:
    """Return ranges of all variables that contain every satisfying assignment; `None` if these are
    many.
    """
    cases = [conjuncts_of(case) for case in disjuncts_of(formula)]
    if len(cases) > LIMITS.enumerated_cases:
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
            return {variable: range(0)}  # unsatisfiable whatever the other values are
        if prod(map(size_of, result.values())) > LIMITS.enumerated_values:
            return None
    return result


def _hull(ranges: Sequence[range]) -> range:
    return range(min(each.start for each in ranges), max(each.stop for each in ranges))


def _value(variable: Term, number: int) -> Value:
    """Return the value of `variable` that `number` from its range stands for."""
    return bool(number) if isinstance(variable.sort, BoolSort) else number & variable.sort.mask
