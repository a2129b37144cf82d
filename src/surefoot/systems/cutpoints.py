"""The unbounded view: loop heads as cut points, and the loop-free regions between them.

A cut point is a loop head together with its call string. What a run can hold there is described by a shape: a value for each
variable, memory cell and array that is live, which is fixed, a pointer into known objects, or free. Shapes are the least ones that
cover every arrival, found by running the executor from them until nothing new arrives. Objects must be the same ones at
every arrival; where objects that are made after the first loop head live at another, the graph gives up.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from surefoot.budget import Budget
from surefoot.errors import SurefootError, invariant
from surefoot.logic import (
    BOOL,
    TRUE,
    BitVecSort,
    Op,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvult,
    eq,
    ite,
    variable,
)
from surefoot.program.layout import byte_size
from surefoot.program.program import Program, Variable
from surefoot.program.properties import Property
from surefoot.program.statements import Call
from surefoot.spans import Span
from surefoot.systems.bits import as_bits, as_sort, slice_of
from surefoot.systems.contents import Cells, Contents, Elements
from surefoot.systems.executor import Executor
from surefoot.systems.guards import everywhere
from surefoot.systems.memory import Memory
from surefoot.systems.objects import MemoryObject, Region
from surefoot.systems.obligations import Obligation, SymbolicChoice
from surefoot.systems.state import Frame, State, Suspended, merge_states
from surefoot.systems.stepping import Stepper

Place = tuple[tuple[str, str, int], ...]
"""(function, block, statement) of every activation, the outermost first: a loop head and its call string."""

MAX_ROUNDS = 30
"""Shapes that are not stable after so many rounds are given up."""


class NoFiniteShape(SurefootError):
    """The states at some loop head have no finite description here: recursion, or objects made in loops."""


class SlotKind(Enum):
    """What a slot holds the value of."""

    LOCAL = "local"
    GLOBAL = "global"
    CELL = "cell"
    ARRAY = "array"
    ALIVE = "alive"


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of a state: a local of activation ``number``, a global, or a part of an object at byte ``number``."""

    kind: SlotKind
    owner: Term | MemoryObject
    number: int
    sort: Sort

    @property
    def key(self) -> str:
        """A text that no other slot of a state has."""
        symbol = self.owner.address if isinstance(self.owner, MemoryObject) else self.owner
        return f"{self.kind.value} {self.number} {symbol.payload.key}"

    def __str__(self) -> str:
        name = _own_name(self.owner) if isinstance(self.owner, MemoryObject) else str(self.owner.payload)
        match self.kind:
            case SlotKind.CELL:
                return f"{name}[{self.number}]"
            case SlotKind.ARRAY:
                return f"{name}[]"
            case SlotKind.ALIVE:
                return f"{name} is alive"
            case SlotKind.LOCAL | SlotKind.GLOBAL:
                return name


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same at every arrival: a constant, or the address of an object plus a constant."""

    value: Term


@dataclass(frozen=True, slots=True)
class PointsInto:
    """An address in one of ``objects``, or (``is_number``) one that must not be used: null, or uninitialised."""

    objects: tuple[MemoryObject, ...]
    is_number: bool


@dataclass(frozen=True, slots=True)
class Free:
    """Any value."""


Range = Fixed | PointsInto | Free


@dataclass(slots=True)
class Shape:
    """What states at a cut point look like; ``example`` is one of them."""

    example: State
    ranges: dict[Slot, Range] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Start:
    """A state that stands for all states of a shape, the symbols for its slots, and what they must satisfy."""

    state: State
    symbols: Mapping[Slot, tuple[Term, ...]]
    """For a free slot its symbol; for a pointer the symbols of the chosen object, the offset and the number."""
    assumption: Term


@dataclass(frozen=True, slots=True)
class Passage:
    """What running one loop-free region from some states gives: arrivals at cut points, checks and choices on the way."""

    arrivals: Mapping[Place, State]
    obligations: tuple[Obligation, ...]
    choices: tuple[SymbolicChoice, ...]


class CutpointGraph:
    """Cut points of ``program`` with stable shapes.

    Ensures  every state in which a run is at a cut point is an instance of that cut point's shape
    """

    def __init__(self, program: Program, checked: Property, budget: Budget) -> None:
        self._executor = Executor(program, checked)
        self._pointer = bit_vector(program.data_model.pointer_width)
        self._leaving: Frame | None = None
        self._stepper = Stepper(self._executor, self._is_cut_point, lambda: 1)
        self.book = self._executor.book
        self.shapes: dict[Place, Shape] = {}
        self.entry = self.passage([self._executor.start()], budget)
        self._lasting = frozenset(self.book.objects)
        self._stabilise(budget)

    # ---- running regions

    def passage(self, states: list[State], budget: Budget) -> Passage:
        """Run ``states``, which stand at cut points or at the entry, to the next cut points."""
        executor = self._executor
        obligations, choices = len(executor.obligations), len(executor.choices)
        arrivals: dict[Place, State] = {}
        for state in states:
            self._leaving = state.frame if state.frame.rounds else None
            stopped = self._stepper.run([state], budget)
            if self._stepper.deep_calls:
                raise NoFiniteShape("the program is recursive")
            for arrived in stopped:
                place = place_of(arrived)
                other = arrivals.get(place)
                arrivals[place] = arrived if other is None else merge_states(other, arrived)
        found = {place: _without_rounds(state) for place, state in arrivals.items()}
        return Passage(found, tuple(executor.obligations[obligations:]), tuple(executor.choices[choices:]))

    def _is_cut_point(self, frame: Frame) -> bool:
        if frame is self._leaving:
            self._leaving = None
            return False
        heads = frame.body.order.heads[frame.block]
        return bool(heads) and heads[-1] == frame.block

    # ---- shapes

    def _stabilise(self, budget: Budget) -> None:
        changed = [place for place, state in self.entry.arrivals.items() if self._cover(place, state)]
        for _ in range(MAX_ROUNDS):
            if not changed:
                return
            arrivals = [
                arrival
                for place in changed
                for arrival in self.passage([self.start(place).state], budget).arrivals.items()
            ]
            changed = list(dict.fromkeys(place for place, state in arrivals if self._cover(place, state)))
        raise NoFiniteShape("the shapes of states at loop heads do not settle")

    def _cover(self, place: Place, state: State) -> bool:
        """Widen the shape of ``place`` so that it covers ``state``; says whether it is new or had to be widened."""
        shape = self.shapes.get(place)
        is_first = changed = shape is None
        if shape is None:
            shape = self.shapes[place] = Shape(state)
        known = {each for each, _, _ in shape.example.memory.inventory()}
        here = {each for each, _, _ in state.memory.inventory()}
        if not here <= self._lasting:  # each passage would make another one
            raise NoFiniteShape("an object that is made in or after a loop lives at a loop head")
        if known != here:
            raise NoFiniteShape("a loop is reached with different objects")
        values = dict(self.slots(state))
        changed |= split_constant_cells(shape, values)
        for slot in dict.fromkeys((*values, *shape.ranges)):
            known_range = shape.ranges.get(slot)
            old = known_range if known_range is not None or is_first else self._before(slot, shape)
            value = values.get(slot)
            new = self._widened(old, self._unwritten(slot, state) if value is None else value)
            if new != known_range:
                shape.ranges[slot] = new
                changed = True
        _check_cells_are_apart(shape)
        return changed

    def _before(self, slot: Slot, shape: Shape) -> Range:
        """What the arrivals so far hold in a slot that none of them has: for a cell, what its object was born with."""
        return self._widened(None, self._unwritten(slot, shape.example)) if slot.kind is SlotKind.CELL else Free()

    def _unwritten(self, slot: Slot, state: State) -> Term | None:
        """The value of a slot that the shape has and the state has in another form, if it has it at all."""
        if not isinstance(slot.owner, MemoryObject):
            return None
        contents = state.memory.contents_of(slot.owner)
        if slot.kind is SlotKind.CELL and isinstance(contents, Cells):
            cell = contents.read(slot.number, slot.sort)
            if cell.op is Op.CONSTANT and cell.payload == 0:
                return as_sort(cell, slot.sort)
            if cell.sort is not slot.sort:
                raise NoFiniteShape(f"{slot.owner.name} is accessed with different types in a loop")
            return cell
        if slot.kind is SlotKind.ARRAY and isinstance(contents, Cells):
            return contents.to_elements(self._pointer, slot.number).array
        return None

    def _widened(self, old: Range | None, value: Term | None) -> Range:
        if value is None:
            return Free()
        fixed = value.op is Op.CONSTANT or self.book.fixed_target(value) is not None
        match old:
            case None:
                return Fixed(value) if fixed else self._pointing(value, None)
            case Fixed(known):
                return old if known is value else self._pointing(value, self._pointing(known, None))
            case PointsInto():
                return self._pointing(value, old)
            case Free():
                return old

    def _pointing(self, value: Term, other: Range | None) -> Range:
        """The smallest range that covers ``value`` and ``other`` and is not fixed."""
        if value.sort is not self._pointer or isinstance(other, Free):
            return Free()
        targets = self.book.targets(value)
        usable = all(number.op is Op.CONSTANT or self.book.is_uninitialised(number) for number, _ in targets.numbers)
        objects = dict.fromkeys(target.object for target in targets.objects)
        if isinstance(other, PointsInto):
            objects |= dict.fromkeys(other.objects)
        if not objects or not usable:
            return Free()
        is_number = bool(targets.numbers) or (isinstance(other, PointsInto) and other.is_number)
        return PointsInto(tuple(sorted(objects, key=lambda each: each.number)), is_number)

    def slots(self, state: State) -> Iterator[tuple[Slot, Term]]:
        """The live parts of ``state`` with their values."""
        for number, frame in enumerate(frames_of(state)):
            live = frame.body.liveness.live_at(frame.block, frame.index)
            for name, value in frame.locals.items():
                if name in live:
                    yield Slot(SlotKind.LOCAL, name, number, name.sort), value
        for name, value in state.globals.items():
            yield Slot(SlotKind.GLOBAL, name, 0, name.sort), value
        for each, contents, alive in state.memory.inventory():
            if each.region is Region.HEAP:
                yield Slot(SlotKind.ALIVE, each, 0, BOOL), alive
            if isinstance(contents, Elements):
                yield Slot(SlotKind.ARRAY, each, contents.element_size, contents.array.sort), contents.array
            else:
                for offset, cell in contents.items():
                    yield Slot(SlotKind.CELL, each, offset, cell.sort), cell

    # ---- states that stand for all states of a shape

    def start(self, place: Place, keeping: Mapping[Slot, Term] | None = None, copy: int = 0) -> Start:
        """A state with a symbol for every slot that is neither fixed nor has a value in ``keeping``.

        Ensures  starts with different ``copy`` have no symbol in common
        """
        shape = self.shapes[place]
        kept = keeping or {}
        number = list(self.shapes).index(place)
        symbols: dict[Slot, tuple[Term, ...]] = {}
        values: dict[Slot, Term] = {}
        assumptions: list[Term] = []
        for slot, range_ in shape.ranges.items():
            match range_:
                case Fixed(value):
                    values[slot] = value
                case _ if slot in kept:
                    values[slot] = kept[slot]
                case Free():
                    symbols[slot] = self._symbols(slot, range_, number, copy)
                    values[slot] = symbols[slot][0]
                case PointsInto():
                    symbols[slot] = self._symbols(slot, range_, number, copy)
                    values[slot] = self._pointer_value(symbols[slot], range_)
                    count = len(range_.objects) + range_.is_number
                    assumptions.append(bvult(symbols[slot][0], bv(count, _CHOICE_WIDTH)))
        invariant(len({group[0] for group in symbols.values()}) == len(symbols), "each slot has a symbol of its own")
        return Start(self._state(shape, values), symbols, and_(*assumptions))

    def instance(self, place: Place, state: State) -> dict[Term, Term]:
        """The values of the symbols of `start` that make it ``state``.  Requires  the shape covers ``state``."""
        shape = self.shapes[place]
        symbols_of = self.start(place).symbols
        values = self.values_of(symbols_of, state)
        found: dict[Term, Term] = {}
        for slot, symbols in symbols_of.items():
            value = values.get(slot)
            if value is None:
                found |= {symbol: unknown_value(symbol) for symbol in symbols}
                continue
            range_ = shape.ranges[slot]
            if isinstance(range_, PointsInto):
                found |= self._pointer_values(symbols, range_, value)
            else:
                found[symbols[0]] = value
        return found

    def values_of(self, slots: Iterable[Slot], state: State) -> dict[Slot, Term]:
        """What ``state`` has in ``slots``, without those that it does not have."""
        values = dict(self.slots(state))
        found = ((slot, values[slot] if slot in values else self._unwritten(slot, state)) for slot in slots)
        return {slot: value for slot, value in found if value is not None}

    def span(self, place: Place) -> Span | None:
        """Where the loop of ``place`` is in the source."""
        function, label, _ = place[-1]
        block = self._executor.program.functions[function].blocks[label]
        return next((each.span for each in (*block.statements, block.terminator) if each.span), None)

    def variables(self, place: Place) -> dict[Term, Variable]:
        """The program variables that the symbols of `start` stand for, where they stand for whole variables."""
        program = self._executor.program
        named = {known.variable.symbol: known.variable for known in program.global_variables}
        for function, _, _ in place:
            body = program.functions[function]
            named |= {variable.symbol: variable for variable in (*body.parameters, *body.locals)}
        return told_apart(
            {
                symbols[0]: named[slot.owner]
                for slot, symbols in self.start(place).symbols.items()
                if isinstance(slot.owner, Term) and slot.owner in named and named[slot.owner].name and len(symbols) == 1
            }
        )

    def _symbols(self, slot: Slot, range_: Range, place: int, copy: int) -> tuple[Term, ...]:
        """The symbols for what ``slot`` holds in one ``copy`` of a state at the cut point number ``place``."""
        owner = f"{place} {copy} {slot.key}"
        prefix = f"at{place}{f'~{copy}' if copy else ''}:{f'{slot.number}:' if slot.kind is SlotKind.LOCAL else ''}"
        sorts: tuple[Sort, ...] = (slot.sort,)
        first = 0
        if isinstance(range_, PointsInto):
            sorts = (bit_vector(_CHOICE_WIDTH), self._pointer, self._pointer)
            first = 1
        names = names_of(slot, range_)
        return tuple(
            variable(Symbol(SymbolKind.STATE, owner, first + part, prefix + name), sort)
            for part, (name, sort) in enumerate(zip(names, sorts, strict=True))
        )

    def _pointer_value(self, symbols: tuple[Term, ...], range_: PointsInto) -> Term:
        choice, offset, number = symbols
        self.book.note_uninitialised(number)
        leaves = [bvadd(each.address, offset) for each in range_.objects]
        if range_.is_number:
            leaves.append(number)
        value = leaves[-1]
        for index in range(len(leaves) - 2, -1, -1):
            value = ite(eq(choice, bv(index, _CHOICE_WIDTH)), leaves[index], value)
        return value

    def _pointer_values(self, symbols: tuple[Term, ...], range_: PointsInto, value: Term) -> dict[Term, Term]:
        targets = self.book.targets(value)
        choice = bv(len(range_.objects), _CHOICE_WIDTH)
        offset = number = bv(0, self._pointer.width)
        for target in targets.objects:
            choice = ite(target.guard, bv(range_.objects.index(target.object), _CHOICE_WIDTH), choice)
            offset = ite(target.guard, target.offset, offset)
        for leaf, guard in targets.numbers:
            number = ite(guard, leaf, number)
        return dict(zip(symbols, (choice, offset, number), strict=True))

    def _state(self, shape: Shape, values: Mapping[Slot, Term]) -> State:
        """The state of the example's form that has ``values`` in its slots."""
        example = shape.example
        frames = [frame.copy() for frame in frames_of(example)]
        for frame in frames:
            frame.locals = {}
        held: dict[MemoryObject, Contents] = {}
        alive: dict[MemoryObject, Term] = {}
        global_values = dict(example.globals)
        for slot, value in values.items():
            if slot.kind is SlotKind.LOCAL and isinstance(slot.owner, Term):
                frames[slot.number].locals[slot.owner] = value
            elif slot.kind is SlotKind.GLOBAL and isinstance(slot.owner, Term):
                global_values[slot.owner] = value
            elif isinstance(slot.owner, MemoryObject):
                if slot.kind is SlotKind.ALIVE:
                    alive[slot.owner] = value
                elif slot.kind is SlotKind.ARRAY:
                    held[slot.owner] = Elements(slot.owner, value, slot.number)
                else:
                    contents = held.setdefault(slot.owner, Cells(slot.owner))
                    if isinstance(contents, Cells):
                        contents.write(slot.number, value)
        memory = Memory(self.book, self._pointer.width)
        for each, _, _ in example.memory.inventory():
            memory.put(each, held.get(each) or Cells(each), alive.get(each, TRUE))
        state = State(everywhere(), global_values, memory, frames[-1])
        state.callers = _callers(frames, example)
        return state


