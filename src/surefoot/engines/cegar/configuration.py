"""Configurations of the thesis, by their names there."""

from enum import StrEnum

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
    """First source of interpolants; cubes are the fallback."""

    CUBES = "cubes"
    """Bounds of the obligation that contradict the step."""
    LIBRARY = "library"
    """The library for the theory."""
