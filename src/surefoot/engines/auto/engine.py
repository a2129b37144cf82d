"""The default engine: a portfolio whose members are scheduled in time slices on one core.

Each round gives every member one slice; the slices of a round are its members' `shares` of the
round's length, which grows from round to round. An engine continues where its last slice ended, and
skips slices that it overdrew. Bounded model checking runs first, since it decides most programs at
once. k-induction is second and encodes the control system; the profile of the system determines the
other members (`portfolio`). Large programs start with a slice of bounded model checking, which
decides those without branching on inputs, and a long slice of `track`; medium ones get a short slice
of `track`. Once a member has posted a complete unrolling, it gets the longest slices. While a member
that decides most programs of a profile uses t seconds, the others use at most about 4 t (`shares`).
"""

from collections.abc import Collection, Iterator
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.engines.auto.members import Member
from surefoot.engines.auto.portfolio import Portfolio
from surefoot.engines.auto.shares import (
    ALL_ROLES,
    FIRST_ROUND,
    MemberRole,
    parts_of_roles,
    with_complete_unrolling,
)
from surefoot.engines.board import Board, UnrollingManner, decided_sites, first_complete_unrolling, violated_sites
from surefoot.engines.contracts import Count, Seconds
from surefoot.engines.limits import LIMITS
from surefoot.engines.runner import extended
from surefoot.engines.tasks import EngineTask, PortfolioTask
from surefoot.evidence.claims import Claim, GaveUp, Why


@dataclass(frozen=True, slots=True)
class Auto:
    """Portfolio of bounded model checking, k-induction, IC3, sample runs, and engines that the
    profile of the system selects.
    """

    name: ClassVar[str] = "auto"
    view: ClassVar[type[EngineTask]] = PortfolioTask
    first_seconds: Seconds = 0.25
    """Length of the first round, in seconds; a slice is the member's share times this length."""
    probe_runs: Count = 100
    """Number of sample runs; 0 means none."""
    probe_seconds: Seconds = 0.3
    """Seconds for sample runs."""
    accelerated_runs: Count = 30
    """Number of sample runs with loop acceleration; 0 means none."""
    accelerated_seconds: Seconds = 0.2
    """Seconds for accelerated sample runs, and for a solver that searches for such runs."""
    long_seconds: Seconds = 4.0
    """Seconds for long sample runs in later rounds; 0 means none."""
    integers: bool = True
    """Schedule the search for candidates from integer invariants."""

    def parts(self, count: int) -> tuple["AutoPart", ...]:
        """Return the portfolio as at most ``count`` parts for processes of their own."""
        return tuple(AutoPart(self, roles) for roles in parts_of_roles(count))

    def claims(self, task: PortfolioTask) -> Iterator[Claim]:
        """Yield claims of the members as they are made; the last one may be the reason that none
        decided the goal.
        """
        return self.claims_of(task, ALL_ROLES)

    def claims_of(self, task: PortfolioTask, roles: Collection[MemberRole]) -> Iterator[Claim]:
        """Yield claims of the members with ``roles``.

        Members that work on the control system are restarted without checks that turn out to be
        violated.
        """
        goal, board, budget = task.goal, task.board, task.budget
        portfolio = Portfolio(self, task, roles)
        searches, at_once, others = portfolio.unrestarted(), portfolio.at_once(), portfolio.restartable(task)
        violated = violated_sites(board)
        shares = FIRST_ROUND
        reason = GaveUp(Why.BOUND, "no engine decided the program", "raise --time-limit, or use another --engine")
        length, rounds = max(self.first_seconds, LIMITS.min_slice_seconds), 0
        try:
            while any(not each.is_over and each.role in roles for each in (*searches, *others, at_once)):
                for member in _in_order(searches, others, at_once, board):
                    if member.role not in roles:
                        continue
                    budget.spend()
                    manner = first_complete_unrolling(board) if rounds else None  # the first round is never changed
                    now = with_complete_unrolling(shares, manner) if manner else shares
                    seconds = now[member.role] * length
                    if not rounds:
                        seconds = _first_seconds(member.role, portfolio, seconds)
                    while claims := member.run_slice(budget, seconds):  # claims extend the slice
                        for claim in claims:
                            if isinstance(claim, GaveUp) and _is_final(claim) and portfolio.has_goal_of_track:
                                yield from _claims_with_assumptions(portfolio, budget)
                            if not isinstance(claim, GaveUp) or _is_final(claim):
                                yield extended(claim, member.ignored)
                            elif reason.why is Why.BOUND or (claim.why is Why.CRASHED is not reason.why):
                                reason = claim  # an unsupported feature says more than a bound, a defect more than both
                if not violated.issuperset(violated_sites(board)):
                    violated = violated_sites(board)
                    for member in others:
                        member.close()
                    others = portfolio.restartable(replace(task, goal=goal.without(decided_sites(board))))
                rounds += 1
                is_early = rounds <= LIMITS.rounds_of_first_growth
                length *= LIMITS.round_growth if is_early else LIMITS.later_round_growth
                shares = portfolio.shares
        except OutOfBudget:
            if reason.why is not Why.CRASHED:
                raise
        finally:
            for member in (*searches, *others, at_once):
                member.close()
        yield reason