_CHOICE_WIDTH = 16


def _own_name(memory_object: MemoryObject) -> str:
    """A name that no other object has: several can stem from one declaration or one ``malloc``."""
    return str(memory_object.address.payload).removeprefix("&")


def names_of(slot: Slot, range_: Range) -> tuple[str, ...]:
    """What the symbols for ``slot`` are called, without their cut point."""
    if isinstance(range_, PointsInto):
        return f"{slot} points into", f"{slot} at offset", f"{slot} as number"
    return (str(slot),)


def unknown_value(symbol: Term) -> Term:
    """What stands for the value of ``symbol``, one of a cut point, in states that have no such slot."""
    known: Symbol = symbol.payload
    return variable(Symbol(SymbolKind.COPY, known.key, 0, f"{known} unknown"), symbol.sort)


def told_apart(names: Mapping[Term, Variable]) -> dict[Term, Variable]:
    """The same names, with their functions where several variables have one name."""
    uses = Counter(variable.name for variable in names.values())
    return {
        symbol: variable if uses[variable.name] == 1 else replace(variable, name=str(variable.symbol.payload))
        for symbol, variable in names.items()
    }


def frames_of(state: State) -> list[Frame]:
    """The activations on the stack, the outermost first."""
    frames = [state.frame]
    below = state.callers
    while below is not None:
        frames.append(below.frame)
        below = below.below
    frames.reverse()
    return frames


