"""Clauses that say what a circuit says, for a solver that is asked again and again.

A variable of the solver is a number from 1 on, a literal that number or its negative; variable 1 is true. What a node means is said once, in both directions, when a literal over it is first asked for.
A node that chooses between two others, or tells whether they differ, is one step of clauses, without the nodes between.
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
        """For each node that was asked for the literal of the solver that it is equivalent to."""
        self._last = _TRUE
        add([_TRUE])

    def variable(self) -> int:
        """A new variable that no node stands for."""
        self._last += 1
        return self._last

    def literal(self, literal: Literal) -> int:
        """The literal of the solver that is equivalent to one of the graph; says what it means if that was not said before."""
        node = literal >> 1
        if node not in self._literals:
            self._define(node)
        found = self._literals[node]
        return -found if literal & 1 else found

    def variable_of(self, node: int) -> int | None:
        """The variable of an input that was asked for."""
        return self._literals.get(node)

    def _define(self, root: int) -> None:
        """Operands have smaller numbers than what is made of them: nodes are defined in the order of their numbers."""
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
        """The nodes to define for ``root``: each with the two literals of a conjunction, the three of a choice, or none."""
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
    """The condition and the two literals that are chosen from:  not (c and t) and not (not c and e)  is  ite(c, not t, not e)."""
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
