"""A task for tests of clusters: sleeps, and returns its number and the process that performed it."""

import os
import signal
import time
from collections.abc import Mapping
from typing import Any


def perform(task: Mapping[str, Any]) -> dict[str, int]:
    time.sleep(task["seconds"])
    if task.get("kills"):
        os.kill(os.getppid(), signal.SIGKILL)
    return {"square": task["number"] ** 2, "process": os.getpid()}
