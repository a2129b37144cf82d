"""Goals and claims: the question an engine gets and the answer it gives, always with evidence, unchecked."""

from collections.abc import Callable, Collection
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.evidence.certificates import Certificate
from surefoot.logic import Term
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter.generated_code import GeneratedCode
from surefoot.systems.encode.encoding import Calls, Encoding, NotEncodable, encode
from surefoot.systems.encode.refinement import NoFiniteShape
from surefoot.systems.formats.model import InputModel

if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem


class EndsSeen(Enum):
    """How all runs were followed to their ends."""

    BOUND_BY_BOUND = "bound by bound"
    AT_ONCE = "at once"


@dataclass(slots=True)
class Shared:
    """What engines at work on one goal have in common: its control system, and ``invariants`` that one of them found to be inductive.

    Like everything engines say, invariants prove nothing here: what a claim rests on is in its evidence.
    """

    translation: Encoding | NotEncodable | None = None
    reduced: dict[frozenset[CheckSite], Encoding | NotEncodable] = field(default_factory=dict)
    """The control system without some of its checks."""
    procedures: "ProcedureSystem | NotEncodable | None" = None
    violated: set[CheckSite] = field(default_factory=set)
    proved: set[CheckSite] = field(default_factory=set)
    """Where checks are known to fail, or not to: engines that go on, or begin again, care for others."""
    invariants: dict[str, tuple[Term, ...]] = field(default_factory=dict)
    is_guessed: bool = False
    """Whether somebody has looked for invariants that are easy to guess."""
    ends_seen: "EndsSeen | None" = None
    """How somebody, the first, has followed all runs to their ends, and is left with one question."""
    written: GeneratedCode = field(default_factory=GeneratedCode)
    """For concrete runs of the program."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The question whether some run of ``program`` violates ``checked``; if it was made from a ``model``, that is what is asked about.

    Failures of checks at ``ignored`` sites are none: what comes after them is not asked about, for C promises nothing there.
    """

    program: Program
    checked: Property
    model: InputModel | None = None
    shared: Shared = field(default_factory=Shared, compare=False)
    ignored: frozenset[CheckSite] = frozenset()
    in_parts: bool = False
    """Whether it helps to know about some of the checks."""
    calls: Calls = Calls.INLINE
    """What the locations of its control system are where functions are called."""
    rebuild_terms: Callable[[], object] | None = field(default=None, compare=False)
    """Rebuilds the terms of the program, to record how they were simplified; None if they were not built from a source."""

    @property
    def decided(self) -> frozenset[CheckSite]:
        """The checks about which everything is known by now."""
        return frozenset(self.shared.violated | self.shared.proved)

    def without(self, sites: Collection[CheckSite]) -> "Goal":
        """The question about all other checks."""
        return replace(self, ignored=self.ignored.union(sites)) if sites else self

    def asks_about(self, site: CheckSite) -> bool:
        """Whether a failure at ``site`` is a violation."""
        return site.kind in self.checked.violations and site not in self.ignored

    def excludes(self, site: CheckSite) -> bool:
        """Whether a proof must exclude failures at ``site``: violations, and what is undefined."""
        return (site.kind in self.checked.violations or site.kind in UNDEFINED) and site not in self.ignored

    def encoding(self, budget: Budget) -> Encoding | NotEncodable:
        """Return the control system of the goal, which is made once for all engines."""
        if self.shared.translation is None:
            self.shared.translation = encode(self.program, self.checked, self.model, budget, self.calls)
        if isinstance(self.shared.translation, NotEncodable):
            return self.shared.translation
        if self.ignored not in self.shared.reduced:
            self.shared.reduced[self.ignored] = self.shared.translation.without(self.ignored)
        return self.shared.reduced[self.ignored]

    def unrolled_encoding(self, budget: Budget) -> Encoding | NotEncodable:
        """Return the control system with a location for each sequence of calls, as in states of unrollings."""
        found = self.encoding(budget)
        if isinstance(found, NotEncodable) or not found.shares_bodies:
            return found
        return replace(self, calls=Calls.INLINE, shared=Shared()).encoding(budget)

    def procedure_encoding(self, budget: Budget) -> "ProcedureSystem | NotEncodable":
        """Return the Horn clauses of the goal, which are made once for all engines."""
        if self.shared.procedures is None:
            self.shared.procedures = self._new_procedures(budget)
        found = self.shared.procedures
        return found if isinstance(found, NotEncodable) else found.without(self.ignored)

    def translation(self, budget: Budget) -> Encoding:
        """Return `encoding`; raises `NoFiniteShape` if there is none."""
        return _required(self.encoding(budget))

    def procedures(self, budget: Budget) -> "ProcedureSystem":
        """Return `procedure_encoding`; raises `NoFiniteShape` if there is none."""
        return _required(self.procedure_encoding(budget))

    def new_procedures(self, budget: Budget) -> "ProcedureSystem | NotEncodable":
        """Return the Horn clauses of the goal, made anew and shared with no engine."""
        found = self._new_procedures(budget)
        return found if isinstance(found, NotEncodable) else found.without(self.ignored)

    def _new_procedures(self, budget: Budget) -> "ProcedureSystem | NotEncodable":
        from surefoot.systems.procedures.system import encode_procedures  # few programs are recursive

        if self.model is not None:
            return NotEncodable("a model has no functions")
        return encode_procedures(self.program, self.checked, budget)

    def new_translation(self, budget: Budget) -> Encoding | NotEncodable:
        """Return the control system of the goal, made anew and shared with no engine."""
        found = encode(self.program, self.checked, self.model, budget, self.calls)
        return found if isinstance(found, NotEncodable) else found.without(self.ignored)


_Encoded = TypeVar("_Encoded")


def _required(found: _Encoded | NotEncodable) -> _Encoded:
    if isinstance(found, NotEncodable):
        raise NoFiniteShape(found.reason)
    return found


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
