"""Tunable limits of the engines."""

from typing import Final

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """Seconds, bounds and growth factors of the engines; options of engines have their defaults in the engine classes."""

    # ---- schedule of the portfolio

    round_growth: float = 1.5
    """Factor between the lengths of the first rounds of time slices."""
    later_round_growth: float = 1.15
    """Factor between the lengths of later rounds: what one member finds waits for at most a round of the others."""
    rounds_of_first_growth: int = 2
    """Number of rounds that grow by ``round_growth``."""
    min_slice_seconds: float = 0.001
    """Least length of the first round, in seconds."""
    max_slices_skipped: int = 3
    """Number of slices that a member skips at most after it overdrew earlier ones."""
    rounds_before_at_once: int = 1
    """Rounds before all runs are unrolled in one formula."""
    rounds_before_fuzzing: int = 2
    """Rounds before coverage-guided fuzzing."""
    rounds_before_integers: int = 2
    """Rounds before candidates from integer invariants."""
    rounds_before_long_runs: int = 4
    """Rounds before long sample runs."""
    rounds_for_candidates: int = 2
    """Rounds for which IC3 waits for the invariants of k-induction; later it starts without them."""

    # ---- members of the portfolio

    mostly_control: tuple[tuple[int, int], ...] = ((200, 10), (60, 25))
    """Least number of terms, and least ratio of terms to computations, of a program that is mostly control."""
    fuzz_patience: int = 16
    """Fuzzing stops after this many times the runs that it took to cover all that was covered."""
    accelerated_steps: int = 20_000
    """Statements that an accelerated run executes at most."""
    integer_seconds: float = 3.0
    """Seconds for a solution in integers, once without and once with ranges."""
    long_run_steps: int = 10_000_000
    """Statements that a long sample run executes at most."""
    portfolio_ring_seconds: float = 3.0
    """Seconds in which the portfolio searches for polynomial equations."""
    portfolio_ring_linear_seconds: float = 2.0
    """Seconds in which it searches for ranges and comparisons beside them."""


LIMITS: Final = EngineLimits()
