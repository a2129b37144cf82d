"""Candidates about sizes of summarised heap objects: their allocation sizes, where a location has
the terms.
"""

from collections.abc import Iterator, Sequence

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.vocabulary import Vocabulary
from surefoot.logic import ArraySort, Op, Term, dag_size, postorder, select, substitute, variables_of
from surefoot.systems.control.system import ControlSystem, Edge, ReferentKind


class MadeSizes:
    """Allocation sizes on the edges of `system`."""

    def __init__(self, system: ControlSystem) -> None:
        self._vocabulary = Vocabulary(system)
        self._terms: dict[Term, None] = {}
        """Sizes as common terms."""
        self._forms: dict[tuple[Term, Term], None] = {}
        """Sizes that depend on one symbol only, with it."""
        for edge in system.transitions:
            for each in system.location(edge.destination).variables:
                if each.referent.kind is ReferentKind.SIZE:
                    self._collect(edge, edge.update[each.symbol])

    def _collect(self, edge: Edge, column: Term) -> None:
        afterwards = {
            value: symbol
            for symbol, value in edge.update.items()
            if value.op is not Op.CONSTANT and not isinstance(symbol.sort, ArraySort)
        }
        stores = (term.args[2] for term in postorder([column]) if term.op is Op.STORE and term.sort is column.sort)
        for size in stores:
            if dag_size(size) > LIMITS.size_terms:
                continue
            symbols = variables_of(size)
            if len(symbols) == 1:
                self._forms[size, symbols[0]] = None
            common = self._vocabulary.common(substitute(size, afterwards))
            if common is not None:
                self._terms[common] = None

    def at(self, name: str) -> list[Term]:
        """Return the sizes as terms of the location `name`, as far as it has the variables."""
        local = (self._vocabulary.local(each, name) for each in self._terms)
        return [each for each in local if each is not None][: LIMITS.sizes]

    def from_columns(self, columns: Sequence[Term], place: Term) -> Iterator[Term]:
        """Yield the sizes with the value at `place` of one of `columns` for the symbol that they
        depend on.
        """
        for size, symbol in list(self._forms)[: LIMITS.sizes]:
            alike = (each for each in columns if isinstance(each.sort, ArraySort) and each.sort.element is symbol.sort)
            yield from (substitute(size, {symbol: select(each, place)}) for each in alike)
