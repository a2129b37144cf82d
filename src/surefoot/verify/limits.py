"""Tunable limits of the pipeline."""

from typing import Final

from surefoot.base.records import TunableLimits


class VerifyLimits(TunableLimits):
    """Seconds, counts and sizes that the pipeline works with."""

    # Reachability of checks and of program ends (`reachability`)
    sample_runs: int = 20
    """Number of random runs that look for reached checks before an engine does."""
    sample_steps: int = 5_000
    """Statements after which a random run is stopped."""
    reachability_share: float = 0.2
    """Part of the CPU time spent so far that the search for unreachable checks may take."""
    reachability_seconds: float = 1.0
    """CPU seconds that the search for unreachable checks may take in any case."""
    postcondition_seconds: float = 10.0
    """CPU seconds for it in any case where postconditions are among the checks."""
    run_end_seconds: float = 2.0
    """CPU seconds in any case to find out whether some run ends."""

    # Modular proofs (`modular`)
    first_slice_seconds: float = 5.0
    """Seconds for each function before one of them gets more."""
    slice_growth: float = 4.0
    """Factor between the time slices of two rounds."""

    # Certificates (`certification`)
    formula_size_in_c: int = 60
    """Operators and operands of the largest formula that a certificate repeats as a C comment."""

    # Decisions (`deciding`)
    better_proof_seconds: float = 1.0
    """Least number of seconds for a better proof than one that rests on rewriting alone."""


LIMITS: Final = VerifyLimits()