@dataclass(frozen=True, slots=True)
class AutoPart:
    """The members of `auto` with ``roles``, for one of several processes."""

    name: ClassVar[str] = "auto"
    view: ClassVar[type[EngineTask]] = PortfolioTask
    whole: Auto
    roles: frozenset[MemberRole]

    def claims(self, task: PortfolioTask) -> Iterator[Claim]:
        """Yield the claims of these members."""
        return self.whole.claims_of(task, self.roles)


def _in_order(
    searches: tuple[Member, ...], others: tuple[Member, ...], at_once: Member, board: Board
) -> Iterator[Member]:
    """Yield the members in the order of their slices in this round.

    The unrolling in one formula comes after k-induction, which is mostly quicker, and first once
    it is complete: one query is left.
    """
    if _is_complete_at_once(board):
        yield from (at_once, *searches, *others)
        return
    induction, *rest = others
    yield from (*searches, induction, at_once)
    if _is_complete_at_once(board):
        yield at_once
    yield from rest


def _is_complete_at_once(board: Board) -> bool:
    return first_complete_unrolling(board) is UnrollingManner.AT_ONCE


def _first_seconds(role: MemberRole, portfolio: Portfolio, usual: float) -> float:
    """Return the seconds of the first slice of a member."""
    match role:
        case MemberRole.BOUNDED:
            return max(usual, LIMITS.unrolling_before_track * portfolio.first_seconds_of_track())
        case MemberRole.TRACK:
            return portfolio.first_seconds_of_track()
        case MemberRole.FUZZING if portfolio.has_input_objects:
            return LIMITS.fuzzing_first_seconds
        case MemberRole.STATES if portfolio.has_many_branches:
            return LIMITS.states_first_seconds
        case MemberRole.STATES:
            return max(usual, LIMITS.states_after_track * portfolio.first_seconds_of_track())
        case _:
            return usual


def _claims_with_assumptions(portfolio: Portfolio, budget: Budget) -> Iterator[Claim]:
    """Yield the claims of `track` in one slice each: after a proof that is rejected comes another."""
    tracking = portfolio.track()
    while claims := tracking.run_slice(budget, LIMITS.track_first_seconds):
        for each in claims:
            if isinstance(each, GaveUp):
                return
            yield each


def _is_final(claim: GaveUp) -> bool:
    """Return whether no other engine can do better: undefined behaviour rules out a proof, unless it
    is assumed that there is none, as by `track`.
    """
    return claim.why is Why.UNDEFINED_BEHAVIOUR
