"""Tunable limits of the package; `surefoot engines --limits` prints them."""

from typing import Final

from surefoot.base.records import TunableLimits


class SmtLimits(TunableLimits):
    """Tunable limits."""

    # Adapters
    bits_nodes: int = 2_000_000
    """Maximal number of graph nodes of `bits`; such a graph takes seconds to build and to
    translate.
    """
    terminator_calls: int = 16
    """Number of Bitwuzla's terminator calls between two reads of the clock; a read costs more than
    a call.
    """
    memory_sample_seconds: float = 0.1
    """Seconds between two samples of the memory use during a check."""
    box_terms: int = 10_000
    """Number of evaluated terms of `boxes` between two checks of the budget."""
    box_floats: int = 6
    """Maximal number of float variables that `boxes` splits."""
    glucose_conflicts: int = 500
    """Number of conflicts in the first slice of Glucose."""
    glucose_short_seconds: float = 0.05
    """Slices of Glucose that take less are doubled."""
    glucose_long_seconds: float = 0.3
    """Slices of Glucose that take longer are halved."""
    terms_between_polls: int = 2_000
    """Number of terms translated for a library between two checks of the budget."""
    library_slice_seconds: float = 0.5
    """Seconds of the first slice of a check by a library that cannot pause."""

    # Interpolation
    foreign_cases: int = 256
    """Maximal number of combinations of foreign atoms in CLEAN."""
    interpolant_check_seconds: float = 5.0
    """Seconds for the validation of interpolants."""
    weakening_checks: int = 100
    """Maximal number of conjuncts of an interpolant that weakening tries one by one."""


LIMITS: Final = SmtLimits()
