"""Supports of nodes: the inputs that a node depends on, computed once a node, up to a maximal size."""

from collections.abc import Iterable
from typing import Final

from surefoot.circuits.graph import Graph, Literal
from surefoot.circuits.limits import LIMITS

_MANY: Final = -1


class Supports:
    """Supports of the nodes of ``graph``, which may grow: a bit set of inputs for each node, or
    "many".
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._sets: list[int] = []
        self._places: dict[int, int] = {}

    def inputs_beside(self, literals: Iterable[Literal], known: Iterable[int]) -> int | None:
        """Return the number of inputs in the supports of ``literals`` that are not ``known``.

        Return `None` if some support has too many inputs.
        """
        self._keep_up()
        found = 0
        for literal in literals:
            found = self._both(found, self._sets[literal >> 1])
        if found == _MANY:
            return None
        for node in known:
            if node in self._places:
                found &= ~(1 << self._places[node])
        return found.bit_count()

    def _keep_up(self) -> None:
        """Compute the supports of new nodes; operands precede their conjunctions."""
        left, right, sets = self._graph.left, self._graph.right, self._sets
        for node in range(len(sets), len(left)):
            if right[node] > 0:
                sets.append(self._both(sets[left[node] >> 1], sets[right[node] >> 1]))
            elif not self._graph.is_input(node):
                sets.append(0)
            elif len(self._places) == LIMITS.counted_inputs:
                sets.append(_MANY)
            else:
                sets.append(1 << len(self._places))
                self._places[node] = len(self._places)

    @staticmethod
    def _both(one: int, other: int) -> int:
        """Return the union of two sets; that of many and anything is all ones, too."""
        found = one | other
        return _MANY if found != _MANY and found.bit_count() > LIMITS.support_inputs else found
