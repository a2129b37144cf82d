"""Clauses equivalent to a circuit, for an incremental SAT solver (Tseitin encoding).

A solver variable is a number from 1 on, a literal that number or its negative; variable 1 is
true. The clauses of a node, for both directions, are added when a literal over it is first
requested. A multiplexer or an exclusive or is encoded in one step, without its inner nodes.
"""

from collections.abc import Callable, Sequence
from typing import Final

from surefoot.circuits.graph import Graph, Literal

_TRUE: Final = 1


class Clauses:
    """The clauses of one graph, given to ``add`` as they are made."""

    def __init__(self, graph: Graph, add: Callable[[list[int]], object]) -> None:
        self._graph = graph
        self._add = add
        self._literals: dict[int, int] = {0: -_TRUE}
        """Equivalent solver literal of each node that was requested."""
        self._last = _TRUE
        add([_TRUE])

    def variable(self) -> int:
        """Return a new variable that represents no node."""
        self._last += 1
        return self._last

    def literal(self, literal: Literal) -> int:
        """Return the solver literal equivalent to a literal of the graph; add its clauses if they
        are missing.
        """
        node = literal >> 1
        if node not in self._literals:
            self._define(node)
        found = self._literals[node]
        return -found if literal & 1 else found

    def variable_of(self, node: int) -> int | None:
        """Return the variable of an input, or `None` if it was not requested."""
        return self._literals.get(node)

    def _define(self, root: int) -> None:
        """Define nodes in numerical order: operands have smaller numbers than their conjunctions."""
        literals, add, last = self._literals, self._add, self._last
        needed = self._needed(root)
        for node in sorted(needed):
            last += 1
            literals[node] = last
            operands = [-literals[each >> 1] if each & 1 else literals[each >> 1] for each in needed[node]]
            match operands:
                case [a, b]:
                    add([-last, a])
                    add([-last, b])
                    add([last, -a, -b])
                case [condition, then, otherwise]:
                    add([-condition, -then, last])
                    add([-condition, then, -last])
                    add([condition, -otherwise, last])
                    add([condition, otherwise, -last])
                    if then != -otherwise:
                        add([-then, -otherwise, last])
                        add([then, otherwise, -last])
                case _:
                    pass  # an input
        self._last = last

    def _needed(self, root: int) -> dict[int, tuple[Literal, ...]]:
        """Return the nodes to define for ``root``: with two literals for a conjunction, three for a
        multiplexer, or none.
        """
        left, right = self._graph.left, self._graph.right
        literals = self._literals
        needed: dict[int, tuple[Literal, ...]] = {}
        stack = [root]
        while stack:
            node = stack.pop()
            if node in literals or node in needed:
                continue
            b = right[node]
            if b <= 0:
                needed[node] = ()
                continue
            a = left[node]
            found = needed[node] = (a & b & 1 and _choice(left, right, a >> 1, b >> 1)) or (a, b)
            stack += [each >> 1 for each in found]
        return needed


def _choice(
    left: Sequence[Literal], right: Sequence[Literal], one: int, other: int
) -> tuple[Literal, Literal, Literal] | None:
    """Match a multiplexer: return its condition and its two negated data literals.

    not (c and t) and not (not c and e)  is  ite(c, not t, not e)
    """
    b, d = right[one], right[other]
    if b <= 0 or d <= 0:
        return None
    a, c = left[one], left[other]
    if a ^ c == 1:
        return a, b ^ 1, d ^ 1
    if a ^ d == 1:
        return a, b ^ 1, c ^ 1
    if b ^ c == 1:
        return b, a ^ 1, d ^ 1
    if b ^ d == 1:
        return b, a ^ 1, c ^ 1
    return None
