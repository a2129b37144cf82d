"""Limits of the package: time slices, sizes and counts of invariant generation."""

from typing import Final

from surefoot.base.records import TunableLimits


class InvariantLimits(TunableLimits):
    """Seconds are CPU time of the thread."""

    # Stages of generation
    simple_seconds: float = 3.0
    """Time to filter candidates that are cheap to check: ranges, linear equations, templates."""
    continued_seconds: float = 12.0
    """Time to continue with simple candidates, where `simple_seconds` were too few."""
    phase_seconds: float = 5.0
    """Time to filter candidates about the phases of loops."""
    product_seconds: float = 1.5
    """Time to filter candidates with products."""
    product_query_seconds: float = 0.4
    """Time of a solver for one query about candidates with products, before those are dropped."""
    quantified_annotation_seconds: float = 12.0
    """Seconds of the search for inductive annotated loop invariants with quantifiers."""
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
    """Time to compute ranges, for a system of `usual_locations`; at most twice that for larger
    ones.
    """
    usual_locations: int = 6
    """Locations of a system up to which `interval_seconds` suffice."""
    sampling_seconds: float = 0.5
    """Time to compute sample states."""

    # Houdini and reduction
    quantified_query_seconds: float = 1.0
    """Time of a solver for one query about quantified candidates."""
    quantified_per_query: int = 8
    """Quantified candidates in one query of Houdini."""
    violated_per_query: int = 4
    """Instances that a model violates and that are added to a query of the reduction at a time."""
    moves_of_chain: int = 6
    """Refutations of a chain of Horn candidates after which each further one halves it."""

    # Sample states
    sample_runs: int = 40
    """Random runs of a system."""
    sample_steps: int = 30
    """Steps of a run."""
    samples: int = 60
    """Sample states of a location."""
    sample_tries: int = 8
    """Random inputs that are tried for a step."""
    small_inputs: tuple[int, ...] = (0, 1, 2, 3, 5, 8, 10)
    """Likely inputs."""
    near_constants: tuple[int, ...] = (0, 1, -1)
    """Distances of inputs from a constant of the program."""
    sample_steps_with_calls: int = 240
    """Steps of a run where functions share one body for all calls."""
    samples_of_call: int = 20
    """Sample states of a location for each combination of active calls."""
    sample_iterations_of_call: int = 5
    """Iterations of a loop in a shared body whose states are kept."""
    accelerated_runs: int = 24
    """Runs with accelerated loops."""
    iterations_before_acceleration: int = 3
    """Iterations after which a closed form is computed."""
    accelerated_iterations: int = 200
    """Least number of iterations that a closed form must describe."""
    acceleration_misses: int = 4
    """Failures of a loop after which no closed form is computed for it."""
    deep_samples: int = 60
    """Additional sample states of a location from accelerated runs."""
    accelerated_terms: int = 2000
    """Terms of a loop up to which it is accelerated."""

    # Templates
    first_constants: int = 6
    """Constants with which bounds are among the first templates."""
    constants: int = 24
    """Constants in templates."""
    paired_symbols: int = 14
    """Symbols that templates compare with each other."""
    summed_symbols: int = 8
    """Symbols in templates with sums."""
    guard_comparisons: int = 24
    """Comparisons in the guards at a location that are weakened to candidates."""
    compared_size: int = 12
    """Terms of such a comparison."""
    compared_limits: int = 6
    """Unchanged terms of checks that symbols are compared with."""
    pointer_targets: int = 3
    """Objects that a pointer is assumed to point into."""
    templates: int = 1000
    """Templates of a location."""

    # Argument strings
    string_numbers: int = 10
    """Numbers of a location that are compared with parameters."""
    string_parameters: int = 4
    """Parameters that numbers are compared with."""

    # Loop entry
    entry_size: int = 40
    """Terms of a loop-entry fact."""
    entry_facts: int = 24
    """Loop-entry facts of a location."""
    entry_moving: int = 6
    """Variables that move in step."""

    # Active calls
    call_candidates: int = 600
    """Candidates of a location about active calls."""
    call_symbols: int = 12
    """Symbols that are compared with each other for one combination of calls."""
    number_width: int = 8
    """Least width of a number in candidates, in bits."""

    # Phases of loops
    phase_conditions: int = 6
    """Conditions that distinguish phases of a loop."""
    phase_candidates: int = 300
    """Candidates of a location about phases."""
    phase_states: int = 4
    """Least number of sample states of a phase."""
    odd_divisor: int = 64
    """Greatest odd divisor of a remainder."""

    # Convex hulls
    hull_numbers: int = 4
    """Numbers of a location whose pairs have hulls."""
    hull_slope: int = 1 << 12
    """Greatest slope of a bounding line."""
    spare_bits: int = 2
    """Bits of an inequality beyond those of its numbers."""

    # Accumulators
    accumulated_amount: int = 1 << 16
    """Greatest amount that an iteration adds."""
    counters: int = 2
    """Counters of a location."""
    accumulators: int = 6
    """Accumulators of a location."""
    accumulator_cases: int = 16
    """Cases of an increment."""
    bounds_of_cells: int = 40
    """Maximal number of bounds about cells at one location, from its own loop and earlier ones."""
    accumulator_depth: int = 8
    """Nesting of operators in an increment."""

    # Strings
    string_places: int = 16
    """Places where characters are read."""
    string_candidates: int = 200
    """Candidates of a location about ends of strings."""

    # Polynomial equations of samples
    linear_symbols: int = 9
    """Symbols in linear equations; among more there are too many equations."""
    quadratic_symbols: int = 3
    """Symbols in quadratic equations."""
    equation_value: int = 1 << 20
    """Greatest value of a sample in equations."""
    equation_coefficient: int = 64
    """Greatest coefficient of an equation."""

    # Quantified candidates
    positions: int = 6
    """Positions in one array."""
    odd_stride_width: int = 32
    """Bits of positions whose remainders by strides that are no powers of two are computed."""
    range_starts: int = 2
    """Beginnings of loops in ranges."""
    range_limits: int = 2
    """Ends of loops in ranges."""
    ranges: int = 64
    """Ranges of one fact."""
    quantified_samples: int = 16
    """Sample states that refute quantified candidates."""
    probes: int = 8
    """Indices of a sample state at which candidates are evaluated."""

    # Facts about cells
    facts: int = 60
    """Facts about cells."""
    values_of_cell: int = 4
    """Values of a cell that are substituted in equations."""
    fact_size: int = 40
    """Terms of a fact."""

    # Positions, instances and sizes
    position_variants: int = 8
    """Positions derived from another one where loops end."""
    instance_terms: int = 16
    """Terms of one sort at which quantified invariants are instantiated."""
    size_terms: int = 30
    """Terms of an allocation size."""
    sizes: int = 4
    """Allocation sizes."""

    # Summarised heap objects
    equation_objects: int = 2
    """Object numbers in one equation."""
    pool_search_seconds: float = 12.0
    """Time to search in the narrow system, and to filter in the original one."""
    pool_check_seconds: float = 15.0
    """Time to check a proof of the narrow system in the original one."""
    field_constants: int = 4
    """Constants that are written to a field."""
    last_objects: int = 2
    """Last allocated objects with facts of their own."""
    flag_values: int = 2
    """Values of a flag."""
    paired_pointers: int = 6
    """Pointers that are compared with each other."""
    candidate_pools: int = 3
    """Pools of a system."""
    narrow_width: int = 6
    """Width of object numbers in the narrow system, in bits; fewer make lists too short."""
    narrow_target_width: int = 4
    """Width of the numbers of pointer targets in the narrow system, in bits."""

    # Horn clauses
    horn_paired: int = 10
    """Symbols that candidates compare with each other."""
    horn_values: int = 6
    """Values of a parameter up to which they are cases."""
    horn_cases: int = 16
    """Cases of a relation."""
    horn_calls: int = 128
    """Calls of a relation with candidates of their own."""
    horn_candidates: int = 1500
    """Candidates of a relation."""
    horn_shifts: int = 3
    """Least number of powers of two in samples of a shift."""

    # Sample calls
    call_runs: int = 60
    """Random runs of a program with procedures."""
    call_steps: int = 6000
    """Steps of all runs."""
    call_samples: int = 150
    """Samples of a relation."""
    call_depth: int = 120
    """Depth of nested calls."""
    procedure_steps: int = 200
    """Steps of one procedure."""
    call_tries: int = 6
    """Random choices that are tried for a step."""
    small_arguments: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 8, 10)
    """Likely inputs."""

    # Integer view
    integer_atoms: int = 60
    """Atoms of an invariant of the view."""
    narrow_number: int = 8
    """Width below which numbers count as unsigned, in bits."""
    kept_width: int = 8
    """Least width to which a cut-off number is assumed to fit, in bits."""

    # Ring
    ring_candidates: int = 12
    """Equations of a location."""
    ring_sampled: int = 20
    """Sampled equations of a location."""
    ring_degree: int = 6
    """Degree of an equation."""
    ring_monomials: int = 30
    """Monomials of an equation."""
    ring_rounds: int = 8
    """Iterations of the search."""
    sampled_degree: int = 3
    """Degree of equations of relaxed sample states."""
    samples_per_monomial: float = 1.2
    """Samples per monomial below which equations hold by chance."""
    sampled_coefficient: int = 1 << 10
    """Greatest coefficient of an equation of relaxed sample states."""
    linear_amount: int = 1 << 24
    """Greatest amount that an iteration adds."""
    linear_paired: int = 6
    """Amounts, comparisons and initial values that are combined."""

    # Interval analysis
    plain_joins: int = 3
    """Joins at a location before its ranges are widened."""
    widenings: int = 60
    """Widenings to thresholds before ranges are widened to the bounds of the types."""
    narrowings: int = 3
    """Descending iterations."""
    edge_effort: int = 5_000
    """Terms of an edge that are evaluated for precision alone."""
    threshold_step: int = 16
    """Greatest constant that counts as the step of a loop."""
    threshold_sums: int = 600
    """Sums of a constant and a step that are thresholds."""


LIMITS: Final = InvariantLimits()
