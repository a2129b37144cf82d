"""Waiting for a child process that works for one piece of work: it has that work's turns, and none of its own."""

import contextlib
import os
import signal
import subprocess
from pathlib import Path

from surefoot.base.budget import Budget

POLL_SECONDS = 0.02


def wait_for(child: "subprocess.Popen[bytes]", seconds: float, budget: Budget) -> bool:
    """Wait until ``child`` ends by itself, and return ``True``; or until it has used ``seconds`` of CPU time or the budget is over, then it is ended.

    While the work waits for its next turn the child is stopped, and its CPU time is charged to the budget.

    Ensures  the child has ended
    """
    used = 0.0
    try:
        while child.poll() is None and used < seconds:
            child.send_signal(signal.SIGSTOP)
            if budget.is_over():
                break
            child.send_signal(signal.SIGCONT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(POLL_SECONDS)
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
    """The CPU time that a child has used so far: on a busy machine its turn is as long as on a quiet one."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
