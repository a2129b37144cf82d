"""Control systems: locations with state variables, and edges that are guarded assignments.

Let p be the parameters and F(p) the facts about them. A location l has state variables x_l and
inputs y_l. An edge e from l has a guard g_e(p, x_l, y_l) and leads to a location m, with an update
x_m := u_e(p, x_l, y_l), to an error (a check that fails there), or to the exit.

A run chooses p with F(p), starts at the entry, which has no state variables, and makes steps (l, x)
-> (m, u_e(p, x, y)) for an edge e from l to m and values y of the inputs of l with g_e(p, x, y).
For given p, x and y the guards of at most one edge from l hold. A run ends where no edge can be
taken: at an error, at the exit, or because no guard holds for the chosen inputs (a false
assumption, or an endless loop without effect).

The system is safe iff no run takes an edge to an error. The domain d_l(p, x_l) of a location holds
whenever a run is there: every edge into l establishes it. Formulas I_l(p, x_l) are an inductive
invariant that proves the system safe iff, with I_entry = true,

    F & d_l & I_l & g_e  =>  d_m[u_e] & I_m[u_e]      for every edge e from l to m
    F & d_l & I_l & g_e  is unsatisfiable             for every edge e from l to an error

Correspondence to programs. A system that encodes a program (`surefoot.systems.encode`) has the runs
of the program, cut at loop heads: a run of the program that passes the heads l_1, l_2, ... is a run
entry, l_1, l_2, ... of the system. The state variables at each of them have the values of the
variables, cells and arrays that they represent, and the run of the program fails a check iff the
run of the system takes an edge to that check's error. A run of the program that reaches no further
loop head ends at its last location. A system that encodes a transition system
(`surefoot.systems.transitions.model_system`) has its runs after one step from the entry.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property

from surefoot.base.enums import Enum
from surefoot.base.errors import invariant
from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.logic import BOOL, TRUE, Op, Term, and_, substitute, variables_of
from surefoot.program.check_sites import CheckSite
from surefoot.program.statements import CheckKind

ENTRY = "entry"
"""Name of the location at which runs start."""


class ReferentKind(Enum):
    """Kinds of entities that state variables represent."""

    LOCAL = "local"
    GLOBAL = "global"
    CELL = "cell"
    ARRAY = "array"
    ALIVE = "alive"
    FIELD = "field"
    """A part of all summarised heap objects, by allocation order."""
    ALLOCATED = "allocated"
    """Number of allocations of summarised heap objects."""
    LIVE = "live"
    """Number of summarised heap objects that were not freed."""
    FREED = "freed"
    """Number of summarised heap objects that were freed."""
    SIZE = "size"
    """Bytes of each summarised heap object, by allocation order."""
    STATE = "state"
    """A state variable of a model."""
    RETURN_SITE = "return site"
    """Number, from 1, of the call site at which the shared body of a function returns; 0 if no call
    is active.
    """
    STRING_END = "string end"
    """Address of the zero that a store wrote last; ``position`` numbers the stores, from 1."""


class Aspect(Enum):
    """Parts of a value that have state variables of their own; a pointer into known objects has
    several.
    """

    WHOLE = ""
    TARGET = "points into"
    """Index of the object that a pointer points into; the index after the last stands for none of
    them.
    """
    OFFSET = "at offset"
    """Offset into that object, without the low bits that are constant."""
    NUMBER = "as number"
    """Value of a pointer that points into none of the objects."""
    INSTANCE = "at index"
    """Index, by allocation order, of the summarised heap object that a pointer points into."""


@dataclass(frozen=True, slots=True)
class Referent:
    """Variable, or part of an object, that a state variable represents.

    ``position`` is for a local the index of its activation on the call stack, from 0; for a cell or
    field its first byte; for an array the bytes of an element.
    """

    kind: ReferentKind
    owner: str
    position: int = 0
    aspect: Aspect = Aspect.WHOLE

    def __str__(self) -> str:
        match self.kind:
            case ReferentKind.CELL:
                name = f"{self.owner}[{self.position}]"
            case ReferentKind.FIELD:
                name = f"{self.owner}.{self.position}"
            case ReferentKind.ALLOCATED:
                name = f"number of {self.owner}"
            case ReferentKind.LIVE:
                name = f"number of live {self.owner}"
            case ReferentKind.FREED:
                name = f"number of freed {self.owner}"
            case ReferentKind.SIZE:
                name = f"size of {self.owner}"
            case ReferentKind.ARRAY:
                name = f"{self.owner}[]"
            case ReferentKind.ALIVE:
                name = f"{self.owner} is alive"
            case ReferentKind.STRING_END:
                name = f"{self.owner} {self.position}"
            case ReferentKind.LOCAL | ReferentKind.GLOBAL | ReferentKind.STATE | ReferentKind.RETURN_SITE:
                name = self.owner
        return name if self.aspect is Aspect.WHOLE else f"{name} {self.aspect.value}"


@dataclass(frozen=True, slots=True)
class StateVariable:
    """A symbol of a location and the entity that it represents."""

    symbol: Term
    referent: Referent

    @property
    def is_return_site(self) -> bool:
        """True if the variable selects the return site of a shared function body."""
        return self.referent.kind is ReferentKind.RETURN_SITE


@dataclass(frozen=True, slots=True)
class Location:
    """A point between two steps of runs; see the module."""

    name: str
    variables: tuple[StateVariable, ...] = ()
    inputs: tuple[Term, ...] = ()
    domain: Term = TRUE
    span: Span | None = None

    @property
    def symbols(self) -> tuple[Term, ...]:
        """The symbols of the state variables."""
        return tuple(each.symbol for each in self.variables)


@dataclass(frozen=True, slots=True)
class Error:
    """A failed check; if it is no violation of the property, behaviour after it is undefined in C."""

    kind: CheckKind
    text: str
    span: Span | None
    function: str
    is_violation: bool

    @property
    def site(self) -> CheckSite:
        """The site of the check in the program."""
        return CheckSite(self.kind, self.function, self.span)


@dataclass(frozen=True, slots=True)
class Exit:
    """The regular end of a run."""


Destination = str | Error | Exit
"""Target of an edge: the name of a location, an error, or the exit."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A guarded assignment; see the module. ``update`` has a value for each state variable of the
    target, in order.
    """

    source: str
    target: Destination
    guard: Term
    update: Mapping[Term, Term] = field(default_factory=dict)

    @property
    def destination(self) -> str:
        """The name of the location that the edge leads to.

        Requires: it leads to a location.
        """
        invariant(isinstance(self.target, str), f"an edge from {self.source} leads to no location")
        return str(self.target)

    def after(self, formula: Term, memo: dict[Term, Term] | None = None) -> Term:
        """Return the weakest precondition formula[u_e] of ``formula``, which is over the variables
        of the target.
        """
        return substitute(formula, self.update, memo)


@dataclass(frozen=True, slots=True)
class Fact:
    """A formula about parameters; a query that mentions none of ``about`` does not need it."""

    about: tuple[Term, ...]
    formula: Term


Invariants = Mapping[str, tuple[Term, ...]]
"""Formulas for locations, each over the parameters and the location's state variables."""
NO_INVARIANTS: Invariants = {}


