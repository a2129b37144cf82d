"""Limits of the semantics: bounds of symbolic memory, unrolling, interpreter, input sampling and
flat memory.
"""

from typing import Final

from surefoot.base.records import TunableLimits


class SemanticsLimits(TunableLimits):
    """Tunable bounds of the executor, the interpreter and the flat memory."""

    # ---- symbolic memory: accesses at symbolic offsets
    case_split_offsets: int = 64
    """Possible offsets of an access up to which it is a case split over cells; beyond, the object
    becomes an array."""
    text_case_split_offsets: int = 4
    """As `case_split_offsets`, for character arrays in states that formulas describe, where loops
    are cut."""
    table_case_split_offsets: int = 256
    """As `case_split_offsets`, for reads of constant objects."""
    instance_case_split_offsets: int = 16
    """As `case_split_offsets`, for summarised heap objects, where each case is an array over all
    instances."""

    # ---- symbolic memory: blocks and objects
    constant_block_bytes: int = 1 << 16
    """Bytes of a Copy or Fill of constant size up to which it is executed cell by cell."""
    unknown_block_bytes: int = 1 << 10
    """Bytes up to which a Copy or Fill of symbolic size is executed byte by byte."""
    outside_object_bytes: int = 1 << 14
    """Size of an object of environment memory, to which a pointer from outside points, in bytes."""
    guaranteed_object_bytes: int = 1 << 16
    """Size of objects for which the address space always has room, in bytes."""
    leak_scan_words: int = 64
    """Pointers in an object up to which a leak check searches it; an array is skipped, flat memory
    gives up."""

    # ---- simplification of terms
    value_set_size: int = 64
    """Values that a value set holds at most."""
    value_set_pairs: int = 1024
    """Pairs of operand values that are evaluated at most for one operation on value sets."""
    value_set_bits: int = 6
    """Width of bit-vectors, in bits, up to which the value set of an unknown holds all values."""
    congruence_depth: int = 12
    """Nesting of a term up to which its residue modulo a power of two is computed."""
    path_conditions: int = 200
    """Latest conditions of a path that are used to resolve choices in pointers."""
    ordering_rounds: int = 3
    """Iterations of propagating ranges through the comparisons of a path."""
    implied_size: int = 24
    """Maximal size of a condition that is evaluated in ranges to decide a choice, in terms."""

    # ---- unrolling
    unrolled_iterations: int = 256
    """Iterations of a loop or recursion that are unrolled without a bound while terms decide that
    it continues.
    """
    queried_iterations: int = 64
    """As `unrolled_iterations`, where only a solver decides that the loop continues."""
    many_strings_bound: int = 16
    """Bound from which the loop that allocates more argument strings is run; each doubling runs it
    once more."""
    remembered_runs: int = 8
    """Latest models that are evaluated before a solver is queried for the feasibility of a
    state."""

    # ---- traces
    argument_strings: int = 64
    """Argument strings of a run up to which it is read from a model and interpreted."""
    default_bytes: int = 1 << 16
    """Size of an object, in bytes, up to which the default value of its array is written to the
    trace."""

    # ---- interpreter
    copied_bytes: int = 1 << 28
    """Bytes that one Copy or Fill writes at most before a run is given up."""
    address_gap: int = 4096
    """Bytes left free after an object that may be placed anywhere, where there is room."""
    least_address_gap: int = 16
    """As `address_gap`, where there is little room."""
    remembered_bytes: int = 256
    """Size of objects, in bytes, whose contents are kept after the end of their lifetime."""
    observed_characters: int = 200
    """Characters of an argument string that observers are given."""
    compiled_loop_iterations: int = 500
    """Iterations after which a loop is compiled to one Python function."""
    compiled_loop_blocks: int = 64
    """Blocks of a loop up to which it is compiled to one Python function."""
    compiled_loop_depth: int = 40
    """Nesting of branches in the Python function of a loop."""
    least_cascade: int = 16
    """Least number of cases for which a cascade of branches is followed by a lookup."""
    decided_tests: int = 1_000_000
    """Maximal number of results of tests in cascades that are kept."""
    compiled_expression_depth: int = 12
    """Nesting of a Python expression; deeper subterms are assigned to local variables."""
    random_object_bytes: int = 256
    """Bytes of an unknown object that `RandomChoices` fills; the rest is 0."""

    # ---- sampled inputs
    random_memory_bytes: int = 64
    """Bytes of unknown memory that a sampled run fills with random values; the rest is 0."""
    dense_alignment: int = 16
    """Alignment of objects that are placed close together, in bytes."""
    reused_addresses: int = 4
    """Latest addresses that are tried again for a new object."""
    dictionary_text_share: float = 0.5
    """Share of the input objects that hold a text of the program."""
    sampled_characters: int = 12
    """Exclusive upper bound of the random characters in an input object."""
    dictionary_text_bytes: int = 64
    """Size of constant objects, in bytes, that are read as texts; larger ones are tables."""
    mutations: int = 4
    """Changes that one mutation of inputs applies at most."""
    dictionary_constant_share: float = 0.5
    """Share of the mutated values that are constants of the program."""

    frequent_repetition_share: float = 0.25
    """Share of the mutations that repeat a part of inputs where `frequent_repetitions` applies."""
    frequent_repetitions: tuple[int, ...] = (4, 16, 64)
    """Numbers of repetitions of such a part, of which one is chosen."""
    leading_text_share: float = 0.25
    """Share of the texts that are written to the beginning of a stream of inputs, where many
    formats have their magic words.
    """
    appended_share: float = 0.25
    """Share of the new inputs that are appended."""
    compared_values: int = 2_000
    """Maximal number of comparisons that are recorded of a run."""
    matched_places: int = 16
    """Maximal number of replacements for one operand of a comparison in one stream of inputs."""
    matched_digits: int = 2
    """Least number of digits of an operand that is searched for within longer numbers."""
    matched_size: int = 16
    """Least size of an object, in bytes, that is compared with inputs to find the one that
    determines it: small sizes equal other inputs by chance.
    """
    length_width: int = 16
    """Least width of an input that determines the size of an object, in bits."""
    length_difference: int = 8
    """Largest difference between such an input and the size of its object."""

    # ---- addresses
    summands: int = 16
    """Operations of a sum of addresses that are searched for addresses that cancel."""

    # ---- flat memory
    flat_statements: int = 100_000
    """Statements and terminators executed, each counted for every symbolic state that runs it."""
    flat_objects: int = 1_000
    """Objects allocated, globals and functions included."""
    flat_lookups: int = 2_000_000
    """Writes that are visited while bytes are read."""
    flat_address_cases: int = 8
    """Cases into which an address that is a choice is split."""
    flat_blocks: int = 1_000
    """Blocks of a function; their order takes quadratic time."""
    flat_premises: int = 400
    """Conjuncts of premises that a syntactic entailment check uses."""
    flat_entailment_depth: int = 6
    """Nesting of the conclusion up to which entailment is checked."""


LIMITS: Final = SemanticsLimits()
"""The limits that are in force; tests override single fields."""
