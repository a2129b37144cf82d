"""Directed graphs: orders, components, dominators.

A graph is a mapping from nodes to their successors, all of which are keys of the mapping.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import TypeVar

_Node = TypeVar("_Node", bound=Hashable)


def leading_to(targets: Collection[_Node], following: Mapping[_Node, Iterable[_Node]]) -> set[_Node]:
    """Return the nodes from which a path, possibly empty, leads to one of ``targets``."""
    before = _predecessors(following)
    found = set(targets)
    pending = [*targets]
    while pending:
        for node in before[pending.pop()]:
            if node not in found:
                found.add(node)
                pending.append(node)
    return found


def reverse_postorder(start: _Node, successors: Callable[[_Node], Iterable[_Node]]) -> list[_Node]:
    """Return the nodes reachable from ``start`` in reverse postorder of a depth-first search, which
    follows ``successors`` in their order.
    """
    finished: list[_Node] = []
    seen = {start}
    stack = [(start, iter(successors(start)))]
    while stack:
        node, rest = stack[-1]
        target = next((each for each in rest if each not in seen), None)
        if target is None:
            finished.append(node)
            stack.pop()
        else:
            seen.add(target)
            stack.append((target, iter(successors(target))))
    return finished[::-1]


def component_numbers(following: Mapping[_Node, Iterable[_Node]], order: Iterable[_Node]) -> dict[_Node, int]:
    """Return the number of the strongly connected component of each node (Kosaraju).

    Requires: ``order`` is a reverse postorder of all nodes.
    """
    before = _predecessors(following)
    found: dict[_Node, int] = {}
    for root in order:
        if root in found:
            continue
        number = len(found)
        pending = [root]
        while pending:
            node = pending.pop()
            if node not in found:
                found[node] = number
                pending += (each for each in before[node] if each not in found)
    return found


def immediate_dominators(
    start: _Node, order: Mapping[_Node, int], following: Mapping[_Node, Iterable[_Node]]
) -> dict[_Node, _Node]:
    """Return the immediate dominator of each node (Cooper, Harvey, Kennedy 2001); that of ``start``
    is itself.

    Requires: ``order`` has the positions of all nodes in a reverse postorder from ``start``.
    """
    before = _predecessors(following)
    known = {start: start}
    nodes = sorted(order, key=order.__getitem__)
    changed = True
    while changed:
        changed = False
        for node in nodes[1:]:
            new: _Node | None = None
            for each in before[node]:
                if each in known:
                    new = each if new is None else _common_dominator(each, new, known, order)
            if new is not None and known.get(node) != new:
                known[node] = new
                changed = True
    return known


def _common_dominator(left: _Node, right: _Node, known: Mapping[_Node, _Node], order: Mapping[_Node, int]) -> _Node:
    while left != right:
        if order[left] > order[right]:
            left = known[left]
        else:
            right = known[right]
    return left


def dominates(node: _Node, other: _Node, dominators: Mapping[_Node, _Node]) -> bool:
    """Return whether ``node`` dominates ``other``, by their immediate ``dominators``."""
    while other != node:
        above = dominators[other]
        if above == other:
            return False
        other = above
    return True


def _predecessors(following: Mapping[_Node, Iterable[_Node]]) -> dict[_Node, list[_Node]]:
    before: dict[_Node, list[_Node]] = {node: [] for node in following}
    for node, targets in following.items():
        for each in targets:
            before[each].append(node)
    return before
