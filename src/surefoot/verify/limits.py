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

    # Loops (`loops`)
    loop_share: float = 0.25
    """Part of the CPU time spent so far that the loops may take."""
    loop_seconds: float = 0.5
    """CPU seconds that they may take in any case."""
    loop_ending_seconds: float = 0.3
    """CPU seconds that they may take in any case if all runs were followed to their ends."""
    loop_reserve: float = 1.0
    """Seconds before the time limit at which other checks stop in favour of loops."""
    loop_reserve_share: float = 0.05
    """That time as a share of the limit, if that is less."""
    loop_margin: float = 0.2
    """Seconds before the time limit at which the search stops, so that its result is reported."""
    loop_lasso_seconds: float = 0.1
    """Seconds of a search for a run that repeats a loop for ever."""
    loop_lassos: int = 5
    """Number of loops whose endless runs are looked for."""
    loop_sampling_seconds: float = 0.05
    """Seconds for sampled transitions."""
    loop_first_rank_seconds: float = 0.15
    """Seconds of the first search for the rank of a component."""
    loop_rank_seconds: float = 0.5
    """Seconds of the second search."""
    loop_proof_seconds: float = 1.0
    """Seconds for the proof that a rank decreases."""
    loop_unrolling_seconds: float = 0.3
    """Seconds to unroll all runs to their ends where no rank was found."""

    # Modular proofs (`modular`)
    first_slice_seconds: float = 5.0
    """Seconds for each function before one of them gets more."""
    slice_growth: float = 4.0
    """Factor between the time slices of two rounds."""

    # Certificates (`certification`)
    formula_size_in_c: int = 60
    """Operators and operands of the largest formula that a certificate repeats as a C comment."""

    # Decisions (`deciding`)
    costly_functions: int = 3
    """Number of functions that a report names where a limit ends the check."""
    better_proof_seconds: float = 1.0
    """Least number of seconds for a better proof than one that rests on rewriting alone."""


LIMITS: Final = VerifyLimits()
