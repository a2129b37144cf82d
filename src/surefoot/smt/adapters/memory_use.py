"""How much memory this process uses, for libraries whose own limits cost more than they are worth."""

import os
import resource
import sys
from pathlib import Path

_PAGES = Path("/proc/self/statm")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_megabytes() -> float:
    """What is in memory now; where the system does not tell, the most that ever was."""
    try:
        return int(_PAGES.read_text("ascii").split()[1]) * _PAGE / 2**20
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / (2**20 if sys.platform == "darwin" else 2**10)
