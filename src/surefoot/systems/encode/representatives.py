"""Symbolic states of shapes: symbols in the slots, and the values of these symbols for a given
state.
"""

from collections.abc import Iterator, Mapping

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass
from surefoot.logic import (
    TRUE,
    Symbol,
    SymbolKind,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvule,
    bvult,
    constant_array,
    store,
    variable,
)
from surefoot.program.program import Program, Role
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.cells import Cells
from surefoot.semantics.memory.contents import Contents
from surefoot.semantics.memory.elements import Elements
from surefoot.semantics.memory.memory import Memory
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.pools import (
    INSTANCE,
    MOST_INSTANCES,
    TARGET,
    ArrayColumn,
    Column,
    EmptyColumn,
    Instances,
    Pool,
    UniformColumn,
    WrittenColumn,
)
from surefoot.semantics.memory.strings import Strings, Vector
from surefoot.semantics.symbolic.state import State, initial_guard
from surefoot.systems.control.system import Aspect, Referent, ReferentKind, StateVariable
from surefoot.systems.encode.cut_points import stack_frames, with_frames
from surefoot.systems.encode.shapes import Shape
from surefoot.systems.encode.slots import Slot, columns_of, values_in
from surefoot.systems.encode.value_forms import (
    Arbitrary,
    Fixed,
    PointerColumn,
    PointerParts,
    PointsInto,
    Range,
    aspects_of,
    has_pool,
    instance_exists,
    parts_of,
    pointer_with,
)


@dataclass(frozen=True, slots=True)
class Representative:
    """A symbolic state of a shape, and the state variables of its slots.

    An arbitrary slot has one variable; a pointer into known objects has one for each of its parts.
    """

    state: State
    variables: Mapping[Slot, tuple[StateVariable, ...]]
    domain: Term
    """Constraint on the variables."""


