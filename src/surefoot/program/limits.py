"""Limits of the program representation: bounds of its text form."""

from typing import Final

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """Tunable bounds of the text form of programs."""

    printed_depth: int = 24
    """Nesting of a printed term; deeper subterms are printed once under a name."""
    repeated_subterm_nodes: int = 5
    """Nodes of a subterm that is printed again at each use; larger ones get a name."""


LIMITS: Final = ProgramLimits()
"""The limits that are in force; tests override single fields."""
