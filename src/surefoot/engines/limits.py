"""Tunable limits of the engines."""

from typing import Final

from surefoot.base.records import TunableLimits


class EngineLimits(TunableLimits):
    """Seconds, bounds and growth factors of the engines; options of engines have their defaults in
    the engine classes.
    """

    # ---- Schedule of the portfolio

    round_growth: float = 1.5
    """Factor between the lengths of the first rounds of time slices."""
    later_round_growth: float = 1.15
    """Factor between the lengths of later rounds: what one member finds is used after at most one
    round of the others.
    """
    rounds_of_first_growth: int = 2
    """Number of rounds that grow by ``round_growth``."""
    min_slice_seconds: float = 0.001
    """Least length of the first round, in seconds."""
    max_slices_skipped: int = 3
    """Number of slices that a member skips at most after it overdrew earlier ones."""
    rounds_before_at_once: int = 1
    """Rounds before all runs are unrolled in one formula."""
    rounds_before_fuzzing: int = 1
    """Rounds before coverage-guided fuzzing."""
    fuzzing_first_seconds: float = 0.3
    """Seconds of the first slice of fuzzing in programs whose inputs are in objects of unknown
    size.
    """
    fuzzing_share: float = 1.5
    """Share of fuzzing in such programs, from the second round on."""
    many_branches: int = 5000
    """Least number of blocks that only branch on variables with which explicit-state search runs
    before all other members.
    """
    states_first_seconds: float = 30.0
    """Seconds of the first slice of explicit-state search if it runs before all other members."""
    rounds_before_states: int = 1
    """Rounds before explicit-state search in small programs."""
    rounds_before_integers: int = 2
    """Rounds before candidates from integer invariants."""
    rounds_before_long_runs: int = 4
    """Rounds before long sample runs."""
    rounds_for_candidates: int = 2
    """Rounds in which IC3 starts only after the invariants of k-induction; later it starts without
    them.
    """

    # ---- Portfolio of processes

    single_process_seconds: float = 1.0
    """CPU seconds of search by one process before the others start: most programs are decided by
    then, with the same evidence on each machine.
    """
    process_poll_seconds: float = 0.1
    """Seconds between two looks at the time limit while processes search."""
    process_report_seconds: float = 1.0
    """Seconds between two reports of a process on its solver queries."""

    # ---- Summaries over tracked variables

    track_first: tuple[tuple[int, float], ...] = ((2000, 15.0), (300, 3.0), (200, 0.4))
    """Least numbers of statements of programs that the portfolio gives to `track` first, each with
    the seconds of its first slice, the largest first.
    """
    unrolling_before_track: float = 0.1
    """Seconds of bounded model checking before the first slice of `track`, as a share of that
    slice.
    """
    states_after_track: float = 0.2
    """Seconds of explicit-state search after the first slice of `track`, as a share of that slice.
    """
    track_first_seconds: float = 15.0
    """Seconds of a slice of `track` once undefined behaviour rules out proofs by other engines."""
    track_ranges: int = 6
    """Maximal number of ranges of a tracked variable."""
    track_cases: int = 32
    """Maximal number of cases into which one condition or value splits a state."""
    track_enumerated: int = 16
    """Maximal number of values of a variable for which a term is evaluated one by one."""
    track_pointer_rounds: int = 50
    """How often each statement is followed in the search for callees of pointers."""
    track_pointers: int = 500_000
    """Number of pairs of a variable or byte and its target at which that search ends."""
    track_heap_bytes: int = 4096
    """Bytes of an object up to which pointers to it are told apart."""
    track_width: int = 64
    """Maximal number of bits of a tracked variable."""
    track_values: int = 64
    """Number of valuations at a point of a context after which variables with many values are
    dropped there.
    """
    track_values_of_key: int = 16
    """Number of different ranges of a variable at such a point that are many."""
    track_exits: int = 2_000
    """Maximal number of exits of a context."""
    track_nodes: int = 500_000
    """Maximal number of valuations in all points and contexts."""
    track_further_seconds: float = 3.0
    """Seconds in which further abstract violations are explored."""
    track_guided_seconds: float = 2.0
    """Seconds of the search for a violation along one abstract path."""
    track_search_seconds: float = 5.0
    """Seconds of the search for violations along all abstract paths."""
    track_slice_seconds: float = 10.0
    """Seconds of the search for a violation among all abstract paths at once."""
    track_guided_bounds: tuple[int, ...] = (1, 2, 4, 6)
    """Numbers of iterations of loops along an abstract path, tried in order."""
    track_deep_bounds: tuple[int, ...] = (8, 16, 32, 64, 128, 256, 512, 1024)
    """The same, once no violation was found along any path within those."""
    track_deep_seconds: float = 5.0
    """Seconds of the second search along all abstract paths."""
    track_guided_paths: int = 40
    """Maximal number of abstract paths along which violations are searched for."""
    track_contradictions: int = 64
    """Maximal number of contradictions along an abstract path that are examined for new variables."""
    track_path_steps: int = 50_000
    """Maximal number of segments of an abstract path."""

    # ---- Explicit-state search

    explicit_successors: int = 256
    """Maximal number of combinations of inputs that are run from one state."""
    explicit_steps: int = 1_000_000
    """Maximal number of statements of a run between two states."""
    explicit_pages: int = 50_000
    """Maximal number of pages of memory in all states; further states are dropped."""

    # ---- Members of the portfolio

    mostly_control: tuple[tuple[int, int], ...] = ((200, 10), (60, 25))
    """Least number of terms, and least ratio of terms to computations, of a program that is mostly
    control.
    """
    saturation_factor: int = 16
    """Runs after which the portfolio stops fuzzing, as a multiple of the runs up to the last new
    coverage.
    """
    accelerated_steps: int = 20_000
    """Maximal number of statements of an accelerated run."""
    integer_seconds: float = 3.0
    """Seconds for a solution in integers, once without and once with ranges."""
    long_run_steps: int = 10_000_000
    """Maximal number of statements of a long sample run."""
    portfolio_ring_seconds: float = 3.0
    """Seconds in which the portfolio searches for polynomial equations."""
    portfolio_ring_linear_seconds: float = 2.0
    """Seconds in which it searches for ranges and comparisons, too."""

    # ---- Bounded model checking

    easy_query_seconds: float = 1.0
    """Seconds for a query about all checks before each is queried alone, and for a check before it
    is deferred.
    """
    easy_query_share: float = 2.0
    """Seconds for such queries about a complete unrolling, as a multiple of the seconds that the
    unrolling took.
    """
    small_inputs: tuple[int, ...] = (8, 64, 1024)
    """Absolute values that sizes and inputs of a violation are first restricted to, in this order."""
    small_inputs_width: int = 16
    """Least width of inputs whose values are restricted, in bits."""
    small_inputs_seconds: float = 1.0
    """Seconds to restrict the inputs of a violation."""
    separate_small_inputs: int = 8
    """Sizes and inputs that are restricted one by one, where they cannot be small together."""
    passed_checks_seconds: float = 0.3
    """Seconds of search before the checks that no run beyond the bound can reach are claimed on
    their own.
    """
    enumeration_seconds: float = 2.0
    """Seconds for the enumeration of all values of inputs with small ranges."""
    unrolled_blocks: int = 10_000
    """Maximal number of blocks in loops, and of calls, in a complete unrolling."""

    # ---- Induction

    reduction_seconds: float = 2.0
    """Seconds for the search of a smaller set of invariants after a proof."""
    ring_seconds: float = 2.0
    """Seconds for a proof of step(1) by ring lemmas."""
    portfolio_k: int = 20
    """Maximal k of k-induction that other engines run."""
    strengthening_k: int = 2
    """Least k at which the step uses invariants; properties that are 1-inductive do not need them.
    """
    directed_search_k: int = 3
    """The k at which IC3 searches for invariants that exclude failures of the step."""
    quantified_search_seconds: float = 2.0
    """Least number of seconds for that search beside quantified invariants."""

    # ---- Concrete runs

    fuzz_short_steps: int = 1_000
    """Maximal number of statements of every other fuzzing run at first; half of the other runs
    execute twice as many, and so on.
    """
    fuzz_cut_runs: int = 16
    """Consecutive short runs that do not end before `fuzz_short_steps` is doubled."""
    fuzz_fresh_runs: int = 8
    """Period of fuzzing runs that start from fresh inputs, in runs."""
    fuzz_filled_runs: int = 4
    """Period of fuzzing runs that start with indeterminate memory filled, in runs."""
    fuzz_least_runs: int = 250
    """Least number of runs after which coverage may count as saturated."""
    fuzz_contestants: int = 3
    """Number of inputs of which the one with the rarest feature is mutated."""
    fuzz_latest_share: float = 0.25
    """Share of the mutated inputs that are chosen among the latest with new coverage."""
    fuzz_fresh_bytes: int = 24
    """Exclusive upper bound of inputs that determine sizes of objects, in runs on fresh inputs."""
    fuzz_fitted_share: float = 0.9
    """Share of the mutated inputs in which lengths of objects are set to the numbers of their
    bytes.
    """
    fuzz_planned_share: float = 0.25
    """Share of the runs on inputs that match comparisons of earlier runs."""
    fuzz_planned_runs: int = 1_000
    """Maximal number of inputs in the queue of those that match comparisons."""
    fuzz_matched_inputs: int = 100
    """Maximal number of inputs that match comparisons of one run."""
    fuzz_observed_steps: int = 32_000
    """Maximal number of statements of a run whose comparisons are recorded."""
    fuzz_reducing_runs: int = 300
    """Maximal number of runs that reduce the inputs of a violation."""
    fuzz_reduced_numbers: int = 8
    """Numbers of one stream of inputs that reduction tries to make smaller."""
    probe_constant_runs: int = 4
    """Period of sample runs that return one value for all inputs of a sort, in runs."""
    probe_varying_prefix: int = 3
    """Values of an input site before its constant one, in every other run."""
    probe_slice_steps: int = 1 << 15
    """Statements of a sample run between two checks of the budget."""

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

    # ---- Hardware model checking

    first_search_share: float = 0.25
    """Length of ABC's first search for a bad run, as a share of the first time slice."""
    slice_growth: int = 2
    """Factor between the lengths of the time slices of ABC."""
    abc_check_seconds: float = 5.0
    """Seconds in which a solver may refute invariants that ABC wrote."""
    abc_reduction_seconds: float = 3.0
    """Seconds for the search of a smaller set of ABC's invariants."""
    element_growth: int = 2
    """Factor of the elements of an array that are latches, when a run reads beyond them."""
    array_elements: int = 1024
    """Maximal number of elements of an array that are latches of a circuit."""
    search_frames: int = 500
    """Depth of ABC's search for a bad run; without a limit, a small circuit is unrolled until
    memory is exhausted.
    """

    # ---- IC3

    stale_clauses: int = 300
    """Superseded clauses in the solver of a location, and more than half of all, before it is
    replaced.
    """
    frame_solver_formulas: int = 300
    """Formulas in the solver of a location before it is replaced."""
    lifted_run_steps: int = 100
    """Maximal number of steps of a run whose states are lifted for the report."""
    lifting_checks: int = 2000
    """Queries after which the solver for lifting is replaced."""
    deep_obligations: int = 100
    """Obligations beyond the last frame that are followed before the next failing state is
    searched.
    """

    # ---- Predicate abstraction

    preimage_seconds: float = 1.0
    """Seconds for the elimination of the inputs of a preimage."""
    obligation_parts: int = 8
    """Maximal number of parts of an obligation; those with more are refined."""
    obligation_refinements: int = 3
    """Refinements of one obligation at one frame by interpolants; then its literals become
    predicates.
    """
    generalisation_counterexamples: int = 3
    """Counterexamples to generalisation that are blocked for one literal."""
    generalisation_joins: int = 1000
    """Joins with counterexamples for one literal; the thesis has no bound, and each join drops a
    literal.
    """
    ordered_bits: int = 8
    """Least width of bit-vectors that are compared by order, in bits."""
    paired_numbers: int = 8
    """Numbers of a location that are compared pairwise in its initial predicates."""
    most_points: int = 8
    """Number of latest refined states of one shape from which equations are mined."""
    most_outliers: int = 2
    """Maximal number of these states that need not satisfy a mined equation."""
    largest_coefficient: int = 16
    """Largest absolute value of a coefficient in a mined equation."""
    largest_constant: int = 1 << 20
    """Largest absolute value of the constant in a mined equation."""

    # ---- Uninterpreted functions

    carrier_bits: int = 64
    """Width of the bit-vectors that represent arrays and integers, in bits."""
    path_interpolant_seconds: float = 2.0
    """Seconds for the interpolants of a path from a library."""
    interpolant_subterms: int = 100
    """Maximal number of subterms of an interpolant that is used."""
    extra_nesting: int = 3
    """Nesting of an operator in itself beyond that in the system, before it counts as growth of
    terms.
    """
    similar_literals: int = 6
    """Literals that differ only in constants that are not in the system, before they count as
    growth of terms.
    """
    schema_terms: int = 6
    """Maximal number of terms of one comparison for which axioms are instantiated."""
    abstract_run_seconds: float = 4.0
    """Least number of seconds for the check of an abstract run in the system."""
    abstract_run_share: float = 0.25
    """Seconds for that check, as a share of the CPU time of the whole search so far, if that is
    more.
    """

    # ---- Reachability graphs

    label_characters: int = 60
    """Maximal length of a line of a label in a drawn graph, in characters."""
    post_cubes: int = 64
    """Combinations of predicates that are enumerated for one edge; with more, each predicate is
    evaluated separately.
    """
    post_boxes: int = 8
    """Maximal number of boxes in the label of a new node, with configuration BOXESUFO."""
    separate_boxes: int = 6
    """Number of earlier instances of a loop head from which on boxes are joined and widened."""
    box_widenings: int = 20
    """Maximal number of earlier instances of a loop head for which boxes are widened to constants
    of the system; beyond, to the bounds of the types.
    """
    step_solver_formulas: int = 2000
    """Formulas in the solver of a location before it is replaced."""
    graph_interpolant_seconds: float = 5.0
    """Seconds for interpolants from a library before cubes are tried."""
    path_seconds: float = 0.3
    """Least number of seconds for a run in the formula of all paths, if the route to labels finds
    runs, too.
    """
    path_share: float = 0.25
    """Seconds for that run, as a share of the CPU time of refinement so far, if that is more."""

    # ---- Sample runs

    seed: int = 1
    """Seed of the random inputs of sample runs."""

    # ---- Termination

    lasso_seconds: tuple[float, ...] = (0.08, 0.4, 1.0)
    """Seconds of the searches for runs that come back to a state, between searches for ranks."""
    lasso_first_runs: int = 40
    """Runs of the first of these turns."""
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
    lasso_replay_steps: int = 200_000
    """Statements of a replay that looks for a repeated state."""
    lasso_layers: int = 8
    """Steps of the control system in which a solver looks for a repeated state."""
    lasso_late_layers: int = 60
    """As `lasso_layers`, for the last search, after all others."""
    lasso_hint_seconds: float = 0.6
    """Seconds for runs with values of paths that repeat a state."""
    lasso_search_seconds: float = 1.5
    """Seconds of the search for lassos by a solver."""
    lasso_late_seconds: float = 3.0
    """Seconds of the last search for lassos by a solver, for longer runs."""
    recurrent_short_seconds: float = 1.0
    """Seconds of the search for recurrent sets without invariants."""
    recurrent_seconds: float = 4.0
    """Seconds of the search for recurrent sets."""
    recurrent_proof_seconds: float = 0.6
    """Seconds of the proof that a strategy never leaves its locations."""
    recurrent_samples: int = 12
    """Sampled runs from whose states strategies start."""
    recurrent_prefix: int = 2
    """Steps of such a run in its loop."""
    recurrent_proofs: int = 4
    """Strategies of one run whose proof is attempted."""
    recurrent_pairs: int = 40
    """Pairs of variables whose relations are tried as invariants of a strategy."""
    recurrent_steps: int = 500
    """Steps that a candidate strategy has to stay."""
    recurrent_strategies: int = 60
    """Candidate strategies for one run."""
    lasso_shortened_visits: int = 300
    """Visits of the place of the longest lasso whose stem is shortened."""
    lasso_calls: int = 20
    """Active calls with the same arguments with which the memory at a call is compared."""
    rank_seconds: float = 3.0
    """Seconds of the search for ranks without invariants."""
    rank_invariant_seconds: float = 4.0
    """Seconds for invariants, and of the search for ranks with them."""
    rank_summary_seconds: float = 5.0
    """Seconds for summaries of recursive functions, and ranks with them."""
    rank_rounds: int = 40
    """Candidates of a component that are refuted before the search is given up."""
    rank_rows: int = 60
    """Sampled transitions of an edge."""
    rank_features: int = 40
    """Terms of which ranks are made, in one tier."""
    rank_sampling_seconds: float = 0.5
    """Seconds for sampled transitions."""
    rank_query_seconds: float = 0.5
    """Seconds of a solver for all queries whether a rank decreases, before another one is asked."""
    rank_short_seconds: float = 1.5
    """Seconds of an engine for the proof that a rank decreases, before runs are unrolled."""
    rank_proof_seconds: float = 4.0
    """Seconds of an engine for the proof that a rank decreases."""
    rank_first_unrolling_seconds: float = 0.6
    """Seconds for following all runs to their ends, before invariants are searched for."""
    rank_unrolling_seconds: float = 3.0
    """Seconds for that in the end."""


LIMITS: Final = EngineLimits()
