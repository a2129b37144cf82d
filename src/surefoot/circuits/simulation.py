"""Simulation of circuits: one run, or many runs in parallel."""

from collections.abc import Callable

from surefoot.circuits.graph import Graph, Literal, Word


class Simulation:
    """Values of literals for the inputs given by ``value_of``.

    A value is a number; each of its bits is an independent run. ``mask`` has one bit a run; a
    single run has the mask 1.
    """

    def __init__(self, graph: Graph, value_of: Callable[[int], int], mask: int = 1) -> None:
        self._graph = graph
        self._value_of = value_of
        self._mask = mask
        self._values = {0: 0}

    def value(self, literal: Literal) -> int:
        """Return the value of a literal."""
        values = self._values
        if literal >> 1 not in values:
            self._run(literal >> 1)
        value = values[literal >> 1]
        return value ^ self._mask if literal & 1 else value

    def number(self, word: Word) -> int:
        """Return the number that a word is.  Requires a single run."""
        return sum(self.value(bit) << place for place, bit in enumerate(word))

    def _run(self, root: int) -> None:
        graph, values, mask = self._graph, self._values, self._mask
        stack = [root]
        while stack:
            node = stack[-1]
            if node in values:
                stack.pop()
            elif not graph.is_and(node):
                values[node] = self._value_of(node)
            else:
                a, b = graph.operands(node)
                pending = [each >> 1 for each in (a, b) if each >> 1 not in values]
                if pending:
                    stack.extend(pending)
                    continue
                left = values[a >> 1] ^ mask if a & 1 else values[a >> 1]
                right = values[b >> 1] ^ mask if b & 1 else values[b >> 1]
                values[node] = left & right
