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

    # ---- Bounded model checking

    easy_query_seconds: float = 1.0
    """Seconds for a query about all checks before each check is queried alone, and for a check before it is deferred."""
    easy_query_share: float = 2.0
    """The same for a complete unrolling, as a multiple of the seconds that the unrolling took."""
    enumeration_seconds: float = 2.0
    """Seconds for the enumeration of all values where there are few."""
    unrolled_blocks: int = 10_000
    """Maximal number of blocks in loops, and of calls, in a complete unrolling."""

    # ---- Induction

    reduction_seconds: float = 2.0
    """Seconds for the search of a smaller set of invariants once there is a proof."""
    ring_seconds: float = 2.0
    """Seconds for a proof of step(1) by ring lemmas."""
    strengthening_k: int = 2
    """The k from which the step uses invariants; what is 1-inductive without them does not need them."""
    directed_search_k: int = 3
    """The k at which IC3 searches for invariants that exclude failures of the step."""
    quantified_search_seconds: float = 2.0
    """Least number of seconds for that search beside quantified invariants."""

    # ---- Concrete runs

    fuzz_short_steps: int = 1_000
    """Statements that every other fuzzing run executes at most; half of the others execute twice as many, and so on."""
    fuzz_fresh_runs: int = 8
    """One fuzzing run in this many starts from fresh inputs."""
    fuzz_filled_runs: int = 4
    """One fuzzing run in this many finds indeterminate memory filled."""
    fuzz_least_runs: int = 250
    """Least number of runs after which coverage may count as saturated."""
    fuzz_contestants: int = 3
    """Number of inputs of which the one with the rarest feature is mutated."""
    probe_constant_runs: int = 4
    """One sample run in this many returns one value for all inputs of a sort."""
    probe_varying_prefix: int = 3
    """Values of an input site before its constant one, in every other run."""
    probe_slice_steps: int = 1 << 15
    """Statements of a sample run between two looks at the budget."""

    # ---- Horn clauses

    summary_query_seconds: float = 4.0
    """Seconds for a query about candidates; undecided candidates are dropped."""
    summary_reduction_seconds: float = 1.0
    """Seconds for the search of formulas that a proof does not need."""
    summary_first_share: float = 0.25
    """Share of its time that Spacer has before the many candidates."""
    summary_growth: float = 2.0
    """Factor between the lengths of the runs of Spacer."""
    horn_growth: float = 2.0
    """Factor between the lengths of the slices of Spacer and of the search for a derivation."""
    integer_repair_seconds: float = 5.0
    """Seconds for the search of invariants that candidates from integers lack."""

    # ---- Termination

    lasso_seconds: float = 0.4
    """Seconds of the first search for runs that come back to a state."""
    later_lasso_seconds: float = 1.5
    """Seconds of the second one."""
    lasso_steps: int = 2_000
    """Statements of the first sampled runs."""
    lasso_doublings: int = 8
    """Times that this number is doubled."""
    lasso_pause_steps: int = 1 << 13
    """Statements between two looks at the clock."""
    lasso_states: int = 20_000
    """States without memory that are kept for a place."""
    lasso_memories: int = 300
    """States with memory that are kept for a place."""
    lasso_calls: int = 20
    """Active calls with which a call is compared."""
    rank_seconds: float = 3.0
    """Seconds of the search for ranks without invariants."""
    rank_invariant_seconds: float = 4.0
    """Seconds for invariants, and of the search for ranks with them."""
    rank_rounds: int = 40
    """Candidates of a component that are refuted before the search is given up."""
    rank_rows: int = 60
    """Sampled transitions of an edge."""
    rank_features: int = 40
    """Terms of which ranks are made, in one tier."""
    rank_sampling_seconds: float = 0.5
    """Seconds for sampled transitions."""
    rank_short_seconds: float = 1.5
    """Seconds of an engine for the proof that a rank decreases, before runs are unrolled."""
    rank_proof_seconds: float = 4.0
    """Seconds of an engine for the proof that a rank decreases."""
    rank_unrolling_seconds: float = 2.0
    """Seconds for following all runs to their ends."""


LIMITS: Final = EngineLimits()
