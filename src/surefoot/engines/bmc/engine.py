"""Bounded model checking without a bound from the user (incremental BMC; Gadelha 2019, sections 3.6 and 4.1).

For growing k, over the runs that pass each loop and recursion at most k times:

base(k):     some run fails a check                        sat   => unsafe
forward(k):  some run is cut short by the bound k          unsat => every run was seen: safe

All runs can be unrolled to their ends at once instead: one formula, in which the runs that leave a loop after different rounds are merged before they go on. That loops and recursions end is seen
without a solver, as for counting loops, or `bits` is asked on the way whether some run goes on.
"""

from collections.abc import Iterator
from typing import ClassVar

from surefoot.base.events import BoundRaised
from surefoot.base.records import dataclass
from surefoot.engines.bmc.bounded_search import NO_ENDS, BoundedSearch
from surefoot.engines.board import UnrollingComplete, UnrollingManner
from surefoot.engines.option_ranges import Count
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Why

MOST_BLOCKS = 10_000
"""How many blocks in loops, and calls, are unrolled at once; that takes a second or two."""


@dataclass(frozen=True, slots=True)
class Bmc:
    """Bounded model checking that raises its bound until it finds a violation or has seen every run."""

    name: ClassVar[str] = "bmc"
    view: ClassVar[type[EngineTask]] = ProgramTask
    max_bound: Count = 0
    """Give up beyond this many rounds of a loop; 0 means never."""
    at_once: bool = False
    """Unroll all runs to their ends before anything is asked, or give up if that takes too many blocks."""

    def claims(self, task: ProgramTask) -> Iterator[Claim]:
        """Yield violations, each at a site of its own, and at last a claim about the other checks."""
        search = BoundedSearch(task, easy_first=task.goal.in_parts)
        if self.at_once and not search.complete(MOST_BLOCKS):
            yield NO_ENDS
            return
        if self.at_once:
            task.board.post(UnrollingComplete(UnrollingManner.AT_ONCE))
        for bound in [search.unrolling.bound] if self.at_once else _bounds():
            if self.max_bound and bound > self.max_bound:
                more = "no" if not search.ignored else "no other"
                detail = f"{more} violation within {self.max_bound} rounds of each loop"
                yield GaveUp(Why.BOUND, detail, "raise max-bound")
                return
            task.on_event(BoundRaised(self.name, bound))
            while (claim := search.advance(bound)) is not None:
                yield claim
                if not (isinstance(claim, ClaimsUnsafe) or search.has_put_off):
                    return
        yield NO_ENDS  # the solver of the search has found a run where the one that was asked on the way had seen none


def _bounds() -> Iterator[int]:
    """1, 2, 3, ..., then in growing steps: far out, one more round rarely matters and each query is large."""
    bound = 1
    while True:
        yield bound
        bound += max(1, bound // 8)
