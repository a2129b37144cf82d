"""Reduction: fewer invariants that prove the same, which are easier to read and to confirm.

`reduced` removes parts as long as the rest is enough (delta debugging, Zeller and Hildebrandt, TSE
2002). `closed_under_reasons` collects parts backwards from the errors, by unsatisfiable cores; the
queries are those of its callers: formulas of a control system (`surefoot.engines.ic3.proofs`), also
with quantified invariants (`surefoot.invariants.quantified.reduction`), relations of Horn clauses
(`surefoot.invariants.horn.houdini`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget

_Part = TypeVar("_Part")
_Goal = TypeVar("_Goal")


def reduced(parts: Sequence[_Part], is_enough: Callable[[list[_Part]], bool], budget: Budget) -> list[_Part]:
    """Return a subset of `parts` that is enough, from which no single part can be removed if
    `budget` lasts.

    Requires: is_enough(parts), and is_enough is monotone.
    """
    kept = list(parts)
    size = len(kept)
    try:
        while size:
            size = min(size, len(kept))
            start = 0
            while start < len(kept):
                budget.spend()
                without = kept[:start] + kept[start + size :]
                if is_enough(without):
                    kept = without
                else:
                    start += size
            size //= 2
    except OutOfBudget:
        pass
    return kept


def _newest(waiting: dict[_Part, None]) -> list[_Part]:
    return [waiting.popitem()[0]]


def closed_under_reasons(
    goals: Iterable[_Goal],
    reasons: Callable[[_Goal, Mapping[_Part, None]], Iterable[_Part] | None],
    goals_of: Callable[[list[_Part]], Iterable[_Goal]],
    next_parts: Callable[[dict[_Part, None]], list[_Part]] = _newest,
) -> dict[_Part, None] | None:
    """Return the parts that are reasons of `goals`, and of the goals of such parts in turn; `None`
    if a goal has no reasons.

    `reasons` of a goal, given the parts that are reasons already, are `None` if no solver finds
    any. `next_parts` removes the parts whose goals are next.
    Ensures: every goal of `goals` and of a part of the result has its reasons in the result.
    """
    found: dict[_Part, None] = {}
    waiting: dict[_Part, None] = {}
    while True:
        for goal in goals:
            parts = reasons(goal, found)
            if parts is None:
                return None
            new = dict.fromkeys(each for each in parts if each not in found)
            found |= new
            waiting |= new
        if not waiting:
            return found
        goals = goals_of(next_parts(waiting))
