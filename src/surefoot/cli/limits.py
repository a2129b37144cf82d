"""Tunable limits of the commands."""

from typing import Final

from surefoot.base.records import TunableLimits


class CliLimits(TunableLimits):
    """Shares and seconds of time, and rates of progress messages."""

    max_default_jobs: int = 8
    """Maximal number of processes of one check unless ``--jobs`` is given."""
    search_share_before_run: float = 0.85
    """Part of the time limit for the verdict if ``--run`` executes violations afterwards."""
    loop_invariant_seconds: float = 20.0
    """Seconds that ``--show-invariants`` may take after the verdict."""
    reachability_graph_seconds: float = 60.0
    """Seconds of the search whose graph ``show --as arg`` prints."""
    scan_message_seconds: float = 30.0
    """Seconds between two progress messages of ``scan`` where there is no terminal."""
    bench_message_rows: int = 10
    """Tasks of ``bench`` between two progress messages where there is no terminal."""


LIMITS: Final = CliLimits()
