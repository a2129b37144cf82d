"""Processes: limits of a tree of processes, its memory and its end, and waiting for a child
(Linux).

On other systems, no descendants are found.
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.limits import LIMITS

_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36


def die_with_parent(number: signal.Signals) -> None:
    """Request that the kernel sends this process ``number`` when its parent ends (Linux)."""
    _control_process(_SET_PARENT_DEATH_SIGNAL, number)


def adopt_orphans() -> None:
    """Adopt descendants whose parent ends (Linux)."""
    _control_process(_SET_CHILD_SUBREAPER, 1)


def _control_process(operation: int, argument: int) -> None:
    """Call Linux's ``prctl``; do nothing on other systems."""
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(operation, argument)


def end_descendants(process: int) -> None:
    """Kill the descendants of ``process``, in any process group or session.

    Each descendant is stopped before its children are listed, and its id cannot be reused while its
    parent is stopped.

    Requires: ``process`` starts no more processes.
    """
    stopped: set[int] = set()
    while found := [each for each in _descendants(process) if each not in stopped]:
        _signal_all(found, signal.SIGSTOP)
        stopped.update(found)
    _signal_all(stopped, signal.SIGKILL)


def _signal_all(processes: Iterable[int], number: signal.Signals) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, number)


def _descendants(process: int) -> Iterator[int]:
    """Yield the descendants of ``process``."""
    waiting = [process]
    while waiting:
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{waiting.pop()}/task").iterdir():
                started = [int(each) for each in (thread / "children").read_text().split()]
                waiting += started
                yield from started


def resident_mb(process: int) -> float:
    """Return the resident megabytes of ``process`` and its descendants; 0 when it has ended."""
    pages = 0
    for each in (process, *_descendants(process)):
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def limit_address_space(megabytes: int, parts: int) -> int:
    """Limit this process to one of ``parts`` equal parts of the memory that is left of
    ``megabytes``; return the size of the part in megabytes.

    What the process has allocated before is shared with its siblings and not counted.
    """
    import resource

    size = [int(each) * os.sysconf("SC_PAGE_SIZE") for each in Path("/proc/self/statm").read_text().split()[:2]]
    share = max(1, ((megabytes << 20) - size[1]) // parts)
    limit = size[0] + share
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or limit <= hard:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    return max(1, (size[1] + share) >> 20)


def wait_for(child: "subprocess.Popen[bytes]", seconds: float, budget: Budget) -> bool:
    """Wait until ``child`` ends by itself, and return whether it did; it is killed after
    ``seconds`` of CPU time, or with the budget.

    While the work is suspended, the child is stopped. Its CPU time is charged to the budget.

    Ensures: the child has ended.
    """
    used = 0.0
    try:
        while child.poll() is None and used < seconds:
            child.send_signal(signal.SIGSTOP)
            if budget.is_over():
                break
            child.send_signal(signal.SIGCONT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(LIMITS.child_poll_seconds)
                return True
            now = cpu_seconds_of(child.pid)
            budget.charge(now - used)
            used = now
        return child.poll() is not None
    finally:
        if child.poll() is None:
            child.kill()
        child.wait()


def cpu_seconds_of(pid: int) -> float:
    """Return the CPU time that a child process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
