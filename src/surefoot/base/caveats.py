"""Caveats: approximations of the program, and the direction in which each errs."""

from collections.abc import Iterable
from enum import Enum

from surefoot.base.records import dataclass
from surefoot.base.spans import Span


class Lean(Enum):
    """Direction in which an approximation errs."""

    DROPS_BEHAVIOUR = "drops behaviour"
    """Some real run is missing: a proof is invalid."""
    ADDS_BEHAVIOUR = "adds behaviour"
    """Some modelled run is not real: a violation may be spurious."""
    ASSUMES = "assumes"
    """Runs are excluded by an assumption: the verdict is about the others."""
    HAS_NO_CHECKS = "checks nothing"
    """No check can fail: a proof is vacuous."""


@dataclass(frozen=True, slots=True)
class Caveat:
    """One approximation, its place, and its direction."""

    source: str
    lean: Lean
    text: str
    span: Span | None = None

    def __str__(self) -> str:
        return f"{self.span}: {self.text}" if self.span else self.text


def leaning(caveats: Iterable[Caveat], lean: Lean) -> tuple[Caveat, ...]:
    """Return the caveats that err in direction ``lean``."""
    return tuple(caveat for caveat in caveats if caveat.lean is lean)
