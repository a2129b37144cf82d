"""Evidence for `safe`. There is no certificate that says "trust me"."""

from dataclasses import dataclass

REWRITING = "rewriting"
"""What decided a query that became constant while it was built, so that no solver was asked."""


@dataclass(frozen=True, slots=True)
class CompleteUnrolling:
    """Every run ends within ``bound`` rounds of each loop and recursion, and none of them fails a check.

    ``pruned`` lists smaller bounds at which some states of the frontier turned out to have no runs;
    going on without them keeps the unrolling finite. ``solver`` decided the queries, or `REWRITING` did.
    """

    bound: int
    pruned: tuple[int, ...]
    solver: str


Certificate = CompleteUnrolling
