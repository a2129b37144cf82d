"""Loop acceleration in the interpreter: a block of iterations with a closed form is skipped.

An accelerated run ends as the run without acceleration. At a loop head, the state of the run is
read as a state of its location in the control system. A block of iterations
(`surefoot.systems.closed_forms.blocks`) along the self-loop of the location, in which the program
chooses no value, leads to another state of the location, which is written back. Before each
acceleration, one iteration of the interpreter and one along the edge must agree. Variables that are
dead or outside the slice keep their values.
"""

from collections.abc import Sequence
from typing import Protocol

from surefoot.logic import Term, Value, dag_size
from surefoot.program.program import Function
from surefoot.program.properties import Property
from surefoot.program.trace import Choice, Trace
from surefoot.semantics.interpreter import Accelerated, Assigned, BoundReached, ConcreteObject, Halt, Machine, Stored
from surefoot.semantics.interpreter.effects import encoded
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.symbolic.liveness import irrelevant_variables
from surefoot.semantics.symbolic.loops import loop_heads
from surefoot.systems.closed_forms.accelerated_iterations import AcceleratedIterations
from surefoot.systems.closed_forms.blocks import LoopIterations
from surefoot.systems.closed_forms.newton import FOREVER
from surefoot.systems.control.system import ReferentKind
from surefoot.systems.encode.concrete_states import StateReader, place_of
from surefoot.systems.encode.cut_points import Place
from surefoot.systems.encode.encoding import Disagreement
from surefoot.systems.encode.matching import ConcreteValues, PassageChoices, global_symbols
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.systems.encode.slots import Slot
from surefoot.systems.limits import LIMITS


class KnownChoices(Protocol):
    """The choices of a run so far."""

    @property
    def made(self) -> Sequence[Choice]:
        """The choices so far."""

    @property
    def trace(self) -> Trace:
        """The choices with the addresses and contents of globals."""


class _Loop:
    """A location with a reader of its states and its iterations."""

    def __init__(self, encoding: ProgramSystem, name: str, irrelevant: frozenset[Term]) -> None:
        place = encoding.places[name]
        cut_point = encoding.graph.cut_points[place]
        edge = next((each for each in encoding.system.edges_from(name) if each.target == name), None)
        self.name = name
        self.reader = StateReader(encoding.program, place, cut_point, irrelevant)
        self.iterations: LoopIterations | None = None
        self.slots: dict[Term, Slot] = {}
        if edge is not None and dag_size(edge.guard, *edge.update.values()) <= LIMITS.iteration_nodes:
            guards = [choice.guard for choice in cut_point.passage.choices]
            iterations = LoopIterations(edge, guards, encoding.system.location(name).inputs)
            groups = cut_point.representative.variables.items()
            slots = {
                group[0].symbol: slot for slot, group in groups if len(group) == 1 and slot.owner not in irrelevant
            }
            if all(symbol in slots and slots[symbol].kind in _WRITABLE for symbol in iterations.moving):
                self.iterations, self.slots = iterations, slots


_WRITABLE = {ReferentKind.LOCAL, ReferentKind.GLOBAL, ReferentKind.CELL}


