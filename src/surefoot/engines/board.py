"""Message board of one verification run.

Engines post invariants and complete unrollings; `surefoot.verify.deciding` posts the checks that
the judge's verdicts decide. An engine receives only the kinds of messages that it requests.
Messages are frozen data about one goal, so that they can cross processes and machines. Like claims,
messages prove nothing: the evidence of a claim does.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.logic import Term
from surefoot.program.check_sites import CheckSite
from surefoot.systems.control.system import Invariants


class UnrollingManner(Enum):
    """Order in which a complete unrolling followed the runs to their ends."""

    BOUND_BY_BOUND = "bound by bound"
    AT_ONCE = "at once"


@dataclass(frozen=True, slots=True)
class InvariantsFound:
    """Invariants of the control system that are inductive without quantified ones.

    For each location that they mention, they include all that were posted before.
    """

    invariants: Invariants


@dataclass(frozen=True, slots=True)
class CandidatesExhausted:
    """The stages up to the candidates from templates have run, or have used up their time. The
    invariants posted so far are those of these stages; later stages may post more.
    """


@dataclass(frozen=True, slots=True)
class UnrollingComplete:
    """An unrolling follows every run to its end; one query about it is left."""

    manner: UnrollingManner


@dataclass(frozen=True, slots=True)
class BoundExplored:
    """No run that passes each loop and recursion at most ``bound`` times fails a check, except
    perhaps at ``open_sites``. This rests on one solver, and no judge confirms it.
    """

    bound: int
    open_sites: frozenset[CheckSite]
    visits: Mapping[tuple[str, str], int]
    """Number of unrolled states at each block, by function and label."""


@dataclass(frozen=True, slots=True)
class CheckViolated:
    """The judge accepted a run that violates the check at ``site``."""

    site: CheckSite


@dataclass(frozen=True, slots=True)
class CheckProved:
    """The judge accepted a proof of the check at ``site``."""

    site: CheckSite


Message = InvariantsFound | CandidatesExhausted | UnrollingComplete | BoundExplored | CheckViolated | CheckProved
_Kind = TypeVar(
    "_Kind", InvariantsFound, CandidatesExhausted, UnrollingComplete, BoundExplored, CheckViolated, CheckProved
)


class Board:
    """Messages of one run in the order in which they were posted; ``on_post`` is called with each.

    ``arrivals`` returns the messages that other processes have posted since its last call.
    """

    def __init__(
        self, on_post: Callable[[Message], None] = lambda _: None, arrivals: Callable[[], Iterable[Message]] = tuple
    ) -> None:
        self._messages: list[Message] = []
        self._by_kind: dict[type[Message], list[Message]] = {}
        self._on_post = on_post
        self._arrivals = arrivals

    def post(self, message: Message) -> None:
        """Append ``message``."""
        self.include(message)
        self._on_post(message)

    def include(self, message: Message) -> None:
        """Append ``message``, which another process has posted."""
        self._messages.append(message)
        self._by_kind.setdefault(type(message), []).append(message)

    def receive(self, kind: type[_Kind]) -> tuple[_Kind, ...]:
        """Return all messages of ``kind`` so far."""
        for message in self._arrivals():
            self.include(message)
        return tuple(message for message in self._by_kind.get(kind, ()) if isinstance(message, kind))

    @property
    def size(self) -> int:
        """Number of messages."""
        return len(self._messages)

    def since(self, position: int) -> tuple[Message, ...]:
        """Return all messages but the first ``position``, in order."""
        return tuple(self._messages[position:])


def violated_sites(board: Board) -> frozenset[CheckSite]:
    """Return the sites of the checks that are violated."""
    return frozenset(message.site for message in board.receive(CheckViolated))


def decided_sites(board: Board) -> frozenset[CheckSite]:
    """Return the sites of the checks that are violated or proved."""
    return violated_sites(board).union(message.site for message in board.receive(CheckProved))


def published_invariants(board: Board) -> Invariants:
    """Return the latest invariants of each location."""
    found: dict[str, tuple[Term, ...]] = {}
    for message in board.receive(InvariantsFound):
        found.update(message.invariants)
    return found


def first_complete_unrolling(board: Board) -> UnrollingManner | None:
    """Return the manner of the first complete unrolling, or ``None`` if there is none yet."""
    return next((message.manner for message in board.receive(UnrollingComplete)), None)
