"""Time: how much a piece of work may still use, where it can be made to wait, and how much was used."""

import resource
import time
from collections.abc import Callable
from typing import Self

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, field


def _go_on() -> None:
    """The pause of work that nobody makes wait."""


def _free(_seconds: float) -> None:
    """What time in other processes costs where nobody counts it."""


def cpu_seconds() -> float:
    """CPU time so far of this process and of the children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


@dataclass(frozen=True, slots=True)
class Budget:
    """A point in the time of ``clock`` after which work must stop; ``None`` means never.

    ``pause`` is called wherever work could wait: it returns when the work may go on, and raises `OutOfBudget` when it is no longer wanted.
    """

    deadline: float | None = None
    clock: Callable[[], float] = time.monotonic
    pause: Callable[[], None] = _go_on
    within: "Budget | None" = None
    """A budget of another clock that must last as well."""
    begun: float = field(default_factory=cpu_seconds, compare=False)
    """The CPU time of the process when the work began."""
    charge: Callable[[float], None] = _free
    """Called with the CPU seconds that a child process has worked for this work: they are part of its turn."""

    @classmethod
    def seconds(cls, seconds: float | None) -> Self:
        """A budget that ends ``seconds`` from now."""
        return cls(None if seconds is None else time.monotonic() + seconds)

    @property
    def may_pause(self) -> bool:
        """Whether somebody could make the work wait."""
        return self.pause is not _go_on or (self.within is not None and self.within.may_pause)

    def remaining(self) -> float | None:
        """Seconds left, never negative; ``None`` when there is no limit."""
        left = [] if self.deadline is None else [max(0.0, self.deadline - self.clock())]
        around = self.within.remaining() if self.within is not None else None
        return min(left if around is None else [*left, around], default=None)

    def at_most(self, seconds: float) -> "Budget":
        """The stricter of this budget and ``seconds`` from now."""
        end = self.clock() + seconds
        end = end if self.deadline is None else min(end, self.deadline)
        return Budget(end, self.clock, self.pause, self.within, self.begun, self.charge)

    def at_most_cpu(self, seconds: float) -> "Budget":
        """The stricter of this budget and ``seconds`` of CPU time: on a busy machine, as much work as on a quiet one."""
        return Budget(cpu_seconds() + seconds, cpu_seconds, self.pause, self, self.begun, self.charge)

    def at_most_work(self, seconds: float) -> "Budget":
        """The stricter of this budget and ``seconds`` of the calling thread's CPU time, for pieces of work that never leave it."""
        return Budget(time.thread_time() + seconds, time.thread_time, self.pause, self, self.begun, self.charge)

    def cpu_seconds_used(self) -> float:
        """The CPU time that the work has taken so far; what the process did before does not count."""
        return cpu_seconds() - self.begun

    def is_over(self) -> bool:
        """Whether time is over; waits first if the work is made to."""
        self.pause()
        if self.deadline is not None and self.clock() >= self.deadline:
            return True
        return self.within is not None and self.within.is_over()

    def spend(self) -> None:
        """Raise `OutOfBudget` when time is over; called in every outer loop."""
        if self.is_over():
            raise OutOfBudget("time limit reached")
