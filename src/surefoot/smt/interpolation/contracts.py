"""Definition of interpolants and contract of all interpolators.

Formulas A_e label the edges e of an acyclic graph, and those of no path from its first node to
its last are satisfiable together. Formulas I_v for its nodes are interpolants iff

    I_first = true        I_last = false        I_u & A_e  =>  I_v        for every edge e from u to
v
    symbols(I_v) is a subset of  the symbols on edges before v  and of  those on edges after v

An edge is before v if it is on a path to v, and after v if it is on a path from v. A sequence
A_1, ..., A_n is a graph with one path; for n = 2, A_1 => I_1, I_1 contradicts A_2, and I_1 is
over their common symbols.

Callers check these conditions before use, with a library that did not compute the interpolants:
see `checking`.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.logic import FunctionSymbol, Op, Term, postorder
from surefoot.smt.adapters.native_library import Library, Native
from surefoot.smt.contracts import NoAnswer

Symbols = frozenset[Term | FunctionSymbol]


@dataclass(frozen=True, slots=True)
class GraphPart:
    """The formula on an edge from node ``source`` to node ``target``."""

    source: int
    target: int
    formula: Term


@dataclass(frozen=True, slots=True)
class FormulaGraph:
    """The formulas on the edges of a graph with nodes 0, ..., ``last``.

    Requires: every edge leads to a node of a higher number; every node is on a path from 0 to
      ``last``
    """

    last: int
    parts: tuple[GraphPart, ...]

    @property
    def formulas(self) -> tuple[Term, ...]:
        """The formulas of all parts."""
        return tuple(each.formula for each in self.parts)

    @property
    def inner(self) -> range:
        """The nodes that have interpolants worth asking for: all but the first and the last."""
        return range(1, self.last)

    @property
    def is_sequence(self) -> bool:
        """True if the graph is one path, along the parts in their order."""
        ends = [(each.source, each.target) for each in self.parts]
        return ends == [(number, number + 1) for number in range(self.last)]

    def shared(self) -> list[Symbols]:
        """Return for each of the `inner` nodes the symbols that occur both before and after it."""
        nodes = range(self.last + 1)
        own = [symbols_of([each.formula]) for each in self.parts]
        before: list[Symbols] = [frozenset() for _ in nodes]
        after: list[Symbols] = [frozenset() for _ in nodes]
        by_node = sorted(zip(self.parts, own, strict=True), key=lambda each: each[0].source)
        for part, symbols in by_node:
            before[part.target] |= before[part.source] | symbols
        for part, symbols in reversed(by_node):
            after[part.source] |= after[part.target] | symbols
        return [before[node] & after[node] for node in self.inner]


def sequence(formulas: Iterable[Term]) -> FormulaGraph:
    """Return the graph in which ``formulas`` are one after the other."""
    parts = tuple(GraphPart(number, number + 1, each) for number, each in enumerate(formulas))
    return FormulaGraph(len(parts), parts)


@dataclass(frozen=True, slots=True)
class Interpolants:
    """Interpolants of the inner nodes of a graph in their order, and the name of their source."""

    formulas: tuple[Term, ...]
    origin: str


class Interpolator(Protocol):
    """A way to find interpolants."""

    @property
    def name(self) -> str:
        """Name in statistics."""
        ...

    def interpolants(self, graph: FormulaGraph, budget: Budget) -> Interpolants | NoAnswer:
        """Compute interpolants of ``graph``, or the reason why there are none.

        Requires: the graph has an inner node. Some methods support sequences only.
        """
        ...


class InterpolatingLibrary(Library[Native], Protocol[Native]):
    """A library that has interpolants."""

    def interpolants(self, parts: Sequence[Native], budget: Budget) -> Sequence[str] | NoAnswer:
        """Compute interpolants of ``parts`` as SMT-LIB terms over the names that `build` gave to
        symbols.

        Requires: it is called once
        """
        ...


def symbols_of(formulas: Sequence[Term]) -> Symbols:
    """Return the variables and functions that occur in ``formulas``: what interpolants may be
    about.
    """
    return frozenset(
        term if term.op is Op.VARIABLE else term.payload
        for term in postorder(formulas)
        if term.op is Op.VARIABLE or term.op is Op.APPLY
    )


def only_sequences(name: str) -> NoAnswer:
    """Return the answer of a method that supports sequences only."""
    return NoAnswer(f"{name} interpolates sequences only")
