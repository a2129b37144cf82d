"""Events of a run for observers: each step, and its changes."""

from typing import Protocol

from surefoot.base.records import dataclass
from surefoot.logic import Sort, Term, Value
from surefoot.program.statements import Origin, Statement, Terminator
from surefoot.semantics.interpreter.memory import ObjectIdentity


@dataclass(frozen=True, slots=True)
class Assigned:
    """``variable`` took ``value``."""

    variable: Term
    value: Value


@dataclass(frozen=True, slots=True)
class Input:
    """``variable`` took the unknown ``value``, which ``source`` supplied."""

    variable: Term
    value: Value
    origin: Origin
    source: str


@dataclass(frozen=True, slots=True)
class Stored:
    """``value`` of ``sort`` was written at byte ``offset`` of ``target``."""

    target: ObjectIdentity
    offset: int
    sort: Sort
    value: Value


@dataclass(frozen=True, slots=True)
class Overwritten:
    """Bytes ``data`` were written at ``offset`` of ``target`` by a Copy or a Fill."""

    target: ObjectIdentity
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Allocated:
    """A new object."""

    created: ObjectIdentity


@dataclass(frozen=True, slots=True)
class StringContents:
    """Contents of a new string before its end; ``data`` may be a prefix."""

    created: ObjectIdentity
    data: bytes


@dataclass(frozen=True, slots=True)
class Freed:
    """End of a heap object's lifetime."""

    freed: ObjectIdentity


@dataclass(frozen=True, slots=True)
class Called:
    """``function`` starts with ``arguments``."""

    function: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """``function`` ended with ``values``."""

    function: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Branched:
    """A branch went to its ``then`` block (``taken``) or to the other one."""

    taken: bool


@dataclass(frozen=True, slots=True)
class Accelerated:
    """``iterations`` iterations of the loop whose head is the block ``label``, executed at once;
    their changes are separate events.
    """

    label: str
    iterations: int


Change = (
    Assigned
    | Input
    | Stored
    | Overwritten
    | Allocated
    | StringContents
    | Freed
    | Called
    | Returned
    | Branched
    | Accelerated
)


@dataclass(frozen=True, slots=True)
class Started:
    """Start of the run: unknown globals and arguments have their values, global objects their
    places.
    """

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Executed:
    """Execution of ``statement`` of ``function`` at call ``depth`` (0 in the entry function).

    A step that ends the run is no event; the outcome describes it.
    """

    statement: Statement | Terminator
    function: str
    depth: int
    changes: tuple[Change, ...]


Event = Started | Executed


class Observer(Protocol):
    """Receiver of every event, in order."""

    def on_event(self, event: Event) -> None:
        """Handle ``event``, which has taken effect."""
