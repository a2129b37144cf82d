"""A state that stands for all states of a shape: symbols in its slots, and the values of these symbols that make it a given state."""

from collections.abc import Mapping

from surefoot.errors import invariant
from surefoot.logic import (
    TRUE,
    Symbol,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvult,
    concat,
    eq,
    extract,
    ite,
    variable,
)
from surefoot.records import dataclass
from surefoot.systems.addresses import AddressBook
from surefoot.systems.contents import Cells, Contents, Elements
from surefoot.systems.control.system import Aspect, Referent, ReferentKind, StateVariable
from surefoot.systems.cutpoints.places import frames_of, with_frames
from surefoot.systems.cutpoints.shapes import Arbitrary, Fixed, PointsInto, Shape
from surefoot.systems.cutpoints.slots import Slot, values_in
from surefoot.systems.guards import everywhere
from surefoot.systems.memory import Memory
from surefoot.systems.objects import MemoryObject
from surefoot.systems.state import State

_TARGET_WIDTH = 16
"""Bits of the number that says which object a pointer points into."""


@dataclass(frozen=True, slots=True)
class Representative:
    """A state that stands for all states of a shape, and the state variables of its slots.

    For an arbitrary slot there is one variable; for a pointer into known objects those of its target, its offset and its number.
    """

    state: State
    variables: Mapping[Slot, tuple[StateVariable, ...]]
    domain: Term
    """What the variables satisfy."""


class Representatives:
    """Makes representatives of the shapes of one program."""

    def __init__(self, book: AddressBook, pointer_width: int) -> None:
        self._book = book
        self._pointer = bit_vector(pointer_width)
        self._made: dict[tuple[Term, PointsInto], tuple[Term, ...]] = {}

    def of(self, owner: str, shape: Shape) -> Representative:
        """The representative of ``shape``; its symbols belong to ``owner`` and to nobody else."""
        variables: dict[Slot, tuple[StateVariable, ...]] = {}
        values: dict[Slot, Term] = {}
        domain: list[Term] = []
        for slot, range_ in shape.ranges.items():
            match range_:
                case Fixed(value):
                    values[slot] = value
                case Arbitrary():
                    own = _variable(owner, slot, slot.referent)
                    variables[slot] = (own,)
                    values[slot] = own.symbol
                case PointsInto():
                    variables[slot], values[slot] = self._pointer_variables(owner, slot, range_)
                    count = len(range_.objects) + range_.is_number
                    domain.append(bvult(variables[slot][0].symbol, bv(count, _TARGET_WIDTH)))
        symbols = [each.symbol for group in variables.values() for each in group]
        invariant(len(set(symbols)) == len(symbols), "each slot has symbols of its own")
        return Representative(self._state(shape, values), variables, and_(*domain))

    def instance(self, shape: Shape, representative: Representative, state: State) -> dict[Term, Term | None]:
        """The values of the symbols of ``representative`` that make it ``state``; ``None`` where the state does not have the slot.

        Requires  ``shape``, which is that of ``representative``, covers ``state``
        """
        values = values_in(representative.variables, state, self._pointer)
        found: dict[Term, Term | None] = {}
        for slot, variables in representative.variables.items():
            symbols = [each.symbol for each in variables]
            range_ = shape.ranges[slot]
            value = values.get(slot)
            if value is None:
                found |= dict.fromkeys(symbols)
            elif isinstance(range_, PointsInto):
                found |= zip(symbols, self._pointer_values(range_, value), strict=True)
            else:
                found[symbols[0]] = value
        return found

    def _pointer_variables(self, owner: str, slot: Slot, range_: PointsInto) -> tuple[tuple[StateVariable, ...], Term]:
        referent = slot.referent
        parts = {
            aspect: _variable(owner, slot, Referent(referent.kind, referent.owner, referent.position, aspect), sort)
            for aspect, sort in (
                (Aspect.TARGET, bit_vector(_TARGET_WIDTH)),
                (Aspect.OFFSET, bit_vector(self._pointer.width - range_.bits)),
                (Aspect.NUMBER, self._pointer),
            )
        }
        target, offset, number = (each.symbol for each in parts.values())
        self._book.note_uninitialised(number)
        distance = concat(offset, bv(range_.residue, range_.bits)) if range_.bits else offset
        leaves = [bvadd(each.address, distance) for each in range_.objects]
        if range_.is_number:
            leaves.append(number)
        value = leaves[-1]
        for index in range(len(leaves) - 2, -1, -1):
            value = ite(eq(target, bv(index, _TARGET_WIDTH)), leaves[index], value)
        self._made[value, range_] = (target, offset, number)
        return tuple(parts.values()), value

    def _pointer_values(self, range_: PointsInto, value: Term) -> tuple[Term, ...]:
        unchanged = self._made.get((value, range_))
        if unchanged is not None:
            return unchanged
        targets = self._book.targets(value)
        choice = bv(len(range_.objects), _TARGET_WIDTH)
        offset = number = bv(0, self._pointer.width)
        for target in targets.objects:
            if target.object in range_.objects:
                choice = ite(target.guard, bv(range_.objects.index(target.object), _TARGET_WIDTH), choice)
                offset = ite(target.guard, target.offset, offset)
            else:  # it is dead
                number = ite(target.guard, bvadd(target.object.address, target.offset), number)
        for leaf, guard in targets.numbers:
            number = ite(guard, leaf, number)
        return choice, extract(offset, self._pointer.width - 1, range_.bits), number

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
            if slot.kind is ReferentKind.LOCAL and isinstance(slot.owner, Term):
                frames[slot.number].locals[slot.owner] = value
            elif slot.kind is ReferentKind.GLOBAL and isinstance(slot.owner, Term):
                global_values[slot.owner] = value
            elif isinstance(slot.owner, MemoryObject):
                if slot.kind is ReferentKind.ALIVE:
                    alive[slot.owner] = value
                elif slot.kind is ReferentKind.ARRAY:
                    held[slot.owner] = Elements(slot.owner, value, slot.number)
                else:
                    contents = held.setdefault(slot.owner, Cells(slot.owner))
                    if isinstance(contents, Cells):
                        contents.write(slot.number, value)
        memory = Memory(self._book, self._pointer.width)
        for each, _, _ in example.memory.inventory():
            memory.put(each, held.get(each) or Cells(each), alive.get(each, TRUE))
        state = State(everywhere(), global_values, memory, frames[-1])
        state.callers = with_frames(frames, example)
        return state


def _variable(owner: str, slot: Slot, referent: Referent, sort: object = None) -> StateVariable:
    spelling = str(referent)
    identity = f"{owner} {referent.kind.value} {spelling}"
    symbol = variable(Symbol(SymbolKind.STATE, identity, referent.position, spelling), sort or slot.sort)  # type: ignore[arg-type]
    return StateVariable(symbol, referent)
