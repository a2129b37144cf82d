"""Goals and claims: the question an engine gets and the answer it gives, always with evidence, unchecked."""

from collections.abc import Callable, Collection
from enum import Enum

from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.evidence.certificates import Certificate
from surefoot.logic import Term
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.trace import Trace
from surefoot.systems.encode.encoding import Calls
from surefoot.systems.formats.model import InputModel


@dataclass(frozen=True, slots=True)
class Goal:
    """The question whether some run of ``program`` violates ``checked``; if it was made from a ``model``, that is what is asked about.

    Failures of checks at ``ignored`` sites are none: what comes after them is not asked about, for C promises nothing there.
    """

    program: Program
    checked: Property
    model: InputModel | None = None
    ignored: frozenset[CheckSite] = frozenset()
    in_parts: bool = False
    """Whether it helps to know about some of the checks."""
    calls: Calls = Calls.INLINE
    """What the locations of its control system are where functions are called."""
    rebuild_terms: Callable[[], object] | None = field(default=None, compare=False)
    """Rebuilds the terms of the program, to record how they were simplified; None if they were not built from a source."""

    def without(self, sites: Collection[CheckSite]) -> "Goal":
        """The question about all other checks."""
        return replace(self, ignored=self.ignored.union(sites)) if sites else self

    def asks_about(self, site: CheckSite) -> bool:
        """Whether a failure at ``site`` is a violation."""
        return site.kind in self.checked.violations and site not in self.ignored

    def excludes(self, site: CheckSite) -> bool:
        """Whether a proof must exclude failures at ``site``: violations, and what is undefined."""
        return (site.kind in self.checked.violations or site.kind in UNDEFINED) and site not in self.ignored


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
    UNCONFIRMED = "proof not confirmed"
    INTERRUPTED = "interrupted"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class ClaimsSafe:
    """No run violates the property, but perhaps at ``ignored`` sites, and ``certificate`` shows why."""

    certificate: Certificate
    ignored: frozenset[CheckSite] = frozenset()


@dataclass(frozen=True, slots=True)
class LiftedState:
    """What matters when a run is at the location ``name`` of the control system: whatever comes there in the same way, satisfies ``formulas`` and takes the same inputs from there on fails."""

    name: str
    formulas: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class ClaimsUnsafe:
    """The run with the choices of ``trace`` violates the property.

    ``lifted`` says what matters at each location that it passes, in order, if the engine knows.
    """

    trace: Trace
    lifted: tuple[LiftedState, ...] = ()


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The engine did not find out; ``advice`` says what the user could try, ``span`` where the reason is in the source."""

    why: Why
    detail: str
    advice: str = ""
    span: Span | None = None


Claim = ClaimsSafe | ClaimsUnsafe | GaveUp
