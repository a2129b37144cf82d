"""Fewer invariants that prove the same: what a person reads and a checker re-checks should be small."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget

_Part = TypeVar("_Part")


def reduced(parts: Sequence[_Part], is_enough: Callable[[list[_Part]], bool], budget: Budget) -> list[_Part]:
    """A subset of ``parts`` that is enough, from which no single part can be left out if ``budget`` lasts.

    Requires  is_enough(parts), and that more parts are never less enough.
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
