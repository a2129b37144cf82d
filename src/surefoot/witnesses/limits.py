"""Tunable limits of witnesses."""

from typing import Final

from surefoot.base.records import TunableLimits


class WitnessLimits(TunableLimits):
    """Sizes of witnesses."""

    segments: int = 500
    """Segments of the longest written or validated violation sequence."""
    invariants: int = 500
    """Invariants of the largest validated witness."""
    strict_share: float = 0.5
    """Part of the time for the search in runs that follow the waypoints at once."""
    file_bytes: int = 16 << 20
    """Bytes of the largest witness that is read."""


LIMITS: Final = WitnessLimits()
