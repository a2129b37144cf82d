"""What the flat view of a program is asked."""

from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.records import dataclass
from surefoot.systems.flat.limits import DEFAULT_LIMITS, FlatLimits


@dataclass(frozen=True, slots=True)
class FlatQuestion:
    """Which runs of ``program`` within ``bound`` are bad.

    With ``pointers_stay``, an access also fails if its address is computed from that of a live object and lies outside of that
    object, even if another object is there. If then nothing fails, it made no difference, and the formulas are simpler.
    """

    program: Program
    checked: Property
    bound: int
    pointers_stay: bool
    limits: FlatLimits = DEFAULT_LIMITS
