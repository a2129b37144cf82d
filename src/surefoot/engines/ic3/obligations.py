"""Proof obligations: cubes from which runs get to an error, so that frames have to exclude them."""

import heapq
from collections.abc import Iterator

from surefoot.base.records import dataclass
from surefoot.engines.ic3.domain import Cube
from surefoot.systems.control.system import Edge


@dataclass(frozen=True, slots=True, eq=False)
class FrameObligation:
    """From every state in ``cube`` at the source of ``edge`` a step along it leads into ``then``, or to the error that the edge leads to.

    A spurious step leads only to where predicates cannot tell the state from one in ``then``.
    """

    cube: Cube
    edge: Edge
    then: "FrameObligation | None"
    spurious: int = 0
    """How many steps on the way to the error are spurious."""

    @property
    def name(self) -> str:
        """The location that the cube is at."""
        return self.edge.source

    @property
    def edges(self) -> Iterator[Edge]:
        """The edges on the way to the error."""
        here: FrameObligation | None = self
        while here is not None:
            yield here.edge
            here = here.then

    @property
    def first_spurious(self) -> "FrameObligation | None":
        """The obligation on the way whose step is the first spurious one."""
        here: FrameObligation | None = self
        while here is not None and here.then is not None:
            if here.spurious > here.then.spurious:
                return here
            here = here.then
        return None

    @property
    def last_spurious(self) -> "FrameObligation | None":
        """The obligation on the way whose step is the last spurious one: from there on all steps are possible."""
        here: FrameObligation | None = self
        while here is not None and here.spurious > 1:
            here = here.then
        return here.first_spurious if here is not None else None

    def passes(self, other: "FrameObligation") -> bool:
        """Whether ``other`` is on the way to the error."""
        here: FrameObligation | None = self
        while here is not None and here is not other:
            here = here.then
        return here is not None


class Obligations:
    """The obligations that wait, each with a level from whose frame it has to be excluded: those of the lowest level first, of these the latest."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, FrameObligation]] = []
        self._count = 0

    def add(self, obligation: FrameObligation, level: int) -> None:
        """Let ``obligation`` wait at ``level``."""
        self._count += 1
        heapq.heappush(self._heap, (level, -self._count, obligation))

    def next_up_to(self, level: int) -> tuple[int, FrameObligation] | None:
        """Take out the next one, and the level it waited at, if that is ``level`` at most."""
        if not self._heap or self._heap[0][0] > level:
            return None
        waited, _, obligation = heapq.heappop(self._heap)
        return waited, obligation

    def drop(self, unwanted: FrameObligation) -> None:
        """Forget those whose way to an error passes ``unwanted``."""
        self._heap = [each for each in self._heap if not each[2].passes(unwanted)]
        heapq.heapify(self._heap)

    def clear(self) -> None:
        """Forget all of them."""
        self._heap.clear()
