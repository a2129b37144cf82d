"""Limits of encodings of programs: bounds on shapes, refinements and accelerations."""

from typing import Final

from surefoot.base.records import TunableLimits


class SystemsLimits(TunableLimits):
    """Tunable bounds of the control systems and the other encodings."""

    # ---- refinement of an encoding
    heap_refinements: int = 60
    """Attempts with other summarised heap objects after which an encoding is refused."""
    shape_changes: int = 30
    """Changes of the shape at a cut point after which an encoding is refused."""
    procedure_shape_changes: int = 60
    """Changes of the shape at a point of a procedure after which an encoding is refused."""

    # ---- shared function bodies
    loop_copies: int = 15
    """Loop heads of shareable functions, counted once for each sequence of calls, above which
    bodies are shared.
    """

    # ---- shapes
    alignment_bits: int = 4
    """Low bits of a pointer's offset that a shape keeps if they are constant."""
    known_elements: int = 8
    """Known elements of an array that a shape keeps as a constant; arrays with more are state
    variables.
    """
    argument_term_size: int = 80
    """Operators and operands of the largest term over arguments that a shape keeps as a constant."""

    # ---- states of concrete runs
    concrete_array_bytes: int = 1 << 12
    """Bytes of the largest object that is read as an array."""
    concrete_instances: int = 200
    """Objects of a summary up to which their fields are read."""

    # ---- loop acceleration
    interpreted_visits: int = 64
    """Visits of a loop head in a concrete run before a closed form is sought; doubled after each
    failure.
    """
    unrolled_iterations: int = 200
    """Iterations of a loop in an unrolling before a closed form is sought; doubled after each
    failure.
    """
    iterations_after_acceleration: int = 8
    """Iterations of a loop in an unrolling between an acceleration and the search for the next
    closed form.
    """
    accelerated_iterations: int = 1000
    """Iterations that an acceleration skips at least; fewer are executed one by one."""
    iteration_nodes: int = 2000
    """Term nodes of a loop body above which no closed form is sought."""
    paths_through_iteration: int = 8
    """Paths through a loop body above which the loop is not accelerated."""
    polynomial_degree: int = 3
    """Degree of the polynomials in the number of iterations."""
    iteration_count_bits: int = 36
    """Bits of the symbolic number of iterations of an accelerated loop."""
    first_sampled_iterations: int = 8
    """Iterations that are sampled first for a closed form."""
    sampled_iterations: int = 80
    """Iterations that are sampled if the first ones have no closed form; a linear recurrence of 64
    bits needs more than 64.
    """
    periods: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 8, 12)
    """Numbers of iterations that are tried as the period of a closed form."""
    predicted_states: int = 2
    """Sampled states that a candidate closed form has to predict beyond those it was computed from.
    """
    block_repetitions: int = 2
    """Repetitions of a period that a closed form has to cover at least."""

    # ---- transition relations
    relation_clauses: int = 4_000
    """Clauses of a transition relation above which its parts are not split."""
    relation_rounds: int = 8
    """Searches for definitions in what the definitions before leave of a transition relation."""

    # ---- Horn clauses
    derivation_choices: int = 1_000_000
    """Choices of a derivation, expanded to a tree, above which it has no trace."""
    horn_cases: int = 2_000
    """Cases of a formula above which it is refused as Horn clauses."""


LIMITS: Final = SystemsLimits()
"""The limits that are in force; tests override single fields."""