def place_of(state: State) -> Place:
    """The cut point at which ``state`` is."""
    return tuple((frame.body.function.name, frame.block, frame.index) for frame in frames_of(state))


def _callers(frames: list[Frame], example: State) -> Suspended | None:
    """The stack of ``example`` with other activations."""
    calls: list[Call] = []
    below = example.callers
    while below is not None:
        calls.append(below.call)
        below = below.below
    callers: Suspended | None = None
    for frame, call in zip(frames[:-1], reversed(calls), strict=True):
        callers = Suspended(frame, call, callers)
    return callers


def _without_rounds(state: State) -> State:
    """The state with all loop counters at zero: how often loops went round before a cut point does not matter."""
    frames = [frame.copy() for frame in frames_of(state)]
    prefix: tuple[int, ...] = ()
    for frame in frames:
        frame.restart(prefix)
        prefix = (*frame.position(), frame.body.number)
    fresh = State(state.guard, state.globals, state.memory, frames[-1])
    fresh.callers = _callers(frames, state)
    fresh.version = state.version
    return fresh


def split_constant_cells(shape: Shape, values: dict[Slot, Term]) -> bool:
    """Cut cells that hold constants where the other side has smaller ones there; says whether the shape is changed.

    Initialisers write large cells of zeros, which the program then reads and writes in parts.
    """
    cells = [slot for slot in shape.ranges if slot.kind is SlotKind.CELL]
    changed = False
    for slot in cells:
        range_ = shape.ranges[slot]
        if isinstance(range_, Fixed) and range_.value.op is Op.CONSTANT:
            parts = _parts(slot, range_.value, [each for each in values if each.kind is SlotKind.CELL])
            if parts:
                del shape.ranges[slot]
                shape.ranges |= {part: Fixed(value) for part, value in parts.items()}
                changed = True
    cells = [slot for slot in shape.ranges if slot.kind is SlotKind.CELL]
    for slot, value in list(values.items()):
        if slot.kind is SlotKind.CELL and value.op is Op.CONSTANT:
            parts = _parts(slot, value, cells)
            if parts:
                del values[slot]
                values |= parts
    return changed


