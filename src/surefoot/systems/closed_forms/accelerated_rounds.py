"""Loop iterations that a run skipped by acceleration."""

from collections import Counter
from collections.abc import Sequence

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class AcceleratedRounds:
    """An acceleration of ``rounds`` iterations of the loop at ``location``."""

    location: str
    rounds: int


def accelerated_rounds_text(leaps: Sequence[AcceleratedRounds]) -> str:
    """Return ``leaps``, summed up by loop, as text."""
    rounds = Counter[str]()
    for leap in leaps:
        rounds[leap.location] += leap.rounds
    return ", ".join(f"{count} rounds of the loop {name} in closed form" for name, count in rounds.items())
