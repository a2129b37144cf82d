"""Jobs in order of priority, on worker processes; a more urgent job interrupts a less urgent one."""

from collections.abc import Callable, Hashable
from typing import Any

from surefoot.base.records import dataclass, field
from surefoot.project.workers import Workers

Priority = tuple[int, int]
"""Class of a job and rank in it; smaller is more urgent."""


@dataclass(slots=True)
class WorkerJob:
    """A task for a worker; ``then`` gets its result, None if the worker crashed twice."""

    key: Hashable
    task: Any
    priority: Priority
    then: Callable[[Any], None]
    is_repeated: bool = False


@dataclass(slots=True)
class Scheduler:
    """Waiting and running jobs, one for each key."""

    workers: Workers
    _waiting: dict[Hashable, WorkerJob] = field(default_factory=dict)
    _running: dict[int, WorkerJob] = field(default_factory=dict)
    _stopped: set[int] = field(default_factory=set)
    """Numbers of running jobs whose result is dropped."""
    _last: int = 0

    def submit(self, job: WorkerJob) -> None:
        """Add a job in place of a waiting one with the same key; a running one with the same task
        stays.
        """
        running = self._active(job.key)
        if running is None:
            self._waiting[job.key] = job
        elif self._running[running].task != job.task:
            self.stop(job.key)
            self._waiting[job.key] = job
        else:
            self._running[running].priority = job.priority

    def stop(self, key: Hashable) -> None:
        """Drop the job with this key, if there is one; a running one is interrupted."""
        self._waiting.pop(key, None)
        number = self._active(key)
        if number is not None:
            self._interrupt(number)

    @property
    def waiting(self) -> list[WorkerJob]:
        """The jobs that do not run yet."""
        return list(self._waiting.values())

    @property
    def running(self) -> list[WorkerJob]:
        """The jobs that run, without those that were stopped."""
        return [job for number, job in self._running.items() if number not in self._stopped]

    def start(self) -> None:
        """Start as many jobs as there are idle workers, and interrupt less urgent ones for others."""
        for job in sorted(self._waiting.values(), key=lambda each: each.priority):
            self._last += 1
            if self.workers.start((self._last, job.task)):
                self._running[self._last] = job
                del self._waiting[job.key]
                continue
            if not self._stopped:
                number, worst = max(self._running.items(), key=lambda each: each[1].priority)
                if worst.priority[0] > job.priority[0]:
                    self._interrupt(number)
                    self._waiting.setdefault(worst.key, worst)
            return

    def collect(self) -> bool:
        """Pass the results of ended jobs on; return whether there were any."""
        ended = list(self.workers.finished(0))
        for number, result in ended:
            job = self._running.pop(number)
            if number in self._stopped:
                self._stopped.discard(number)
            elif result is None and not job.is_repeated:  # it may have been interrupted for a job before
                job.is_repeated = True
                self._waiting.setdefault(job.key, job)
            else:
                job.then(result)
        return bool(ended)

    def _active(self, key: Hashable) -> int | None:
        found = (number for number, job in self._running.items() if job.key == key and number not in self._stopped)
        return next(found, None)

    def _interrupt(self, number: int) -> None:
        self._stopped.add(number)
        self.workers.stop(number)
