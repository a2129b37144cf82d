"""Searches for errors, and the claims that their results justify.

The first search is for all errors. If it reaches undefined behaviour, a second one is for
violations only.
"""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from surefoot.base.records import dataclass
from surefoot.engines.bmc.bounded_search import gave_up
from surefoot.engines.failing_runs import claim_about, claim_about_undefined
from surefoot.evidence.claims import Claim, LiftedState
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Error
from surefoot.systems.encode.encoding import Encoding


@dataclass(frozen=True, slots=True)
class Undecided:
    """Result of a search that a solver left undecided, for ``reason``."""

    reason: str


Proof = TypeVar("Proof")
Result: TypeAlias = Run | Undecided | Proof
"""Run to an error, or a proof that there is none."""
Search = Callable[[Callable[[Error], bool]], Result[Proof]]
"""Search for a run to an error that satisfies the given predicate."""


def searched(search: Search[Proof]) -> tuple[Result[Proof], Error | None]:
    """Return the result of ``search``, and the undefined behaviour that it reached first, if any.

    Ensures: if there is such an error, the result is about violations only
    """
    result = search(lambda _: True)
    if not isinstance(result, Run) or result.error is None or result.error.is_violation:
        return result, None
    return search(lambda error: error.is_violation), result.error


def claim_of(
    search: Search[Proof],
    translation: Encoding,
    claim_proved: Callable[[Proof], Claim],
    lift: Callable[[Run], tuple[LiftedState, ...]] = lambda _: (),
) -> Claim:
    """Return the claim that the results of ``search`` on the system of ``encoding`` justify.

    ``claim_proved`` is applied to a proof about all errors, ``lift`` to a run.
    """
    result, reached = searched(search)
    if isinstance(result, Run):
        return claim_about(result, translation, lift(result))
    if reached is not None:
        return claim_about_undefined(reached, translation)
    return gave_up(result.reason) if isinstance(result, Undecided) else claim_proved(result)
