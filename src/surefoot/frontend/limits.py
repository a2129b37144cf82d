"""Limits of the frontend: bounds on its input, its models and its output."""

from typing import Final

from surefoot.base.records import TunableLimits


class FrontendLimits(TunableLimits):
    """Tunable bounds of the frontend."""

    # ---- start of the run: objects behind pointer arguments
    pointer_depth: int = 2
    """Dereferences from a parameter up to which pointers in objects are given objects; deeper ones
    are null.
    """
    pointer_array_elements: int = 16
    """Elements of an array whose pointers are given values one by one."""

    # ---- objects overwritten with unknown values
    havocked_scalars: int = 256
    """Scalars of an object that is havocked scalar by scalar; larger objects keep their contents,
    with a caveat.
    """

    # ---- printf and scanf with literal formats
    literal_format_characters: int = 80
    """Characters of a literal format that is translated to C code; longer ones are interpreted by
    the model.
    """
    scan_width_digits: int = 9
    """Decimal digits of a field width in a literal ``scanf`` format that is translated to C code.
    """

    # ---- clang
    source_bytes: int = 8 * 1024 * 1024
    """Bytes of a C file that is accepted."""
    compile_seconds: float = 60.0
    """Seconds of one run of clang."""
    library_build_seconds: float = 600.0
    """Seconds for building an executable together with its C library."""
    parallel_compilations: int = 2
    """Files that are compiled at the same time."""
    message_lines: int = 12
    """Lines of source, macros and notes that are shown with an error of clang."""
    message_width: int = 200
    """Characters of a line of clang's that are shown."""
    integer_bits: int = 4096
    """Bits of the widest ``_BitInt``."""

    # ---- ACSL annotations
    annotation_nesting: int = 100
    """Depth of nested parentheses and operators in an annotation."""
    annotation_integer_bits: int = 512
    """Bits of the widest integers that annotations compute with."""
    annotation_shift: int = 128
    """Bit positions of a shift in an annotation."""

    # ---- J programs
    j_bits: int = 64
    """Bits of an ``int``."""
    j_elements: int = 4096
    """Elements of an array."""
    j_depth: int = 1000
    """Active calls of recursive functions."""
    j_nesting: int = 50
    """Depth of nested expressions and statements."""
    j_quantifier_copies: int = 20_000
    """Copies of its body in the formula of a quantifier; quantifiers with more become loops."""
    j_quantifier_bits: int = 6
    """Bits of an ``int`` up to which a quantifier without known range becomes a formula over all
    values.
    """


LIMITS: Final = FrontendLimits()
"""The limits that are in force; tests override single fields."""