@dataclass(frozen=True)
class ControlSystem:
    """A control system; see the module for its runs.

    Requires: `validate` accepts it.
    """

    parameters: tuple[Term, ...]
    facts: tuple[Fact, ...]
    locations: tuple[Location, ...]
    edges: tuple[Edge, ...]

    def __reduce__(self) -> tuple[Callable[..., "ControlSystem"], tuple[object, ...]]:
        """Return the system for pickling: with one table for all terms, and without caches."""
        from surefoot.systems.control.transport import pack_system, unpack_system

        return unpack_system, (pack_system(self),)

    def location(self, name: str) -> Location:
        """Return the location called ``name``."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Location]:
        return {each.name: each for each in self.locations}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all locations except the entry: those that have invariants."""
        return tuple(each.name for each in self.locations if each.name != ENTRY)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    @cached_property
    def _edges_from(self) -> dict[str, tuple[Edge, ...]]:
        return {each.name: tuple(edge for edge in self.edges if edge.source == each.name) for each in self.locations}

    def edges_from(self, name: str) -> tuple[Edge, ...]:
        """Return the edges that start at ``name``, whatever their targets."""
        return self._edges_from[name]

    @cached_property
    def transitions(self) -> tuple[Edge, ...]:
        """The edges between locations."""
        return tuple(edge for edge in self.edges if isinstance(edge.target, str))

    @cached_property
    def _into(self) -> dict[str, tuple[Edge, ...]]:
        return {name: tuple(edge for edge in self.transitions if edge.target == name) for name in self._by_name}

    def edges_into(self, name: str) -> tuple[Edge, ...]:
        """Return the edges into the location ``name``."""
        return self._into[name]

    @cached_property
    def error_edges(self) -> tuple[Edge, ...]:
        """The edges to errors."""
        return tuple(edge for edge in self.edges if isinstance(edge.target, Error))

    @cached_property
    def errors(self) -> tuple[Error, ...]:
        """The errors, each once."""
        return tuple(dict.fromkeys(edge.target for edge in self.error_edges if isinstance(edge.target, Error)))

    def without(self, sites: Collection[CheckSite]) -> "ControlSystem":
        """Return the system without the errors at ``sites``: a run that takes one of them has no
        next step.
        """
        edges = [edge for edge in self.edges if not (isinstance(edge.target, Error) and edge.target.site in sites)]
        return replace(self, edges=tuple(edges))

    def assuming(self, invariants: Invariants) -> "ControlSystem":
        """Return the system whose domains include ``invariants``; its edges are the same.

        Requires: ``invariants`` are inductive.
        """
        located = (replace(each, domain=and_(*self.assumption(each.name, invariants))) for each in self.locations)
        return replace(self, locations=tuple(located))

    def assumption(self, name: str, invariants: Invariants) -> tuple[Term, ...]:
        """Return the domain of ``name`` and the ``invariants`` there."""
        domain = self.location(name).domain
        known = invariants.get(name, ())
        return known if domain is TRUE else (domain, *known)


