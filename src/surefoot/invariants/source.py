"""Sources of candidate invariants: their protocol, and the context that they generate candidates
from.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
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
    """True if a proof needs all of them."""


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
    """A control system with the data that several sources share, computed on demand, and what is
    inductive so far.
    """

    def __init__(self, system: ControlSystem, constants: Callable[[], Constants], budget: Budget) -> None:
        self.system = system
        self.budget = budget
        self.known = InductiveSet({}, {})
        """Invariants that are inductive together."""
        self.standalone: Invariants = {}
        """Invariants that are inductive without quantified ones."""
        self.are_simple_taken_over = False
        """True if another engine generated the simple invariants: then candidates that extend them
        are not generated.
        """
        self._constants = constants
        self._computed: dict[Callable[[GenerationContext], Any], Any] = {}

    def once(self, compute: Callable[["GenerationContext"], _Computed]) -> _Computed:
        """Return ``compute(self)``, computed at the first call."""
        if compute not in self._computed:
            self._computed[compute] = compute(self)
        found: _Computed = self._computed[compute]
        return found

    @cached_property
    def constants(self) -> Constants:
        """The constants of the program, by sort."""
        return self._constants()

    @cached_property
    def samples(self) -> "SampleStates":
        """Sample states of each location, which refute candidates and suggest relations."""
        from surefoot.invariants.sampling import sample_states  # steps that hold without invariants need none

        return sample_states(self.system, self.constants, _SEED, self.budget.at_most_work(LIMITS.sampling_seconds))


class Source(Protocol):
    """Generates candidates, which Houdini filters."""

    def __call__(self, context: GenerationContext, /) -> Candidates:
        """Return the candidates; they need not hold."""
        ...


class InductiveSource(Protocol):
    """Generates and filters: its Houdini chooses instances of quantified candidates, or works on a
    narrowed system.
    """

    def __call__(self, context: GenerationContext, new_solver: NewSolver, budget: Budget, /) -> InductiveSet:
        """Return all invariants that are known then.  Ensures: they are inductive together."""
        ...
