"""Bounded model checking without a bound from the user (incremental BMC; Gadelha 2019, sections 3.6
and 4.1).

For growing k, over the runs that pass each loop and recursion at most k times:

base(k):     some run fails a check                        sat   => unsafe
forward(k):  some run is cut short by the bound k          unsat => every run was seen: safe

With ``at-once``, all runs are unrolled to their ends in one formula, which merges the runs that
leave a loop after different rounds. Bounds of loops and recursions are constants of the program,
or `bits` decides after each iteration whether a run continues.
"""

from collections.abc import Iterator
from typing import ClassVar

from surefoot.base.events import BoundRaised
from surefoot.base.records import dataclass
from surefoot.base.text import iterations
from surefoot.engines.board import UnrollingComplete, UnrollingManner
from surefoot.engines.bounded_search import NOT_COMPLETE, BoundedSearch
from surefoot.engines.contracts import Count
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Why


@dataclass(frozen=True, slots=True)
class Bmc:
    """Bounded model checking that raises its bound until it finds a violation or has seen every
    run.
    """

    name: ClassVar[str] = "bmc"
    view: ClassVar[type[EngineTask]] = ProgramTask
    max_bound: Count = 0
    """Maximal number of rounds of a loop; 0 means no maximum."""
    at_once: bool = False
    """Unroll all runs to their ends before the first query; give up if that takes too many blocks.
    """
    outside_memory: bool = False
    """Search for violations of unreach-call with memory where pointers from outside the program
    point to; nothing is proved.
    """

    def claims(self, task: ProgramTask) -> Iterator[Claim]:
        """Yield one violation for each violated site, and finally a claim about the other checks."""
        if self.outside_memory:
            from surefoot.engines.bounded_outside_search import search_with_outside_memory  # few searches need it

            yield search_with_outside_memory(task, _bounds(self.max_bound), self.max_bound)
            return
        search = BoundedSearch(task, easy_first=task.goal.accepts_partial_claims)
        if self.at_once and not search.complete(LIMITS.unrolled_blocks):
            yield NOT_COMPLETE
            return
        if self.at_once:
            task.board.post(UnrollingComplete(UnrollingManner.AT_ONCE))
        for bound in [search.unrolling.bound] if self.at_once else _bounds(self.max_bound):
            if self.max_bound and bound > self.max_bound:
                more = "no" if not search.ignored else "no other"
                detail = f"{more} violation within {iterations(self.max_bound)} (bounded)"
                yield GaveUp(Why.BOUND, detail, "raise the bound, or leave it out to search for a proof")
                return
            task.on_event(BoundRaised(self.name, bound))
            while (claim := search.advance(bound, is_last=bound == self.max_bound)) is not None:
                yield claim
                if not (isinstance(claim, ClaimsUnsafe) or search.has_deferred or search.continues):
                    return
        yield NOT_COMPLETE  # `bits` found no run that continues, but the main solver did


def _bounds(last: int) -> Iterator[int]:
    """Yield 1, 2, 3, ..., then bounds in growing steps, since large queries should differ by more
    than one round; ``last``, unless it is 0, is among them.
    """
    bound = 1
    while True:
        yield bound
        following = bound + max(1, bound // 8)
        bound = last if bound < last < following else following
