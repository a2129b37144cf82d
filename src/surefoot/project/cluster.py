"""Workers on a cluster: tasks are performed by processes that a scheduler of dask.distributed knows.

Each task is a fresh process on its worker, so that nothing of one task is left for the next. A task
whose worker dies, or is silent for longer than the scheduler's ``worker-ttl``, is performed again by
another one. Where the scheduler ends, its tasks are submitted again once there is one at its
address. A task has one result: that of its latest submission.
"""

import contextlib
import json
import logging
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, Self

from surefoot.base.errors import EnvironmentFault, UsageError
from surefoot.base.process_tree import die_with_parent
from surefoot.base.records import dataclass, field
from surefoot.project.limits import LIMITS
from surefoot.project.store import tool_digest
from surefoot.project.workers import WorkerTask

_LOCAL, _REMOTE = "local:", ("tcp://", "tls://")
_OTHER_VERSION, _RESULT, _FAILURE = "other version", "result", "failure"


class NamedFunction(Protocol):
    """Function of a module, which performs a task; it raises nothing."""

    __module__: str
    __name__: str

    def __call__(self, task: Any) -> Any:  # noqa: ANN401 JSON values
        """Return the result of ``task``."""
        ...


@dataclass(slots=True)
class _Submitted:
    """A task on the cluster."""

    task: WorkerTask
    future: Any
    deaths: int = 0
    """Number of times that workers died while they performed it."""


@dataclass(slots=True)
class ClusterWorkers:
    """Workers at ``address``, which perform tasks by ``function``; a context manager.

    The address is that of a scheduler, or ``local:N`` for N workers on this machine, which listen
    on the loopback interface only.
    """

    address: str
    function: NamedFunction
    _client: Any = None
    _local: Any = None
    _submitted: dict[int, _Submitted] = field(default_factory=dict)
    _tool: str = field(default_factory=tool_digest)
    _capacity: int = 0

    def __enter__(self) -> Self:
        """Connect to the scheduler. Raises `UsageError` or `EnvironmentFault`."""
        try:
            import distributed
        except ModuleNotFoundError:
            raise UsageError("--cluster needs a package: pip install 'surefoot[cluster]'") from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # losses of workers are handled here
        if self.address.startswith(_LOCAL):
            from dask import config

            count = self.address.removeprefix(_LOCAL)
            if not count.isdecimal() or not int(count):
                raise UsageError(f"expected local:N with a number of workers, not {self.address!r}")
            config.set({"distributed.scheduler.worker-ttl": f"{LIMITS.silent_worker_seconds}s"})
            self._local = distributed.LocalCluster(
                n_workers=int(count), threads_per_worker=1, host="127.0.0.1", dashboard_address=None, memory_limit=0
            )
        elif not self.address.startswith(_REMOTE):
            raise UsageError(f"expected tcp://HOST:PORT, tls://HOST:PORT or local:N, not {self.address!r}")
        self._connect(LIMITS.connect_seconds)
        return self

    def __exit__(self, *_: object) -> None:
        """Cancel what is not done, and disconnect; end local workers."""
        with contextlib.suppress(Exception):
            self._client.cancel([each.future for each in self._submitted.values()], force=True)
        self._submitted.clear()
        for each in (self._client, self._local):
            with contextlib.suppress(Exception):
                each.close(timeout=LIMITS.grace_seconds)

    def start(self, task: WorkerTask) -> bool:
        """Submit ``task`` unless all workers have one and another one waiting; return whether it was
        submitted.
        """
        if len(self._submitted) >= 2 * max(1, self._capacity):
            return False
        self._submitted[task[0]] = _Submitted(task, self._future(task))
        return True

    @property
    def running(self) -> list[int]:
        """The numbers of the tasks that are on the cluster."""
        return list(self._submitted)

    def finished(self, seconds: float = LIMITS.poll_seconds) -> Iterator[tuple[int, Any]]:
        """Wait at most ``seconds``; yield the tasks that ended with their results, None if their
        workers died again and again. Raises `EnvironmentFault`.
        """
        if self._client.status != "running":
            self._connect(LIMITS.reconnect_seconds)
        end = time.monotonic() + seconds
        while not any(each.future.done() for each in self._submitted.values()) and time.monotonic() < end:
            time.sleep(LIMITS.cluster_poll_seconds)
        self._count_threads()
        for number, each in list(self._submitted.items()):
            status = each.future.status
            if status == "finished":
                yield number, self._result(each)
            elif status == "error":
                self._require_death(each.future)
                each.deaths += 1
                if each.deaths < LIMITS.cluster_attempts:
                    each.future = self._future(each.task)
                else:
                    del self._submitted[number]
                    yield number, None
            elif status != "pending" and self._client.status == "running":  # the scheduler has lost it
                each.future = self._future(each.task)

    def _result(self, done: _Submitted) -> Any:  # noqa: ANN401 a JSON value
        """Return the result of a task. Raises `EnvironmentFault` if its worker cannot perform it."""
        kind, value = done.future.result(timeout=LIMITS.connect_seconds)
        if kind == _OTHER_VERSION:
            raise EnvironmentFault(
                f"a worker at {self.address} has another version of surefoot ({value}, here {self._tool}): "
                "install the same one on all machines"
            )
        if kind != _RESULT:
            raise EnvironmentFault(f"a worker at {self.address} failed: {value}")
        del self._submitted[done.task[0]]
        return json.loads(value)

    def _require_death(self, future: Any) -> None:  # noqa: ANN401 distributed is not annotated
        """Raise `EnvironmentFault` unless the task failed because its workers died."""
        import distributed

        failure = future.exception()
        if not isinstance(failure, distributed.scheduler.KilledWorker):
            raise EnvironmentFault(f"a worker at {self.address} failed: {type(failure).__name__}: {failure}")

    def _future(self, task: WorkerTask) -> Any:  # noqa: ANN401 distributed is not annotated
        name = f"{self.function.__module__}:{self.function.__name__}"
        return self._client.submit(performed_by_process, self._tool, name, json.dumps(task[1]), pure=False)

    def _connect(self, seconds: float) -> None:
        """Connect to the scheduler, and submit again what is not done. Raises `EnvironmentFault` if
        there is none within ``seconds``.
        """
        import distributed

        if self._client is not None:
            with contextlib.suppress(Exception):
                self._client.close(timeout=1)
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            try:
                self._client = distributed.Client(self._local or self.address, timeout=max(0.1, min(left, 5.0)))
                break
            except (OSError, TimeoutError) as failure:
                if left <= 0:
                    raise EnvironmentFault(
                        f"no scheduler at {self.address} within {seconds:g} s: {failure}; start one with `dask scheduler`"
                    ) from None
                time.sleep(LIMITS.cluster_poll_seconds)
        self._count_threads()
        for each in self._submitted.values():
            each.future = self._future(each.task)

    def _count_threads(self) -> None:
        """Query the number of tasks that all workers perform at once; an error means no change."""
        with contextlib.suppress(Exception):
            self._capacity = sum(self._client.nthreads().values())


