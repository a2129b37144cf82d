"""Proof obligations: cubes with runs to an error, which frames have to exclude."""

import heapq
from collections.abc import Iterator

from surefoot.base.records import dataclass
from surefoot.engines.ic3.domain import Cube
from surefoot.systems.control.system import Edge


@dataclass(frozen=True, slots=True, eq=False)
class FrameObligation:
    """Obligation: from every state in ``cube`` at the source of ``edge``, a step along it leads
    into ``then`` or to the error.

    A spurious step leads only to a state that predicates cannot distinguish from one in
    ``then``.
    """

    cube: Cube
    edge: Edge
    then: "FrameObligation | None"
    spurious: int = 0
    """Number of spurious steps on the way to the error."""

    @property
    def name(self) -> str:
        """Location of the cube."""
        return self.edge.source

    @property
    def edges(self) -> Iterator[Edge]:
        """Edges on the way to the error."""
        here: FrameObligation | None = self
        while here is not None:
            yield here.edge
            here = here.then

    @property
    def first_spurious(self) -> "FrameObligation | None":
        """The first obligation on the way whose step is spurious."""
        here: FrameObligation | None = self
        while here is not None and here.then is not None:
            if here.spurious > here.then.spurious:
                return here
            here = here.then
        return None

    @property
    def last_spurious(self) -> "FrameObligation | None":
        """The last obligation on the way whose step is spurious; all later steps are concrete."""
        here: FrameObligation | None = self
        while here is not None and here.spurious > 1:
            here = here.then
        return here.first_spurious if here is not None else None

    def passes(self, other: "FrameObligation") -> bool:
        """Return whether ``other`` is on the way to the error."""
        here: FrameObligation | None = self
        while here is not None and here is not other:
            here = here.then
        return here is not None


class FrameObligations:
    """Priority queue of obligations with the level of the frame to exclude them from.

    The lowest level is first; within a level, the latest obligation.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, FrameObligation]] = []
        self._count = 0

    def add(self, obligation: FrameObligation, level: int) -> None:
        """Enqueue ``obligation`` at ``level``."""
        self._count += 1
        heapq.heappush(self._heap, (level, -self._count, obligation))

    def next_up_to(self, level: int) -> tuple[int, FrameObligation] | None:
        """Remove and return the first obligation with its level, if the level is at most ``level``."""
        if not self._heap or self._heap[0][0] > level:
            return None
        waited, _, obligation = heapq.heappop(self._heap)
        return waited, obligation

    def drop(self, unwanted: FrameObligation) -> None:
        """Remove the obligations whose way to an error passes ``unwanted``."""
        self._heap = [each for each in self._heap if not each[2].passes(unwanted)]
        heapq.heapify(self._heap)

    def clear(self) -> None:
        """Remove all obligations."""
        self._heap.clear()
