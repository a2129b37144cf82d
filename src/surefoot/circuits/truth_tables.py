"""Decision of conjunctions over few inputs by truth tables: bit k of a node's number is its value
in case k.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from surefoot.base.records import dataclass
from surefoot.circuits.graph import Graph, Literal
from surefoot.circuits.limits import LIMITS
from surefoot.circuits.sequential import Simulation

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


@dataclass(frozen=True, slots=True)
class TooManyInputs:
    """There are too many values to try."""


def satisfying(
    graph: Graph, literals: Sequence[Literal], supports: Supports
) -> Mapping[int, int] | TooManyInputs | None:
    """Values of the inputs for which all of ``literals`` hold; ``None`` if there are none.

    Requires  ``supports`` are those of ``graph``
    Ensures  inputs that are missing among the values may have any
    """
    if supports.inputs_beside(literals, ()) is None:
        return TooManyInputs()
    fixed: dict[int, int] = {0: 0}
    for literal in _followed_by(graph, literals):
        if fixed.setdefault(literal >> 1, 1 - (literal & 1)) == literal & 1:
            return None
    unknown = supports.inputs_beside(literals, fixed)
    if unknown is None or unknown > LIMITS.table_inputs:
        return TooManyInputs()
    nodes, inputs = _cone(graph, literals, fixed)
    cases = 1 << len(inputs)
    if nodes * cases > LIMITS.table_bits:
        return TooManyInputs()
    mask = (1 << cases) - 1
    patterns = {node: _pattern(place, cases) for place, node in enumerate(inputs)}
    simulation = Simulation(graph, lambda node: patterns[node] if node in patterns else mask * fixed[node], mask)
    holds = mask
    for literal in literals:
        holds &= simulation.value(literal)
        if not holds:
            return None
    case = (holds & -holds).bit_length() - 1
    return fixed | {node: case >> place & 1 for place, node in enumerate(inputs)}


def _followed_by(graph: Graph, literals: Sequence[Literal]) -> Iterator[Literal]:
    """Yield input literals that are implied by all ``literals``: conjuncts, and conjuncts common to
    all disjuncts.
    """
    for literal in literals:
        if not graph.is_and(literal >> 1):
            yield literal
            continue
        cases = graph.conjuncts(literal ^ 1)
        if len(cases) <= LIMITS.table_cases:
            common: set[Literal] | None = None
            for case in cases:
                parts = {part for part in graph.conjuncts(case ^ 1) if not graph.is_and(part >> 1)}
                common = parts if common is None else common & parts
                if not common:
                    break
            yield from common or ()


def _cone(graph: Graph, literals: Sequence[Literal], fixed: Mapping[int, int]) -> tuple[int, list[int]]:
    """Return the number of nodes in the cone of ``literals``, and its inputs that are not
    ``fixed``.
    """
    left, right = graph.left, graph.right
    inputs: list[int] = []
    seen: set[int] = set(fixed)
    stack = [literal >> 1 for literal in literals]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if right[node] > 0:
            stack.append(left[node] >> 1)
            stack.append(right[node] >> 1)
        else:
            inputs.append(node)
    return len(seen), sorted(inputs)


def _pattern(place: int, cases: int) -> int:
    """Return the number whose bit k is bit ``place`` of k, for all k below ``cases``."""
    half = 1 << place
    period = ((1 << half) - 1) << half
    repeated = ((1 << cases) - 1) // ((1 << 2 * half) - 1)
    return period * repeated
