"""What is told of a run that went rounds of loops in closed form instead of one by one."""

from collections import Counter
from collections.abc import Sequence

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class AcceleratedRounds:
    """A run went ``rounds`` rounds of the loop of ``location``, of which it interpreted none."""

    location: str
    rounds: int


def accelerated_rounds_text(leaps: Sequence[AcceleratedRounds]) -> str:
    """``leaps`` for a reader."""
    rounds = Counter[str]()
    for leap in leaps:
        rounds[leap.location] += leap.rounds
    return ", ".join(f"{count} rounds of the loop {name} in closed form" for name, count in rounds.items())
