"""Child processes: they end, have time limits, and are suspended with the work they belong to."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from surefoot.base.budget import Budget
from surefoot.base.process_tree import cpu_seconds_of, wait_for
from surefoot.engines.auto.time_slices import SlicedThread

BUSY = "while True: pass"
LONG = 600.0


def started(code: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-S", "-c", code])


def stops(pid: int) -> bool:
    """Return whether the process stops within a short time."""
    for _ in range(500):
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T":
            return True
        time.sleep(0.01)
    return False


def test_finished_child_has_ended() -> None:
    child = started("raise SystemExit(3)")
    assert wait_for(child, LONG, Budget())
    assert child.returncode == 3


@pytest.mark.parametrize(("seconds", "budget"), [(0.05, Budget()), (LONG, Budget.seconds(0.2))])
def test_slow_child_is_killed(seconds: float, budget: Budget) -> None:
    child = started(BUSY)
    assert not wait_for(child, seconds, budget)
    assert child.returncode == -9


def test_child_is_suspended_outside_its_time_slice() -> None:
    child = started(BUSY)
    worker = SlicedThread("work", lambda budget: wait_for(child, LONG, budget))
    worker.run_slice(0.1)
    assert not worker.is_done and worker.seconds >= 0.1
    assert stops(child.pid)
    used = cpu_seconds_of(child.pid)
    worker.run_slice(0.1)
    assert stops(child.pid) and cpu_seconds_of(child.pid) > used
    worker.cancel()
    assert child.returncode == -9
