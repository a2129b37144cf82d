"""How much the flat view of a program takes on."""

from surefoot.base.records import dataclass
from surefoot.program.program import Program
from surefoot.program.properties import Property


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


@dataclass(frozen=True, slots=True)
class FlatQuestion:
    """Which runs of ``program`` within ``bound`` are bad.

    With ``keeps_provenance``, an access also fails if its address is computed from that of a live object and lies outside of that
    object, even if another object is there. If then nothing fails, it made no difference, and the formulas are simpler.
    """

    program: Program
    checked: Property
    bound: int
    keeps_provenance: bool
    limits: FlatLimits = DEFAULT_LIMITS
