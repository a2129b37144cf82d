"""Loops of a function for compilation: their blocks, and where the paths of an iteration join.

Blocks are in reverse postorder; an edge that does not go forward closes a loop. So every iteration
is finite, also in irreducible control flow.
"""

from collections.abc import Iterable, Iterator

from surefoot.program.access import successors
from surefoot.program.digraphs import reverse_postorder
from surefoot.program.program import Function


class LoopBody:
    """Loop with the head ``head``."""

    def __init__(self, function: Function, head: str) -> None:
        self.head = head
        self._function = function
        self._position = _positions(function)
        self._heads = heads_of(function)
        self._members = self._blocks_back_from_iterations()
        self._reached: dict[str, frozenset[str]] = {}

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[str]:
        """Yield the blocks in their order."""
        return (label for label in self._position if label in self._members)

    def is_within(self, label: str) -> bool:
        """Return whether an iteration continues at ``label``: the block is in the loop, and is no
        head of an inner loop.
        """
        return label in self._members and label not in self._heads

    def meeting(self, one: str, other: str) -> str | None:
        """Return the first block that paths of an iteration from ``one`` and from ``other`` both
        reach, if there is any.
        """
        return min(self._from(one) & self._from(other), key=self._position.__getitem__, default=None)

    def _from(self, label: str) -> frozenset[str]:
        """Return the blocks that paths of an iteration reach from ``label`` on."""
        if not self.is_within(label):
            return frozenset()
        if label not in self._reached:
            following = successors(self._function.blocks[label].terminator)
            self._reached[label] = frozenset({label}).union(*map(self._from, following))
        return self._reached[label]

    def _blocks_back_from_iterations(self) -> frozenset[str]:
        """Return the blocks from which a back edge to the head is reachable without passing the
        head.
        """
        before: dict[str, list[str]] = {}
        for source, target in _edges(self._function, self._position):
            before.setdefault(target, []).append(source)
        found = {self.head}
        waiting = [source for source in before[self.head] if self._position[source] >= self._position[self.head]]
        while waiting:
            label = waiting.pop()
            if label not in found:
                found.add(label)
                waiting += before.get(label, ())
        return frozenset(found)


def heads_of(function: Function) -> frozenset[str]:
    """Return the loop heads."""
    position = _positions(function)
    return frozenset(target for source, target in _edges(function, position) if position[target] <= position[source])


def _edges(function: Function, labels: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the edges from the blocks called ``labels``."""
    for label in labels:
        for target in successors(function.blocks[label].terminator):
            yield label, target


def _positions(function: Function) -> dict[str, int]:
    """Return the position of each reachable block in reverse postorder."""
    order = reverse_postorder(function.entry.label, lambda label: successors(function.blocks[label].terminator))
    return {label: number for number, label in enumerate(order)}
