"""The loops of a function as the interpreter sees them: which blocks are in them, and where the paths of a round meet again.

Blocks are in an order, that of a search in depth; where an edge does not go forward in it, a loop goes round. So a round has an end, whatever the function looks like.
"""

from collections.abc import Iterable, Iterator

from surefoot.program.access import successors
from surefoot.program.program import Function


class LoopBody:
    """The loop that goes round at ``head``."""

    def __init__(self, function: Function, head: str) -> None:
        self.head = head
        self._function = function
        self._position = _positions(function)
        self._heads = heads_of(function)
        self._members = self._blocks_back_from_rounds()
        self._reached: dict[str, frozenset[str]] = {}

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[str]:
        """The blocks in their order."""
        return (label for label in self._position if label in self._members)

    def is_within(self, label: str) -> bool:
        """Whether a round goes on at ``label``: the block is in the loop, and in no loop inside it."""
        return label in self._members and label not in self._heads

    def meeting(self, one: str, other: str) -> str | None:
        """The first block that paths of a round from ``one`` and from ``other`` both come to, if there is any."""
        return min(self._from(one) & self._from(other), key=self._position.__getitem__, default=None)

    def _from(self, label: str) -> frozenset[str]:
        """The blocks that paths of a round come to from ``label`` on."""
        if not self.is_within(label):
            return frozenset()
        if label not in self._reached:
            following = successors(self._function.blocks[label].terminator)
            self._reached[label] = frozenset({label}).union(*map(self._from, following))
        return self._reached[label]

    def _blocks_back_from_rounds(self) -> frozenset[str]:
        """The blocks from which the head is come to again without going through it."""
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
    """The blocks at which loops go round."""
    position = _positions(function)
    return frozenset(target for source, target in _edges(function, position) if position[target] <= position[source])


def _edges(function: Function, labels: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The edges from the blocks called ``labels``."""
    for label in labels:
        for target in successors(function.blocks[label].terminator):
            yield label, target


def _positions(function: Function) -> dict[str, int]:
    """Where each block that is reached stands in the order: behind all from which it is reached, but for where loops go round."""
    entry = function.entry.label
    seen, done = {entry}, list[str]()
    path = [(entry, iter(successors(function.entry.terminator)))]
    while path:
        label, following = path[-1]
        target = next(following, None)
        if target is None:
            done.append(label)
            path.pop()
        elif target not in seen:
            seen.add(target)
            path.append((target, iter(successors(function.blocks[target].terminator))))
    return {label: number for number, label in enumerate(reversed(done))}
