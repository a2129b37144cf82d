"""What an observer of a run is told: each step, and what it changed."""

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
    """A new object exists."""

    created: ObjectIdentity


@dataclass(frozen=True, slots=True)
class StringContents:
    """A new string holds ``data`` before its end, or begins like that."""

    created: ObjectIdentity
    data: bytes


@dataclass(frozen=True, slots=True)
class Freed:
    """A heap object's life ended."""

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
    """The run went ``rounds`` rounds of the loop whose head is the block ``label`` at once; what they changed is told besides."""

    label: str
    rounds: int


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
    """The run begins: unknown globals and arguments have their values, global objects their places."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Executed:
    """``statement`` of ``function`` was executed at call ``depth`` (0 in the entry function).

    A step that ends the run is not an event; the outcome tells of it.
    """

    statement: Statement | Terminator
    function: str
    depth: int
    changes: tuple[Change, ...]


Event = Started | Executed


class Observer(Protocol):
    """Is told of every event, in order."""

    def on_event(self, event: Event) -> None:
        """Called after the event took effect."""
