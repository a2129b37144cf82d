"""Order of blocks in which states meet again where their paths do: loops before the code that
follows them.

It is computed by reachability alone: a loop is a set of blocks that all reach each other, its head
is the block where it is entered, and its inner loops are computed in the same way after the head is
removed.
"""

from collections.abc import Collection, Mapping

from surefoot.base.records import dataclass
from surefoot.program.access import successors
from surefoot.program.program import Function
from surefoot.semantics.flat.question import TooLarge
from surefoot.semantics.limits import LIMITS


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """Place of a block: ``number`` orders the blocks; ``heads`` are the heads of the loops around
    it from outside in, its own included.
    """

    number: int
    heads: tuple[str, ...]


def places(function: Function) -> Mapping[str, BlockPlace]:
    """Return the place of each reachable block.

    Ensures: for each edge a -> b: number[a] < number[b], or b is one of the heads around a.
    Raises `TooLarge` for a loop that can be entered at two blocks, and for too many blocks.
    """
    if len(function.blocks) > LIMITS.flat_blocks:
        raise TooLarge(f"{function.name} has more than {LIMITS.flat_blocks} blocks")
    edges = {label: successors(block.terminator) for label, block in function.blocks.items()}
    entry = function.entry.label
    follow = {label: edges[label] for label in _reached(entry, edges, edges.keys())}
    found: dict[str, BlockPlace] = {}
    _arrange(tuple(follow), entry, follow, (), found)
    return found


def _arrange(
    labels: tuple[str, ...],
    entry: str,
    follow: Mapping[str, tuple[str, ...]],
    around: tuple[str, ...],
    found: dict[str, BlockPlace],
) -> None:
    """Place ``labels``, the body of the loops ``around``.

    A block that reaches another one reaches more blocks than that, unless both are in one loop.
    """
    inside = set(labels)
    reach = {label: _reached(label, follow, inside) for label in labels}
    order = sorted(labels, key=lambda label: -len(reach[label]))
    for label in order:
        if label in found:
            continue
        loop = tuple(other for other in order if other in reach[label] and label in reach[other])
        if len(loop) == 1 and label not in follow[label]:
            found[label] = BlockPlace(len(found), around)
            continue
        head = _head(loop, entry, follow)
        found[head] = BlockPlace(len(found), (*around, head))
        _arrange(tuple(other for other in loop if other != head), entry, follow, (*around, head), found)


def _head(loop: tuple[str, ...], entry: str, follow: Mapping[str, tuple[str, ...]]) -> str:
    entered = [
        label
        for label in loop
        if label == entry or any(label in after for source, after in follow.items() if source not in loop)
    ]
    if len(entered) != 1:
        raise TooLarge(f"a loop is entered at {len(entered)} blocks")
    return entered[0]


def _reached(start: str, follow: Mapping[str, tuple[str, ...]], inside: Collection[str]) -> dict[str, None]:
    """Return ``start`` and the blocks reachable from it inside ``inside``."""
    found = {start: None}
    waiting = [start]
    while waiting:
        for label in follow[waiting.pop()]:
            if label in inside and label not in found:
                found[label] = None
                waiting.append(label)
    return found
