"""Lets several pieces of work take turns: one runs, the others wait where they are, each for as long as the one whose turn it is has time.

A piece of work is a function in a thread of its own; it waits wherever it calls `Budget.spend`, and in the midst of a check of a solver that looks at its
budget. Never do two of them run at the same time, so they may share what they like. Time is counted in the CPU seconds of each thread, and of the child processes that it charges to its budget: waiting costs nothing.
"""

import time
from collections.abc import Callable
from threading import Semaphore, Thread
from typing import Generic, TypeVar

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget

_Result = TypeVar("_Result")


class Worker(Generic[_Result]):
    """A piece of work that runs only in `resume`.

    Its function gets a budget without a deadline, in the time of its own thread.
    """

    def __init__(self, name: str, work: Callable[[Budget], _Result]) -> None:
        self.name = name
        self.seconds = 0.0
        """The CPU time used so far."""
        self.result: _Result | None = None
        """What the work returned, once it `is_done` and was not cancelled."""
        self.is_done = False
        self._work = work
        self._failure: BaseException | None = None
        self._elsewhere = 0.0
        """The part of that which child processes used."""
        self._slice_end = 0.0
        self._slice = 0.0
        self._is_cancelled = False
        self._go, self._back = Semaphore(0), Semaphore(0)
        self._thread = Thread(target=self._main, name=name, daemon=True)

    def resume(self, seconds: float) -> None:
        """Let the work go on until it is done or has used ``seconds``; raises what it raised."""
        if self.is_done:
            return
        self._slice = seconds
        if self._thread.ident is None:
            self._thread.start()
        self._go.release()
        self._back.acquire()
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure

    def rest(self) -> None:
        """Called by the work itself: end this turn here, because there is something to tell."""
        self._slice_end = 0.0
        self._pause()

    def cancel(self) -> None:
        """End the work where it waits; it sees `OutOfBudget`."""
        self._is_cancelled = True
        if self._thread.ident is None:
            self.is_done = True
        while not self.is_done:
            self._go.release()
            self._back.acquire()
        self._failure = None

    def _main(self) -> None:
        self._wait()
        try:
            if not self._is_cancelled:
                self.result = self._work(Budget(None, self._now, self._pause, charge=self._charge))
        except BaseException as failure:  # noqa: BLE001 - raised again where the work is resumed
            self._failure = failure
        self.seconds = self._now()
        self.is_done = True
        self._back.release()

    def _now(self) -> float:
        return time.thread_time() + self._elsewhere

    def _charge(self, seconds: float) -> None:
        self._elsewhere += seconds

    def _pause(self) -> None:
        """Called in the thread: wait if the turn is over."""
        now = self._now()
        if now >= self._slice_end:
            self.seconds = now
            self._back.release()
            self._wait()
        if self._is_cancelled:
            raise OutOfBudget("no longer wanted")

    def _wait(self) -> None:
        self._go.acquire()
        self._slice_end = self._now() + self._slice
