"""Goals and claims: the question an engine gets and the answer it gives, always with evidence, unchecked."""

from dataclasses import dataclass, field
from enum import Enum

from surefoot.evidence.certificates import Certificate
from surefoot.logic import Term
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.trace import Trace
from surefoot.systems.cutpoints import Place


@dataclass(slots=True)
class Hints:
    """What one engine found out and another may use: ``invariants`` of cut points that were inductive on their own.

    Like everything engines say, hints prove nothing: what a claim rests on is in its evidence.
    """

    invariants: dict[Place, tuple[Term, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Goal:
    """The question whether some run of ``program`` violates ``checked``."""

    program: Program
    checked: Property
    hints: Hints = field(default_factory=Hints, compare=False)


class Why(Enum):
    """Why there is no verdict."""

    TIME_LIMIT = "time limit"
    MEMORY_LIMIT = "memory limit"
    UNSUPPORTED = "not supported"
    UNDEFINED_BEHAVIOUR = "undefined behaviour"
    SOLVER_GAVE_UP = "solver gave up"
    BOUND = "bound reached"
    CAVEAT = "approximation"
    NOTHING_CHECKED = "nothing checked"
    REJECTED = "evidence rejected"
    INTERRUPTED = "interrupted"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class ClaimsSafe:
    """No run violates the property, and ``certificate`` shows why."""

    certificate: Certificate


@dataclass(frozen=True, slots=True)
class ClaimsUnsafe:
    """The run with the choices of ``trace`` violates the property."""

    trace: Trace


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The engine did not find out; ``advice`` says what the user could try."""

    why: Why
    detail: str
    advice: str = ""


Claim = ClaimsSafe | ClaimsUnsafe | GaveUp
