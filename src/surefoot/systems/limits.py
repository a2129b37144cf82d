"""Limits of encodings of programs: bounds on shapes, refinements and accelerations."""

from typing import Final

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class SystemsLimits:
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
    """Loop heads of shareable functions, counted once for each sequence of calls, above which bodies are shared."""


LIMITS: Final = SystemsLimits()
"""The limits that are in force; tests override single fields."""
