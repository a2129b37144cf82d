"""Refinement of encodings: the loop that repeats an attempt, refined by its failure, until it
succeeds.

The executor and the shapes abandon an attempt deep inside a recursion by an exception; `attempt` is
the one place where these exceptions become values.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from surefoot.base.errors import BlockTooLarge, SurefootError
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.program.passes.views import Pass, apply_passes
from surefoot.program.program import Program
from surefoot.semantics.memory.objects import AllocationSite, OverlappingLifetimes
from surefoot.semantics.memory.pools import Pool, PoolChanged
from surefoot.semantics.memory.strings import StringsChanged
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.limits import LIMITS

_Result = TypeVar("_Result")


class NoFiniteShape(SurefootError):
    """Raised where states at a cut point have no finite description."""


class UnboundedStackObject(SurefootError):
    """Raised where objects of ``sites`` on the stack that a loop allocates are alive at a loop head."""

    def __init__(self, sites: Iterable[AllocationSite]) -> None:
        super().__init__("a stack object that is allocated in a loop is alive at a loop head")
        self.sites = frozenset(sites)


@dataclass(frozen=True, slots=True)
class LargeBlock:
    """The copy or fill at ``span`` moves too many bytes for one step and must become a loop."""

    span: Span | None
    message: str


@dataclass(frozen=True, slots=True)
class HeapAbstraction:
    """Objects that stand for all objects of allocation sites in loops."""

    pools: tuple[Pool, ...] = ()
    """Summarised heap objects."""
    recycled: frozenset[AllocationSite] = frozenset()
    """Sites on the stack each of which has one object, allocated again and again."""

    def with_pool(self, pool: Pool) -> "HeapAbstraction":
        """Return the abstraction with ``pool`` in place of those that have a size and a site in
        common with it.
        """
        others = (each for each in self.pools if each.size != pool.size or set(each.sites).isdisjoint(pool.sites))
        return replace(self, pools=(*others, pool))

    def with_recycled(self, sites: frozenset[AllocationSite]) -> "HeapAbstraction":
        """Return the abstraction with one object for all that are allocated at each of ``sites``."""
        return replace(self, recycled=self.recycled | sites)


def attempt(
    step: Callable[[Program, HeapAbstraction], _Result], program: Program, heap: HeapAbstraction
) -> _Result | HeapAbstraction | LargeBlock | NotEncodable:
    """Return the result of ``step``, or else the refinement that the next attempt needs."""
    try:
        return step(program, heap)
    except PoolChanged as change:
        return heap.with_pool(change.pool)
    except UnboundedStackObject as unbounded:
        return heap.with_recycled(unbounded.sites)
    except BlockTooLarge as refusal:
        return LargeBlock(refusal.span, refusal.message)
    except (NoFiniteShape, OverlappingLifetimes, StringsChanged) as refusal:
        return NotEncodable(refusal.message)


def repeated_until_encoded(
    program: Program,
    passes: Callable[[Iterable[Span | None]], Sequence[Pass]],
    step: Callable[[Program, HeapAbstraction], _Result],
) -> _Result | NotEncodable:
    """Return the first successful result of ``step`` for ``program`` transformed by ``passes``. The
    argument of ``passes`` is the locations of the copies and fills found so far that must become
    loops.

    Requires: ``passes(blocks)`` ends with the pass for the last of ``blocks``. The heap abstraction
      starts anew when a block becomes a loop, because this changes allocation sites. Raises
      `BlockTooLarge` for a block that cannot be a loop.
    """
    blocks: list[Span | None] = []
    view, heap, refinements = apply_passes(passes(blocks), program), HeapAbstraction(), 0
    while True:
        match attempt(step, view, heap):
            case LargeBlock(span, message):
                blocks.append(span)
                lowered = apply_passes(passes(blocks)[-1:], view)
                if lowered is view:
                    raise BlockTooLarge(message, span)
                view, heap, refinements = lowered, HeapAbstraction(), 0
            case HeapAbstraction() as finer:
                heap, refinements = finer, refinements + 1
                if refinements >= LIMITS.heap_refinements:
                    return NotEncodable("the summaries of heap objects that loops allocate do not become stable")
            case found:
                return found
