"""Decision of conjunctions over few inputs by truth tables: bit k of a node's number is its value
in case k.
"""

from collections.abc import Iterator, Mapping, Sequence

from surefoot.base.records import dataclass
from surefoot.circuits.graph import Graph, Literal
from surefoot.circuits.limits import LIMITS
from surefoot.circuits.simulation import Simulation
from surefoot.circuits.supports import Supports


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
