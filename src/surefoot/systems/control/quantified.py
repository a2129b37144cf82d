"""Quantified invariants of locations, and their finite instantiation.

A `QuantifiedInvariant` states body[t/bound] for every value t of the bound symbol's sort. It is
meant for state variables of array sort: the cells of an object, or a field of many objects. No
solver query has a quantifier:

* A quantified invariant is used by assuming instances of it at chosen terms. This is sound for
  every choice.
* A quantified invariant is proved by proving its body for a fresh symbol.

Let U_l be quantified invariants of the locations and I_l invariants. All of them hold in every run
if, with nothing known at the entry,

    F & d_l & I_l & g_e & instances of U_l  =>  I_m[u_e]  and  body[u_e, c/bound]

for every edge e from l to m, every quantified invariant of m and a fresh c. Therefore, instances of
proved invariants may be added to the guards of a system without changing its runs.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from surefoot.base.records import dataclass, replace
from surefoot.logic import (
    ArraySort,
    Op,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    and_,
    postorder,
    substitute,
    variable,
    variables_of,
)
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem, Edge, ReferentKind


@dataclass(frozen=True, slots=True)
class QuantifiedInvariant:
    """The formula ``body`` for every value of ``bound``, over the parameters and state variables of
    a location.
    """

    bound: Term
    body: Term

    def at(self, value: Term) -> Term:
        """Return the instance for ``value``, a term of the bound symbol's sort."""
        return substitute(self.body, {self.bound: value})

    @property
    def is_plain(self) -> bool:
        """True if the body does not depend on the bound symbol."""
        return self.bound not in variables_of(self.body)

    def __str__(self) -> str:
        return f"for all {self.bound}: {self.body}"


QuantifiedInvariants = Mapping[str, tuple[QuantifiedInvariant, ...]]
"""Quantified invariants of locations, by name."""

Choosing = Callable[[Sequence[QuantifiedInvariant], Sequence[Term]], Sequence[Term]]
"""Functions that choose instances of quantified invariants for formulas."""


def bound_symbol(sort: Sort) -> Term:
    """Return the symbol that quantified invariants over ``sort`` bind; it is the same for all, so
    that equal ones are identical.
    """
    return variable(Symbol(SymbolKind.AUXILIARY, f"bound {sort}", 0, "j"), sort)


def any_value(sort: Sort) -> Term:
    """Return a symbol of ``sort`` that no system mentions, for the proof of a quantified invariant."""
    return variable(Symbol(SymbolKind.AUXILIARY, f"any {sort}", 0, "c"), sort)


def index_terms(formulas: Sequence[Term]) -> dict[Sort, list[Term]]:
    """Return the terms at which ``formulas`` read or write arrays, by sort, each once."""
    found: dict[Sort, dict[Term, None]] = {}
    for term in postorder(formulas):
        if term.op is Op.SELECT or term.op is Op.STORE:
            found.setdefault(term.args[1].sort, {})[term.args[1]] = None
    return {sort: list(terms) for sort, terms in found.items()}


def has_pools(system: ControlSystem) -> bool:
    """Return whether some location has summarised heap objects."""
    return any(
        each.referent.kind is ReferentKind.ALLOCATED for location in system.locations for each in location.variables
    )


def has_arrays(system: ControlSystem) -> bool:
    """Return whether some location has a state variable of array sort."""
    return any(isinstance(symbol.sort, ArraySort) for location in system.locations for symbol in location.symbols)


@dataclass(frozen=True)
class Instantiated:
    """The system ``original`` with instances of ``quantified`` in the guards of its edges.

    Ensures: if the quantified invariants hold in all runs of ``original``, both systems have the
        same runs.
    """

    original: ControlSystem
    quantified: QuantifiedInvariants
    choosing: Choosing

    @cached_property
    def system(self) -> ControlSystem:
        """The system with the instances."""
        if not any(self.quantified.values()):
            return self.original
        return replace(self.original, edges=tuple(self._edge(edge) for edge in self.original.edges))

    def _edge(self, edge: Edge) -> Edge:
        known = self.quantified.get(edge.source, ())
        instances = self.choosing(known, (edge.guard, *edge.update.values())) if known else ()
        return replace(edge, guard=and_(edge.guard, *instances))

    def original_run(self, run: Run) -> Run:
        """Return ``run``, of the system with instances, as a run of the original system."""
        steps = (replace(step, edge=self.original.edges[self.system.edges.index(step.edge)]) for step in run.steps)
        return replace(run, steps=tuple(steps))
