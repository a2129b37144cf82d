"""Profile of a program, and shares of time of the portfolio's members by it.

With S the sum of all shares, a member with share s is idle for (S - s) / s times its own time:
at most about four times for the members that decide most programs of that profile.

The profile consists of numeric features of the control system; which engines the portfolio
schedules depends on it, too.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.engines.board import UnrollingManner
from surefoot.engines.limits import LIMITS
from surefoot.logic import Op, postorder
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.encode.encoding import Encoding, NotEncodable

_DECIDING: Final = frozenset(
    {
        Op.VARIABLE,
        Op.CONSTANT,
        Op.NOT,
        Op.AND,
        Op.OR,
        Op.ITE,
        Op.EQ,
        Op.BVULT,
        Op.BVSLT,
        Op.EXTRACT,
        Op.ZERO_EXTEND,
        Op.SIGN_EXTEND,
    }
)
"""Operators that choose, compare and copy values."""


@dataclass(frozen=True, slots=True)
class Features:
    """Numbers of distinct terms in guards and updates: all of them, those that compute values, and
    those that read elements of arrays at computed indices.
    """

    terms: int
    computations: int
    indexed: int


def features_of(system: ControlSystem) -> Features:
    """Return the features of ``system``."""
    terms = postorder([term for edge in system.edges for term in (edge.guard, *edge.update.values())])
    computations = sum(term.op not in _DECIDING for term in terms)
    indexed = sum(term.op is Op.SELECT and term.args[1].op is not Op.CONSTANT for term in terms)
    return Features(len(terms), computations, indexed)


@dataclass(frozen=True, slots=True)
class Profile:
    """Features of a control system; all are false where there is none."""

    is_encodable: bool = False
    shares_bodies: bool = False
    """Functions have one copy for all their calls."""
    has_pools: bool = False
    """Loops allocate objects, which the system summarises."""
    has_arrays: bool = False
    """States at locations have arrays, or elements of arrays are read at computed indices."""
    is_mostly_control: bool = False
    """The program branches more than it computes, and often, and reads no elements at computed
    indices: scanners of texts branch on their characters, but bounds of indices decide their checks.
    """
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
    features = features_of(system)
    has_pools, arrays = not encoding.is_exact, has_arrays(system)
    is_mostly_control = encoding.is_exact and _is_mostly_control(features)
    return Profile(
        is_encodable=True,
        shares_bodies=encoding.shares_bodies,
        has_pools=has_pools,
        has_arrays=arrays or features.indexed > 0,
        is_mostly_control=is_mostly_control,
        is_numeric=bool(system.names) and not (has_pools or arrays or is_mostly_control),
        has_self_loops=any(edge.source == edge.target for edge in system.transitions),
        multiplies=multiplies(system),
    )


def _is_mostly_control(features: Features) -> bool:
    return not features.indexed and any(
        features.terms >= least and features.computations * ratio <= features.terms
        for least, ratio in LIMITS.mostly_control
    )


class MemberRole(Enum):
    """The role of a member in the portfolio."""

    TRACK = "summaries over tracked variables, for large programs"
    BOUNDED = "bounded model checking"
    BOXES = "bounded model checking by boxes of floats"
    AT_ONCE = "complete unrolling in one formula"
    FUZZING = "coverage-guided fuzzing"
    STATES = "explicit-state search"
    INDUCTION = "k-induction"
    CLAUSES = "Horn clauses of the file"
    SUMMARIES = "procedure summaries, where functions have one copy for all their calls"
    RING = "polynomial equations"
    INTEGERS = "candidates from integer invariants"
    IC3 = "sample runs, then IC3"
    EUF = "IC3 over uninterpreted functions"
    UFO = "abstract reachability graph with interpolants"
    LONG_RUNS = "long sample runs"


ALL_ROLES = frozenset(MemberRole)
_UNROLLING = frozenset({MemberRole.BOUNDED, MemberRole.BOXES})
_OTHER_RUNS = frozenset({MemberRole.AT_ONCE, MemberRole.FUZZING, MemberRole.STATES, MemberRole.LONG_RUNS})
_INDUCTION = frozenset({MemberRole.INDUCTION, MemberRole.CLAUSES, MemberRole.SUMMARIES, MemberRole.RING})
_ABSTRACTION = frozenset({MemberRole.EUF, MemberRole.UFO})
_TRACK = frozenset({MemberRole.TRACK})
_IC3 = frozenset({MemberRole.IC3, MemberRole.INTEGERS})
_PARTS: Sequence[Sequence[frozenset[MemberRole]]] = (
    (_UNROLLING | _OTHER_RUNS | _TRACK, _INDUCTION | _IC3 | _ABSTRACTION),
    (_UNROLLING | _OTHER_RUNS | _TRACK, _INDUCTION, _IC3 | _ABSTRACTION),
    (_UNROLLING | _TRACK, _INDUCTION, _IC3 | _ABSTRACTION, _OTHER_RUNS),
    (_UNROLLING | _TRACK, _INDUCTION, _IC3, _OTHER_RUNS, _ABSTRACTION),
    (
        _UNROLLING | _TRACK,
        _INDUCTION,
        _IC3,
        _OTHER_RUNS - {MemberRole.AT_ONCE},
        _ABSTRACTION,
        frozenset({MemberRole.AT_ONCE}),
    ),
)
"""Parts of the portfolio for two and more processes, in the order in which they start. Tracked
variables share a process with unrolling, which takes long in the programs for which they are
scheduled first.
"""


def parts_of_roles(count: int) -> Sequence[frozenset[MemberRole]]:
    """Return all roles, in at most ``count`` disjoint sets."""
    if count == 1:
        return (ALL_ROLES,)
    return _PARTS[min(count - 2, len(_PARTS) - 1)]


Shares = Mapping[MemberRole, float]
"""Lengths of time slices relative to the length of the round."""
USUAL: Shares = MappingProxyType(
    {
        MemberRole.TRACK: 3.0,
        MemberRole.BOUNDED: 1.0,
        MemberRole.BOXES: 1 / 2,
        MemberRole.AT_ONCE: 3 / 2,
        MemberRole.FUZZING: 1 / 4,
        MemberRole.STATES: 1 / 2,
        MemberRole.INDUCTION: 2 / 3,
        MemberRole.CLAUSES: 1.0,
        MemberRole.SUMMARIES: 1.0,
        MemberRole.RING: 1 / 2,
        MemberRole.INTEGERS: 1.0,
        MemberRole.IC3: 4 / 3,
        MemberRole.EUF: 1.0,
        MemberRole.UFO: 1.0,
        MemberRole.LONG_RUNS: 2.0,
    }
)
FIRST_ROUND: Shares = MappingProxyType({**USUAL, MemberRole.BOUNDED: 1 / 2})
"""Shares of the first round: k-induction soon proves most programs that take bounded model checking
longer.
"""
WITH_POOLS: Shares = MappingProxyType({**USUAL, MemberRole.INDUCTION: 5 / 2, MemberRole.LONG_RUNS: 1.0})
"""Shares where loops allocate: IC3 is not scheduled, and long runs get less time, because
violations are mostly found by short runs.
"""
WITH_ARRAYS: Shares = MappingProxyType(
    {**USUAL, MemberRole.INDUCTION: 2.0, MemberRole.IC3: 4 / 5, MemberRole.LONG_RUNS: 3.0}
)
"""Shares where loops traverse arrays: most invariants are quantified, which only k-induction finds;
long runs fit into one slice.
"""
WITH_CONTROL: Shares = MappingProxyType(
    {
        **USUAL,
        MemberRole.BOUNDED: 5 / 4,
        MemberRole.AT_ONCE: 1 / 2,
        MemberRole.FUZZING: 1 / 8,
        MemberRole.STATES: 1.0,
        MemberRole.INDUCTION: 1 / 8,
        MemberRole.IC3: 1 / 4,
        MemberRole.EUF: 7 / 4,
        MemberRole.UFO: 5 / 2,
        MemberRole.LONG_RUNS: 1 / 2,
    }
)
"""Shares where a program branches more than it computes, and long runs repeat states."""
COMPLETE, BESIDE_COMPLETE = 4.0, 1 / 2
"""Share of the member whose unrolling is complete, and the factor for those of the others: its last
query mostly takes seconds.
"""
COMPLETING_ROLE = MappingProxyType(
    {UnrollingManner.BOUND_BY_BOUND: MemberRole.BOUNDED, UnrollingManner.AT_ONCE: MemberRole.AT_ONCE}
)


def with_complete_unrolling(shares: Shares, manner: UnrollingManner) -> Shares:
    """Return ``shares`` once an unrolling is complete: its member comes before the others."""
    others = {role: BESIDE_COMPLETE * share for role, share in shares.items()}
    return {**others, COMPLETING_ROLE[manner]: COMPLETE, MemberRole.FUZZING: shares[MemberRole.FUZZING]}


def shares_for(profile: Profile) -> Shares:
    """Return the shares for programs with this profile."""
    if profile.has_pools:
        return WITH_POOLS
    if profile.is_mostly_control:
        return WITH_CONTROL
    return WITH_ARRAYS if profile.has_arrays else USUAL
