"""Goals and claims: the tasks of engines, and their answers with evidence that is not checked yet."""

from collections.abc import Callable, Collection, Mapping

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.evidence.certificates import Certificate, KInductive
from surefoot.logic import Term
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.trace import Trace
from surefoot.systems.control.runs import Run
from surefoot.systems.encode.encoding import Calls
from surefoot.systems.formats.model import InputModel


@dataclass(frozen=True, slots=True)
class Goal:
    """Goal: no run of ``program``, or of the ``model`` that it encodes, violates ``checked``.

    Failures at ``ignored`` sites are no violations. Runs end there, since C does not define what
    follows.
    """

    program: Program
    checked: Property
    model: InputModel | None = None
    ignored: frozenset[CheckSite] = frozenset()
    accepts_partial_claims: bool = False
    """True if a claim about some of the checks is recorded; otherwise only one about all is."""
    allows_assumptions: bool = True
    """True if a proof may rest on assumptions that the verdict names (`evidence.assumptions`)."""
    calls: Calls = Calls.INLINE
    """Encoding of calls in the control system."""
    rebuild_terms: Callable[[], object] | None = field(default=None, compare=False)
    """Function that rebuilds the terms of the program, to record how they were simplified; `None`
    if they were not built from a source.
    """

    def without(self, sites: Collection[CheckSite]) -> "Goal":
        """Return the goal without the checks at ``sites``."""
        return replace(self, ignored=self.ignored.union(sites)) if sites else self

    def is_violation_at(self, site: CheckSite) -> bool:
        """Return whether a failure at ``site`` is a violation."""
        return site.kind in self.checked.violations and site not in self.ignored

    def must_exclude(self, site: CheckSite) -> bool:
        """Return whether a proof must exclude failures at ``site``: violations and undefined
        behaviour.
        """
        return (site.kind in self.checked.violations or site.kind in UNDEFINED) and site not in self.ignored


class Why(Enum):
    """Reasons for the verdict unknown."""

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
    """Claim that no run violates the property except perhaps at ``ignored`` sites, by
    ``certificate``.
    """

    certificate: Certificate
    ignored: frozenset[CheckSite] = frozenset()


@dataclass(frozen=True, slots=True)
class LiftedState:
    """Condition at the location ``name`` of a violating run.

    Every run that satisfies it there, and continues with the same path and inputs, fails.
    """

    name: str
    formulas: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class ClaimsUnsafe:
    """Claim that the run with the choices of ``trace`` violates the property.

    ``lifted`` has conditions at the locations that it passes, in order, if the engine computes
    them.
    """

    trace: Trace
    lifted: tuple[LiftedState, ...] = ()


@dataclass(frozen=True, slots=True)
class Lasso:
    """A run that comes back to a state: a stem, and a cycle that can be repeated for ever.

    ``place`` is a loop head, or the first block of a function that was called again: function and
    block. The run of ``trace`` is there for the ``first`` and the ``second`` time (counted from 1)
    in the same state, after ``stem`` choices and after all choices of the trace.
    """

    trace: Trace
    stem: int
    place: tuple[str, str]
    first: int
    second: int


InputStrategy = Mapping[str, Mapping[Term, Term]]
"""Values of the inputs of locations, as terms over the parameters and state variables there."""


@dataclass(frozen=True, slots=True)
class Recurrent:
    """A closed recurrent set (Chen, Cook, Fuhs, Nimkar, O'Hearn, TACAS 2014): a run that reaches
    it, and inputs by which a run never leaves it.

    ``run`` is one of the control system and ends at a location in ``strategy``. Inputs without a
    value there are 0. ``proof`` shows that each state that is reached from the end of the run, with
    the parameters of the run and the inputs of the strategy, has a next step to a location in
    ``strategy``; its invariants are the recurrent set.
    """

    run: Run
    strategy: InputStrategy
    proof: KInductive


@dataclass(frozen=True, slots=True)
class ClaimsNonTermination:
    """Claim that some run never ends, by ``evidence``."""

    evidence: Lasso | Recurrent


@dataclass(frozen=True, slots=True)
class GaveUp:
    """Claim that the engine does not decide the goal; ``advice`` is the user's next action,
    ``span`` the reason's place in the source.
    """

    why: Why
    detail: str
    advice: str = ""
    span: Span | None = None


Claim = ClaimsSafe | ClaimsUnsafe | ClaimsNonTermination | GaveUp
