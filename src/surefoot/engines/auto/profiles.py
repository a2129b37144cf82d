"""Profile of a program, from its control system: which engines the portfolio schedules, and for
which share of time.
"""

from surefoot.base.records import dataclass
from surefoot.engines.limits import LIMITS
from surefoot.systems.encode.encoding import Encoding, NotEncodable


@dataclass(frozen=True, slots=True)
class Profile:
    """Features of a control system; all are false where there is none."""

    is_encodable: bool = False
    shares_bodies: bool = False
    """Functions have one copy for all their calls."""
    has_pools: bool = False
    """Loops allocate objects, which the system summarises."""
    has_arrays: bool = False
    """States at locations have arrays."""
    is_mostly_control: bool = False
    """The program branches more than it computes, and often."""
    is_numeric: bool = False
    """Numbers decide the checks: there are loops, but neither arrays, summarised objects nor much
    control.
    """
    has_self_loops: bool = False
    """An edge leads from a location to itself, as loop acceleration requires."""
    multiplies: bool = False
    """Terms of the system have products of variables."""


UNKNOWN = Profile()
"""The profile before the control system is encoded."""


def profile_of(encoding: Encoding | NotEncodable) -> Profile:
    """Return the profile of a program with this encoding."""
    if isinstance(encoding, NotEncodable):
        return Profile()
    from surefoot.discharge.product_abstraction import multiplies
    from surefoot.systems.control.quantified import has_arrays

    system = encoding.system
    has_pools, arrays = not encoding.is_exact, has_arrays(system)
    is_mostly_control = encoding.is_exact and _is_mostly_control(encoding)
    return Profile(
        is_encodable=True,
        shares_bodies=encoding.shares_bodies,
        has_pools=has_pools,
        has_arrays=arrays,
        is_mostly_control=is_mostly_control,
        is_numeric=bool(system.names) and not (has_pools or arrays or is_mostly_control),
        has_self_loops=any(edge.source == edge.target for edge in system.transitions),
        multiplies=multiplies(system),
    )


def _is_mostly_control(encoding: Encoding) -> bool:
    from surefoot.systems.control.features import features_of

    features = features_of(encoding.system)
    return any(
        features.terms >= least and features.computations * ratio <= features.terms
        for least, ratio in LIMITS.mostly_control
    )
