"""Abstract control system: the same locations and edges, with uninterpreted functions in the
formulas.
"""

from surefoot.engines.euf.abstraction import DataAbstraction
from surefoot.engines.ic3.preconditions import Preconditions, WeakestPreconditions
from surefoot.logic import Term
from surefoot.systems.control.system import ControlSystem, Edge, Fact, Invariants, Location, StateVariable


class AbstractSystem:
    """The control system A[original], edge by edge.

    Ensures: every run of the original is a run of it
    """

    def __init__(self, original: ControlSystem, abstraction: DataAbstraction) -> None:
        self.original = original
        self.abstraction = abstraction
        abstract = abstraction.abstract
        edges = {id(edge): self._edge(edge) for edge in original.edges}
        self._originals = {id(edges[id(edge)]): edge for edge in original.edges}
        self.system = ControlSystem(
            tuple(abstract(each) for each in original.parameters),
            tuple(Fact(tuple(abstract(s) for s in each.about), abstract(each.formula)) for each in original.facts),
            tuple(self._location(each) for each in original.locations),
            tuple(edges.values()),
        )

    def original_edge(self, edge: Edge) -> Edge:
        """Return the original of an abstract ``edge``."""
        return self._originals[id(edge)]

    def preconditions(self, *, rewriting: bool) -> Preconditions:
        """Return the weakest preconditions of the abstract system.

        With ``rewriting`` they are computed on original terms, which simplify, and then
        abstracted, so that facts that follow by rewriting need no lemma.
        """
        return RewritingPreconditions(self) if rewriting else WeakestPreconditions(self.system)

    def invariants(self, known: Invariants) -> Invariants:
        """Return the abstraction of invariants of the original."""
        return {name: tuple(self.abstraction.abstract(each) for each in formulas) for name, formulas in known.items()}

    def _location(self, location: Location) -> Location:
        abstract = self.abstraction.abstract
        variables = tuple(StateVariable(abstract(each.symbol), each.referent) for each in location.variables)
        inputs = tuple(abstract(each) for each in location.inputs)
        return Location(location.name, variables, inputs, abstract(location.domain), location.span)

    def _edge(self, edge: Edge) -> Edge:
        abstract = self.abstraction.abstract
        update = {abstract(symbol): abstract(value) for symbol, value in edge.update.items()}
        return Edge(edge.source, edge.target, abstract(edge.guard), update)


class RewritingPreconditions:
    """Preconditions A[D[formula][u_e]] for the update u_e of the original edge."""

    def __init__(self, abstract: AbstractSystem) -> None:
        self._abstract = abstract
        self._original = WeakestPreconditions(abstract.original)
        self._known: dict[tuple[int, Term], Term] = {}
        self._guards: dict[int, Term] = {}

    def guard(self, edge: Edge) -> Term:
        """Return the abstract guard of ``edge``."""
        found = self._guards.get(id(edge))
        if found is None:
            guard = self._original.guard(self._abstract.original_edge(edge))
            found = self._guards[id(edge)] = self._abstract.abstraction.abstract(guard)
        return found

    def of(self, edge: Edge, formula: Term) -> Term:
        """Return the abstract precondition of ``formula`` along ``edge``."""
        found = self._known.get((id(edge), formula))
        if found is None:
            abstraction = self._abstract.abstraction
            before = self._original.of(self._abstract.original_edge(edge), abstraction.original(formula))
            found = self._known[id(edge), formula] = abstraction.abstract(before)
        return found
