"""Progress as data: what a check under way tells whoever watches it."""

from collections.abc import Callable

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage of the pipeline began: ``compile``, ``lower``, ``unroll`` and so on."""

    name: str


@dataclass(frozen=True, slots=True)
class BoundRaised:
    """``engine`` now looks at runs in which every loop goes round at most ``bound`` times."""

    engine: str
    bound: int


@dataclass(frozen=True, slots=True)
class QueryAnswered:
    """A solver answered a query asked for ``purpose`` after ``seconds``."""

    purpose: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Refined:
    """``engine`` refined its abstraction: by ``lemmas``, or by giving so many operators their meaning back (``concretised``)."""

    engine: str
    lemmas: int
    concretised: int


@dataclass(frozen=True, slots=True)
class CircuitReduced:
    """``engine`` made a circuit smaller: so many registers, gates and levels it had, and so many are left."""

    engine: str
    registers: int
    registers_left: int
    gates: int
    gates_left: int
    levels: int
    levels_left: int


@dataclass(frozen=True, slots=True)
class ProofFound:
    """``engine`` claims a proof, which is still to be confirmed."""

    engine: str


ProgressEvent = StageStarted | BoundRaised | QueryAnswered | Refined | CircuitReduced | ProofFound
Watcher = Callable[[ProgressEvent], None]


def ignore(_event: ProgressEvent) -> None:
    """The watcher that does not look."""
