"""Tunable limits of child processes."""

from typing import Final

from surefoot.base.records import TunableLimits


class BaseLimits(TunableLimits):
    """Seconds and megabytes for child processes."""

    poll_seconds: float = 0.1
    """Seconds between two looks at memory, time and signals of a supervised child."""
    child_poll_seconds: float = 0.02
    """Seconds between two looks at the CPU time of a child that works for a solver."""
    address_space_slack_mb: int = 512
    """Megabytes of address space beyond the memory limit, for shared libraries."""


LIMITS: Final = BaseLimits()
