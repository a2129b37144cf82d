"""Tunable limits of witnesses."""

from typing import Final

from surefoot.base.records import TunableLimits


class WitnessLimits(TunableLimits):
    """Sizes of witnesses."""

    segments: int = 5_000
    """Segments of the longest written or validated violation sequence."""
    invariants: int = 500
    """Invariants of the largest validated witness."""
    replayed_steps: int = 5_000_000
    """Statements of the longest run whose passed segments are counted."""
    strict_share: float = 0.5
    """Part of the time for the search in runs that follow the waypoints at once."""
    hint_share: float = 0.5
    """Part of the remaining time for a check with hints."""
    file_bytes: int = 16 << 20
    """Bytes of the largest witness that is read."""


LIMITS: Final = WitnessLimits()
