"""Loops of a function: a weak topological order of its blocks (Bourdoncle, FMPA 1993).

Every edge that does not go forward in the order leads to the head of a loop that contains its
source. The order exists for every control-flow graph, also one with jumps into loops.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from surefoot.base.records import dataclass, field
from surefoot.program.access import successors
from surefoot.program.program import Function


@dataclass(frozen=True, slots=True)
class LoopStep:
    """Effect of an edge on the counters of the loops around its source.

    The first ``kept`` counters stay, the last of them is incremented if the edge ``repeats`` its
    loop, and ``entered`` holds the counters of the loops that the edge enters.
    """

    kept: int
    repeats: bool
    entered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LoopOrder:
    """Position of each block, and the heads of the loops around it from outside in.

    A head counts as inside its own loop.
    Ensures: for each edge a -> b: position[a] < position[b] or b in heads[a]
    """

    position: Mapping[str, int]
    heads: Mapping[str, tuple[str, ...]]
    continued: Mapping[str, int]
    """For each block reached by an edge whose source could have left a loop instead: the number of
    the outermost such loop, from outside in."""
    _steps: dict[tuple[str, str], LoopStep | None] = field(default_factory=dict, repr=False)

    def step(self, source: str, target: str) -> LoopStep | None:
        """Return the change of the loop counters along the edge; ``None`` if there is none."""
        edge = (source, target)
        if edge not in self._steps:
            self._steps[edge] = self._step(source, target)
        return self._steps[edge]

    def _step(self, source: str, target: str) -> LoopStep | None:
        before, after = self.heads[source], self.heads[target]
        shared = _shared(before, after)
        repeats = shared == len(after) > 0 and after[-1] == target
        if shared == len(before) == len(after) and not repeats:
            return None
        return LoopStep(shared, repeats, (0,) * (len(after) - shared))


def loop_heads(function: Function) -> frozenset[str]:
    """Return the heads of all loops."""
    around = loop_order(function).heads
    return frozenset(block for block, heads in around.items() if heads and heads[-1] == block)


def loop_order(function: Function) -> LoopOrder:
    """Return the weak topological order of the blocks that the function's entry reaches."""
    follow = {label: successors(block.terminator) for label, block in function.blocks.items()}
    position: dict[str, int] = {}
    heads: dict[str, tuple[str, ...]] = {}

    def place(roots: Iterable[str], members: frozenset[str], around: tuple[str, ...]) -> None:
        for component in _components(roots, members, follow):
            head = component[0]
            position[head] = len(position)
            if len(component) == 1 and head not in follow[head]:
                heads[head] = around
            else:
                heads[head] = (*around, head)
                place(follow[head], frozenset(component[1:]), (*around, head))

    place((function.entry.label,), frozenset(follow), ())
    return LoopOrder(position, heads, _continued(follow, heads))


def _continued(follow: Mapping[str, tuple[str, ...]], heads: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for block, around in heads.items():
        kept = {following: _shared(around, heads[following]) for following in follow[block]}
        for following, loops in kept.items():
            outermost = min(kept.values())
            if outermost < loops:
                found[following] = min(outermost, found.get(following, outermost))
    return found


def _shared(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the length of the longest common prefix."""
    return next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))


def _components(
    roots: Iterable[str], members: frozenset[str], follow: Mapping[str, tuple[str, ...]]
) -> list[list[str]]:
    """Return the strongly connected components of ``members`` reachable from ``roots``, in
    topological order (Tarjan).

    The first block of a component is the first one visited: the head of the loop in structured
    code.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    open_blocks: list[str] = []
    is_open: set[str] = set()
    found: list[list[str]] = []
    for root in roots:
        if root not in members or root in index:
            continue
        path: list[tuple[str, Iterator[str]]] = []
        pending: str | None = root
        while path or pending is not None:
            if pending is not None:
                index[pending] = low[pending] = len(index)
                open_blocks.append(pending)
                is_open.add(pending)
                path.append((pending, iter(follow[pending])))
                pending = None
            block, rest = path[-1]
            for following in rest:
                if following not in members:
                    continue
                if following not in index:
                    pending = following
                    break
                if following in is_open:
                    low[block] = min(low[block], index[following])
            if pending is not None:
                continue
            path.pop()
            if path:
                parent = path[-1][0]
                low[parent] = min(low[parent], low[block])
            if low[block] == index[block]:
                start = open_blocks.index(block)
                component = open_blocks[start:]
                del open_blocks[start:]
                is_open.difference_update(component)
                found.append(component)
    found.reverse()
    return found
