"""Clauses that say what a circuit says, for a solver that is asked again and again.

A variable of the solver is a number from 1 on, a literal that number or its negative; variable 1 is true. What a node means is said once, in both directions, when a literal over it is first asked for.
A node that chooses between two others, or tells whether they differ, is one step of clauses, without the nodes between.
"""

from collections.abc import Callable
from typing import Final

from surefoot.circuits.graph import Graph, Literal

_TRUE: Final = 1


class Clauses:
    """The clauses of one graph, given to ``add`` as they are made."""

    def __init__(self, graph: Graph, add: Callable[[list[int]], object]) -> None:
        self._graph = graph
        self._add = add
        self._variables: dict[int, int] = {0: _TRUE}
        self._last = _TRUE
        add([_TRUE])

    def variable(self) -> int:
        """A new variable that no node stands for."""
        self._last += 1
        return self._last

    def literal(self, literal: Literal) -> int:
        """The literal of the solver that is equivalent to one of the graph; says what it means if that was not said before."""
        node = literal >> 1
        if node not in self._variables:
            self._define(node)
        found = self._variables[node]
        negated = bool(literal & 1) ^ (node == 0)
        return -found if negated else found

    def variable_of(self, node: int) -> int | None:
        """The variable of a node that was asked for."""
        return self._variables.get(node)

    def _define(self, root: int) -> None:
        graph, variables = self._graph, self._variables
        stack = [root]
        while stack:
            node = stack[-1]
            if node in variables:
                stack.pop()
                continue
            if not graph.is_and(node):
                stack.pop()
                variables[node] = self.variable()
                continue
            choice = _choice(graph, node)
            needed = choice or graph.operands(node)
            pending = [each >> 1 for each in needed if each >> 1 not in variables]
            if pending:
                stack.extend(pending)
                continue
            stack.pop()
            output = variables[node] = self.variable()
            if choice is None:
                self._say_conjunction(output, *map(self.literal, needed))
            else:
                self._say_choice(output, *map(self.literal, choice))

    def _say_conjunction(self, output: int, a: int, b: int) -> None:
        add = self._add
        add([-output, a])
        add([-output, b])
        add([output, -a, -b])

    def _say_choice(self, output: int, condition: int, then: int, otherwise: int) -> None:
        add = self._add
        add([-condition, -then, output])
        add([-condition, then, -output])
        add([condition, -otherwise, output])
        add([condition, otherwise, -output])
        if then != -otherwise:
            add([-then, -otherwise, output])
            add([then, otherwise, -output])


def _choice(graph: Graph, node: int) -> tuple[Literal, Literal, Literal] | None:
    """The condition and the two literals that a node chooses from:  not (c and t) and not (not c and e)  is  ite(c, not t, not e)."""
    left, right = graph.operands(node)
    if not (left & 1 and right & 1 and graph.is_and(left >> 1) and graph.is_and(right >> 1)):
        return None
    a, b = graph.operands(left >> 1)
    c, d = graph.operands(right >> 1)
    for condition, then in ((a, b), (b, a)):
        if condition ^ 1 == c:
            return condition, then ^ 1, d ^ 1
        if condition ^ 1 == d:
            return condition, then ^ 1, c ^ 1
    return None
