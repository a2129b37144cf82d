"""Narrowing: a control system whose summarised heap objects have narrow numbers, to search for
invariants in.

Queries about sums and orders of wide numbers are hard, and invariants about the shape of linked
objects rarely depend on the width of object numbers.
Invariants of the narrow system are candidates for the original one.
"""

from functools import cached_property

from surefoot.base.errors import SurefootError
from surefoot.base.records import replace
from surefoot.invariants.limits import LIMITS
from surefoot.logic import (
    ArraySort,
    Op,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    array_sort,
    bit_vector,
    bv,
    constant_array,
    fold,
    rebuild,
    variable,
)
from surefoot.semantics.memory.pools import INSTANCE, MOST_INSTANCES, TARGET
from surefoot.systems.control.quantified import QuantifiedInvariant
from surefoot.systems.control.system import ControlSystem, Edge, Fact, Location, StateVariable

_NARROW, _NARROW_TARGET = bit_vector(LIMITS.narrow_width), bit_vector(LIMITS.narrow_target_width)
_MOST = bv(1 << (LIMITS.narrow_width - 2), LIMITS.narrow_width)


class NotNarrowable(SurefootError):
    """Narrowing failed: a term depends on the bits of object numbers."""

    def __init__(self) -> None:
        super().__init__("the numbers of objects are used as bits")


class Narrowed:
    """`original` with narrow object numbers; raises `NotNarrowable` where that is not possible."""

    def __init__(self, original: ControlSystem) -> None:
        self._original = original
        self._memo: dict[Term, Term] = {}

    @cached_property
    def system(self) -> ControlSystem:
        """The narrow system; its locations have the same names."""
        original = self._original
        return ControlSystem(
            tuple(self.term(each) for each in original.parameters),
            tuple(
                Fact(tuple(self.term(each) for each in fact.about), self.term(fact.formula)) for fact in original.facts
            ),
            tuple(self._location(each) for each in original.locations),
            tuple(self._edge(each) for each in original.edges),
        )

    def term(self, term: Term) -> Term:
        """Return `term` over the narrow system."""
        return fold(term, _narrowed, self._memo)

    def invariant(self, invariant: QuantifiedInvariant) -> QuantifiedInvariant:
        """Return `invariant` over the narrow system."""
        return QuantifiedInvariant(self.term(invariant.bound), self.term(invariant.body))

    def _location(self, location: Location) -> Location:
        variables = tuple(StateVariable(self.term(each.symbol), each.referent) for each in location.variables)
        inputs = tuple(self.term(each) for each in location.inputs)
        return replace(location, variables=variables, inputs=inputs, domain=self.term(location.domain))

    def _edge(self, edge: Edge) -> Edge:
        update = {self.term(symbol): self.term(value) for symbol, value in edge.update.items()}
        return replace(edge, guard=self.term(edge.guard), update=update)


def _narrowed(term: Term, parts: list[Term]) -> Term:
    sort = _narrow_sort(term.sort)
    if term.op is Op.VARIABLE:
        if sort is term.sort:
            return term
        own = term.payload
        return variable(Symbol(SymbolKind.COPY, f"narrow {own.key}", 0, str(own)), sort)
    if term.op is Op.CONSTANT:
        if sort is term.sort:
            return term
        if sort is _NARROW_TARGET:
            if int(term.payload) > _NARROW_TARGET.mask:
                raise NotNarrowable
            return bv(int(term.payload), LIMITS.narrow_target_width)
        return _MOST if term is MOST_INSTANCES else bv(int(term.payload) & _NARROW.mask, LIMITS.narrow_width)
    if term.op is Op.CONSTANT_ARRAY and isinstance(sort, ArraySort):
        return constant_array(sort, parts[0])
    found = rebuild(term, tuple(parts)) if parts else term
    if found.sort is not sort:
        raise NotNarrowable
    return found


def _narrow_sort(sort: Sort) -> Sort:
    if isinstance(sort, ArraySort):
        return array_sort(_narrow_sort(sort.index), _narrow_sort(sort.element))
    if sort is TARGET:
        return _NARROW_TARGET
    return _NARROW if sort is INSTANCE else sort
