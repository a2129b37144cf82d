"""Configurations of the thesis, by their names there."""

from surefoot.base.enums import StrEnum
from surefoot.base.records import dataclass
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.limits import LIMITS


class CegarConfiguration(StrEnum):
    """C: counterexamples to generalisation; G: geometric generalisation; R: mining of refined
    states; L: lazy refinement.
    """

    NOOPT = "NOOPT"
    C = "C"
    CG = "CG"
    CR = "CR"
    CGR = "CGR"
    CRL = "CRL"
    CGRL = "CGRL"

    @property
    def effort(self) -> Effort:
        """Limits on the effort to drop a literal."""
        return (
            Effort(0, 0, 0)
            if self is CegarConfiguration.NOOPT
            else Effort(1, LIMITS.generalisation_counterexamples, LIMITS.generalisation_joins)
        )

    @property
    def is_geometric(self) -> bool:
        """True if a literal that cannot be dropped is weakened along the lattice of predicates."""
        return "G" in self.value

    @property
    def mines(self) -> bool:
        """True if equations of refined states become predicates."""
        return "R" in self.value

    @property
    def is_lazy(self) -> bool:
        """True if a few spurious steps are followed before one of them is refined."""
        return "L" in self.value


class PredicateSource(StrEnum):
    """First source of new predicates; interpolants by cubes are the fallback."""

    CUBES = "cubes"
    """Bounds of the obligation that contradict the step."""
    LIBRARY = "library"
    """The interpolants of the library for the theory."""
    PREIMAGE = "preimage"
    """Conditions under which a step leads from the obligation to the next one, with inputs eliminated."""


@dataclass(frozen=True, slots=True)
class PredicateSearchChoices:
    """Choices of a search; ``most_refinements`` 0 is unlimited."""

    configuration: CegarConfiguration = CegarConfiguration.CR
    source: PredicateSource = PredicateSource.CUBES
    most_refinements: int = 0
    least_points: int = 3
    """Refined states of one shape from which equations are mined."""
    spurious_steps: int = 3
    """Spurious steps on one path of obligations before the last of them is refined."""
    weaker_literals: int = 100
    """Weaker predicates that are tried in place of a literal that cannot be dropped."""