class Representatives:
    """Factory of representatives of the shapes of one program."""

    def __init__(self, book: AddressBook, program: Program) -> None:
        self._book = book
        pointer_width = program.data_model.pointer_width
        self._special = dict(_special_referents(program))
        self._pointer = bit_vector(pointer_width)
        self._made: dict[tuple[Term, PointsInto], PointerParts] = {}

    def of(self, owner: str, shape: Shape) -> Representative:
        """Return the representative of ``shape`` with symbols that belong to ``owner`` only."""
        variables: dict[Slot, tuple[StateVariable, ...]] = {}
        values: dict[Slot, Term] = {}
        domain: list[Term] = []
        for slot, range_ in shape.ranges.items():
            match range_:
                case Fixed(value):
                    values[slot] = value
                case Arbitrary():
                    own = _variable(owner, slot, self._referent(slot))
                    variables[slot] = (own,)
                    values[slot] = own.symbol
                case PointsInto():
                    variables[slot], values[slot] = self._pointer_variables(owner, slot, range_)
                    count = bv(len(range_.objects) + range_.is_number, TARGET.width)
                    targets = (each for each in variables[slot] if each.referent.aspect is Aspect.TARGET)
                    domain += [bvult(each.symbol, count) for each in targets]
        counts = {
            slot.owner: value
            for slot, value in values.items()
            if slot.kind is ReferentKind.ALLOCATED and isinstance(slot.owner, MemoryObject)
        }
        inventory = shape.example.memory.inventory()
        counts |= {each: contents.made for each, contents, _ in inventory if isinstance(contents, Strings)}
        columns: dict[Slot, Column] = {}
        for slot, range_ in shape.columns.items():
            variables[slot], columns[slot] = self._column(owner, slot, range_, counts)
        known = [
            instance_exists(range_, self._made[values[slot], range_], counts)
            for slot, range_ in shape.ranges.items()
            if isinstance(range_, PointsInto) and has_pool(range_)
        ]
        known += [bvule(count, MOST_INSTANCES) for each, count in counts.items() if each.strings is None]
        known += sorted(shape.entry_facts, key=lambda each: each.id)
        symbols = [each.symbol for group in variables.values() for each in group]
        invariant(len(set(symbols)) == len(symbols), "each slot has symbols of its own")
        return Representative(self._state(shape, values, columns, and_(*known)), variables, and_(*domain))

    def instance(self, shape: Shape, representative: Representative, state: State) -> dict[Term, Term | None]:
        """Return the values of the symbols of ``representative`` in ``state``; ``None`` where the
        state does not have the slot.

        Requires: ``shape``, which is that of ``representative``, covers ``state``.
        """
        values = values_in(shape.ranges, state, self._pointer)
        columns = dict(columns_of(state))
        found: dict[Term, Term | None] = {}
        for slot, variables in representative.variables.items():
            symbols = [each.symbol for each in variables]
            if slot.kind is ReferentKind.FIELD:
                if symbols:
                    parts = self._column_values(slot, shape.columns[slot], columns[slot])
                    found |= zip(symbols, parts, strict=True)
                continue
            range_ = shape.ranges[slot]
            value = values.get(slot)
            if value is None:
                found |= dict.fromkeys(symbols)
            elif isinstance(range_, PointsInto):
                unchanged = self._made.get((value, range_))
                pointer = parts_of(range_, value, self._book) if unchanged is None else unchanged
                found |= zip(symbols, pointer.terms(), strict=True)
            else:
                found[symbols[0]] = value
        return found

    def _referent(self, slot: Slot) -> Referent:
        special = self._special.get(slot.owner) if isinstance(slot.owner, Term) else None
        return slot.referent if special is None else special

    def _pointer_variables(self, owner: str, slot: Slot, range_: PointsInto) -> tuple[tuple[StateVariable, ...], Term]:
        own, parts = self._part_variables(owner, slot, range_)
        value = pointer_with(range_, parts, self._pointer.width)
        self._made[value, range_] = parts
        return own, value

    def _part_variables(
        self, owner: str, slot: Slot, range_: PointsInto
    ) -> tuple[tuple[StateVariable, ...], PointerParts]:
        """Return state variables for the parts of a pointer in ``slot``; they are arrays if
        ``slot`` is a field of a summary.
        """
        referent = self._referent(slot)
        own = tuple(
            _variable(
                owner,
                slot,
                Referent(referent.kind, referent.owner, referent.position, aspect),
                array_sort(INSTANCE, sort) if slot.kind is ReferentKind.FIELD else sort,
            )
            for aspect, sort in aspects_of(range_, self._pointer.width).items()
        )
        parts = PointerParts.of(range_, self._pointer.width, (each.symbol for each in own))
        if parts.number is not None:
            self._book.note_uninitialised(parts.number)
        return own, parts

    def _column(
        self, owner: str, slot: Slot, range_: Range, counts: Mapping[MemoryObject, Term]
    ) -> tuple[tuple[StateVariable, ...], Column]:
        """Return state variables for the field ``slot`` of a summary, and its content."""
        match range_:
            case Fixed(value):
                return (), UniformColumn(value)
            case Arbitrary():
                own = _variable(owner, slot, self._referent(slot), array_sort(INSTANCE, slot.sort))
                return (own,), ArrayColumn(own.symbol)
            case PointsInto():
                group, parts = self._part_variables(owner, slot, range_)
                return group, PointerColumn(self._pointer.width, range_, parts, counts[_owner(slot)], counts)

    def _column_values(self, slot: Slot, range_: Range, column: WrittenColumn) -> tuple[Term, ...]:
        """Return the values of the state variables of a field whose content is ``column``."""
        if not isinstance(range_, PointsInto):
            return (column.as_array(slot.sort),)
        arrays: tuple[Term, ...]
        match column.base:
            case PointerColumn(_, before, known):
                invariant(before == range_, "columns have one range initial_guard")
                arrays = known.terms()
            case _:  # there were no instances
                nowhere = parts_of(range_, bv(0, self._pointer.width), self._book)
                arrays = tuple(constant_array(array_sort(INSTANCE, part.sort), part) for part in nowhere.terms())
        for instance, value in column.values.items():
            parts = parts_of(range_, value, self._book).terms()
            arrays = tuple(store(array, instance, part) for array, part in zip(arrays, parts, strict=True))
        return arrays

    def _state(self, shape: Shape, values: Mapping[Slot, Term], columns: Mapping[Slot, Column], known: Term) -> State:
        """Return the state with the form of the example, ``values`` in its slots and ``columns`` in
        its summaries, under the condition ``known``.
        """
        example = shape.example
        frames = [frame.copy() for frame in stack_frames(example)]
        for frame in frames:
            frame.locals = {}
        held: dict[MemoryObject, Contents] = {}
        alive: dict[MemoryObject, Term] = {}
        global_values = dict(example.globals)
        for slot, value in values.items():
            if slot.kind is ReferentKind.LOCAL and isinstance(slot.owner, Term):
                frames[slot.number].locals[slot.owner] = value
            elif slot.kind is ReferentKind.GLOBAL and isinstance(slot.owner, Term):
                global_values[slot.owner] = value
            elif isinstance(slot.owner, MemoryObject):
                if slot.owner.pool is not None:
                    continue
                if slot.kind is ReferentKind.ALIVE:
                    alive[slot.owner] = value
                elif slot.kind is ReferentKind.ARRAY:
                    held[slot.owner] = Elements(slot.owner, value, slot.number)
                else:
                    contents = held.setdefault(slot.owner, Cells(slot.owner))
                    if isinstance(contents, Cells):
                        contents.write(slot.number, value)
        memory = Memory(self._book, self._pointer.width)
        for each, contents_there, _ in example.memory.inventory():
            if isinstance(contents_there, Strings | Vector):
                memory.put(each, contents_there, TRUE)
            elif each.pool is None:
                memory.put(each, held.get(each) or Cells(each), alive.get(each, TRUE))
            else:
                memory.put(each, _instances(each, each.pool, values, columns), TRUE)
        state = State(initial_guard().assume(known), global_values, memory, frames[-1])
        state.callers = with_frames(frames, example)
        return state


