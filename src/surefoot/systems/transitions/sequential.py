"""Control systems as sequential circuits: one step of a run is one step of the circuit.

The location is a binary number that is 0 at the entry, or one latch for each other location. State
variables with the same referent at several locations share their latches; at other locations these
are 0. A run that ended is at a final location for ever.

All latches are initially 0, which hardware model checkers assume even where a file states
otherwise. Parameters are inputs in the first step, and latches that keep these values; if the facts
about them do not hold, the run ends at once. The circuit is bad in the step in which a run takes an
edge to an error.

Only the first elements of an array are latches. Reads beyond them return arbitrary values, new ones
in each step, so that the circuit over-approximates the system: a proof carries over, but a bad run
may be spurious.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from surefoot.base.records import dataclass, replace
from surefoot.base.text import FreshNames
from surefoot.circuits import arrays, words
from surefoot.circuits.arrays import Array
from surefoot.circuits.blasting import BitBlaster, Bits, NotBits, as_array, as_word, width_of
from surefoot.circuits.graph import FALSE, Graph, Literal, Word
from surefoot.circuits.sequential import Latch, Named, SequentialCircuit, Simulation
from surefoot.logic import FALSE as FALSE_TERM
from surefoot.logic import (
    ArraySort,
    ArrayValue,
    BoolSort,
    FloatSort,
    Sort,
    Term,
    Value,
    bool_constant,
    bv,
    constant,
    default_value,
    eq,
    extract,
    fp_to_ieee_bv,
    select,
)
from surefoot.systems.control.runs import NoSuchRun, Run, Step
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Invariants, Referent


@dataclass(frozen=True, slots=True)
class _Slot:
    """Latches for a state variable, with its symbols at locations."""

    referent: Referent
    word: Word
    symbols: dict[str, Term]


class SequentialSystem:
    """The circuit of ``system`` whose bad output is true for the errors that satisfy ``is_bad``;
    arrays have ``elements`` elements.

    Invariants ``known`` are assumed: a run that violates them ends. Raises `NotBits`.

    Requires: ``known`` is inductive.
    """

    def __init__(
        self,
        system: ControlSystem,
        is_bad: Callable[[Error], bool] = lambda _: True,
        *,
        one_hot: bool = False,
        elements: int = 16,
        known: Invariants | None = None,
    ) -> None:
        self._system = system
        self._known = known or {}
        self._elements = elements
        self._graph = Graph()
        self._blaster = BitBlaster(self._graph)
        self._codes = _codes(len(system.locations) + 1, one_hot=one_hot)
        self._numbers = {each.name: number for number, each in enumerate(system.locations)}
        self._location = self._graph.inputs(len(self._codes[0]))
        self._at = {name: words.equal(self._graph, self._location, self._codes[n]) for name, n in self._numbers.items()}
        self._slots = self._new_slots()
        self._parameters = {symbol: self._latches(symbol.sort) for symbol in system.parameters}
        self._first: dict[Term, Word] = {}
        self._given = {symbol: self._parameter(symbol, word) for symbol, word in self._parameters.items()}
        self._inputs = {name: self._new_inputs(name) for name in self._numbers}
        self._taken = self._edges_taken()
        self.circuit = self._circuit(is_bad)

    def meanings(self, name: str) -> tuple[Term, ...]:
        """Return for each latch the formula over state variables and parameters that is true iff
        the latch is 1 at ``name``.
        """
        code = self._codes[self._numbers[name]]
        found = [bool_constant(bool(bit)) for bit in code]
        for slot in self._slots:
            symbol = slot.symbols.get(name)
            found += [FALSE_TERM] * len(slot.word) if symbol is None else self._bits(symbol)
        for symbol in self._parameters:
            found += self._bits(symbol)
        return tuple(found)

    def named(self, names: Mapping[Referent, str]) -> SequentialCircuit:
        """Return the circuit with readable names: variables, inputs and parameters with bit and
        element numbers; ``pc`` is the location.
        """
        labels = dict(zip(self._location, _labels("pc", len(self._location)), strict=True))
        for slot in self._slots:
            sort = next(iter(slot.symbols.values())).sort
            name = names.get(slot.referent, str(slot.referent))
            labels.update(zip(slot.word, self._labels_of(name, sort), strict=True))
        for symbol, word in self._parameters.items():
            labels.update(zip(word, self._labels_of(str(symbol), symbol.sort), strict=True))
        for symbol, word in self._first.items():
            labels.update(zip(word, self._labels_of(f"{symbol} at first", symbol.sort), strict=True))
        for inputs in self._inputs.values():
            for symbol, bits in inputs.items():
                if isinstance(bits, tuple):
                    labels.update(zip(bits, self._labels_of(str(symbol), symbol.sort), strict=True))
        fresh = FreshNames()
        latches = tuple(replace(each, name=fresh.like(labels[each.literal])) for each in self.circuit.latches)
        free = tuple(
            replace(each, name=fresh.like(labels.get(each.literal, each.name))) for each in self.circuit.inputs
        )
        return replace(self.circuit, inputs=free, latches=latches)

    def location_codes(self) -> dict[str, int]:
        """Return the value of ``pc`` at each location."""
        return {
            name: sum(bit << place for place, bit in enumerate(self._codes[number]))
            for name, number in self._numbers.items()
        }

    def run(self, inputs: Sequence[Sequence[int]]) -> Run:
        """Return the run with these values of the circuit's inputs for each step.

        The system may not have it if it reads beyond the first elements of an array. Raises
        `NoSuchRun` unless it is bad in the last step.
        """
        latches = [0] * len(self.circuit.latches)
        steps: list[Step] = []
        parameters: dict[Term, Value] = {}
        for number, values in enumerate(inputs):
            given = {leaf >> 1: value for leaf, value in zip(self.circuit.leaves, (*values, *latches), strict=True)}
            simulation = Simulation(self._graph, partial(_given, given))
            if number == 0:
                parameters = {
                    symbol: self._chosen(simulation, word, symbol.sort) for symbol, word in self._given.items()
                }
            edge = next((edge for edge, taken in self._taken if simulation.value(taken)), None)
            if edge is None:
                break
            chosen = {
                symbol: _value(simulation, bits, symbol.sort) for symbol, bits in self._inputs[edge.source].items()
            }
            steps.append(Step(edge, chosen))
            latches = [simulation.value(latch.next) for latch in self.circuit.latches]
        if not steps or not isinstance(steps[-1].edge.target, Error):
            raise NoSuchRun("the run of the circuit gets to no error")
        return Run(parameters, tuple(steps))

    def _new_slots(self) -> list[_Slot]:
        shared: dict[tuple[Referent, Sort], _Slot] = {}
        for location in self._system.locations:
            for each in location.variables:
                key = each.referent, each.symbol.sort
                if key not in shared:
                    shared[key] = _Slot(each.referent, self._latches(each.symbol.sort), {})
                slot = shared[key]
                slot.symbols[location.name] = each.symbol
                self._blaster.define(each.symbol, self._from_latches(each.symbol.sort, slot.word))
        return list(shared.values())

    def _parameter(self, symbol: Term, latches: Word) -> Word:
        first = self._to_latches(symbol.sort, self._blaster.build(symbol, ()))
        self._first[symbol] = first
        word = words.mux(self._graph, self._at[ENTRY], first, latches)
        self._blaster.define(symbol, self._from_latches(symbol.sort, word))
        return word

    def _latches(self, sort: Sort) -> Word:
        """Return new latches for a value of ``sort``."""
        return self._graph.inputs(
            width_of(sort.element) * self._kept(sort) if isinstance(sort, ArraySort) else width_of(sort)
        )

    def _kept(self, sort: ArraySort) -> int:
        """Return the number of elements of an array that are latches."""
        return min(self._elements, 1 << min(width_of(sort.index), 32))

    def _from_latches(self, sort: Sort, word: Word) -> Bits:
        """Return the value of ``sort`` that latches hold."""
        if not isinstance(sort, ArraySort):
            return word
        array: Array = arrays.UnknownArray(width_of(sort.element), tuple)
        width, element = width_of(sort.index), width_of(sort.element)
        for place in range(self._kept(sort)):
            cell = word[place * element : (place + 1) * element]
            array = arrays.StoredArray(array, words.constant(place, width), cell)
        return array

    def _to_latches(self, sort: Sort, bits: Bits) -> Word:
        """Return the contents of latches for a value of ``sort``."""
        if not isinstance(sort, ArraySort):
            return as_word(bits)
        width = width_of(sort.index)
        array = as_array(bits)
        cells = (arrays.read(self._graph, array, words.constant(place, width)) for place in range(self._kept(sort)))
        return tuple([bit for cell in cells for bit in cell])

    def _labels_of(self, name: str, sort: Sort) -> list[str]:
        """Return a name for each latch of a variable."""
        if not isinstance(sort, ArraySort):
            return [name] if isinstance(sort, BoolSort) else _labels(name, width_of(sort))
        element = width_of(sort.element)
        return [label for place in range(self._kept(sort)) for label in _labels(f"{name}[{place}]", element)]

    def _bits(self, symbol: Term) -> list[Term]:
        """Return for each latch of a variable the formula that is true iff it is 1."""
        sort = symbol.sort
        if not isinstance(sort, ArraySort):
            return [_bit(symbol, place) for place in range(width_of(sort))]
        cells = [select(symbol, constant(place, sort.index)) for place in range(self._kept(sort))]
        return [_bit(cell, place) for cell in cells for place in range(width_of(sort.element))]

    def _chosen(self, simulation: Simulation, word: Word, sort: Sort) -> Value:
        """Return the value that latches hold in a run."""
        if not isinstance(sort, ArraySort):
            return _number(simulation, word, sort)
        element = width_of(sort.element)
        cells = [word[place * element : (place + 1) * element] for place in range(self._kept(sort))]
        entries: dict[Value, Value] = {
            place: _number(simulation, cell, sort.element) for place, cell in enumerate(cells)
        }
        return ArrayValue(default_value(sort.element), entries)

    def _new_inputs(self, name: str) -> dict[Term, Bits]:
        made = {symbol: self._blaster.build(symbol, ()) for symbol in self._system.location(name).inputs}
        for symbol, bits in made.items():
            self._blaster.define(symbol, bits)
        return made

    def _edges_taken(self) -> list[tuple[Edge, Literal]]:
        graph = self._graph
        facts = graph.all([self._blaster.literal(fact.formula) for fact in self._system.facts])
        possible = {
            name: graph.all([at, *self._known_literals(name)]) for name, at in self._at.items() if name != ENTRY
        }
        possible[ENTRY] = graph.and_(self._at[ENTRY], facts)
        return [
            (edge, graph.and_(possible[edge.source], self._blaster.literal(edge.guard))) for edge in self._system.edges
        ]

    def _known_literals(self, name: str) -> list[Literal]:
        found = []
        for formula in self._known.get(name, ()):
            with suppress(NotBits):  # then it is not made use of
                found.append(self._blaster.literal(formula))
        return found

    def _circuit(self, is_bad: Callable[[Error], bool]) -> SequentialCircuit:
        bad = self._graph.any(
            [taken for edge, taken in self._taken if isinstance(edge.target, Error) and is_bad(edge.target)]
        )
        following = self._next_words()
        owned = [(self._location, following[0])]
        owned += [(slot.word, word) for slot, word in zip(self._slots, following[1:], strict=True)]
        owned += [(word, self._given[symbol]) for symbol, word in self._parameters.items()]
        pairs = [pair for word, then in owned for pair in zip(word, then, strict=True)]
        latches = tuple(Latch(literal, then, 0, f"s{place}") for place, (literal, then) in enumerate(pairs))
        return SequentialCircuit(self._graph, self._free_inputs(latches, bad), latches, (Named(bad, "error"),))

    def _next_words(self) -> list[Word]:
        """Return the location and the slots after a step; without an enabled edge the run ends."""
        graph = self._graph
        code: list[Literal] = list(self._codes[-1])
        values: list[Word] = [(FALSE,) * len(slot.word) for slot in self._slots]
        for edge, taken in self._taken:
            if not isinstance(edge.target, str):
                continue
            target = self._codes[self._numbers[edge.target]]
            code = [graph.mux(taken, bit, before) for bit, before in zip(target, code, strict=True)]
            for place, slot in enumerate(self._slots):
                symbol = slot.symbols.get(edge.target)
                if symbol is not None:
                    word = self._to_latches(symbol.sort, self._blaster.bits(edge.update[symbol]))
                    values[place] = words.mux(graph, taken, word, values[place])
        return [tuple(code), *values]

    def _free_inputs(self, latches: Sequence[Latch], bad: Literal) -> tuple[Named, ...]:
        """Return the inputs that the circuit reads; at least one, because some provers fail
        without.
        """
        own = {latch.literal >> 1 for latch in latches}
        roots = [*(latch.next for latch in latches), bad]
        free = [node for node in self._graph.cone(roots) if self._graph.is_input(node) and node not in own]
        free = free or [self._graph.input() >> 1]
        return tuple(Named(node << 1, f"i{place}") for place, node in enumerate(free))


def _given(values: Mapping[int, int], node: int) -> int:
    """Return the value of an input; one that the circuit does not depend on may have any."""
    return values.get(node, 0)


def _labels(name: str, width: int) -> list[str]:
    return [f"{name}[{place}]" for place in range(width)]


def _codes(count: int, *, one_hot: bool) -> list[Word]:
    if one_hot:
        return [words.constant(1 << number >> 1, count - 1) for number in range(count)]
    return [words.constant(number, (count - 1).bit_length()) for number in range(count)]


def _bit(symbol: Term, place: int) -> Term:
    """Return the formula for a bit of a variable."""
    match symbol.sort:
        case BoolSort():
            return symbol
        case FloatSort():
            return _bit(fp_to_ieee_bv(symbol), place)
        case _:
            return eq(extract(symbol, place, place), bv(1, 1))


def _number(simulation: Simulation, word: Word, sort: Sort) -> Value:
    number = simulation.number(word)
    return bool(number) if isinstance(sort, BoolSort) else number


def _value(simulation: Simulation, bits: Bits, sort: Sort) -> Value:
    match bits:
        case tuple():
            return _number(simulation, bits, sort)
        case arrays.UnknownArray() if isinstance(sort, ArraySort):
            return _array_value(simulation, bits, sort)
        case _:
            raise AssertionError("inputs are words or unknown arrays")


def _array_value(simulation: Simulation, array: Array, sort: ArraySort) -> Value:
    entries: dict[Value, Value] = {}
    for index, word in array.reads.items() if isinstance(array, arrays.UnknownArray) else ():
        entries.setdefault(_number(simulation, index, sort.index), _number(simulation, word, sort.element))
    return ArrayValue(default_value(sort.element), entries)
