"""Shares of time of the portfolio's members, by the profile of the program.

With S the sum of all shares, a member with share s is idle for (S - s) / s times its own time:
at most about four times for the members that decide most programs of that profile.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from surefoot.engines.auto.profiles import Profile
from surefoot.engines.board import UnrollingManner


class MemberRole(Enum):
    """The role of a member in the portfolio."""

    BOUNDED = "bounded model checking"
    BOXES = "bounded model checking by boxes of floats"
    AT_ONCE = "complete unrolling in one formula"
    FUZZING = "coverage-guided fuzzing"
    INDUCTION = "k-induction"
    CLAUSES = "Horn clauses of the file"
    SUMMARIES = "procedure summaries, where functions have one copy for all their calls"
    RING = "polynomial equations"
    INTEGERS = "candidates from integer invariants"
    IC3 = "sample runs, then IC3"
    EUF = "IC3 over uninterpreted functions"
    UFO = "abstract reachability graph with interpolants"
    LONG_RUNS = "long sample runs"


Shares = Mapping[MemberRole, float]
"""Lengths of time slices relative to the length of the round."""
USUAL: Shares = MappingProxyType(
    {
        MemberRole.BOUNDED: 1.0,
        MemberRole.BOXES: 1 / 2,
        MemberRole.AT_ONCE: 3 / 2,
        MemberRole.FUZZING: 1 / 4,
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
