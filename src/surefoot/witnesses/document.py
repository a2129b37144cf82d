"""Parts of a witness."""

from enum import Enum

from surefoot.base.records import dataclass
from surefoot.program.program import DataModel

CORRECTNESS = "invariant_set"
VIOLATION = "violation_sequence"
VERSIONS = ("2.0", "2.1")


class WaypointKind(Enum):
    """The kinds of waypoints."""

    ASSUMPTION = "assumption"
    FUNCTION_ENTER = "function_enter"
    FUNCTION_RETURN = "function_return"
    BRANCHING = "branching"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class WitnessPlace:
    """A position in the program's file; ``column`` 0 is the leftmost suitable one of the line."""

    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}" if self.column else f"line {self.line}"


@dataclass(frozen=True, slots=True)
class Metadata:
    """The program, its specification and the machine that a witness is about."""

    file: str
    sha256: str
    specification: str
    data_model: DataModel


@dataclass(frozen=True, slots=True)
class Invariant:
    """A C expression that holds at each visit of ``place``: the head of the loop there, if it
    ``is_of_loop``, else before the statement.
    """

    place: WitnessPlace
    value: str
    is_of_loop: bool


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A condition on a run at ``place``; ``constraint`` is empty if there is none."""

    kind: WaypointKind
    place: WitnessPlace
    constraint: str = ""
    is_avoided: bool = False


@dataclass(frozen=True, slots=True)
class CorrectnessWitness:
    """Invariants of a program that satisfies its specification."""

    metadata: Metadata
    invariants: tuple[Invariant, ...]


@dataclass(frozen=True, slots=True)
class ViolationWitness:
    """Segments that a run passes in order; each ends with the only waypoint that is not avoided.

    Invariant: the last waypoint, and no other, is a target.
    """

    metadata: Metadata
    segments: tuple[tuple[Waypoint, ...], ...]

    @property
    def target(self) -> WitnessPlace:
        """The place of the violation."""
        return self.segments[-1][-1].place


Witness = CorrectnessWitness | ViolationWitness
