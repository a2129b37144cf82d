"""Time: how much a piece of work may still use, and how much was used."""

import resource
import time
from dataclasses import dataclass
from typing import Self

from surefoot.errors import OutOfBudget


@dataclass(frozen=True, slots=True)
class Budget:
    """A point in (monotonic) time after which work must stop; ``None`` means never."""

    deadline: float | None = None

    @classmethod
    def seconds(cls, seconds: float | None) -> Self:
        """A budget that ends ``seconds`` from now."""
        return cls(None if seconds is None else time.monotonic() + seconds)

    def remaining(self) -> float | None:
        """Seconds left, never negative; ``None`` when there is no limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def at_most(self, seconds: float) -> "Budget":
        """The stricter of this budget and ``seconds`` from now."""
        end = time.monotonic() + seconds
        return Budget(end if self.deadline is None else min(end, self.deadline))

    def spend(self) -> None:
        """Raise `OutOfBudget` when time is over; called in every outer loop."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise OutOfBudget("time limit reached")


def cpu_seconds() -> float:
    """CPU time so far of this process and of the children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)
