"""Progress events of a running check."""

from collections.abc import Callable
from typing import Any

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage of the pipeline began: ``compile``, ``lower``, ``unroll`` and so on."""

    name: str


@dataclass(frozen=True, slots=True)
class BoundRaised:
    """``engine`` now explores runs with at most ``bound`` iterations of every loop."""

    engine: str
    bound: int


@dataclass(frozen=True, slots=True)
class ChecksExplored:
    """No run within ``bounds[i]`` iterations of every loop fails the i-th check of the report; 0
    means that none were explored. ``costs`` are the most unrolled functions (`verify.costs`).
    """

    bounds: list[int]
    costs: list[Any]


@dataclass(frozen=True, slots=True)
class QueryAnswered:
    """A solver answered a query for ``purpose`` after ``seconds``."""

    purpose: str
    seconds: float


@dataclass(frozen=True, slots=True)
class EngineCounted:
    """``engine`` has these totals so far: refinements, lemmas, frames, graph nodes and so on."""

    engine: str
    counts: dict[str, float]


@dataclass(frozen=True, slots=True)
class CircuitReduced:
    """``engine`` reduced a circuit: numbers of registers, gates and levels before and after."""

    engine: str
    registers: int
    registers_left: int
    gates: int
    gates_left: int
    levels: int
    levels_left: int


@dataclass(frozen=True, slots=True)
class ProofFound:
    """``engine`` claims a proof that is not confirmed yet."""

    engine: str


ProgressEvent = (
    StageStarted | BoundRaised | ChecksExplored | QueryAnswered | EngineCounted | CircuitReduced | ProofFound
)
Watcher = Callable[[ProgressEvent], None]


def ignore(_event: ProgressEvent) -> None:
    """Ignore all events."""
