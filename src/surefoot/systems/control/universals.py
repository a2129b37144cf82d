"""Universally quantified formulas about the states of a location, and what finitely many of their instances say about a system.

A `Universal` says  body[t/bound]  for every value t of the bound symbol's sort. It is meant for state variables of array sort, whatever they stand for: the cells of an
object, a field of many objects. No solver ever sees the quantifier:

* To use universals, instances of them are assumed at terms that somebody chooses. That is sound for whatever terms are chosen; which are enough is their business.
* To prove one, its body is proved for a symbol that nothing else is known of.

Let U_l be universals of the locations and I_l invariants. All of them hold in every run if, with nothing known at the entry, for every edge e from l to m

    F & d_l & I_l & g_e & instances of U_l  =>  I_m[u_e]  and  body[u_e, c/bound]  for every universal of m and a fresh c

So `with_instances` may add instances of proved universals to the guards of a system: it has the same runs afterwards.
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
class Universal:
    """For every value of ``bound``: ``body``, a formula over the parameters, the state variables of a location, and ``bound``."""

    bound: Term
    body: Term

    def at(self, value: Term) -> Term:
        """What it says about ``value``, a term of the bound symbol's sort."""
        return substitute(self.body, {self.bound: value})

    @property
    def is_plain(self) -> bool:
        """Whether it says the same about every value: then the body is all it says."""
        return self.bound not in variables_of(self.body)

    def __str__(self) -> str:
        return f"for all {self.bound}: {self.body}"


Universals = Mapping[str, tuple[Universal, ...]]
"""Universals of locations, by name."""

Choosing = Callable[[Sequence[Universal], Sequence[Term]], Sequence[Term]]
"""Chooses instances of universals that may matter to formulas."""


def bound_symbol(sort: Sort) -> Term:
    """The symbol that universals over ``sort`` bind; that all bind the same one lets equal universals be equal."""
    return variable(Symbol(SymbolKind.AUXILIARY, f"bound {sort}", 0, "j"), sort)


def any_value(sort: Sort) -> Term:
    """A symbol of ``sort`` that no system mentions: what is proved of it holds for every value."""
    return variable(Symbol(SymbolKind.AUXILIARY, f"any {sort}", 0, "c"), sort)


def index_terms(formulas: Sequence[Term]) -> dict[Sort, list[Term]]:
    """The terms at which ``formulas`` read or write arrays, by sort, each once."""
    found: dict[Sort, dict[Term, None]] = {}
    for term in postorder(formulas):
        if term.op is Op.SELECT or term.op is Op.STORE:
            found.setdefault(term.args[1].sort, {})[term.args[1]] = None
    return {sort: list(terms) for sort, terms in found.items()}


def has_pools(system: ControlSystem) -> bool:
    """Whether some location knows of a pool."""
    return any(each.referent.kind is ReferentKind.MADE for location in system.locations for each in location.variables)


def has_arrays(system: ControlSystem) -> bool:
    """Whether some location has a state variable that universals could be about."""
    return any(isinstance(symbol.sort, ArraySort) for location in system.locations for symbol in location.symbols)


@dataclass(frozen=True)
class Instantiated:
    """``original`` with instances of ``universals``, chosen by ``choosing``, in the guards of its edges.

    If the universals hold in all runs of the original, both systems have the same runs.
    """

    original: ControlSystem
    universals: Universals
    choosing: Choosing

    @cached_property
    def system(self) -> ControlSystem:
        """The system with the instances."""
        if not any(self.universals.values()):
            return self.original
        return replace(self.original, edges=tuple(self._edge(edge) for edge in self.original.edges))

    def _edge(self, edge: Edge) -> Edge:
        known = self.universals.get(edge.source, ())
        instances = self.choosing(known, (edge.guard, *edge.update.values())) if known else ()
        return replace(edge, guard=and_(edge.guard, *instances))

    def original_run(self, run: Run) -> Run:
        """``run``, of the system with instances, as a run of the original one."""
        steps = (replace(step, edge=self.original.edges[self.system.edges.index(step.edge)]) for step in run.steps)
        return replace(run, steps=tuple(steps))
