"""Limits of the package: what may be spent on confirming and corroborating verdicts."""

from typing import Final

from surefoot.base.records import TunableLimits


class CertifyLimits(TunableLimits):
    """Seconds are CPU time where a share is one of CPU time."""

    # Judge
    fast_seconds: float = 1.0
    """Least time of `--certify=fast`, in seconds, however quickly the proof was found."""

    # Complete unrollings
    unrolling_share: float = 1.0
    """First time slice for the whole unrolling, as a multiple of the CPU time used so far."""

    # Vacuity
    vacuity_samples: int = 10
    """Sampled runs that may show that a run ends."""
    vacuity_steps: int = 10_000
    """Steps of one of these runs."""
    vacuity_seconds: float = 10.0
    """Time to show that no run ends, in seconds."""

    # Environment memory
    outside_bytes: int = 1 << 22
    """Bytes of environment memory in a trace."""

    # Tracked variables
    tracked_obligations: int = 400
    """Obligations that are discharged together."""

    # Quantified invariants
    instance_depth: int = 2
    """Iterations of instantiation at the terms of other instances."""
    instances: int = 2_000
    """Instances in one obligation."""
    checked_cells: int = 1_000
    """Indices at which a quantified invariant is evaluated in a concrete state."""

    # Inductive invariants derived from k-inductive proofs
    derived_invariant_terms: int = 400
    """Terms of a derived invariant; larger ones are of no use to readers."""
    derived_invariant_seconds: float = 1.0
    """Time to check derived invariants, in seconds."""

    # Ring lemmas
    ring_seconds: float = 5.0
    """Time of each solver for obligations in one degree of abstraction, in seconds."""
    ring_product: int = 100_000
    """Monomials of a product up to which it is expanded."""

    # Replay of alarms
    replay_steps: int = 50_000_000
    """Steps after which a replay is given up."""
    recurrent_steps: int = 1_000
    """Steps of the control system in which a run by a strategy has to come back to a location."""
    observed_replay_steps: int = 20_000
    """Steps up to which a replay is observed step by step, as in the report."""
    steps_before_acceleration: int = 1_000_000
    """Steps after which a replay is repeated with loop acceleration."""
    steps_per_choice: int = 100
    """Additional steps for each choice of the trace: iterations with choices have no closed form.
    """
    lifted_steps: int = 1_000_000
    """Steps of a run up to which lifted states are compared with it."""

    overflow_places: int = 3
    """Places of signed overflows that are named where they may end all runs."""

    # Corroboration
    run_share: float = 0.06
    """CPU time of concrete runs, as a share of the CPU time used so far."""
    least_run_seconds: float = 0.015
    """Least CPU time of concrete runs, in seconds."""
    second_opinion_share: float = 0.5
    """CPU time of a corroboration, as a share of the CPU time used so far."""
    least_second_opinion_seconds: float = 2.0
    """Least CPU time of a corroboration, in seconds."""

    # Concrete runs
    runs: int = 200
    """Sampled runs."""
    run_steps: int = 20_000
    """Steps of one run."""
    first_run_steps: int = 2_000
    """Steps of the first run, which measures the time of a step."""
    accelerated_run_period: int = 4
    """One run in this many accelerates loops, to reach states deep in them."""
    copied_bytes: int = 1 << 20
    """Bytes that one statement may copy."""
    solver_run_depth: int = 4
    """Steps of the control system in runs that a solver constructs."""
    solver_run_terms: int = 5_000
    """Terms of a system up to which a solver constructs runs of several steps."""

    # Lockstep
    pointer_alternatives: int = 64
    """Readings of the pointers in a formula, above which it is skipped."""
    blocks_between_clock_reads: int = 64
    """Loop heads that a run passes between two reads of the clock."""
    first_visits: int = 6
    """Visits of a location that are all compared; later ones are at powers of two."""

    # Runs beside pre- and postconditions
    contract_runs: int = 12
    """Sampled runs of recursive programs."""
    contract_run_steps: int = 4_000
    """Steps of one of these runs."""

    # Flat memory
    flat_shares: tuple[float, ...] = (0.7, 1.0)
    """Share of the remaining time for each of the solvers."""

    # Native runs
    native_arguments: int = 1_000
    """Maximal number of elements of `argv` that are passed to a compiled program."""
    native_seconds: int = 10
    """Time of the compiled program, in seconds."""
    native_rounds: int = 1_000_000
    """Rounds of the cycle of a run without end that a native run takes."""
    native_strategy_rounds: int = 10_000
    """Rounds for which the inputs of a strategy are computed for a native run."""
    native_strategy_steps: int = 20_000
    """Maximal number of steps of the control system in these rounds."""
    native_bytes: int = 2 << 30
    """Address space of the compiled program, in bytes."""
    dependence_steps: int = 1_000_000
    """Steps of a repetition with other choices."""
    dependence_repetitions: int = 6
    """Repetitions with other choices."""
    dependence_names: int = 8
    """Variables that are tried one by one."""
    deep_calls: int = 1_000
    """Nested calls beyond which a process may exceed its stack."""
    large_bytes: int = 1 << 30
    """Bytes beyond which a process may exceed its memory."""


LIMITS: Final = CertifyLimits()
