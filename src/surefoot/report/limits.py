"""Tunable limits of reports."""

from typing import Final

from surefoot.base.records import TunableLimits


class ReportLimits(TunableLimits):
    """Sizes of what reports show."""

    # Formulas and values
    formula_size: int = 300
    """Terms of the largest formula that is shown as a C expression, in which no subterm is shared.
    """
    implied_characters: int = 100
    """Characters of the longest invariant shown for a proof that does not need it."""
    expression_characters: int = 80
    """Characters of the longest C expression shown."""
    source_file_bytes: int = 16 << 20
    """Bytes of the largest source file whose lines are shown."""
    string_characters: int = 3
    """Least number of consecutive characters that are shown as a string."""
    cells: int = 8
    """Scalars of one object shown for one change."""

    # Steps of a run
    steps: int = 20_000
    """Steps of a run in the document; half of them are the first ones, half the last ones."""
    accelerated_after: int = 200_000
    """Statements of the longest run that is replayed without loop acceleration."""
    last_statements: int = 40_000
    """Statements at the end of a longer run whose steps are recorded."""
    pause_statements: int = 1_000
    """Statements of a longer run between two looks at whether its first steps are complete."""

    # SARIF
    sarif_results: int = 5_000
    """Results of a SARIF log; GitHub shows no more."""
    flow_locations: int = 1_000
    """Locations of the code flow of one result; GitHub shows no more."""
    sarif_flow_locations: int = 50_000
    """Locations of all code flows after which further results get none, so that a compressed log is
    smaller than the 10 MB that GitHub accepts."""
    flow_values: int = 64
    """Variables in the state of one location of a code flow."""

    # HTML
    html_steps: int = 2_000
    """Steps of a run in an HTML report; half of them are the first ones, half the last ones."""
    html_source_characters: int = 16_000_000
    """Characters of source files in an HTML report."""

    # Markdown
    markdown_rows: int = 400
    """Functions in the Markdown table of a scan."""
    markdown_characters: int = 200
    """Characters of a condition or reason in it."""

    # Text
    trace_lines: int = 60
    """Lines of the only trace in a text."""
    loops: int = 12
    """Loops whose status is shown in a text."""
    least_trace_lines: int = 20
    """Lines of each of several traces in any case."""
    columns: int = 100
    """Columns of source lines, values and lists."""
    input_lines: int = 5
    """Lines of inputs before a trace."""
    suggested_functions: int = 2
    """Functions that are suggested as the start of a smaller check."""
    places_columns: int = 90
    """Columns of the list of undecided checks."""
    first_iterations: int = 2
    """Iterations of a loop shown before its middle iterations are folded."""
    last_iterations: int = 2
    """Iterations of a loop shown after them."""
    cycle_values: int = 12
    """Values that are shown at the begin of the cycle of a run without end."""
    unchanging_lines: int = 4
    """Consecutive lines without a change that are shown; of more, the first and the last."""
    derivation_steps: int = 60
    """Steps of a derivation shown."""
    derivation_columns: int = 40
    """Columns of what a step derives before its reason."""
    derivation_characters: int = 120
    """Characters of a value or formula in solutions and derivations."""


LIMITS: Final = ReportLimits()
