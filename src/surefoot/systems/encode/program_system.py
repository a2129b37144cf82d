"""Encodings of programs: the control system, and the way back from its runs and state variables."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Self

from surefoot.base.budget import Budget
from surefoot.base.errors import invariant
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.logic import Evaluator, Op, Symbol, SymbolKind, Term, and_, default_value, or_, variable, variables_of
from surefoot.program.check_sites import CheckSite
from surefoot.program.passes.views import control_system_passes
from surefoot.program.program import Program, Variable
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.trace import Trace
from surefoot.semantics.memory.addresses import AddressFacts, Incompleteness
from surefoot.semantics.memory.bits import is_nan_choice, is_unknown_value
from surefoot.semantics.symbolic.reached_checks import NewObject, NewStrings, SymbolicChoice, UnknownValue
from surefoot.semantics.symbolic.trace_reading import MadeChoice, trace_of
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import (
    ENTRY,
    Aspect,
    ControlSystem,
    Edge,
    Error,
    Exit,
    Fact,
    Location,
    StateVariable,
    validate,
)
from surefoot.systems.encode.cut_points import Place, calls_to, function_of, location_names, span_of
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.graph import UNKNOWN_TARGETS, CutPoint, CutPointGraph, Passage, cut_point_graph
from surefoot.systems.encode.matching import contents_symbols
from surefoot.systems.encode.refinement import HeapAbstraction, repeated_until_encoded
from surefoot.systems.encode.shapes import align_objects
from surefoot.systems.encode.slots import Slot
from surefoot.systems.encode.value_forms import Fixed, PointsInto, Range


@dataclass(frozen=True)
class ProgramSystem:
    """The encoding of ``source``; see `ControlSystem` for the correspondence of runs.

    ``program`` is ``source`` after the passes of the control system.
    """

    source: Program
    program: Program
    system: ControlSystem
    graph: CutPointGraph
    places: Mapping[str, Place]

    @property
    def is_exact(self) -> bool:
        """True if every run of the system is one of the program."""
        return self.graph.is_exact

    @property
    def omitted(self) -> Incompleteness:
        """Behaviour of the program that the system does not have."""
        return self.graph.omitted

    @property
    def shares_bodies(self) -> bool:
        """True if functions share one body for all their call sites."""
        return bool(self.program.functions[self.program.entry].homes)

    def without(self, sites: Collection[CheckSite]) -> Self | NotEncodable:
        """Return the encoding without the errors at ``sites``, if the system has all runs that pass
        these sites.
        """
        if self.omitted is not Incompleteness.NONE and any(site.kind in UNDEFINED for site in sites):
            return NotEncodable(UNKNOWN_TARGETS)
        return replace(self, system=self.system.without(sites)) if sites else self

    def trace_of(self, run: Run) -> Trace:
        """Return the trace of the program that corresponds to ``run``.

        Requires: the system has this run.
        """
        made: list[MadeChoice] = []
        states = states_along(self.system, run)
        for step, now in zip(run.steps, states, strict=True):
            known = frozenset((*run.parameters, *step.inputs))
            choices = self._choices(step.edge.source)
            made += [MadeChoice(choice, now, known) for choice in choices if now.value(choice.guard)]
        first = states[0] if states else Evaluator(lambda symbol: default_value(symbol.sort))
        return trace_of(self.program, self.graph.book, made, first, frozenset(run.parameters))

    def variables(self, name: str) -> dict[Term, Variable]:
        """Return the program variables that state variables of the location ``name`` represent as a
        whole, and those that keep a parameter of the system, such as an argument.
        """
        named = {symbol: each for symbol, each in self.declared(name).items() if each.name}
        represented = {
            variables[0].symbol: named[slot.owner]
            for slot, variables in self._cut_point(name).representative.variables.items()
            if isinstance(slot.owner, Term) and slot.owner in named
            if variables[0].referent.aspect is Aspect.WHOLE
        }
        kept = {
            range_.value: named[slot.owner]
            for slot, range_ in self.ranges(name).items()
            if isinstance(range_, Fixed) and range_.value.op is Op.VARIABLE
            if isinstance(slot.owner, Term) and slot.owner in named
        }
        return renamed_apart({**kept, **represented})

    def slots(self, name: str) -> Iterator[tuple[Slot, tuple[StateVariable, ...]]]:
        """Yield the slots at the location ``name`` with the state variables of their parts."""
        yield from self._cut_point(name).representative.variables.items()

    def pointers(self, name: str) -> dict[Term, PointsInto]:
        """Return the points-to sets of pointers at the location ``name``, and of those in fields of
        summarised heap objects, by the state variables of their parts.
        """
        cut_point = self._cut_point(name)
        ranges = {**cut_point.shape.ranges, **cut_point.shape.columns}
        return {
            each.symbol: range_
            for slot, variables in cut_point.representative.variables.items()
            if isinstance(range_ := ranges.get(slot), PointsInto)
            for each in variables
        }

    def constants(self, name: str) -> dict[Variable, Term]:
        """Return the declared variables that have a constant value at ``name``."""
        named = self.declared(name)
        return {
            named[slot.owner]: range_.value
            for slot, range_ in self.ranges(name).items()
            if isinstance(range_, Fixed) and range_.value.op is Op.CONSTANT
            if isinstance(slot.owner, Term) and slot.owner in named and named[slot.owner].span
        }

    def ranges(self, name: str) -> Mapping[Slot, Range]:
        """Return the abstract value of each slot at the location ``name``."""
        return self._cut_point(name).shape.ranges

    def calls(self, name: str) -> tuple[tuple[str, Span | None], ...]:
        """Return the callers on the way to the location ``name``, with the positions of the calls;
        the start of the program is omitted.
        """
        return tuple(calls_to(self.program, self.places[name]))

    def function(self, name: str) -> str:
        """Return the function that the location ``name`` is in."""
        return function_of(self.program, self.places[name])

    def _cut_point(self, name: str) -> CutPoint:
        return self.graph.cut_points[self.places[name]]

    def _choices(self, source: str) -> tuple[SymbolicChoice, ...]:
        return self.graph.entry.choices if source == ENTRY else self._cut_point(source).passage.choices

    def declared(self, name: str) -> dict[Term, Variable]:
        """Return by symbol the globals, and the parameters and locals of the calls that are active
        at the location ``name``.
        """
        named = {known.variable.symbol: known.variable for known in self.program.global_variables}
        for function, _, _ in self.places[name]:
            body = self.program.functions[function]
            named |= {each.symbol: each for each in (*body.parameters, *body.locals)}
        return named


def renamed_apart(names: Mapping[Term, Variable]) -> dict[Term, Variable]:
    """Return ``names``, qualified by functions where several variables have one name."""
    uses = Counter(each.name for each in names.values())
    return {
        symbol: each if uses[each.name] == 1 else replace(each, name=str(each.symbol.payload))
        for symbol, each in names.items()
    }


def encode_program(program: Program, checked: Property, budget: Budget) -> ProgramSystem | NotEncodable:
    """Return the control system whose runs are the runs of ``program`` as far as they matter to
    ``checked``.
    """

    def step(view: Program, heap: HeapAbstraction) -> ProgramSystem | NotEncodable:
        graph = cut_point_graph(view, checked, heap, budget)
        if isinstance(graph, NotEncodable):
            return graph
        names = location_names(view, graph.cut_points)
        system = _Builder(view, checked, graph, names).system()
        if isinstance(system, NotEncodable):
            return system
        return ProgramSystem(program, view, system, graph, {name: place for place, name in names.items()})

    return repeated_until_encoded(program, control_system_passes, step)


class _Builder:
    """Translation of passages into edges, and classification of symbols as inputs or parameters.

    A symbol that is chosen in a passage from a cut point is an input there. Every other symbol that
    is no state variable is chosen before the first cut point and constant afterwards: addresses,
    sizes and initial contents of objects. It is a parameter if a cut point or a fact depends on it,
    and an input of the entry otherwise.
    """

    def __init__(self, program: Program, checked: Property, graph: CutPointGraph, names: Mapping[Place, str]) -> None:
        self._program = program
        self._graph = graph
        self._names = names
        self._relevant = checked.violations | UNDEFINED
        self._violations = checked.violations
        self._chosen: dict[str, set[Term]] = {}
        self._edges = self._edges_of(ENTRY, graph.entry)
        for place, cut_point in graph.cut_points.items():
            self._edges += self._edges_of(names[place], cut_point.passage)
        again = {symbol for each in graph.recycled for symbol in contents_symbols(each)}
        first = frozenset(self._mentioned(ENTRY))
        for (
            name,
            chosen,
        ) in self._chosen.items():  # steps choose NaNs, objects and unknown values anew
            mentioned = self._mentioned(name)
            chosen.update(each for each in mentioned if is_nan_choice(each) or each in again)
            chosen.update(each for each in mentioned if is_unknown_value(each) and each not in first)
        recycled = {each.address for each in graph.recycled}
        self._depends_on_recycled = any(not recycled.isdisjoint(self._mentioned(name)) for name in self._chosen)
        self._add_facts()

    def system(self) -> ControlSystem | NotEncodable:
        if self._depends_on_recycled:
            return NotEncodable("a value depends on the address of a stack object that is allocated in a loop")
        parameters = self._parameters()
        mentioned = {name: self._mentioned(name) for name in (ENTRY, *self._names.values())}
        first = tuple(symbol for symbol in mentioned[ENTRY] if symbol not in parameters)
        locations = [Location(ENTRY, inputs=first)]
        for place, cut_point in self._graph.cut_points.items():
            name = self._names[place]
            start = cut_point.representative
            own = tuple(each for group in start.variables.values() for each in group)
            inputs = tuple(symbol for symbol in mentioned[name] if symbol in self._chosen[name])
            locations.append(Location(name, own, inputs, start.domain, span_of(self._program, place)))
        system = ControlSystem(tuple(parameters), tuple(self._facts), tuple(locations), tuple(self._edges))
        validate(system)
        return system

    def _edges_of(self, source: str, passage: Passage) -> list[Edge]:
        self._chosen[source] = _chosen_in(passage)
        edges = [
            Edge(source, self._names[place], state.guard.term, self._update(source, place, passage))
            for place, state in passage.arrivals.items()
        ]
        failures: dict[Error, list[Term]] = {}
        for each in passage.reached_checks:
            if each.kind in self._relevant:
                error = Error(each.kind, each.text, each.span, each.function, each.kind in self._violations)
                failures.setdefault(error, []).append(each.failure)
        edges += [Edge(source, error, or_(*terms)) for error, terms in failures.items()]
        ended = or_(*passage.ended)
        return [*edges, Edge(source, Exit(), ended)] if passage.ended else edges

    def _update(self, source: str, place: Place, passage: Passage) -> dict[Term, Term]:
        cut_point = self._graph.cut_points[place]
        state = passage.arrivals[place]
        align_objects(cut_point.shape, state)
        expected = {each for each, _, _ in cut_point.shape.example.memory.inventory()}
        invariant(expected == {each for each, _, _ in state.memory.inventory()}, "shapes cover the objects of arrivals")
        found: dict[Term, Term] = {}
        instance = self._graph.representatives.instance(cut_point.shape, cut_point.representative, state)
        for symbol, value in instance.items():
            if value is None:
                owner = f"{symbol.payload.owner} from {source}"
                unknown = Symbol(SymbolKind.CHOICE, owner, symbol.payload.number, f"{symbol.payload} unknown")
                value = variable(unknown, symbol.sort)  # noqa: PLW2901 - anything may be in a slot that the state lacks
                self._chosen[source].add(value)
            found[symbol] = value
        return found

    def _add_facts(self) -> None:
        """Collect the facts about addresses that edges mention.

        A fact about an object that a passage from a cut point allocates holds in that passage only,
        and becomes part of the guards that mention the object.
        """
        address_facts = AddressFacts(self._graph.book)
        book = self._graph.book
        self._facts: list[Fact] = []
        local: dict[str, list[Fact]] = {}
        everything = [term for edge in self._edges for term in (edge.guard, *edge.update.values())]
        for formula in [fact for term in everything for fact in address_facts.facts_for(term)]:
            symbols = variables_of(formula)
            about = tuple(symbol for symbol in symbols if book.object_at(symbol) is not None)
            where = [name for name, chosen in self._chosen.items() if name != ENTRY and not chosen.isdisjoint(symbols)]
            if not where:
                self._facts.append(Fact(about, formula))
            elif len(where) == 1:  # objects of different passages are never alive at the same time
                local.setdefault(where[0], []).append(Fact(about, formula))
        self._edges = [self._with_facts(edge, local.get(edge.source, [])) for edge in self._edges]

    def _with_facts(self, edge: Edge, facts: list[Fact]) -> Edge:
        if not facts:
            return edge
        mentioned = set(variables_of(edge.guard, *edge.update.values()))
        needed = [fact.formula for fact in facts if mentioned.issuperset(fact.about)]
        return replace(edge, guard=and_(edge.guard, *needed))

    def _parameters(self) -> dict[Term, None]:
        """Return the symbols that are constant along a run, in the order of their creation."""
        found: dict[Term, None] = {}
        for place, cut_point in self._graph.cut_points.items():
            name = self._names[place]
            own = {each.symbol for group in cut_point.representative.variables.values() for each in group}
            own |= self._chosen[name]
            found |= dict.fromkeys(symbol for symbol in self._mentioned(name) if symbol not in own)
        found |= dict.fromkeys(variables_of(*(fact.formula for fact in self._facts)))
        return dict.fromkeys(sorted(found, key=lambda each: each.id))

    def _mentioned(self, name: str) -> tuple[Term, ...]:
        edges = [edge for edge in self._edges if edge.source == name]
        return variables_of(*(term for edge in edges for term in (edge.guard, *edge.update.values())))


def _chosen_in(passage: Passage) -> set[Term]:
    """Return the symbols whose values are chosen in ``passage``."""
    found: set[Term] = set()
    for choice in passage.choices:
        match choice:
            case UnknownValue(_, symbol):
                found.add(symbol)
            case NewObject(_, each):
                found |= {each.address, *contents_symbols(each)}
            case NewStrings(_, vector, strings):
                found |= {vector.address, *strings.symbols}
    return found
