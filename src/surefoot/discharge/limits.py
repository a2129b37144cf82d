"""Limits of the package: time slices, sizes and counts of the tactics."""

from typing import Final

from surefoot.base.records import TunableLimits


class DischargeLimits(TunableLimits):
    """Seconds are CPU time unless stated otherwise."""

    # Portfolio of solvers
    first_seconds: float = 0.25
    """Time slice of a solver in the first round, in seconds."""
    growth: float = 4.0
    """Factor between the time slices of two rounds, and between the preferred solver's and the
    others'.
    """
    weaker_seconds: float = 4.0
    """Time slice for a simpler formula that an obligation implies, in seconds."""
    easy_width: int = 8
    """Bits up to which products and quotients are no harder for `bits` than other operations."""

    # Case by case
    few_cases: int = 8
    """Cases up to which a formula is decided at once."""
    relevance_distances: tuple[int, ...] = (0, 1)
    """Distances from a case at which conjuncts are collected, see `Relevance`."""
    hard_cases_in_a_row: int = 3
    """Consecutive hard cases after which no easy ones are expected."""
    joint_seconds: float = 0.5
    """Least time for all cases in one query, and the time for one small query, in seconds."""
    seconds_per_case: float = 0.02
    """Time for all cases in one query, in seconds per open case."""
    seconds_per_case_of_bits: float = 0.005
    """Likewise for `bits`, which reuses circuits between cases."""

    # Case split of comparisons
    split_seconds: float = 2.0
    """Time for solvers to confirm the steps of a split."""

    # Linear integers
    integer_seconds: float = 0.25
    """Time of a solver of linear integer arithmetic for one obligation, in seconds."""
    integer_terms: int = 2_000
    """Terms up to which a formula is translated to integers."""
    integer_misses: int = 2
    """Obligations not discharged in integers after which the others are not tried."""

    # Products as symbols
    congruent_width: int = 16
    """Significant bits that all factors of some product must exceed for congruent products."""
    congruent_products: int = 40
    """Maximal number of earlier products with which congruences of a product are stated."""
    permuted_factors: int = 3
    """Maximal number of factors of products whose congruences allow any order of factors."""

    # Few values
    enumerated_values: int = 1 << 12
    """Assignments that are enumerated at most."""
    enumerated_cases: int = 1024
    """Cases of a formula in which ranges are looked for."""

    # Exact ranges
    range_floats: int = 6
    """Variables of a float sort up to which their ranges are split."""

    # Ring lemmas
    ring_lemmas: int = 40
    """Lemmas that are added for one formula."""
    ring_query_seconds: float = 2.0
    """Time of the solver for one abstracted formula, in seconds."""
    ring_unanswered: int = 3
    """Unanswered queries after which a degree of detail is given up."""

    # Steps of rewriting
    rewriting_steps: int = 100_000
    """Steps up to which a log is checked."""
    rewriting_constant_chunk: int = 500
    """Lemmas without variables in one query."""
    rewriting_chunk: int = 6
    """Lemmas with variables in one query."""
    rewriting_seconds: float = 4.0
    """Time of a solver for one query about lemmas, in seconds."""


LIMITS: Final = DischargeLimits()
