"""Memory use of this process, for libraries whose own limits are slow."""

import os
import resource
import sys
from pathlib import Path

_PAGES = Path("/proc/self/statm")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_megabytes() -> float:
    """Return the resident set in megabytes; its maximum where the system reports only that."""
    try:
        return int(_PAGES.read_text("ascii").split()[1]) * _PAGE / 2**20
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / (2**20 if sys.platform == "darwin" else 2**10)
