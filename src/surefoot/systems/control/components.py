"""Loops of a control system: the locations in the loop of each head (Bourdoncle's weak topological
order, FMPA 1993).

Heads are found by a depth-first search from the entry. A component is a strongly connected set of
locations, and its head is the location that the search reaches first. Without the edges into its
head, the component decomposes into components of its own.
"""

from collections.abc import Iterable, Mapping

from surefoot.base.records import dataclass
from surefoot.program.digraphs import reverse_postorder
from surefoot.systems.control.system import ENTRY, ControlSystem


@dataclass(frozen=True, slots=True)
class Loop:
    """The loop of ``head``: ``inside`` are its locations including ``head``; ``position`` orders
    heads as runs first reach them.
    """

    head: str
    inside: frozenset[str]
    position: int


def loops_of(system: ControlSystem) -> dict[str, Loop]:
    """Return the loops by head, where a location on no cycle is the head of a loop that contains
    only itself.

    Ensures: every cycle of edges passes the head of some loop that contains the whole cycle.
    """
    following = {
        name: tuple(dict.fromkeys(e.destination for e in system.edges_from(name) if isinstance(e.target, str)))
        for name in (ENTRY, *system.names)
    }
    found: dict[str, Loop] = {}
    order = reverse_postorder(ENTRY, following.__getitem__)
    rank = {name: number for number, name in enumerate(order)}
    todo = [frozenset(order)]
    while todo:
        members = todo.pop()
        for component in strongly_connected(sorted(members, key=rank.__getitem__), following, members):
            head = min(component, key=rank.__getitem__)
            if head == ENTRY:
                continue
            found[head] = Loop(head, frozenset(component), rank[head])
            if len(component) > 1:
                todo.append(frozenset(component) - {head})
    return dict(sorted(found.items(), key=lambda each: each[1].position))


def strongly_connected(
    nodes: list[str], following: Mapping[str, Iterable[str]], members: frozenset[str]
) -> list[list[str]]:
    """Return the strongly connected components among ``members`` in topological order (Tarjan
    1972).
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []
    for root in nodes:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        work = [(root, iter(following[root]))]
        while work:
            node, rest = work[-1]
            after = next((each for each in rest if each in members and (each not in index or each in stack)), None)
            if after is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    cutoff = stack.index(node)
                    found.append(stack[cutoff:])
                    del stack[cutoff:]
            elif after in index:
                low[node] = min(low[node], index[after])
            else:
                index[after] = low[after] = len(index)
                stack.append(after)
                work.append((after, iter(following[after])))
    return found
