"""The ledger of approximations: what the analysed model does not share with the real program."""

from collections.abc import Iterable
from enum import Enum

from surefoot.base.records import dataclass
from surefoot.base.spans import Span


class Lean(Enum):
    """Which way an approximation errs."""

    DROPS_BEHAVIOUR = "drops behaviour"
    """Some real run is missing: a proof is worth nothing."""
    ADDS_BEHAVIOUR = "adds behaviour"
    """Some modelled run is not real: an alarm must be replayed, and may still depend on the caveat."""
    ASSUMES = "assumes"
    """Runs are left out because the user said so, or would have to say more: a verdict is about the others."""
    CHECKS_NOTHING = "checks nothing"
    """There is nothing that could fail: a proof tells the user nothing."""


@dataclass(frozen=True, slots=True)
class Caveat:
    """One approximation, where it was made and which way it errs."""

    source: str
    lean: Lean
    text: str
    span: Span | None = None

    def __str__(self) -> str:
        return f"{self.span}: {self.text}" if self.span else self.text


def leaning(caveats: Iterable[Caveat], lean: Lean) -> tuple[Caveat, ...]:
    """The caveats that err in direction ``lean``."""
    return tuple(caveat for caveat in caveats if caveat.lean is lean)
