"""Record of accelerated loop iterations, for verdicts and reports."""

from collections import Counter
from collections.abc import Sequence

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class AcceleratedIterations:
    """An acceleration of ``iterations`` iterations of the loop at ``location``."""

    location: str
    iterations: int


def accelerated_iterations_text(accelerated: Sequence[AcceleratedIterations]) -> str:
    """Return ``accelerated``, summed up by loop, as text."""
    iterations = Counter[str]()
    for each in accelerated:
        iterations[each.location] += each.iterations
    return ", ".join(f"{count} iterations of the loop {name} in closed form" for name, count in iterations.items())