class AcceleratingVisitor:
    """A visitor that accelerates one run; ``accelerated`` are its accelerations.

    ``encoding`` is the encoding of the program, and ``choices`` are those of the run.
    """

    def __init__(
        self,
        encoding: ProgramSystem,
        checked: Property,
        choices: KnownChoices,
    ) -> None:
        self.accelerated: list[AcceleratedIterations] = []
        self._encoding = encoding
        self._names = {place: name for name, place in encoding.places.items()}
        self._choices = choices
        self._irrelevant = irrelevant_variables(encoding.program, checked)
        self._loops: dict[str, _Loop] = {}
        self._heads: dict[str, frozenset[str]] = {}
        self._allocated: list[ConcreteObject] = []
        self._symbols: ConcreteValues | None = None
        self._objects: dict[MemoryObject, ConcreteObject] = {}
        self._visits: dict[Place, int] = {}
        self._due: dict[Place, int] = {}
        self._interval: dict[Place, int] = {}
        self._before: dict[Place, ConcreteValues | None] = {}
        self._is_first = True

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is a loop head, and so a location."""
        if function.name not in self._heads:
            self._heads[function.name] = loop_heads(function)
        return label in self._heads[function.name]

    def on_start(self, machine: Machine) -> None:
        """Match the global objects of the system with those of the run."""
        self._symbols, self._objects = global_symbols(machine, self._choices.trace, self._encoding.graph.book)

    def on_object(self, created: ConcreteObject) -> None:
        """Record an allocated object: the first ones may be alive at locations."""
        self._allocated.append(created)

    def on_block(self, machine: Machine, label: str) -> None:
        """Accelerate if enough iterations have passed and there is a closed form."""
        place = place_of(machine, label)
        if self._is_first:
            self._is_first = False
            self._note_entry()
        visits = self._visits.get(place, 0) + 1
        self._visits[place] = visits
        due = self._due.get(place, LIMITS.interpreted_visits)
        if visits < due - 1:
            return
        loop = self._loop(place)
        state = None if loop is None else self._state(machine, loop)
        before, self._before[place] = self._before.get(place), state
        if visits < due:
            return
        is_accelerated = False
        if loop is not None and loop.iterations is not None and state is not None and before is not None:
            is_accelerated = loop.iterations.is_iteration(before, state) and self._accelerate(
                machine, label, loop, state
            )
        self._interval[place] = (
            LIMITS.interpreted_visits if is_accelerated else 2 * self._interval.get(place, LIMITS.interpreted_visits)
        )
        self._due[place] = visits + self._interval[place]

    def _note_entry(self) -> None:
        """Match the choices before the first loop head."""
        if self._symbols is None:
            return
        try:
            found = PassageChoices(self._encoding.graph.entry).matched(
                self._symbols, self._choices.made, self._allocated
            )
        except Disagreement:
            found = None
        if found is None:
            self._symbols = None
        else:
            self._symbols |= found[0]
            self._objects |= found[1]

    def _loop(self, place: Place) -> "_Loop | None":
        name = self._names.get(place)
        if name is not None and name not in self._loops:
            self._loops[name] = _Loop(self._encoding, name, self._irrelevant)
        return None if name is None else self._loops[name]

    def _state(self, machine: Machine, loop: "_Loop") -> ConcreteValues | None:
        """Return the values that determine the iterations of ``loop``; ``None`` if they are not
        known.
        """
        if loop.iterations is None or self._symbols is None:
            return None
        try:
            reading = loop.reader.read(machine, self._symbols, self._objects)
        except Disagreement:
            return None
        values = {**self._symbols, **reading.certain()}
        return (
            {each: values[each] for each in loop.iterations.needed} if loop.iterations.needed <= values.keys() else None
        )

    def _accelerate(self, machine: Machine, label: str, loop: "_Loop", state: ConcreteValues) -> bool:
        block = None if loop.iterations is None else loop.iterations.block(state)
        if block is None or block.iterations < LIMITS.accelerated_iterations:
            return False
        if block.times >= FOREVER:
            raise Halt(BoundReached(machine.steps, "a loop has no end"))
        held: dict[Slot, Value] = {}
        for symbol, part in block.state(block.times).items():
            slot = loop.slots[symbol]
            value = loop.reader.held(slot, part, self._objects)
            if value is None:
                return False
            held[slot] = value
        for slot, value in held.items():
            self._write(machine, slot, value)
        self.accelerated.append(AcceleratedIterations(loop.name, block.iterations))
        machine.note(Accelerated(label, block.iterations))
        return True

    def _write(self, machine: Machine, slot: Slot, value: Value) -> None:
        match slot.kind, slot.owner:
            case ReferentKind.LOCAL, Term() as name:
                frame = machine.frames[slot.number]
                frame.values[frame.code.slots[name]] = value
                machine.note(Assigned(name, value))
            case ReferentKind.GLOBAL, Term() as name:
                machine.globals[machine.global_slots[name]] = value
                machine.note(Assigned(name, value))
            case _, owner:
                found = self._objects[owner]  # type: ignore[index]  # the owner of a cell is an object
                found.write(slot.number, encoded(value, slot.sort))
                machine.note(Stored(found.identity, slot.number, slot.sort, value))