@dataclass(frozen=True, slots=True)
class Defect:
    """A defect of a system and the part that has it; ``None`` is the whole system."""

    part: Fact | Location | Edge | None
    message: str


def validate(system: ControlSystem) -> None:
    """Check the syntactic conditions of control systems: names, sorts, and the symbols of each
    formula.
    """
    defect = next(defects_of(system), None)
    invariant(defect is None, "" if defect is None else defect.message)


def defects_of(system: ControlSystem) -> Iterator[Defect]:
    """Yield the defects for `validate`; those after the first may be consequences of it."""
    names = [each.name for each in system.locations]
    for number, location in enumerate(system.locations):
        if location.name in names[:number]:
            yield Defect(location, f"there are two locations {location.name}")
    if not names or names[0] != ENTRY:
        yield Defect(None, "the first location is not the entry")
    for edge in system.edges:
        if edge.source not in system:
            yield Defect(edge, f"an edge starts at {edge.source}, which is no location")
        if isinstance(edge.target, str) and edge.target not in system:
            yield Defect(edge, f"an edge from {edge.source} leads to {edge.target}, which is no location")
        if edge.target == ENTRY:
            yield Defect(edge, "an edge leads to the entry")
    if system.location(ENTRY).variables:
        yield Defect(system.location(ENTRY), "the entry has state variables")
    parameters = frozenset(system.parameters)
    if len(parameters) < len(system.parameters) or any(each.op is not Op.VARIABLE for each in parameters):
        yield Defect(None, "parameters are symbols, each of them one")
    for fact in system.facts:
        if not parameters.issuperset(fact.about):
            yield Defect(fact, "a fact is about something that is no parameter")
        yield from _strange(fact, "a fact", parameters, fact.formula)
        yield from _no_formula(fact, "a fact", fact.formula)
    for location in system.locations:
        yield from _location_defects(location, parameters)
    for edge in system.edges:
        yield from _edge_defects(system, edge, parameters)


def _location_defects(location: Location, parameters: frozenset[Term]) -> Iterator[Defect]:
    own = (*location.symbols, *location.inputs)
    if any(symbol.op is not Op.VARIABLE for symbol in own):
        yield Defect(location, f"state variables and inputs of {location.name} are not all symbols")
    if len(set(own)) < len(own) or not parameters.isdisjoint(own):
        yield Defect(location, f"a symbol of {location.name} has two roles")
    what = f"the domain of {location.name}"
    yield from _strange(location, what, parameters.union(location.symbols), location.domain)
    yield from _no_formula(location, what, location.domain)


def _edge_defects(system: ControlSystem, edge: Edge, parameters: frozenset[Term]) -> Iterator[Defect]:
    source = system.location(edge.source)
    what = f"an edge from {edge.source}"
    known = parameters.union(source.symbols, source.inputs)
    yield from _strange(edge, what, known, edge.guard, *edge.update.values())
    yield from _no_formula(edge, f"the guard of {what}", edge.guard)
    expected = system.location(edge.target).symbols if isinstance(edge.target, str) else ()
    if tuple(edge.update) != expected:
        yield Defect(edge, f"{what} does not give a value to each state variable of its target, in order")
    for symbol, value in edge.update.items():
        if symbol.sort is not value.sort:
            yield Defect(edge, f"{what} gives {symbol} a value of {value.sort}")


def _strange(part: Fact | Location | Edge, what: str, symbols: frozenset[Term], *formulas: Term) -> Iterator[Defect]:
    strange = set(variables_of(*formulas)).difference(symbols)
    if strange:
        named = ", ".join(sorted(str(each) for each in strange))
        yield Defect(part, f"{what} mentions {named}, which {'is' if len(strange) == 1 else 'are'} not declared there")


def _no_formula(part: Fact | Location | Edge, what: str, term: Term) -> Iterator[Defect]:
    if term.sort is not BOOL:
        yield Defect(part, f"{what} is of {term.sort}, not a formula")
