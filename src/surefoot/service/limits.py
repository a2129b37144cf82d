"""Tunable limits of the service for editors and agents."""

from typing import Final

from surefoot.base.records import TunableLimits


class ServiceLimits(TunableLimits):
    """Seconds, counts and sizes that the service works with."""

    niceness: int = 5
    """Increment of the niceness of the service, so that editors come first."""
    quiet_seconds: float = 0.3
    """Seconds without a change to a file after which the file is checked."""
    opening_seconds: float = 0.03
    """Seconds after which an opened file with unsaved text is checked."""
    watch_seconds: float = 1.0
    """Seconds between two looks at the files on disk."""
    mirrored_files: int = 100_000
    """Largest number of files in the folder of a project."""
    kept_days: float = 30.0
    """Days after which the state of a project that is not opened is removed."""
    kept_characters: int = 200_000
    """Largest size of a result that is kept for display."""
    snippet_characters: int = 200_000
    """Largest size of the text of a trial."""
    text_characters: int = 2_000
    """Largest length of a text in an answer to an agent."""
    listed_entries: int = 100
    """Largest number of entries in each list of an answer to an agent."""
    shown_steps: int = 60
    """Largest number of steps of a run in an answer to an agent."""
    answer_characters: int = 60_000
    """Largest size of an answer to an agent, as JSON."""
    inlay_characters: int = 120
    """Largest length of an inlay hint."""
    related_locations: int = 25
    """Largest number of related locations of a diagnostic."""


LIMITS: Final = ServiceLimits()
