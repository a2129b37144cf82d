"""Limits of the frontend: bounds on what is translated, modelled and made."""

from typing import Final

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class FrontendLimits:
    """Tunable bounds of the frontend."""

    # ---- start of the run: objects behind pointer arguments
    pointer_depth: int = 2
    """Dereferences from a parameter up to which pointers in objects are given objects; deeper ones are null."""
    pointer_array_elements: int = 16
    """Elements of an array whose pointers are given values one by one."""

    # ---- objects overwritten with unknown values
    havocked_scalars: int = 256
    """Scalars of an object that is havocked scalar by scalar; larger objects keep their contents, with a caveat."""

    # ---- printf and scanf with literal formats
    literal_format_characters: int = 80
    """Characters of a literal format that is translated to C code; longer ones are interpreted by the model."""
    scan_width_digits: int = 9
    """Decimal digits of a field width in a literal ``scanf`` format that is translated to C code."""


LIMITS: Final = FrontendLimits()
"""The limits that are in force; tests override single fields."""
