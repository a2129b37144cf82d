"""Parts of a witness."""

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.program.program import DataModel

CORRECTNESS = "invariant_set"
VIOLATION = "violation_sequence"
VERSIONS = ("2.0", "2.1", "2.2")


class WaypointKind(Enum):
    """The kinds of waypoints."""

    ASSUMPTION = "assumption"
    FUNCTION_ENTER = "function_enter"
    FUNCTION_RETURN = "function_return"
    BRANCHING = "branching"
    TARGET = "target"


class Action(Enum):
    """The ways in which runs pass a waypoint."""

    FOLLOW = "follow"
    AVOID = "avoid"
    CYCLE = "cycle"
    """It passes the waypoint again and again."""


class InvariantKind(Enum):
    """The kinds of invariants; those of transitions relate a state to earlier ones at the place."""

    LOOP = "loop_invariant"
    LOCATION = "location_invariant"
    LOOP_TRANSITION = "loop_transition_invariant"
    LOCATION_TRANSITION = "location_transition_invariant"

    @property
    def is_of_loop(self) -> bool:
        """True if the place is a loop."""
        return self in {InvariantKind.LOOP, InvariantKind.LOOP_TRANSITION}

    @property
    def is_of_transitions(self) -> bool:
        """True if the expression may mention earlier values."""
        return self in {InvariantKind.LOOP_TRANSITION, InvariantKind.LOCATION_TRANSITION}


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

    version: str
    file: str
    sha256: str
    specification: str
    data_model: DataModel


@dataclass(frozen=True, slots=True)
class Invariant:
    r"""A C expression that holds at each visit of ``place``: the head of the loop there, or before
    the statement. In those of transitions, ``\at(e, AnyPrev)`` is the value of ``e`` at any earlier
    visit since the loop was entered, and ``\at(e, LastPrev)`` that at the last one.
    """

    place: WitnessPlace
    value: str
    kind: InvariantKind = InvariantKind.LOOP


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A condition on a run at ``place``; ``constraint`` is empty if there is none."""

    kind: WaypointKind
    place: WitnessPlace
    constraint: str = ""
    action: Action = Action.FOLLOW

    @property
    def is_avoided(self) -> bool:
        """True if runs do not pass it."""
        return self.action is Action.AVOID


@dataclass(frozen=True, slots=True)
class CorrectnessWitness:
    """Invariants of a program that satisfies its specification."""

    metadata: Metadata
    invariants: tuple[Invariant, ...]


@dataclass(frozen=True, slots=True)
class ViolationWitness:
    """Segments that a run passes in order; each ends with the only waypoint that is not avoided.

    Invariant: the last waypoint, and no other, is a target; or the action of the last waypoint of
    each of the last segments is `Action.CYCLE`, and a run without end passes these again and again.
    """

    metadata: Metadata
    segments: tuple[tuple[Waypoint, ...], ...]

    @property
    def target(self) -> WitnessPlace:
        """The place of the violation.

        Requires: there is no cycle.
        """
        return self.segments[-1][-1].place

    @property
    def stem(self) -> int:
        """The number of segments before the cycle; of all, if there is none."""
        return sum(each[-1].action is not Action.CYCLE for each in self.segments)


Witness = CorrectnessWitness | ViolationWitness
