"""A program as a transition system: one step of the system is one loop-free segment of the program.

``pc`` says where a run is: at the entry, at a cut point, or at one of the ends

    ERROR        a check that the property names failed
    UNDEFINED    a check failed after which C promises nothing
    EXIT         the run ended, or goes on for ever without doing anything that could fail

Ends are never left. Which check of a segment fails first need not be asked: an obligation's failure contains the conditions of all
checks before it on its path, so that at most one of the failures and arrivals of a segment happens. In particular no violation
follows undefined behaviour.

The states besides ``pc`` are the slots of cut points, and what is chosen once and then stays: addresses, sizes and first contents of
objects. What a segment chooses anew each time is an input.
"""

from dataclasses import dataclass, field

from surefoot.budget import Budget
from surefoot.errors import invariant
from surefoot.logic import (
    TRUE,
    ArraySort,
    Op,
    Term,
    and_,
    bit_vector,
    bv,
    constant,
    default_value,
    eq,
    implies,
    ite,
    or_,
    substitute,
    variable,
    variables_of,
)
from surefoot.program.program import Program
from surefoot.program.properties import UNDEFINED, Property
from surefoot.systems.cutpoints import CutpointGraph, Passage, Place, Range, Slot, names_of, unknown_value
from surefoot.systems.fresh_names import FreshNames
from surefoot.systems.layout import Layout
from surefoot.systems.objects import MemoryObject
from surefoot.systems.obligations import NewObject, UnknownValue
from surefoot.systems.transition_system import TransitionSystem

_ENDS = ("ERROR", "UNDEFINED", "EXIT")
Source = Place | None
"""Where a segment starts; ``None`` is the entry."""


@dataclass(slots=True)
class _Segment:
    """What happens between ``source`` and the next cut point, over the symbols of `CutpointGraph.start`."""

    violation: Term
    undefined: Term
    arrivals: dict[Place, tuple[Term, dict[Term, Term]]]
    """The guard, and the values of the target's symbols."""
    assumptions: list[Term]
    """What holds at the source, and where the objects of this segment lie."""
    chosen: set[Term] = field(default_factory=set)
    """The symbols that are chosen in this segment."""

    @property
    def terms(self) -> list[Term]:
        """All terms of the segment."""
        found = [self.violation, self.undefined, *self.assumptions]
        for guard, values in self.arrivals.values():
            found += [guard, *values.values()]
        return found


@dataclass(frozen=True, slots=True)
class EncodedProgram:
    """The system of a program, and what the values of its ``pc`` mean, from 0 on."""

    system: TransitionSystem
    locations: tuple[str, ...]


def encode(program: Program, checked: Property, budget: Budget) -> EncodedProgram:
    """The system that reaches the bad state "violation" iff a run of ``program`` violates ``checked``, and "undefined" iff one is undefined.

    Raises `NoFiniteShape` when the states at some loop have no finite description.
    """
    graph = CutpointGraph(program, checked, budget)
    loops = [f"loop in {place[-1][0]} at {graph.span(place) or place[-1][1]}" for place in graph.shapes]
    return EncodedProgram(_Encoding(graph, checked, budget).system(), ("entry", *loops, *_ENDS))


