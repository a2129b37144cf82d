"""Budgets: the time that work may use, points where it can be suspended, and the CPU time used."""

import resource
import time
from collections.abc import Callable
from typing import Self

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, field


def _go_on() -> None:
    """Continue: work outside of a schedule is never suspended."""


def _free(_seconds: float) -> None:
    """Ignore CPU time of child processes: the work is not scheduled."""


def cpu_seconds() -> float:
    """Return the CPU time of this process and of its ended children."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


@dataclass(frozen=True, slots=True)
class Budget:
    """A deadline on ``clock`` after which work must stop; ``None`` means never.

    ``pause`` is called at every point where work can be suspended. It returns when the work is
    scheduled again, and raises `OutOfBudget` when the work is cancelled.
    """

    deadline: float | None = None
    clock: Callable[[], float] = time.monotonic
    pause: Callable[[], None] = _go_on
    within: "Budget | None" = None
    """A budget on another clock that must last, too."""
    begun: float = field(default_factory=cpu_seconds, compare=False)
    """CPU time of the process at the start of the work."""
    charge: Callable[[float], None] = _free
    """Called with the CPU seconds of a child process, which count towards the time slice of the
    work.
    """

    @classmethod
    def seconds(cls, seconds: float | None) -> Self:
        """Return a budget that ends ``seconds`` from now."""
        return cls(None if seconds is None else time.monotonic() + seconds)

    @property
    def may_pause(self) -> bool:
        """True if the work may be suspended."""
        return self.pause is not _go_on or (self.within is not None and self.within.may_pause)

    def remaining(self) -> float | None:
        """Return the seconds left, never negative; ``None`` when there is no limit."""
        left = [] if self.deadline is None else [max(0.0, self.deadline - self.clock())]
        around = self.within.remaining() if self.within is not None else None
        return min(left if around is None else [*left, around], default=None)

    def at_most(self, seconds: float) -> "Budget":
        """Return the stricter of this budget and ``seconds`` from now."""
        end = self.clock() + seconds
        end = end if self.deadline is None else min(end, self.deadline)
        return Budget(end, self.clock, self.pause, self.within, self.begun, self.charge)

    def at_most_cpu(self, seconds: float) -> "Budget":
        """Return the stricter of this budget and ``seconds`` of CPU time, which do not depend on
        the load of the machine.
        """
        return Budget(cpu_seconds() + seconds, cpu_seconds, self.pause, self, self.begun, self.charge)

    def at_most_work(self, seconds: float) -> "Budget":
        """Return the stricter of this budget and ``seconds`` of CPU time of the calling thread."""
        return Budget(time.thread_time() + seconds, time.thread_time, self.pause, self, self.begun, self.charge)

    def cpu_seconds_used(self) -> float:
        """Return the CPU time used since the start of the work."""
        return cpu_seconds() - self.begun

    def is_over(self) -> bool:
        """Return whether time is over; the work may be suspended first."""
        self.pause()
        if self.deadline is not None and self.clock() >= self.deadline:
            return True
        return self.within is not None and self.within.is_over()

    def spend(self) -> None:
        """Raise `OutOfBudget` when time is over; to be called in every outer loop."""
        if self.is_over():
            raise OutOfBudget("time limit reached")
