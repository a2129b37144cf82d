"""Tunable limits of triage."""

from typing import Final

from surefoot.base.records import TunableLimits


class TriageLimits(TunableLimits):
    """Seconds and counts that triage works with."""

    analysis_seconds: float = 120.0
    """Seconds of the analyser for one file."""
    constraint_seconds: float = 15.0
    """Seconds of the solvers for the analyser's constraints on one path."""
    path_share: float = 0.34
    """Share of a report's time for each check of a path program."""
    least_seconds: float = 1.0
    """Least remaining seconds of a report with which a further check begins."""
    shown_inputs: int = 8
    """Arguments of a run that a reason lists."""


LIMITS: Final = TriageLimits()