class _Encoding:
    """Collects the segments of a graph, decides which of their symbols are states and inputs, and puts the system together."""

    def __init__(self, graph: CutpointGraph, checked: Property, budget: Budget) -> None:
        self._graph = graph
        self._checked = checked
        self._births: dict[MemoryObject, tuple[Source, Term]] = {}
        self._segments: dict[Source, _Segment] = {None: self._segment(None, graph.entry, TRUE)}
        for place in graph.shapes:
            start = graph.start(place)
            self._segments[place] = self._segment(place, graph.passage([start.state], budget), start.assumption)
        self._layout = self._place_objects()
        self._names = FreshNames()
        self._pc = variable(self._names.like("pc"), bit_vector((len(self._segments) + len(_ENDS) - 1).bit_length()))
        self._slots = self._name_slots()
        self._frozen = {each: self._like(each) for each in self._find_frozen()}
        self._inputs = {each: self._like(each) for each in self._find_inputs()}
        self._name_all()

    def system(self) -> TransitionSystem:
        """Put the parts together."""
        slots = tuple(dict.fromkeys(self._slots.values()))
        kept = tuple(self._frozen.values())
        assumed = [implies(self._is_at(source), and_(*each.assumptions)) for source, each in self._segments.items()]
        first_end = len(self._segments)
        return TransitionSystem(
            states=(self._pc, *slots, *kept),
            inputs=tuple(self._inputs.values()),
            initial=and_(self._is_at(None), *map(self._initially, slots), *self._layout),
            next={
                self._pc: self._next_pc(),
                **{state: self._next_value(state) for state in slots},
                **{state: state for state in kept},
            },
            constraint=and_(*assumed),
            bad={
                "violation": eq(self._pc, self._location(first_end)),
                "undefined": eq(self._pc, self._location(first_end + 1)),
            },
        )

    # ---- segments

    def _segment(self, source: Source, passage: Passage, assumption: Term) -> _Segment:
        chosen: set[Term] = set()
        for choice in passage.choices:
            match choice:
                case UnknownValue(_, symbol):
                    chosen.add(symbol)
                case NewObject(guard, each):
                    self._births[each] = (source, guard)
                    chosen.add(each.address)
        violations = [each.failure for each in passage.obligations if each.kind in self._checked.violations]
        undefined = [each.failure for each in passage.obligations if each.kind in UNDEFINED - self._checked.violations]
        arrivals: dict[Place, tuple[Term, dict[Term, Term]]] = {}
        for place, state in passage.arrivals.items():
            expected = {each for each, _, _ in self._graph.shapes[place].example.memory.inventory()}
            invariant(
                expected == {each for each, _, _ in state.memory.inventory()}, "shapes cover the objects of arrivals"
            )
            values = self._graph.instance(place, state)
            chosen.update(value for symbol, value in values.items() if value is unknown_value(symbol))
            arrivals[place] = (state.guard.term, values)
        return _Segment(or_(*violations), or_(*undefined), arrivals, [assumption], chosen)

    def _place_objects(self) -> list[Term]:
        """Add to each segment where the objects born in it lie; what is known from the start on is returned.

        A fact about an object whose size or address is chosen on the way only binds runs in which it was born.
        """
        book = self._graph.book
        layout = Layout(book)
        everything = [term for segment in self._segments.values() for term in segment.terms]
        sources = list(self._segments)
        from_start: list[Term] = []
        for fact in [fact for term in everything for fact in layout.facts_for(term)]:
            objects = [found for symbol in variables_of(fact) if (found := book.object_at(symbol)) is not None]
            births = [self._births[each] for each in objects if each in self._births]
            is_known = all(each.constant_size is not None for each in objects)
            if is_known and all(source is None for source, _ in births):
                from_start.append(fact)
                continue
            latest = max((source for source, _ in births), key=sources.index)
            if any(source not in (None, latest) for source, _ in births):
                continue  # born in different segments other than the first: they never live at the same time
            self._segments[latest].assumptions.append(implies(and_(*(guard for _, guard in births)), fact))
        return from_start

    # ---- states

    def _find_frozen(self) -> tuple[Term, ...]:
        """The symbols that keep their value: those that another segment than the one that chooses them depends on."""
        frozen = dict.fromkeys(variables_of(*self._layout))
        for source, segment in self._segments.items():
            if source is None:
                continue
            own = {symbol for group in self._graph.start(source).symbols.values() for symbol in group}
            mentioned = variables_of(*segment.terms)
            own |= segment.chosen | self._contents_chosen_in(source)
            frozen |= dict.fromkeys(symbol for symbol in mentioned if symbol not in own)
        return tuple(sorted(frozen, key=lambda each: each.id))

    def _find_inputs(self) -> tuple[Term, ...]:
        """The symbols that are neither slots nor frozen."""
        found: dict[Term, None] = {}
        for segment in self._segments.values():
            found |= dict.fromkeys(variables_of(*segment.terms))
        return tuple(symbol for symbol in found if symbol not in self._slots and symbol not in self._frozen)

    def _contents_chosen_in(self, source: Place) -> set[Term]:
        """The symbols for what objects hold that are born in the segment from ``source``."""
        found: set[Term] = set()
        for each, (birth, _) in self._births.items():
            if birth == source:
                found.update(symbol for _, symbol in each.initial.symbols())
                if each.initial.array_symbol is not None:
                    found.add(each.initial.array_symbol)
        return found

    def _name_slots(self) -> dict[Term, Term]:
        """The state variable for each symbol of each cut point: one for all cut points that say the same of a slot."""
        found: dict[Term, Term] = {}
        known: dict[tuple[Slot, Range], tuple[Term, ...]] = {}
        for place, shape in self._graph.shapes.items():
            for slot, symbols in self._graph.start(place).symbols.items():
                key = slot, shape.ranges[slot]
                if key not in known:
                    known[key] = tuple(
                        variable(self._names.like(name), symbol.sort)
                        for name, symbol in zip(names_of(slot, shape.ranges[slot]), symbols, strict=True)
                    )
                found |= dict(zip(symbols, known[key], strict=True))
        return found

    def _name_all(self) -> None:
        """From here on, segments are about the variables of the system."""
        names = {**self._slots, **self._frozen, **self._inputs}
        memo: dict[Term, Term] = {}
        self._layout = [substitute(fact, names, memo) for fact in self._layout]
        for segment in self._segments.values():
            segment.violation = substitute(segment.violation, names, memo)
            segment.undefined = substitute(segment.undefined, names, memo)
            segment.assumptions = [substitute(each, names, memo) for each in segment.assumptions]
            for place, (guard, values) in segment.arrivals.items():
                named = {self._slots[symbol]: substitute(value, names, memo) for symbol, value in values.items()}
                segment.arrivals[place] = (substitute(guard, names, memo), named)

    def _like(self, symbol: Term) -> Term:
        return variable(self._names.like(str(symbol.payload)), symbol.sort)

    # ---- steps

    def _initially(self, state: Term) -> Term:
        """A value for a slot at the entry, where it is not read: the first that it gets, so that less changes, or zero."""
        if isinstance(state.sort, ArraySort):
            return TRUE
        arrivals = (values for _, values in self._segments[None].arrivals.values())
        given = [values[state] for values in arrivals if state in values and values[state].op is Op.CONSTANT]
        return eq(state, given[0] if given else constant(default_value(state.sort), state.sort))

    def _location(self, number: int) -> Term:
        return bv(number, self._pc.sort.width)

    def _location_of(self, source: Source) -> Term:
        return self._location(list(self._segments).index(source))

    def _is_at(self, source: Source) -> Term:
        return eq(self._pc, self._location_of(source))

    def _next_pc(self) -> Term:
        first_end = len(self._segments)
        error, undefined, end = (self._location(first_end + offset) for offset in range(len(_ENDS)))
        following = self._pc
        for source, segment in self._segments.items():
            target = end
            for place, (guard, _) in segment.arrivals.items():
                target = ite(guard, self._location_of(place), target)
            target = ite(segment.violation, error, ite(segment.undefined, undefined, target))
            following = ite(self._is_at(source), target, following)
        return following

    def _next_value(self, state: Term) -> Term:
        """The value on arrival; a state that is no slot of the target, or of a run that ends, stays as it is."""
        following = state
        for source, segment in self._segments.items():
            held = state
            for guard, values in segment.arrivals.values():
                held = ite(guard, values.get(state, state), held)
            following = ite(self._is_at(source), held, following)
        return following
