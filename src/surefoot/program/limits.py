"""Limits of the program representation: bounds of its text form and of passes."""

from typing import Final

from surefoot.base.records import TunableLimits


class ProgramLimits(TunableLimits):
    """Tunable bounds of the text form of programs and of passes."""

    printed_depth: int = 24
    """Nesting of a printed term; deeper subterms are printed once under a name."""
    repeated_subterm_nodes: int = 5
    """Nodes of a subterm that is printed again at each use; larger ones get a name."""

    # ---- passes
    unrolled_strings: int = 7
    """Argument strings that are allocated without a loop; a power of two less one."""
    strings_per_iteration: int = 8
    """Argument strings that one iteration of the loop for the others allocates."""
    string_ends: int = 12
    """Stores that may end a string, above which no ghost variables are added for them."""
    path_nodes: int = 6000
    """Maximal number of nodes of a path program."""
    string_bytes: int = 16
    """Bytes of a string that a path program relates to its length, and maximal length of the string
    literals whose contents it assumes.
    """
    copied_bytes: int = 128
    """Maximal number of bytes of a copy or fill that a path program does not abstract."""


LIMITS: Final = ProgramLimits()
"""The limits that are in force; tests override single fields."""
