"""Threads that run one at a time, each for a slice of CPU time.

A sliced thread pauses in calls of `Budget.spend`, and inside checks of solvers that poll their
budget. No two of them run at the same time, so they may share objects. Time is the CPU time of
the thread and of the child processes charged to its budget; pauses are free.
"""

import time
from collections.abc import Callable
from threading import Semaphore, Thread

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget


class SlicedThread:
    """A thread whose ``work`` runs only in `run_slice`.

    The work gets a budget without a deadline, whose clock is the CPU time of the thread.
    """

    def __init__(self, name: str, work: Callable[[Budget], object]) -> None:
        self.name = name
        self.seconds = 0.0
        """CPU time used so far."""
        self.is_done = False
        self._work = work
        self._failure: BaseException | None = None
        self._charged = 0.0
        """CPU time of child processes, which is part of `seconds`."""
        self._slice_end = 0.0
        self._slice = 0.0
        self._is_cancelled = False
        self._go, self._back = Semaphore(0), Semaphore(0)
        self._thread = Thread(target=self._main, name=name, daemon=True)

    def run_slice(self, seconds: float) -> None:
        """Run the work until it is done or has used ``seconds``; raises what it raised."""
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

    def end_slice(self) -> None:
        """End the current slice early. Called by the work itself, after it made a claim."""
        self._slice_end = 0.0
        self._pause()

    def cancel(self) -> None:
        """End the work at its pause, by `OutOfBudget`."""
        self._is_cancelled = True
        if self._thread.ident is None:
            self.is_done = True
        while not self.is_done:
            self._go.release()
            self._back.acquire()
        self._failure = None
        if self._thread.ident is not None:
            self._thread.join()

    def _main(self) -> None:
        self._wait()
        try:
            if not self._is_cancelled:
                self._work(Budget(None, self._now, self._pause, charge=self._charge))
        except BaseException as failure:  # noqa: BLE001 - raised again in run_slice
            self._failure = failure
        self.seconds = self._now()
        self.is_done = True
        self._back.release()

    def _now(self) -> float:
        return time.thread_time() + self._charged

    def _charge(self, seconds: float) -> None:
        self._charged += seconds

    def _pause(self) -> None:
        """Pause if the slice is over. Called in the thread."""
        now = self._now()
        if now >= self._slice_end:
            self.seconds = now
            self._back.release()
            self._wait()
        if self._is_cancelled:
            raise OutOfBudget("cancelled")

    def _wait(self) -> None:
        self._go.acquire()
        self._slice_end = self._now() + self._slice
