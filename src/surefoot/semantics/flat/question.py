"""Questions to the flat memory: the runs of a program within a bound."""

from surefoot.base.records import dataclass
from surefoot.program.program import Program
from surefoot.program.properties import Property


class TooLarge(Exception):
    """The program is not one for this view; the message says why. Nothing is known about its runs."""


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