def _parts(slot: Slot, value: Term, others: list[Slot]) -> dict[Slot, Term]:
    """The constant ``value`` of ``slot`` in parts: those of ``others`` that lie in it, and single bytes; none if it fits."""
    end = slot.number + byte_size(slot.sort)
    inner = [
        other
        for other in others
        if other.owner is slot.owner and slot.number <= other.number and other.number + byte_size(other.sort) <= end
    ]
    if not inner or slot in inner:
        return {}
    bits = as_bits(value)
    found: dict[Slot, Term] = {}
    covered: set[int] = set()
    for other in inner:
        size = byte_size(other.sort)
        part = slice_of(bits, other.number - slot.number, size)
        if isinstance(other.sort, BitVecSort) or part.payload == 0:
            found[other] = as_sort(part, other.sort)
            covered.update(range(other.number, other.number + size))
    for at in range(slot.number, end):
        if at not in covered:
            byte = slice_of(bits, at - slot.number, 1)
            found[Slot(SlotKind.CELL, slot.owner, at, byte.sort)] = byte
    return found


def _check_cells_are_apart(shape: Shape) -> None:
    """Cells that overlap would be two names for the same bytes; their values could contradict each other."""
    ends: dict[MemoryObject, int] = {}
    cells = [slot for slot in shape.ranges if slot.kind is SlotKind.CELL and isinstance(slot.owner, MemoryObject)]
    arrays = {slot.owner for slot in shape.ranges if slot.kind is SlotKind.ARRAY}
    for slot in sorted(cells, key=lambda each: each.number):
        if isinstance(slot.owner, MemoryObject) and slot.owner not in arrays:
            if slot.number < ends.get(slot.owner, 0):
                raise NoFiniteShape(f"{slot.owner.name} is accessed with different types in a loop")
            ends[slot.owner] = slot.number + byte_size(slot.sort)
