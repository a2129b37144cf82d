"""Confirms what the solver `boxes` found, with other arithmetic: exact ranges of `analysis.intervals` in the place of the machine's floats.

Accepted when the floats are split into so small ranges that the formula fails in each of them. Neither ranges nor splits are those of the solver, and no code is shared with it.
"""

from collections.abc import Sequence

from surefoot.base.budget import Budget
from surefoot.logic import FloatSort, Term, and_, variables_of
from surefoot.logic.intervals.domain import FAILS, Floats, every_float
from surefoot.logic.intervals.evaluation import Allowance, Evaluation

_UNLIMITED = 1 << 60
_MOST_FLOATS = 6
"""More variables make too many boxes."""


def fails_in_all_boxes(formulas: Sequence[Term], budget: Budget) -> bool:
    """Whether it was shown that no floats satisfy ``formulas`` together, whatever other variables are; raises `OutOfBudget` when that takes too long."""
    formula = and_(*formulas)
    everything = {each: every_float(each.sort) for each in variables_of(formula) if isinstance(each.sort, FloatSort)}
    if len(everything) > _MOST_FLOATS:
        return False
    waiting = [tuple(everything.values())]
    while waiting:
        budget.spend()
        box = waiting.pop()
        known = dict(zip(everything, box, strict=True))
        if Evaluation(known, Allowance(_UNLIMITED)).value(formula) == FAILS:
            continue
        halves = _halves(box)
        if not halves:
            return False
        waiting.extend(halves)
    return True


def _halves(box: tuple[Floats, ...]) -> list[tuple[Floats, ...]]:
    """Boxes that are ``box`` together, split where most floats are; none if there is one of each."""
    sizes = [each.high - each.low + 1 + each.nan for each in box]
    size = max(sizes, default=1)
    if size <= 1:
        return []
    number = sizes.index(size)
    side = box[number]
    sort, low, high, nan = side.sort, side.low, side.high, side.nan
    middle = -1 if low < 0 <= high else (low + high) // 2
    parts = [Floats(sort, low, middle, nan=False), Floats(sort, middle + 1, high, nan=False)]
    if nan:
        parts = [Floats(sort, low, high, nan=False), Floats(sort, 1, 0, nan=True)]
    return [(*box[:number], part, *box[number + 1 :]) for part in parts]
