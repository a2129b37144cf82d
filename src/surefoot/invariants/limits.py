"""Limits of the package: time slices, sizes and counts of invariant generation."""

from typing import Final

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class InvariantLimits:
    """Seconds are CPU time of the thread."""

    # Stages of generation
    simple_seconds: float = 3.0
    """Time to filter candidates that are cheap to check: ranges, linear equations, templates."""
    phase_seconds: float = 5.0
    """Time to filter candidates about the phases of loops."""
    product_seconds: float = 1.5
    """Time to filter candidates with products."""
    product_query_seconds: float = 0.4
    """Time of a solver for one query about candidates with products, before those are dropped."""
    few_quantified_seconds: float = 6.0
    """Time for the first search for quantified invariants."""
    many_quantified_seconds: float = 8.0
    """Time for the second search for quantified invariants."""
    few_quantified: int = 120
    """Quantified candidates of a location in the first search."""
    many_quantified: int = 400
    """Quantified candidates of a location in the second search."""
    many_candidates: int = 300
    """Simple candidates of a system above which the likely ones are filtered first."""
    interval_seconds: float = 2.0
    """Time to compute ranges, for a system of `usual_locations`; at most twice that for larger ones."""
    usual_locations: int = 6
    """Locations of a system up to which `interval_seconds` suffice."""
    sampling_seconds: float = 0.5
    """Time to compute sample states."""

    # Houdini and reduction
    quantified_at_once: int = 8
    """Quantified candidates in one query of Houdini."""
    violated_at_once: int = 4
    """Instances that a model violates and that are added to a query of the reduction at a time."""
    moves_of_chain: int = 6
    """Refutations of a chain of Horn candidates after which each further one halves it."""


LIMITS: Final = InvariantLimits()
