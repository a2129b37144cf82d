"""Tunable limits of the package; `surefoot engines --limits` prints them."""

from typing import Final

from surefoot.base.records import TunableLimits


class LogicLimits(TunableLimits):
    """Tunable limits."""

    # Constructors
    extract_parts: int = 32
    """Maximal number of concatenation parts over which one extract is distributed."""
    comparison_depth: int = 12
    """Maximal number of if-then-elses with a constant branch that one comparison is pushed through.
    """
    inspected_arguments: int = 8
    """Maximal number of arguments of a nested conjunction or disjunction that are inspected."""
    equality_depth: int = 12
    """Maximal number of operators that one equality is pushed through."""

    # Text
    text_nesting: int = 24
    """Maximal nesting of operators in SMT-LIB text before a subterm is named."""
    shown_arguments: int = 6
    """Maximal number of arguments of a term that its representation shows."""
    shown_characters: int = 400
    """Maximal length of the representation of a term, in characters."""

    # Sorts
    bit_vector_width: int = 1 << 20
    """Maximal width of a bit-vector, in bits."""

    # Transformations
    case_split_passes: int = 20
    """Maximal number of passes over all choices after new facts."""
    generalisation_depths: tuple[int, ...] = (1, 2, 3, 4, 6, 9)
    """Kept depths of a rewriting step, from the most general to the least general form."""
    generalisation_result_depth: int = 3
    """Additional depth of the result of a rewriting step: operators around parts of the arguments.
    """
    generalisation_samples: int = 16
    """Number of sample assignments that test a generalised step."""
    relevant_alike: int = 8
    """Maximal number of formulas of one shape that are all relevant; also the least number of parts
    and occurrences of a value that counts as one thing.
    """
    split_cases: int = 400
    """Maximal number of cases of a comparison that is split."""

    # Ring
    product_monomials: int = 1000
    """Maximal number of monomials of a product that is multiplied out."""
    suggested_constant: int = 1
    """Maximal absolute value of a constant in a suggested equation."""
    suggested_equalities: int = 12
    """Maximal number of suggested equalities."""
    suggested_remainders: int = 8
    """Maximal number of values of a remainder that is fixed, one lemma for each."""
    membership_rows: int = 64
    """Maximal number of rows of a membership problem."""
    membership_monomials: int = 120
    """Maximal number of monomials of a membership problem."""
    membership_degrees: int = 1
    """Degrees by which products may exceed the goal and the hypotheses."""

    # Intervals
    split_depth: int = 12
    """Maximal nesting of if-then-elses whose branches are evaluated separately."""
    refinement_rounds: int = 3
    """Maximal number of times a condition is propagated again."""
    disjunction_depth: int = 6
    """Maximal nesting of disjunctions that are propagated."""


LIMITS: Final = LogicLimits()
