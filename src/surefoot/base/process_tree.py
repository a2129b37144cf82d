"""What a process started: how much memory all of it uses, and its end. Linux only; elsewhere nothing is found."""

import contextlib
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36


def die_with_parent(number: signal.Signals) -> None:
    """Let the kernel send this process ``number`` when its parent ends, however that happens (Linux)."""
    _control_process(_SET_PARENT_DEATH_SIGNAL, number)


def adopt_orphans() -> None:
    """Let processes whose parent ends become this one's own, if it started that parent, or what did (Linux)."""
    _control_process(_SET_CHILD_SUBREAPER, 1)


def _control_process(operation: int, argument: int) -> None:
    """Linux's ``prctl``; other systems go without."""
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(operation, argument)


def end_descendants(process: int) -> None:
    """Kill what ``process`` started, in whatever process group or session it is.

    Requires  ``process`` starts nothing more. Each descendant is stopped before its own children are looked for, and
    while its parent is stopped its id stays its own.
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
    """The processes that ``process`` started, and those that they started."""
    waiting = [process]
    while waiting:
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{waiting.pop()}/task").iterdir():
                started = [int(each) for each in (thread / "children").read_text().split()]
                waiting += started
                yield from started


def resident_mb(process: int) -> float:
    """Resident megabytes of ``process`` and its descendants; 0 when it is gone."""
    pages = 0
    for each in (process, *_descendants(process)):
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
