"""One search for all errors of a control system, and if only undefined behaviour is reached, another one for violations; and what engines claim then."""

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
    """A solver did not answer, for ``reason``."""

    reason: str


Proof = TypeVar("Proof")
Result: TypeAlias = Run | Undecided | Proof
"""A run to an error, or a proof that there is none."""
Search = Callable[[Callable[[Error], bool]], Result[Proof]]
"""Looks for a run to an error of which its argument is true."""


def searched(search: Search[Proof]) -> tuple[Result[Proof], Error | None]:
    """What ``search`` finds, and the error that is no violation and is reached, if that was found first: then the result is about violations only."""
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
    """The claim that the results of ``search`` on the system of ``translation`` justify; ``claim_proved`` makes the one of a proof about all errors, ``lift`` says what matters along a run."""
    result, reached = searched(search)
    if isinstance(result, Run):
        return claim_about(result, translation, lift(result))
    if reached is not None:
        return claim_about_undefined(reached, translation)
    return gave_up(result.reason) if isinstance(result, Undecided) else claim_proved(result)