def _special_referents(program: Program) -> Iterator[tuple[Term, Referent]]:
    """Yield the referents of variables that passes added."""
    ghosts = (each.variable for each in program.global_variables if each.variable.role is Role.GHOST)
    for number, ghost in enumerate(ghosts, start=1):
        yield ghost.symbol, Referent(ReferentKind.STRING_END, "end of string", number)
    for each in program.functions[program.entry].locals:
        if each.role is Role.RETURN_SITE:
            yield each.symbol, Referent(ReferentKind.RETURN_SITE, each.name)


def _owner(slot: Slot) -> MemoryObject:
    if not isinstance(slot.owner, MemoryObject):
        raise TypeError("columns belong to pools")
    return slot.owner


def _instances(
    owner: MemoryObject, pool: Pool, values: Mapping[Slot, Term], columns: Mapping[Slot, Column]
) -> Instances:
    """Return the summarised objects of ``pool`` with ``values`` and ``columns``."""
    own = {slot.kind: value for slot, value in values.items() if slot.owner is owner}
    alive, sizes = own.get(ReferentKind.ALIVE), own.get(ReferentKind.SIZE)
    known = {slot.number: column for slot, column in columns.items() if slot.owner is owner}
    return Instances(
        pool,
        own[ReferentKind.ALLOCATED],
        own[ReferentKind.LIVE],
        own[ReferentKind.FREED],
        WrittenColumn(EmptyColumn(1) if alive is None else ArrayColumn(alive)),
        {offset: WrittenColumn(known.get(offset, EmptyColumn(8 * size))) for offset, size in pool.fields},
        None if sizes is None else WrittenColumn(ArrayColumn(sizes)),
    )


def _variable(owner: str, slot: Slot, referent: Referent, sort: object = None) -> StateVariable:
    spelling = str(referent)
    identity = f"{owner} {referent.kind.value} {spelling}"
    symbol = variable(Symbol(SymbolKind.STATE, identity, referent.position, spelling), sort or slot.sort)  # type: ignore[arg-type]
    return StateVariable(symbol, referent)
