"""Worker processes: each runs one task at a time, in a supervised child of its own."""

import contextlib
import json
import os
import select
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, Protocol, Self

from surefoot.base.process_tree import die_with_parent
from surefoot.base.records import dataclass
from surefoot.project.limits import LIMITS

WorkerTask = tuple[int, Any]
"""A number, and a JSON value that describes the task."""
Perform = Callable[[Any], Any]
"""Performs a task, and returns its result, both JSON; raises nothing."""


class TaskWorkers(Protocol):
    """Workers on this machine (`Workers`) or on a cluster (`ClusterWorkers`)."""

    def start(self, task: WorkerTask) -> bool:
        """Start ``task`` unless all workers are busy; return whether it was started."""
        ...

    @property
    def running(self) -> list[int]:
        """The numbers of the tasks that are running."""
        ...

    def finished(self, seconds: float = LIMITS.poll_seconds) -> Iterator[tuple[int, Any]]:
        """Wait at most ``seconds``; yield the tasks that ended with their results, None if a worker
        died.
        """
        ...


@dataclass(slots=True)
class _Worker:
    """A worker process, the pipes to it, and its present task."""

    process: int
    tasks: int
    results: int
    number: int | None = None
    received: bytes = b""


class Workers:
    """At most ``count`` processes that perform tasks; a context manager.

    Ensures: on exit, no worker is left.
    """

    def __init__(self, count: int, perform: Perform) -> None:
        self._count = count
        self._perform = perform
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        """Start no worker yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Terminate all workers."""
        for worker in self._workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.process, signal.SIGTERM)
        deadline = time.monotonic() + LIMITS.grace_seconds
        for worker in self._workers:
            _end(worker, deadline)

    def start(self, task: WorkerTask) -> bool:
        """Start ``task`` on an idle worker; return whether there was one."""
        worker = next((each for each in self._workers if each.number is None), None)
        if worker is None:
            if len(self._workers) >= self._count:
                return False
            worker = self._fork()
            self._workers.append(worker)
        worker.number = task[0]
        data = json.dumps(task).encode() + b"\n"
        with contextlib.suppress(BrokenPipeError):  # its end is seen by `finished`
            while data:
                data = data[os.write(worker.tasks, data) :]
        return True

    @property
    def running(self) -> list[int]:
        """The numbers of the tasks that are running."""
        return [each.number for each in self._workers if each.number is not None]

    @property
    def pipes(self) -> list[int]:
        """The descriptors that are readable when `finished` has something to yield."""
        return [each.results for each in self._workers]

    def stop(self, number: int) -> None:
        """Interrupt the task ``number``; `finished` yields it soon, with a result that means nothing."""
        for worker in self._workers:
            if worker.number == number:
                os.kill(worker.process, signal.SIGTERM)

    def finished(self, seconds: float = LIMITS.poll_seconds) -> Iterator[tuple[int, Any]]:
        """Wait at most ``seconds``; yield the tasks that ended with their results, None if a worker
        died.
        """
        by_pipe = {each.results: each for each in self._workers}
        ready, _, _ = select.select(list(by_pipe), [], [], seconds)
        for pipe in ready:
            worker = by_pipe[pipe]
            data = os.read(pipe, 1 << 20)
            worker.received += data
            if not data:
                self._workers.remove(worker)
                _end(worker, time.monotonic())
                if worker.number is not None:
                    yield worker.number, None
            elif worker.received.endswith(b"\n") and worker.number is not None:
                number, worker.number = worker.number, None
                result = json.loads(worker.received)
                worker.received = b""
                yield number, result

    def _fork(self) -> _Worker:
        task_reader, task_writer = os.pipe()
        result_reader, result_writer = os.pipe()
        process = os.fork()
        if process == 0:
            for each in self._workers:
                os.close(each.tasks)
                os.close(each.results)
            os.close(task_writer)
            os.close(result_reader)
            self._serve(task_reader, result_writer)
        os.close(task_reader)
        os.close(result_writer)
        return _Worker(process, task_writer, result_reader)

    def _serve(self, tasks: int, results: int) -> NoReturn:
        """Perform tasks until the pipe is closed; runs in a worker."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        die_with_parent(signal.SIGTERM)
        try:
            with os.fdopen(tasks, "rb") as lines:
                for line in lines:
                    data = json.dumps(self._perform(json.loads(line)[1])).encode() + b"\n"
                    while data:
                        data = data[os.write(results, data) :]
        finally:
            os._exit(0)


def performed(
    workers: TaskWorkers,
    tasks: Sequence[tuple[int, Any]],
    is_stopped: Callable[[], bool],
    show: Callable[[int, Sequence[int]], None],
) -> Iterator[tuple[int, Any]]:
    """Yield the results of ``tasks`` as they end."""
    waiting = list(reversed(tasks))
    done = 0
    while (waiting or workers.running) and not is_stopped():
        while waiting and workers.start(waiting[-1]):
            waiting.pop()
        for number, result in workers.finished():
            done += 1
            yield number, result
        show(done, workers.running)


def _end(worker: _Worker, deadline: float) -> None:
    """Wait for the end of ``worker``, and kill it at the deadline."""
    os.close(worker.tasks)
    os.close(worker.results)
    while True:
        ended, _ = os.waitpid(worker.process, os.WNOHANG)
        if ended:
            return
        if time.monotonic() >= deadline:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.process, signal.SIGKILL)
            os.waitpid(worker.process, 0)
            return
        time.sleep(0.01)
