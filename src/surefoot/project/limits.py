"""Tunable limits of scans."""

from typing import Final

from surefoot.base.records import TunableLimits


class ProjectLimits(TunableLimits):
    """Seconds and counts that scans work with."""

    survey_seconds: float = 60.0
    """Seconds to compile one file."""
    poll_seconds: float = 0.2
    """Seconds between two looks at the workers."""
    grace_seconds: float = 10.0
    """Seconds after which a worker that was asked to stop is killed."""
    cluster_poll_seconds: float = 0.1
    """Seconds between two looks at the tasks on a cluster."""
    connect_seconds: float = 30.0
    """Seconds to find the scheduler of a cluster, and for one result."""
    reconnect_seconds: float = 300.0
    """Seconds to find it again after it was lost."""
    silent_worker_seconds: int = 60
    """Seconds without a sign of life after which a local worker's task is given to another one."""
    cluster_attempts: int = 3
    """Number of times that workers may die at one task, each after the failures that the scheduler
    allows, before it counts as crashed.
    """
    overtime_seconds: float = 3.0
    """Seconds after its time limit at which the check of a function is stopped from outside."""
    attempts: int = 60
    """Largest number of preconditions that are tried for one function."""
    least_attempt_seconds: float = 0.3
    """Seconds that must remain for another attempt."""
    first_attempt_share: float = 0.25
    """Part of the time that the first attempt may take."""
    small_attempt_share: float = 0.5
    """Part of the remaining time that an attempt for small arguments may take."""
    small_array_elements: int = 5
    """Maximal number of elements of arrays in small arguments."""
    tiny_array_elements: int = 2
    """Maximal number of elements of arrays in tiny arguments."""
    tiny_depth: int = 1
    """Number of dereferences from a parameter up to which pointers in tiny arguments point to
    objects.
    """
    range_candidates: int = 8
    """Largest number of pairs of a length and an index that are tried to exclude one violation."""
    count_width: int = 32
    """Bits of the narrowest integers that may be lengths and indices of arrays."""
    member_depth: int = 2
    """Dereferences from a parameter up to which members of structs may be lengths and indices."""
    searched_names: int = 20_000
    """Largest number of headers in a folder that is searched for headers; surveys of files that
    search larger ones are not kept.
    """
    linked_files: int = 200
    """Largest number of files that are linked to check one function."""


LIMITS: Final = ProjectLimits()
