"""Parallel execution of tasks, each in its own ``surefoot check`` process, with one row for each
outcome.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, Protocol

from surefoot import __version__
from surefoot.base.process_tree import die_with_parent
from surefoot.base.records import dataclass
from surefoot.bench.limits import LIMITS
from surefoot.bench.results import Row, judged
from surefoot.bench.selection import Pair

_NO_VERDICT = {
    "time-limit": "timeout",
    "memory-limit": "out of memory",
    "crashed": "crash",
    "unconfirmed": "unconfirmed",
}


@dataclass(frozen=True, slots=True)
class Conditions:
    """Engine and limits of every task, and the number of parallel tasks."""

    engine: str
    seconds: float
    megabytes: int
    jobs: int

    def columns(self) -> dict[str, str]:
        """Return the columns of a row that contain them; ``jobs`` is not one."""
        return {
            "engine": self.engine,
            "limit_s": f"{self.seconds:g}",
            "memory_mb": str(self.megabytes),
            "version": __version__,
        }


class RunningTask(Protocol):
    """A running task, on this machine or another one."""

    @property
    def pair(self) -> Pair:
        """The task."""
        ...

    @property
    def seconds(self) -> float:
        """Wall-clock seconds so far."""
        ...


@dataclass(slots=True)
class Running:
    """A running task."""

    pair: Pair
    process: subprocess.Popen[bytes]
    output: IO[bytes]
    errors: IO[bytes]
    began: float
    was_killed: bool = False

    @property
    def seconds(self) -> float:
        """Wall-clock seconds so far."""
        return time.monotonic() - self.began


def run_all(
    pairs: Sequence[Pair],
    conditions: Conditions,
    is_stopped: Callable[[], bool],
    watch: Callable[[Sequence[RunningTask]], None],
) -> Iterator[Row]:
    """Yield a row for each pair as it ends; when ``is_stopped``, terminate the running tasks.

    Ensures: no child is left, also when the consumer abandons the iterator.
    """
    waiting = deque(pairs)
    running: list[Running] = []
    try:
        while (waiting or running) and not is_stopped():
            while waiting and len(running) < conditions.jobs:
                running.append(_start(waiting.popleft(), conditions))
            for task in list(running):
                if task.seconds > conditions.seconds + LIMITS.grace_seconds and not task.was_killed:
                    task.was_killed = True
                    task.process.kill()
                row = _collected(task, conditions)
                if row is not None:
                    running.remove(task)
                    yield row
            watch(running)
            time.sleep(LIMITS.poll_seconds)
    finally:
        for task in running:
            _end(task)


def _start(pair: Pair, conditions: Conditions) -> Running:
    command = [
        sys.executable,
        "-m",
        "surefoot",
        "check",
        str(pair.path),
        f"--property={pair.property}",
        f"--engine={conditions.engine}",
        f"--time-limit={conditions.seconds}",
        f"--memory-limit={conditions.megabytes}",
        "--quiet",
        "--json",
    ]
    output, errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115 closed when collected
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=errors,
        start_new_session=True,
        preexec_fn=_before_start,  # noqa: PLW1509 there is one thread
    )
    return Running(pair, process, output, errors, time.monotonic())


def _before_start() -> None:
    die_with_parent(signal.SIGTERM)


def _collected(task: Running, conditions: Conditions) -> Row | None:
    """Return the row of a task that has ended; ``None`` while it runs."""
    ended, status, used = os.wait4(task.process.pid, os.WNOHANG)
    if not ended:
        return None
    wall = task.seconds
    task.process.returncode = os.waitstatus_to_exitcode(status)
    outcome = _outcome(task)
    expected = task.pair.expected
    return Row(
        yml=task.pair.yml,
        property=task.pair.property,
        expected="" if expected is None else str(expected),
        verdict=outcome.verdict,
        correct=judged(outcome.verdict, expected, task.pair.subproperty),
        cpu_s=f"{used.ru_utime + used.ru_stime:.2f}",
        wall_s=f"{wall:.2f}",
        rss_mb=f"{used.ru_maxrss / 1024:.0f}",
        reason=outcome.reason,
        certify_s=f"{outcome.certifying_seconds:.2f}",
        runs_s=f"{outcome.running_seconds:.2f}",
        counts=outcome.counts,
        **conditions.columns(),
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Verdict and reason of a task, the CPU seconds for checking evidence and for concrete runs, and
    the totals of engines as JSON.
    """

    verdict: str
    reason: str
    certifying_seconds: float = 0.0
    running_seconds: float = 0.0
    counts: str = ""


def _outcome(task: Running) -> _Outcome:
    with task.output as output, task.errors as errors:
        text, complaint = _contents(output), _contents(errors)
    if task.was_killed:
        return _Outcome("timeout", "killed: it did not stop at its time limit")
    try:
        document: dict[str, Any] = json.loads(text)
    except ValueError:
        kind = "error" if task.process.returncode == 2 else "crash"
        lines = complaint.strip().splitlines() or [f"exit code {task.process.returncode}"]
        ours = (line.removeprefix("surefoot: ") for line in lines if line.startswith("surefoot: "))
        return _Outcome(kind, next(ours, lines[-1]))
    evidence = document["evidence"]
    verdict = _NO_VERDICT.get(evidence.get("why", ""), document["competition_verdict"])
    certifying = document["statistics"]["stages"].get("certify", 0.0)
    runs = evidence.get("concrete_runs") or {}
    engines = document["statistics"].get("engines")
    counts = json.dumps(engines, separators=(",", ":")) if engines else ""
    reason = " ".join(evidence["summary"].split())
    return _Outcome(verdict, reason, certifying, runs.get("cpu_seconds", 0.0), counts)


def _contents(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", errors="replace")


def _end(task: Running) -> None:
    """Terminate the supervisor of a task; its child ends with it."""
    task.process.send_signal(signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        task.process.wait(timeout=1)
    task.process.kill()
    task.process.wait()
    task.output.close()
    task.errors.close()
