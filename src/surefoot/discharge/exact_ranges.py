"""Tactic "exact ranges": formulas over floats are shown unsatisfiable by interval arithmetic on a
partition.

The variables' ranges are split until the ranges of `logic.intervals` show the formula false in
every part. The tactic shares no code with the solver `boxes`, which computes with the floats of the
machine.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.limits import LIMITS
from surefoot.logic import FloatSort, Term, and_, variables_of
from surefoot.logic.intervals.domain import FAILS, Floats, every_float
from surefoot.logic.intervals.evaluation import Allowance, Evaluation
from surefoot.smt.contracts import TIME_LIMIT, NoAnswer, Unsat

_UNLIMITED = 1 << 60


def decide_by_exact_ranges(formula: Term, facts: Sequence[Term], budget: Budget) -> Unsat | NoAnswer:
    """Return `Unsat` if `formula` and `facts` are false in every part within the time of `budget`."""
    try:
        return Unsat() if fails_by_exact_ranges([*facts, formula], budget) else NoAnswer("not decided by ranges")
    except OutOfBudget:
        return NoAnswer(TIME_LIMIT)


def fails_by_exact_ranges(formulas: Sequence[Term], budget: Budget) -> bool:
    """Return whether `formulas` are shown to be unsatisfiable together. Raises `OutOfBudget`."""
    formula = and_(*formulas)
    everything = {each: every_float(each.sort) for each in variables_of(formula) if isinstance(each.sort, FloatSort)}
    if len(everything) > LIMITS.range_floats:
        return False
    todo = [tuple(everything.values())]
    while todo:
        budget.spend()
        part = todo.pop()
        known = dict(zip(everything, part, strict=True))
        if Evaluation(known, Allowance(_UNLIMITED)).value(formula) == FAILS:
            continue
        halves = _halves(part)
        if not halves:
            return False
        todo.extend(halves)
    return True


def _halves(part: tuple[Floats, ...]) -> list[tuple[Floats, ...]]:
    """Return a partition of `part`, split along its widest side; none if every side has one value."""
    sizes = [each.high - each.low + 1 + each.nan for each in part]
    size = max(sizes, default=1)
    if size <= 1:
        return []
    number = sizes.index(size)
    side = part[number]
    sort, low, high, nan = side.sort, side.low, side.high, side.nan
    middle = -1 if low < 0 <= high else (low + high) // 2
    sides = [Floats(sort, low, middle, nan=False), Floats(sort, middle + 1, high, nan=False)]
    if nan:
        sides = [Floats(sort, low, high, nan=False), Floats(sort, 1, 0, nan=True)]
    return [(*part[:number], each, *part[number + 1 :]) for each in sides]
