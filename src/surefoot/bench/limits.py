"""Tunable limits of the benchmark runner."""

from typing import Final

from surefoot.base.records import TunableLimits


class BenchLimits(TunableLimits):
    """Seconds of the benchmark runner."""

    poll_seconds: float = 0.02
    """Seconds between two looks at the running tasks."""
    grace_seconds: float = 3.0
    """Seconds after its time limit at which a task is killed."""


LIMITS: Final = BenchLimits()