# On a worker


def performed_by_process(tool: str, function: str, task: str) -> tuple[str, str]:
    """Perform ``task`` by a process of its own; return the kind of the outcome, and its text.

    The process is ended if the task is cancelled.
    """
    own = tool_digest()
    if own != tool:
        return _OTHER_VERSION, own
    command = [sys.executable, "-m", "surefoot.project.cluster", function]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    is_cancelled = _cancellation()
    given: bytes | None = task.encode()
    while True:
        try:
            output, complaint = process.communicate(given, timeout=LIMITS.poll_seconds)
            break
        except subprocess.TimeoutExpired:
            given = None
            if is_cancelled():
                process.terminate()
    if process.returncode:
        return _FAILURE, complaint.decode(errors="replace").strip().rpartition("\n")[2] or str(process.returncode)
    return _RESULT, output.decode()


def _cancellation() -> Callable[[], bool]:
    """Return a function that returns whether the present task was cancelled."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    return lambda: getattr(worker.state.tasks.get(key), "state", "") == "cancelled"


def perform_input(function: str) -> None:
    """Perform the task on standard input, and write its result to standard output."""
    die_with_parent(signal.SIGTERM)
    task = json.load(sys.stdin)
    if "folder" in task:
        Path(task["folder"]).mkdir(parents=True, exist_ok=True)  # that of the scan, on its machine
    module, _, name = function.partition(":")
    result = getattr(import_module(module), name)(task)
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    perform_input(sys.argv[1])
