"""Slots: the parts of a symbolic state that have abstract values in its shape."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from surefoot.logic import BOOL, BitVecSort, Op, Sort, Term, bit_vector
from surefoot.program.layout import Region
from surefoot.semantics.memory.bits import as_sort
from surefoot.semantics.memory.cells import Cells
from surefoot.semantics.memory.elements import Elements
from surefoot.semantics.memory.layers import Layers
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.pools import INSTANCE, Instances, WrittenColumn
from surefoot.semantics.memory.strings import Strings, Vector
from surefoot.semantics.symbolic.state import State
from surefoot.systems.control.system import Referent, ReferentKind
from surefoot.systems.encode.cut_points import stack_frames
from surefoot.systems.encode.refinement import NoFiniteShape


class Slot(NamedTuple):
    """A part of a state: a local of activation ``number``, a global, or a part of an object at byte
    ``number``.

    It is a tuple, because slots are mostly hashed and compared, which is faster for tuples.
    """

    kind: ReferentKind
    owner: Term | MemoryObject
    number: int
    sort: Sort

    @property
    def referent(self) -> Referent:
        """The slot as a referent of state variables; objects are named by their addresses."""
        owner = self.owner.address if isinstance(self.owner, MemoryObject) else self.owner
        return Referent(self.kind, str(owner.payload).removeprefix("&"), self.number)


def slots_of(state: State) -> Iterator[tuple[Slot, Term]]:
    """Yield the live slots of ``state`` with their values."""
    for number, frame in enumerate(stack_frames(state)):
        live = frame.body.liveness.live_at(frame.block, frame.index)
        for name, value in frame.locals.items():
            if name in live:
                yield Slot(ReferentKind.LOCAL, name, number, name.sort), value
    for name, value in state.globals.items():
        yield Slot(ReferentKind.GLOBAL, name, 0, name.sort), value
    for each, contents, alive in state.memory.inventory():
        if isinstance(contents, Instances):
            yield Slot(ReferentKind.ALLOCATED, each, 0, INSTANCE), contents.count
            yield Slot(ReferentKind.LIVE, each, 0, INSTANCE), contents.live
            yield Slot(ReferentKind.FREED, each, 0, INSTANCE), contents.freed
            if contents.pool.may_be_freed:
                array = contents.alive.as_array(bit_vector(1))
                yield Slot(ReferentKind.ALIVE, each, 0, array.sort), array
            if contents.sizes is not None:
                array = contents.sizes.as_array(each.size.sort)
                yield Slot(ReferentKind.SIZE, each, 0, array.sort), array
            continue
        if isinstance(contents, Strings | Vector):  # strings and argument vectors are never written
            continue
        if each.region in {Region.HEAP, Region.STACK}:
            yield Slot(ReferentKind.ALIVE, each, 0, BOOL), alive
        if isinstance(contents, Layers):
            raise TypeError("states at loop heads have no layers")
        if isinstance(contents, Elements):
            yield Slot(ReferentKind.ARRAY, each, contents.element_size, contents.array.sort), contents.array
        else:
            for offset, cell in contents.items():
                yield Slot(ReferentKind.CELL, each, offset, cell.sort), cell


def columns_of(state: State) -> Iterator[tuple[Slot, WrittenColumn]]:
    """Yield the fields of all summarised heap objects with their contents."""
    for each, contents, _ in state.memory.inventory():
        if isinstance(contents, Instances):
            for offset, size in contents.pool.fields:
                yield Slot(ReferentKind.FIELD, each, offset, bit_vector(8 * size)), contents.columns[offset]


def values_in(slots: Iterable[Slot], state: State, pointer: BitVecSort) -> dict[Slot, Term]:
    """Return the values of ``slots`` in ``state``, without slots that it does not have."""
    values = dict(slots_of(state))
    found = ((slot, values[slot] if slot in values else value_from_cells(slot, state, pointer)) for slot in slots)
    return {slot: value for slot, value in found if value is not None}


def value_from_cells(slot: Slot, state: State, pointer: BitVecSort) -> Term | None:
    """Return the value of a slot that ``state`` does not represent as such, read from the cells of
    its object; ``None`` if the object has no cells.
    """
    if not isinstance(slot.owner, MemoryObject):
        return None
    contents = state.memory.contents_of(slot.owner)
    if slot.kind is ReferentKind.CELL and isinstance(contents, Cells):
        cell = contents.read(slot.number, slot.sort)
        if cell.op is Op.CONSTANT and cell.payload == 0:
            return as_sort(cell, slot.sort)
        if cell.sort is not slot.sort:
            raise NoFiniteShape(f"{slot.owner.name} is accessed with overlapping types in a loop")
        return cell
    if slot.kind is ReferentKind.ARRAY and isinstance(contents, Cells):
        return contents.to_elements(pointer, slot.number).array
    return None
