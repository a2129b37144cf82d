"""Lockstep of a concrete run and the control system of its program, compared wherever the run is at
a location.

At every location that is compared:

    the system has the location, and the state of the run is an instance of its shape;
    the state satisfies the domain, the invariants, and the quantified invariants at the cells that
    it has;
    if the run was compared one location before: the guard of the edge in between holds, and its
    update gives the state.

Once for each run, the facts about parameters must hold for its objects. What cannot be compared is
counted as skipped.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod

from surefoot.certify.corroborate.concrete_runs import Comparison
from surefoot.certify.kernel.quantified import counterexample
from surefoot.certify.limits import LIMITS
from surefoot.logic import TRUE, Evaluator, Term, Value, variables_of
from surefoot.program.program import Function
from surefoot.program.properties import Property
from surefoot.semantics.interpreter import BoundReached, ConcreteObject, Halt, Machine
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.sampling import SampledChoices
from surefoot.semantics.symbolic.liveness import irrelevant_variables
from surefoot.semantics.symbolic.loops import loop_heads
from surefoot.systems.control.quantified import QuantifiedInvariant, QuantifiedInvariants
from surefoot.systems.control.system import ENTRY, Edge, Invariants
from surefoot.systems.encode.concrete_states import StateReader, StateReading, place_of, value_text
from surefoot.systems.encode.cut_points import Place
from surefoot.systems.encode.encoding import Disagreement, Encoding
from surefoot.systems.encode.matching import ConcreteValues, PassageChoices, global_symbols
from surefoot.systems.encode.program_system import ProgramSystem


class _Formula:
    """A formula with its symbols."""

    __slots__ = ("_symbols", "term")

    def __init__(self, term: Term) -> None:
        self.term = term
        self._symbols = frozenset(variables_of(term))

    def is_known(self, values: Mapping[Term, Value]) -> bool:
        """Return whether `values` has all its symbols."""
        return self._symbols <= values.keys()

    def mentions(self, symbols: Iterable[Term]) -> bool:
        """Return whether it mentions one of `symbols`."""
        return not self._symbols.isdisjoint(symbols)

    def described(self, values: Mapping[Term, Value]) -> str:
        """Return the formula and the values of its symbols, for readers."""
        known = ", ".join(f"{symbol} = {value_text(values[symbol])}" for symbol in sorted(self._symbols, key=str))
        return f"{self.term} with {known}"


class _Transition:
    """An edge between locations."""

    __slots__ = ("guard", "update")

    def __init__(self, edge: Edge) -> None:
        self.guard = _Formula(edge.guard)
        self.update = {symbol: _Formula(value) for symbol, value in edge.update.items()}


def expectations_of(
    encoding: Encoding, checked: Property, invariants: Invariants, quantified: QuantifiedInvariants
) -> "Expectations | None":
    """Return what runs of the encoded program are compared with; `None` for models, whose runs are
    those of the system.
    """
    if not isinstance(encoding, ProgramSystem):
        return None
    return Expectations(encoding, checked, invariants, quantified)


class Expectations:
    """Control system, invariants and quantified invariants that runs of a program are compared
    with.
    """

    def __init__(
        self, encoding: ProgramSystem, checked: Property, invariants: Invariants, quantified: QuantifiedInvariants
    ) -> None:
        self.encoding = encoding
        self.system = encoding.system
        self.names = {place: name for name, place in encoding.places.items()}
        self._checked = checked
        self._invariants = invariants
        self._quantified = quantified
        self._readers: dict[str, StateReader] = {}
        self._formulas: dict[str, tuple[_Formula, ...]] = {}
        self._choices: dict[str, PassageChoices] = {}
        self._transitions: dict[tuple[str, str], _Transition | None] = {}
        self._heads: dict[str, frozenset[str]] = {}
        self.reached: set[str] = set()
        self.taken: set[tuple[str, str]] = set()

    def lockstep(self, choices: SampledChoices, comparison: Comparison, end: float) -> "Lockstep":
        """Return the lockstep of a run that makes `choices`."""
        return Lockstep(self, choices, comparison, end)

    @cached_property
    def facts(self) -> tuple[_Formula, ...]:
        """Facts about parameters."""
        return tuple(_Formula(fact.formula) for fact in self.system.facts)

    @cached_property
    def _irrelevant(self) -> frozenset[Term]:
        return irrelevant_variables(self.encoding.program, self._checked)

    def is_loop_head(self, function: Function, label: str) -> bool:
        """Return whether the block `label` is a location."""
        if function.name not in self._heads:
            self._heads[function.name] = loop_heads(function)
        return label in self._heads[function.name]

    def reader(self, name: str) -> StateReader:
        """Return the reader of states at the location `name`."""
        found = self._readers.get(name)
        if found is None:
            place = self.encoding.places[name]
            cut_point = self.encoding.graph.cut_points[place]
            found = StateReader(self.encoding.program, place, cut_point, self._irrelevant)
            self._readers[name] = found
        return found

    def formulas(self, name: str) -> tuple[_Formula, ...]:
        """Return the domain and the invariants of the location `name`."""
        found = self._formulas.get(name)
        if found is None:
            stated = self.system.assumption(name, self._invariants)
            found = self._formulas[name] = tuple(_Formula(term) for term in stated if term is not TRUE)
        return found

    def quantified(self, name: str) -> tuple[QuantifiedInvariant, ...]:
        """Return the quantified invariants of the location `name`."""
        return self._quantified.get(name, ())

    def choices(self, name: str) -> PassageChoices:
        """Return the choices between the location `name` and the next one."""
        found = self._choices.get(name)
        if found is None:
            graph = self.encoding.graph
            passage = graph.entry if name == ENTRY else graph.cut_points[self.encoding.places[name]].passage
            found = self._choices[name] = PassageChoices(passage)
        return found

    def transition(self, source: str, target: str) -> _Transition | None:
        """Return the edge between two locations; `None` if there is none."""
        if (source, target) not in self._transitions:
            edge = next((each for each in self.system.edges_from(source) if each.target == target), None)
            self._transitions[source, target] = None if edge is None else _Transition(edge)
        return self._transitions[source, target]


class _Visit:
    """The last compared location of a run, and the number of choices and objects by then."""

    __slots__ = ("choices", "name", "objects", "reading")

    def __init__(self, name: str, reading: StateReading, choices: int, objects: int) -> None:
        self.name = name
        self.reading = reading
        self.choices = choices
        self.objects = objects


class Lockstep:
    """Visitor of one run that makes `choices`, which ends when the process has used CPU time up to
    `end`.

    Its methods raise `Disagreement` where run and system differ.
    """

    def __init__(self, expected: Expectations, choices: SampledChoices, comparison: Comparison, end: float) -> None:
        self._expected = expected
        self._choices = choices
        self._comparison = comparison
        self._end = end
        self._allocated: list[ConcreteObject] = []
        self._symbols: ConcreteValues = {}
        self._objects: dict[MemoryObject, ConcreteObject] = {}
        self._visits: dict[Place, int] = {}
        self._last: _Visit | None = _Visit(ENTRY, StateReading(), 0, 0)
        self._here = ENTRY
        self._has_accelerated = False
        self._blocks = 0

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is a loop head: those are locations."""
        return self._expected.is_loop_head(function, label)

    def on_start(self, machine: Machine) -> None:
        """Map the global objects of the system to those of the run."""
        book = self._expected.encoding.graph.book
        self._symbols, self._objects = global_symbols(machine, self._choices.trace, book)

    def on_object(self, created: ConcreteObject) -> None:
        """Record an object: the first ones may be alive at locations."""
        self._allocated.append(created)

    def on_block(self, machine: Machine, label: str) -> None:
        """Compare the state of the run with its location, if that is due."""
        self._blocks += 1
        if self._blocks % LIMITS.blocks_between_clock_reads == 0 and time.process_time() > self._end:
            raise Halt(BoundReached(machine.steps, "out of time"))
        place = place_of(machine, label)
        visits = self._visits.get(place, 0) + 1
        self._visits[place] = visits
        name = self._expected.names.get(place)
        if name is None:
            raise Disagreement(f"a run is at a loop that the system does not have: {_described_place(place)}")
        self._expected.reached.add(name)
        self._expected.taken.add((self._here, name))
        self._here = name
        if visits > LIMITS.first_visits and visits & (visits - 1) and not self._has_accelerated:
            self._last = None
            return
        self._has_accelerated = False
        try:
            self._compare(machine, name)
        except Disagreement as found:
            raise Disagreement(f"at {name}: {found}") from None

    def record_acceleration(self) -> None:
        """Record that iterations were accelerated: the current state is compared, but no step that
        leads to it.
        """
        self._last = None
        self._has_accelerated = True

    def _compare(self, machine: Machine, name: str) -> None:
        before, inputs = self._last, None
        if before is not None:
            inputs = self._inputs_since(before)
        reading = self._expected.reader(name).read(machine, self._symbols, self._objects, self._allocated)
        self._comparison.states += 1
        self._comparison.slots += reading.compared
        self._comparison.skipped_slots += reading.skipped
        values = {**self._symbols, **reading.values}
        evaluator = Evaluator(values.__getitem__)
        for formula in self._expected.formulas(name):
            if not formula.is_known(values):
                self._comparison.skipped_formulas += 1
            elif evaluator.value(formula.term):
                self._comparison.formulas += 1
            else:
                self._check_alternatives(formula, values, reading)
        for invariant in self._expected.quantified(name):
            self._check_quantified(invariant, values, reading)
        if before is not None:
            self._check_step(before, inputs, name, reading)
        self._last = _Visit(name, reading, len(self._choices.made), len(self._allocated))

    def _inputs_since(self, before: _Visit) -> ConcreteValues | None:
        """Return the inputs of the step from `before`; those of the first step become parameters."""
        matched = self._expected.choices(before.name).matched(
            {**self._symbols, **before.reading.certain()},
            self._choices.made[before.choices :],
            self._allocated[before.objects :],
        )
        if matched is None:
            return None
        values, objects = matched
        if before.name == ENTRY:
            self._symbols |= values
            self._objects |= objects
            self._check_facts()
        return values

    def _check_facts(self) -> None:
        evaluator = Evaluator(self._symbols.__getitem__)
        for fact in self._expected.facts:
            if not fact.is_known(self._symbols):
                self._comparison.skipped_formulas += 1
            elif not evaluator.value(fact.term):
                raise Disagreement(f"addresses of objects violate a fact of the system: {fact.term}")
            else:
                self._comparison.formulas += 1

    def _check_quantified(self, invariant: QuantifiedInvariant, values: ConcreteValues, reading: StateReading) -> None:
        if any(symbol not in values and symbol is not invariant.bound for symbol in variables_of(invariant.body)):
            self._comparison.skipped_formulas += 1
            return
        broken = counterexample(invariant, values)
        if broken is None:
            self._comparison.formulas += 1
        else:
            self._check_alternatives(_Formula(broken), values, reading)

    def _check_alternatives(self, formula: _Formula, values: ConcreteValues, reading: StateReading) -> None:
        """Evaluate a formula that `values` violate for all other objects that pointers may target."""
        doubtful = [each for each in reading.alternatives.values() if formula.mentions(each[0])]
        readings = [
            [dict(zip(symbols, pointer, strict=True)) for pointer in pointers] for symbols, pointers in doubtful
        ]
        if prod(map(len, readings)) > LIMITS.pointer_alternatives:
            self._comparison.skipped_formulas += 1
            return
        for chosen in product(*readings):
            other = dict(values)
            for part in chosen:
                other.update(part)
            if Evaluator(other.__getitem__).value(formula.term):
                self._comparison.formulas += 1
                return
        raise Disagreement(f"a run violates {formula.described(values)}")

    def _check_step(self, before: _Visit, inputs: ConcreteValues | None, name: str, reading: StateReading) -> None:
        if before.name == name and before.reading.values == reading.values:
            return  # systems need not have iterations of loops that change nothing
        transition = self._expected.transition(before.name, name)
        if transition is None:
            raise Disagreement(f"a run comes from {before.name}, but the system has no such edge")
        values: ConcreteValues = {**self._symbols, **before.reading.certain(), **(inputs or {})}
        if inputs is None or not transition.guard.is_known(values):
            self._comparison.skipped_edges += 1
            return
        evaluator = Evaluator(values.__getitem__)
        if not evaluator.value(transition.guard.term):
            raise Disagreement(f"a run comes from {before.name}, but the guard of that edge does not hold")
        updated = {
            symbol: evaluator.value(value.term) for symbol, value in transition.update.items() if value.is_known(values)
        }
        wrong = self._expected.reader(name).differing(updated, reading, self._objects)
        if wrong is not None:
            raise Disagreement(f"a run comes from {before.name}: {wrong}")
        self._comparison.edges += 1


def _described_place(place: Sequence[tuple[str, str, int]]) -> str:
    return " > ".join(f"block {block} of {function}" for function, block, _ in place)
