"""And-inverter graphs with structural hashing.

A literal is twice a node, plus one if it is negated, as in AIGER. Node 0 is the constant false,
so literal 0 is false and literal 1 is true. Every other node is an input or the conjunction of
two literals of earlier nodes; no conjunction occurs twice. Words are tuples of literals, the
lowest bit first.

Nodes are plain integers in lists and one dictionary, which is as fast as numpy arrays for
batches of a word.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from surefoot.base.records import dataclass

Literal = int
Word = tuple[Literal, ...]

FALSE: Final = 0
TRUE: Final = 1

_INPUT: Final = -1
_SHIFT: Final = 32


@dataclass(frozen=True, slots=True)
class Size:
    """Size of a circuit: inputs, conjunctions, and the length of the longest path in conjunctions."""

    inputs: int
    ands: int
    levels: int


class Graph:
    """A graph that grows: nodes are never removed."""

    __slots__ = ("_left", "_right", "_table")

    def __init__(self) -> None:
        self._left: list[int] = [FALSE]
        self._right: list[int] = [FALSE]
        self._table: dict[int, Literal] = {}

    def __len__(self) -> int:
        """Return the number of nodes, the constant included."""
        return len(self._left)

    def input(self) -> Literal:
        """Create an input."""
        self._left.append(_INPUT)
        self._right.append(_INPUT)
        return (len(self._left) - 1) << 1

    def inputs(self, width: int) -> Word:
        """Create a word of inputs."""
        return tuple([self.input() for _ in range(width)])

    def and_(self, a: Literal, b: Literal) -> Literal:
        """Return the conjunction of two literals."""
        if a > b:
            a, b = b, a
        if a < 2:
            return b if a else FALSE
        if a ^ b < 2:
            return a if a == b else FALSE
        key = a << _SHIFT | b
        found = self._table.get(key)
        if found is None:
            left = self._left
            found = self._table[key] = len(left) << 1
            left.append(a)
            self._right.append(b)
        return found

    def or_(self, a: Literal, b: Literal) -> Literal:
        """Return the disjunction of two literals."""
        return self.and_(a ^ 1, b ^ 1) ^ 1

    def xor(self, a: Literal, b: Literal) -> Literal:
        """Return the literal of  a xor b."""
        return self.and_(self.and_(a, b) ^ 1, self.and_(a ^ 1, b ^ 1) ^ 1)

    def mux(self, condition: Literal, then: Literal, otherwise: Literal) -> Literal:
        """Return the literal of  ite(condition, then, otherwise)."""
        if then == otherwise:
            return then
        return self.and_(self.and_(condition, then) ^ 1, self.and_(condition ^ 1, otherwise) ^ 1) ^ 1

    def all(self, literals: Iterable[Literal]) -> Literal:
        """Return the conjunction of any number of literals, as a balanced tree."""
        waiting = list(literals)
        while len(waiting) > 1:
            pairs = [self.and_(a, b) for a, b in zip(waiting[::2], waiting[1::2], strict=False)]
            waiting = [*pairs, waiting[-1]] if len(waiting) % 2 else pairs
        return waiting[0] if waiting else TRUE

    def any(self, literals: Iterable[Literal]) -> Literal:
        """Return the disjunction of any number of literals, as a balanced tree."""
        return self.all([literal ^ 1 for literal in literals]) ^ 1

    @property
    def left(self) -> Sequence[Literal]:
        """For each node the smaller of its two operands; what is not positive belongs to no
        conjunction.
        """
        return self._left

    @property
    def right(self) -> Sequence[Literal]:
        """For each node the greater of its two operands; what is not positive belongs to no
        conjunction.
        """
        return self._right

    def is_and(self, node: int) -> bool:
        """Return whether a node is a conjunction."""
        return self._right[node] > 0

    def is_input(self, node: int) -> bool:
        """Return whether a node is an input."""
        return self._left[node] == _INPUT

    def operands(self, node: int) -> tuple[Literal, Literal]:
        """Return the two literals whose conjunction a node is; the smaller first.  Requires
        `is_and`.
        """
        return self._left[node], self._right[node]

    def conjuncts(self, *formulas: Literal) -> list[Literal]:
        """Return the parts of a conjunction of ``formulas``, none of which is one."""
        left, right = self._left, self._right
        parts: dict[Literal, None] = {}
        seen: set[Literal] = set()
        stack = list(formulas)
        while stack:
            part = stack.pop()
            if part in seen:
                continue
            seen.add(part)
            if not part & 1 and right[part >> 1] > 0:
                stack.append(left[part >> 1])
                stack.append(right[part >> 1])
            else:
                parts[part] = None
        return list(parts)

    def cone(self, roots: Iterable[Literal]) -> list[int]:
        """Return the nodes in the cone of ``roots`` without the constant, operands before
        conjunctions.
        """
        left, right = self._left, self._right
        seen = {0}
        stack = [root >> 1 for root in roots]
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if right[node] > 0:
                stack.append(left[node] >> 1)
                stack.append(right[node] >> 1)
        seen.discard(0)
        return sorted(seen)

    def size(self, roots: Iterable[Literal]) -> Size:
        """Return the size of the cone of ``roots``."""
        level: dict[int, int] = {0: 0}
        ands = 0
        nodes = self.cone(roots)
        for node in nodes:
            if self._right[node] > 0:
                ands += 1
                level[node] = 1 + max(level[self._left[node] >> 1], level[self._right[node] >> 1])
            else:
                level[node] = 0
        return Size(len(nodes) - ands, ands, max(level.values()))
