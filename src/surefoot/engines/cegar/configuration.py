"""The configurations of the thesis, by their names there."""

from enum import StrEnum

from surefoot.engines.ic3.generalisation import Effort

MOST_COUNTEREXAMPLES = 3
MOST_JOINS = 1000
"""The thesis has no bound for joins; every one of them drops a literal."""


class CegarConfiguration(StrEnum):
    """C: counterexamples to generalisation; G: geometric generalisation; R: mining of states; L: lazy refinement."""

    NOOPT = "NOOPT"
    C = "C"
    CG = "CG"
    CR = "CR"
    CGR = "CGR"
    CRL = "CRL"
    CGRL = "CGRL"

    @property
    def effort(self) -> Effort:
        """How hard to try to drop a literal."""
        return Effort(0, 0, 0) if self is CegarConfiguration.NOOPT else Effort(1, MOST_COUNTEREXAMPLES, MOST_JOINS)

    @property
    def is_geometric(self) -> bool:
        """Whether a literal that cannot be dropped is weakened along the lattice of predicates."""
        return "G" in self.value

    @property
    def mines(self) -> bool:
        """Whether equations of refined states become predicates."""
        return "R" in self.value

    @property
    def is_lazy(self) -> bool:
        """Whether a few spurious steps are followed before one of them is refined."""
        return "L" in self.value


class PredicateSource(StrEnum):
    """Who is asked for interpolants first; what fails is made of cubes."""

    CUBES = "cubes"
    """Bounds of the obligation that the step contradicts."""
    LIBRARY = "library"
    """The library that suits the theory."""
