"""Caveats: approximations of the program, and the direction in which each errs."""

from collections.abc import Iterable

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.base.spans import Span


class Direction(Enum):
    """Direction in which an approximation errs."""

    DROPS_BEHAVIOUR = "drops behaviour"
    """Some real run is missing: a proof is invalid."""
    ADDS_BEHAVIOUR = "adds behaviour"
    """Some modelled run is not real: a violation may be spurious."""
    ASSUMES = "assumes"
    """Runs are excluded by an assumption: the verdict is about the others."""
    HAS_NO_CHECKS = "checks nothing"
    """No check can fail: a proof is vacuous."""


class Dropped(Enum):
    """Behaviour that an approximation of direction DROPS_BEHAVIOUR omits."""

    RUNS = "runs"
    """Anything: whole runs may be missing."""
    MEMORY = "memory"
    """Other contents of memory. Variables that are not in memory have the right values."""
    GLOBALS = "globals"
    """Modifications of global variables by name by functions without a body, and what these lead
    to.
    """
    CALLBACKS = "callbacks"
    """Calls of functions of the program by functions without a body."""
    ACCESSES = "accesses"
    """Checks of the accesses in a library function that is called at the place of the caveat; all
    runs are covered.
    """


@dataclass(frozen=True, slots=True)
class Caveat:
    """One approximation, its place, and its direction; ``dropped`` matters for DROPS_BEHAVIOUR
    only.
    """

    source: str
    direction: Direction
    text: str
    span: Span | None = None
    dropped: Dropped = Dropped.RUNS

    def __str__(self) -> str:
        return f"{self.span}: {self.text}" if self.span else self.text


def with_direction(caveats: Iterable[Caveat], direction: Direction) -> tuple[Caveat, ...]:
    """Return the caveats that err in ``direction``."""
    return tuple(caveat for caveat in caveats if caveat.direction is direction)
