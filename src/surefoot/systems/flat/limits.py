"""How much the flat view of a program takes on."""

from surefoot.records import dataclass


class TooLarge(Exception):
    """The program is not one for this view; the message says why. Nothing is known about its runs."""


@dataclass(frozen=True, slots=True)
class FlatLimits:
    """Beyond any of these the view gives up."""

    statements: int = 100_000
    """Statements and terminators executed, each counted for every symbolic state that runs it."""
    objects: int = 1_000
    """Objects made, globals and functions included."""
    look_ups: int = 2_000_000
    """Writes that are looked at while bytes are read."""


DEFAULT_LIMITS = FlatLimits()
MOST_WORDS = 64
"""Pointers that one object may hold where the view has to look at all of them."""
