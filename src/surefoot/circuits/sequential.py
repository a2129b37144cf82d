"""Sequential circuits: a graph some of whose inputs are latches.

A run is a sequence of input values. In step 0 a latch has its reset value, or any value if it
has none; in step i + 1 it has the value of its next-state literal in step i. The constraints
hold in every step of a run. A run is bad iff some bad literal holds in its last step. An
infinite run violates a justice property iff each of its literals and each fairness literal holds
infinitely often. This is the semantics of AIGER 1.9.
"""

from collections.abc import Callable

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass
from surefoot.circuits.graph import Graph, Literal, Size, Word


@dataclass(frozen=True, slots=True)
class Latch:
    """``literal`` is an input of the graph; ``reset`` is 0, 1, or None for any value."""

    literal: Literal
    next: Literal
    reset: int | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A literal with a name, which may be empty."""

    literal: Literal
    name: str = ""


@dataclass(frozen=True, slots=True)
class Justice:
    """Literals of which no endless run, among those with fairness, has each one again and again."""

    literals: tuple[Literal, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class SequentialCircuit:
    """A sequential circuit; see the module for its runs."""

    graph: Graph
    inputs: tuple[Named, ...]
    latches: tuple[Latch, ...]
    bad: tuple[Named, ...]
    constraints: tuple[Named, ...] = ()
    outputs: tuple[Named, ...] = ()
    justice: tuple[Justice, ...] = ()
    fairness: tuple[Named, ...] = ()

    def __post_init__(self) -> None:
        leaves = self.leaves
        invariant(len(set(leaves)) == len(leaves), "inputs and latches are different")
        invariant(
            all(not leaf & 1 and self.graph.is_input(leaf >> 1) for leaf in leaves), "they are inputs of the graph"
        )
        known = {leaf >> 1 for leaf in leaves}
        strange = [node for node in self.graph.cone(self.roots) if self.graph.is_input(node) and node not in known]
        invariant(not strange, "every input of the graph is an input or a latch")

    @property
    def leaves(self) -> tuple[Literal, ...]:
        """The inputs, then the latches."""
        return (*(each.literal for each in self.inputs), *(each.literal for each in self.latches))

    @property
    def roots(self) -> tuple[Literal, ...]:
        """Literals that the circuit computes in each step."""
        return (
            *(latch.next for latch in self.latches),
            *(each.literal for each in (*self.outputs, *self.bad, *self.constraints, *self.fairness)),
            *(literal for each in self.justice for literal in each.literals),
        )

    def size(self) -> Size:
        """Return the size of the combinational part."""
        return self.graph.size(self.roots)


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
