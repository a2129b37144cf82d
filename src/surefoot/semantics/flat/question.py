"""Questions to the flat memory: the runs of a program within a bound."""

from surefoot.base.records import dataclass
from surefoot.program.program import Program
from surefoot.program.properties import Property


class TooLarge(Exception):
    """The program exceeds the limits of flat memory, for the reason in the message; its runs are
    undecided.
    """


@dataclass(frozen=True, slots=True)
class FlatQuestion:
    """Question: runs of ``program`` within ``bound`` that violate ``checked`` or are undefined.

    With ``keeps_provenance``, an access also fails if its address is computed from that of a live
    object and lies outside of that object, even if another object is there. If no check fails
    then, none fails without it, and formulas with provenance are simpler.
    """

    program: Program
    checked: Property
    bound: int
    keeps_provenance: bool
