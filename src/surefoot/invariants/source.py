"""Protocols of the sources of candidate invariants, and the data that sources share."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.limits import LIMITS
from surefoot.logic import Sort, Term, Value
from surefoot.systems.control.quantified import QuantifiedInvariants
from surefoot.systems.control.system import ControlSystem, Invariants

if TYPE_CHECKING:
    from surefoot.invariants.sampling import SampleStates

_SEED = 1
_Computed = TypeVar("_Computed")

Constants = Mapping[Sort, Sequence[Value]]
"""Constants that a program mentions."""
NewSolver = Callable[[ControlSystem], SystemSolver]
"""Opens a solver with the facts of a system."""


@dataclass(frozen=True, slots=True)
class InductiveSet:
    """Invariants and quantified invariants that are inductive together."""

    invariants: Invariants
    quantified: QuantifiedInvariants
    is_minimal: bool = False
    """True if they suffice for a proof, and no proper subset was found that does."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Candidate invariants of locations."""

    by_location: Mapping[str, Sequence[Term]]
    have_products: bool = False
    """True if some of them multiply two unknowns."""

    def __bool__(self) -> bool:
        return any(self.by_location.values())


NO_CANDIDATES = Candidates({})


class GenerationContext:
    """A control system with the data that several sources share, computed on demand, and the
    invariants found so far.
    """

    def __init__(self, system: ControlSystem, constants: Callable[[], Constants], budget: Budget) -> None:
        self.system = system
        self.budget = budget
        self.known = InductiveSet({}, {})
        """All invariants so far; they are inductive together."""
        self.standalone: Invariants = {}
        """The invariants that are inductive without the quantified ones."""
        self.are_simple_published = False
        """True if another engine published the invariants of the simple stages (`Stage.is_simple`);
        sources then omit candidates that extend simple ones.
        """
        self.program_constants = constants
        self.unfinished = NO_CANDIDATES
        """Candidates that were left when a filter ran out of time: they hold in its models, and a
        later stage continues with them.
        """
        self._computed: dict[Callable[[GenerationContext], Any], Any] = {}

    def once(self, compute: Callable[["GenerationContext"], _Computed]) -> _Computed:
        """Return ``compute(self)``, computed at the first call."""
        if compute not in self._computed:
            self._computed[compute] = compute(self)
        found: _Computed = self._computed[compute]
        return found

    @property
    def constants(self) -> Constants:
        """The constants of the program, by sort."""
        return self.once(_constants)

    @property
    def samples(self) -> "SampleStates":
        """Sample states of each location, which refute candidates and suggest relations."""
        return self.once(_samples)


# `functools.cached_property` would hold a lock, common to all contexts, while a value is computed:
# an engine that is suspended meanwhile would block all others.
def _constants(context: GenerationContext) -> Constants:
    return context.program_constants()


def _samples(context: GenerationContext) -> "SampleStates":
    from surefoot.invariants.sampling import sample_states  # steps that hold without invariants need none

    share = context.budget.at_most_work(LIMITS.sampling_seconds)
    return sample_states(context.system, context.constants, _SEED, share)


class Source(Protocol):
    """Function that returns candidates, which Houdini filters."""

    def __call__(self, context: GenerationContext, /) -> Candidates:
        """Return the candidates; they need not hold."""
        ...


class InductiveSource(Protocol):
    """Function that generates candidates and filters them itself, because its Houdini chooses
    instances of quantified candidates, or decides a narrowed system.
    """

    def __call__(self, context: GenerationContext, new_solver: NewSolver, budget: Budget, /) -> InductiveSet:
        """Return the invariants of `context` with the new ones.  Ensures: they are inductive
        together.
        """
        ...
