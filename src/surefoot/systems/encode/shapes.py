"""Shapes: abstract states at cut points, with a constant, a points-to set or no information for
each slot.

Shapes are the least ones that cover every arrival, found by execution from them until no shape
changes. The objects must be the same at every arrival.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Generic, TypeVar

from surefoot.base.records import dataclass, field, replace
from surefoot.logic import (
    ArraySort,
    BitVecSort,
    Op,
    Symbol,
    SymbolKind,
    Term,
    bit_vector,
    bv,
    bvadd,
    dag_size,
    postorder,
    variables_of,
)
from surefoot.program.layout import Region, byte_size
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.bits import as_bits, as_sort, congruence, joined, slice_of
from surefoot.semantics.memory.cells import Cells
from surefoot.semantics.memory.implied_choices import literals, resolved
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.pools import ANY_SIZE, INSTANCE, Pool, PoolChanged, SizedSite
from surefoot.semantics.symbolic.state import Guard, State
from surefoot.systems.control.system import ReferentKind
from surefoot.systems.encode.refinement import NoFiniteShape, UnboundedStackObject
from surefoot.systems.encode.slots import Slot, columns_of, slots_of, value_from_cells
from surefoot.systems.encode.value_forms import (
    NO_OBJECT,
    Arbitrary,
    Fixed,
    PointsInto,
    Range,
)
from surefoot.systems.limits import LIMITS

_Place = TypeVar("_Place", bound=Hashable)


@dataclass(slots=True)
class Shape:
    """The abstract state of a cut point; ``example`` is one of its states."""

    example: State
    ranges: dict[Slot, Range] = field(default_factory=dict)
    columns: dict[Slot, Range] = field(default_factory=dict)
    """Abstract values of the fields of summarised heap objects, which are the same at all cut
    points.
    """
    entry_facts: frozenset[Term] = frozenset()
    """Facts about choices before the first cut point that hold on all arrivals."""


class Shapes(Generic[_Place]):
    """The shapes of all points reached so far, initially by ``arrivals``.

    ``chosen`` are the symbols of choices before the first cut point, if other states may mention
    them: then an array that is not written keeps its initial value. ``arguments`` are the symbols
    of constants that a proof of one function starts with: a variable that is not written keeps its
    term over them.
    """

    def __init__(
        self,
        book: AddressBook,
        pointer_width: int,
        arrivals: Mapping[_Place, State],
        chosen: Collection[Term] | None = None,
        arguments: Collection[Term] = (),
    ) -> None:
        self._book = book
        self._pointer: BitVecSort = bit_vector(pointer_width)
        self._at_entry = frozenset(book.objects)
        self._entry_constants = None if chosen is None else _EntryConstants(self._at_entry, chosen, arguments)
        self.by_place: dict[_Place, Shape] = {}
        self._columns: dict[Slot, Range] = {}
        self.changed = [place for place, state in arrivals.items() if self.cover(place, state)]
        self.cover_columns(arrivals.values())

    def cover(self, place: _Place, state: State) -> bool:
        """Widen the shape of ``place`` to cover ``state``, and return whether it is new or changed."""
        shape = self.by_place.get(place)
        is_first = changed = shape is None
        if shape is None:
            shape = self.by_place[place] = Shape(state, columns=self._columns)
        align_objects(shape, state)
        self._check_objects(shape, state)
        values = dict(slots_of(state))
        if not _has_same_cells(shape, values):
            changed |= _split_constant_cells(shape, values) | _join_constant_cells(shape, values)
        for slot in dict.fromkeys((*values, *shape.ranges)):
            known_range = shape.ranges.get(slot)
            old = known_range if known_range is not None or is_first else self._before(slot, shape)
            value = values.get(slot)
            new = self._widened(old, value_from_cells(slot, state, self._pointer) if value is None else value, state)
            if new != known_range:
                shape.ranges[slot] = new
                changed = True
        _check_cells_are_apart(shape)
        entry_facts = frozenset() if self._entry_constants is None else self._entry_constants.entry_facts(state.guard)
        common = entry_facts if is_first else entry_facts & shape.entry_facts
        changed |= common != shape.entry_facts
        shape.entry_facts = common
        return changed

    def cover_columns(self, states: Iterable[State]) -> bool:
        """Widen the abstract values of fields to cover those of ``states``, and return whether they
        changed.
        """
        before = dict(self._columns)
        for state in states:
            for slot, column in columns_of(state):
                for instance, value in column.values.items():
                    self._check_field_target(value)
                    self._columns[slot] = self._widened(self._columns.get(slot), value, state)
                    self._require_aligned_indices(slot.owner, instance, value)
        return before != self._columns

    def _check_field_target(self, value: Term) -> None:
        """Raise `NoFiniteShape` if ``value``, a field of summarised objects, points to a stack
        object that is allocated repeatedly, because later objects cannot be distinguished from
        it.
        """
        if value.sort is self._pointer and any(each.object.is_recycled for each in self._book.targets(value).objects):
            raise NoFiniteShape("a summarised heap object holds the address of a stack object that a loop allocates")

    def _require_aligned_indices(self, owner: Term | MemoryObject, instance: Term, value: Term) -> None:
        """Require that a summary whose object, or null, an ``instance`` of ``owner`` gets as
        ``value`` is indexed along with ``owner``; raises `PoolChanged` otherwise.
        """
        if value.sort is not self._pointer or not isinstance(owner, MemoryObject) or owner.pool is None:
            return
        targets = self._book.targets(value)
        may_be_null = any(_is_null(number) for number, _ in targets.numbers)
        pools = {(place, pool.size): pool for each in self._at_entry if (pool := each.pool) for place in pool.sites}
        after = bvadd(instance, bv(1, INSTANCE.width))
        for target in targets.objects:
            held = target.object.pool
            if held is None or target.object.strings is not None or target.instance is None:
                continue
            if held in _aligned_chain(owner.pool, pools):
                continue
            if held.aligned_with is None and may_be_null:
                raise PoolChanged(replace(held, aligned_with=(owner.pool.sites[0], owner.pool.size)))
            parts = postorder([target.instance]) if held.aligned_with is not None and not held.lag else ()
            if any(part.op is Op.ITE and part.args[1] is after for part in parts):
                raise PoolChanged(replace(held, lag=1))

    def _check_objects(self, shape: Shape, state: State) -> None:
        known = {each for each, _, _ in shape.example.memory.inventory()}
        here = {each for each, _, _ in state.memory.inventory()}
        unbounded = [
            each for each in here if each not in self._at_entry and not each.is_recycled
        ]  # every passage allocates another one
        if unbounded:
            raise _refinement_for(unbounded, state)
        if known != here:
            raise NoFiniteShape("a loop head is reached with different live objects")

    def _before(self, slot: Slot, shape: Shape) -> Range:
        """Return the value of earlier arrivals in a slot that they do not have: for a cell the
        initial content of its object, and for an array all its cells, if they are constant.
        """
        cells = (range_ for each, range_ in shape.ranges.items() if each.owner is slot.owner)
        is_array = slot.kind is ReferentKind.ARRAY and self._entry_constants is not None
        if slot.kind is not ReferentKind.CELL and not (is_array and all(isinstance(each, Fixed) for each in cells)):
            return Arbitrary()
        return self._widened(None, value_from_cells(slot, shape.example, self._pointer), shape.example)

    def _widened(self, old: Range | None, value: Term | None, state: State) -> Range:
        """Return the smallest abstract value that covers ``old`` and ``value`` of a slot of
        ``state``.
        """
        if value is None:
            return Arbitrary()
        if value.sort is self._pointer and self._book.is_uninitialised(value):
            return self._with_non_pointer(old, state, is_null=False)
        if isinstance(old, PointsInto) and _is_null(value):
            return self._with_non_pointer(old, state, is_null=True)
        target = self._book.fixed_target(value)
        fixed = value.op is Op.CONSTANT or (target is not None and self._is_known(target.object, state))
        match old:
            case None:
                return (
                    Fixed(value)
                    if fixed or self._is_constant_until_written(value)
                    else self._points_to(value, None, state)
                )
            case Fixed(known):
                is_same = known is value or (known.sort is self._pointer and resolved(known, state.guard) is value)
                return old if is_same else self._points_to(value, self._as_points_to(known, state), state)
            case PointsInto():
                return self._points_to(value, old, state)
            case Arbitrary():
                return old

    def _is_constant_until_written(self, value: Term) -> bool:
        """Return whether ``value`` is an array of unknown contents, or a pointer to some object,
        that stays constant unless it is written.
        """
        if self._entry_constants is None:
            return False
        is_pointer = value.sort is self._pointer and bool(self._book.targets(value).objects)
        if is_pointer or _is_little_known(value):
            return self._entry_constants.decides(value)
        return self._entry_constants.is_argument(value)

    def _with_non_pointer(self, old: Range | None, state: State, *, is_null: bool) -> Range:
        """Return the smallest abstract value that covers ``old`` and null, or any uninitialised
        value.
        """
        known = self._as_points_to(old.value, state) if isinstance(old, Fixed) else old
        match known:
            case None:
                return NO_OBJECT
            case PointsInto():
                return replace(known, is_number=True, is_null=is_null and (known.is_null or not known.is_number))
            case _:
                return known

    def _as_points_to(self, known: Term, state: State) -> Range:
        """Return an abstract value that covers ``known`` and is not `Fixed`."""
        is_null = known.op is Op.CONSTANT and known.sort is self._pointer and known.payload == 0
        return (
            PointsInto((), is_number=True, bits=LIMITS.alignment_bits, residue=0, is_null=True)
            if is_null
            else self._points_to(known, None, state)
        )

    def _is_known(self, each: MemoryObject, state: State) -> bool:
        """Return whether ``each`` is an object of ``state`` or never dies; other passages may
        allocate other objects in place of the rest.
        """
        is_lasting = each in self._at_entry and not each.is_recycled
        return is_lasting or state.memory.contents_of(each) is not None

    def _points_to(self, value: Term, other: Range | None, state: State) -> Range:
        """Return the smallest abstract value that covers ``value`` and ``other`` and is not
        `Fixed`.
        """
        if value.sort is not self._pointer or isinstance(other, Arbitrary):
            return Arbitrary()
        targets = self._book.targets(value)
        usable = all(number.op is Op.CONSTANT or self._book.is_uninitialised(number) for number, _ in targets.numbers)
        alive = [target for target in targets.objects if self._is_known(target.object, state)]
        objects = dict.fromkeys(target.object for target in alive)
        known = [congruence(target.offset) for target in alive]
        is_number = bool(targets.numbers) or len(alive) < len(targets.objects)
        is_null = len(alive) == len(targets.objects) and all(_is_null(number) for number, _ in targets.numbers)
        if isinstance(other, PointsInto):
            objects |= dict.fromkeys(other.objects)
            known += [(other.bits, other.residue)] if other.objects else []
            is_number |= other.is_number
            is_null &= other.is_null or not other.is_number
        if not usable or not (targets.objects or objects):
            return Arbitrary()
        _join_pools(objects, state)
        known_bits = _common(known, self._pointer.width)
        return PointsInto(
            tuple(sorted(objects, key=lambda each: each.number)), is_number, *known_bits, is_number and is_null
        )


class _EntryConstants:
    """Symbols that are constant after the first cut point: addresses, sizes and initial contents of
    the objects ``at_entry``, and ``chosen``.
    """

    def __init__(self, at_entry: Iterable[MemoryObject], chosen: Collection[Term], arguments: Collection[Term]) -> None:
        objects = [
            each for each in at_entry if not each.is_recycled and (each.pool is None or each.strings is not None)
        ]
        self._objects = {*variables_of(*(each.size for each in objects)), *(each.address for each in objects)}
        self._owners = {each.address.payload.key for each in objects}
        self._chosen = frozenset(chosen)
        self._arguments = frozenset(arguments)

    def decides(self, value: Term) -> bool:
        """Return whether ``value`` depends on objects and arguments only."""
        return all(self._is_of_object(symbol) or symbol in self._arguments for symbol in variables_of(value))

    def is_argument(self, value: Term) -> bool:
        """Return whether ``value`` is a small term over the arguments of the function under proof."""
        symbols = variables_of(value)
        return (
            not self._arguments.isdisjoint(symbols)
            and all(
                symbol in self._chosen or symbol in self._arguments or self._is_of_object(symbol) for symbol in symbols
            )
            and dag_size(value) <= LIMITS.argument_term_size
        )

    def entry_facts(self, guard: Guard) -> frozenset[Term]:
        """Return what ``guard`` implies about the sizes of objects and the values that they were
        compared with.
        """
        mentioned = {each: variables_of(each) for each in literals(guard)}
        open_ = {
            each: symbols
            for each, symbols in mentioned.items()
            if all(symbol in self._chosen or self._is_of_object(symbol) for symbol in symbols)
        }
        reached, found = set(self._objects), dict[Term, None]()
        while near := [each for each, symbols in open_.items() if not reached.isdisjoint(symbols)]:
            for each in near:
                found[each] = None
                reached.update(open_.pop(each))
        return frozenset(found)

    def _is_of_object(self, symbol: Term) -> bool:
        known: Symbol = symbol.payload
        is_initial_contents = known.kind is SymbolKind.CONTENTS and known.owner in self._owners
        return is_initial_contents or symbol in self._objects


def _refinement_for(unbounded: list[MemoryObject], state: State) -> NoFiniteShape | PoolChanged | UnboundedStackObject:
    """Return the refinement for an unbounded number of objects like ``unbounded``, or the refusal
    if there is none.

    The oldest possible one is summarised or, on the stack, allocated repeatedly as one object; so
    are all others on the stack then, which saves attempts.
    """
    for each in sorted(unbounded, key=lambda each: each.number):
        contents = state.memory.contents_of(each)
        if each.region is Region.HEAP and each.constant_size is None:
            return PoolChanged(Pool(ANY_SIZE, (each.made_at,), opaque=True))
        if each.region is Region.HEAP and each.constant_size:
            pool = _pool_of(each, state)
            return PoolChanged(pool if isinstance(contents, Cells) else pool.made_opaque())
        if each.allocation_site is not None and each.constant_size is not None:
            return UnboundedStackObject(
                other.allocation_site
                for other in unbounded
                if other.region is not Region.HEAP
                and other.allocation_site is not None
                and other.constant_size is not None
            )
    return NoFiniteShape("an object that is allocated in or after a loop is alive at a loop head")


def _pool_of(each: MemoryObject, state: State) -> Pool:
    """Return the summary that ``each``, a heap object of constant size, belongs to or would belong
    to.
    """
    if each.pool is not None:
        return each.pool
    contents = state.memory.contents_of(each)
    pool = Pool(each.constant_size or 0, (each.made_at,))
    for offset, cell in contents.items() if isinstance(contents, Cells) else ():
        pool = pool.cut(offset, byte_size(cell.sort))
    return pool


def _join_pools(objects: Iterable[MemoryObject], state: State) -> None:
    """Require that heap objects among ``objects`` that have the size of a summary belong to it,
    because one pointer can point to all of them; raises `PoolChanged` otherwise.
    """
    on_heap = [each for each in objects if each.region is Region.HEAP and each.constant_size]
    for pool in [each for each in on_heap if each.pool is not None]:
        alike = [_pool_of(each, state) for each in on_heap if each.constant_size == pool.constant_size]
        if len(alike) > 1:
            raise PoolChanged(reduce(Pool.joined, alike))


def align_objects(shape: Shape, state: State) -> None:
    """Give ``state`` and the example of ``shape`` the same dead objects."""
    mine, theirs = shape.example.memory, state.memory
    theirs.keep_dead(each for each, _, _ in mine.inventory())
    mine.keep_dead(each for each, _, _ in theirs.inventory())


def _aligned_chain(pool: Pool, pools: Mapping[SizedSite, Pool]) -> list[Pool]:
    """Return ``pool``, the summary that it is indexed along with, the one that this is indexed
    along with, and so on.
    """
    found: list[Pool] = []
    following: Pool | None = pool
    while following is not None and following not in found:  # joined summaries may be indexed along with each other
        found.append(following)
        following = None if following.aligned_with is None else pools.get(following.aligned_with)
    return found


def _is_little_known(value: Term) -> bool:
    """Return whether ``value`` is an unknown array except for a few elements; larger tables would
    be repeated in every formula.
    """
    for _ in range(LIMITS.known_elements + 1):
        if value.op is not Op.STORE:
            return value.op is Op.VARIABLE and isinstance(value.sort, ArraySort)
        value = value.args[0]
    return False


def _is_null(number: Term) -> bool:
    return number.op is Op.CONSTANT and number.payload == 0


def _common(congruences: list[tuple[int, int]], width: int) -> tuple[int, int]:
    """Return the number of low bits, of ``width``, that are known and equal in all ``congruences``,
    and their value.
    """
    if congruences and all(each == congruences[0] and each[0] >= width for each in congruences):
        return width, congruences[0][1]
    bits = min((LIMITS.alignment_bits, *(known for known, _ in congruences)))
    residues = [residue for _, residue in congruences] or [0]
    while any((each - residues[0]) % (1 << bits) for each in residues):
        bits -= 1
    return bits, residues[0] % (1 << bits)


def _has_same_cells(shape: Shape, values: Mapping[Slot, Term]) -> bool:
    """Return whether the shape and a state with these ``values`` have the same cells, none of which
    has to be split or joined.
    """
    here = {slot for slot in values if slot.kind is ReferentKind.CELL}
    return here == {slot for slot in shape.ranges if slot.kind is ReferentKind.CELL}


def _split_constant_cells(shape: Shape, values: dict[Slot, Term]) -> bool:
    """Split cells with constants where the other side has smaller cells, and return whether the
    shape changed.

    Initialisers write large cells of zeros, which the program accesses in parts.
    """
    cells = [slot for slot in shape.ranges if slot.kind is ReferentKind.CELL]
    others = _by_start(values)
    changed = False
    for slot in cells:
        range_ = shape.ranges[slot]
        if isinstance(range_, Fixed) and range_.value.op is Op.CONSTANT:
            parts = _parts(slot, range_.value, others)
            if parts:
                del shape.ranges[slot]
                shape.ranges |= {part: Fixed(value) for part, value in parts.items()}
                changed = True
    others = _by_start(shape.ranges)
    for slot, value in list(values.items()):
        if slot.kind is ReferentKind.CELL and value.op is Op.CONSTANT:
            parts = _parts(slot, value, others)
            if parts:
                del values[slot]
                values |= parts
    return changed


def _join_constant_cells(shape: Shape, values: dict[Slot, Term]) -> bool:
    """Join constant cells where the other side has a larger cell, and return whether the shape
    changed.

    A zeroed cell that is written in parts leaves single bytes.
    """
    constants = {slot: range_.value for slot, range_ in shape.ranges.items() if isinstance(range_, Fixed)}
    changed = False
    for slot in [each for each in values if each.kind is ReferentKind.CELL and each not in shape.ranges]:
        inner = _tiles(slot, constants, [each for each in shape.ranges if each.kind is ReferentKind.CELL])
        if inner:
            shape.ranges[slot] = Fixed(_joined(inner, constants))
            for each in inner:
                del shape.ranges[each]
            changed = True
    for slot in [each for each in shape.ranges if each.kind is ReferentKind.CELL and each not in values]:
        inner = _tiles(slot, values, [each for each in values if each.kind is ReferentKind.CELL])
        if inner:
            values[slot] = _joined(inner, values)
            for each in inner:
                del values[each]
    return changed


def _tiles(slot: Slot, values: Mapping[Slot, Term], cells: list[Slot]) -> list[Slot]:
    """Return the bit-vectors among ``cells`` that fill ``slot``, in order, if they hold constants;
    otherwise none.
    """
    if not isinstance(slot.sort, BitVecSort):
        return []
    end = slot.number + byte_size(slot.sort)
    found = sorted(
        (each for each in cells if each.owner is slot.owner and slot.number <= each.number < end),
        key=lambda each: each.number,
    )
    at = slot.number
    for each in found:
        is_constant = each in values and values[each].op is Op.CONSTANT and isinstance(each.sort, BitVecSort)
        if each.number != at or not is_constant:
            return []
        at += byte_size(each.sort)
    return found if at == end and len(found) > 1 else []


def _joined(cells: list[Slot], values: Mapping[Slot, Term]) -> Term:
    return joined([as_bits(values[each]) for each in cells])


_CellsByStart = Mapping[tuple[int, int], Sequence[Slot]]
"""The cells of objects, by the identity of the object and the first byte."""


def _by_start(slots: Iterable[Slot]) -> _CellsByStart:
    found: dict[tuple[int, int], list[Slot]] = {}
    for slot in slots:
        if slot.kind is ReferentKind.CELL:
            found.setdefault((id(slot.owner), slot.number), []).append(slot)
    return found


def _parts(slot: Slot, value: Term, others: _CellsByStart) -> dict[Slot, Term]:
    """Return the constant ``value`` of ``slot`` split into the cells of ``others`` inside it and
    single bytes; nothing if it is not split.
    """
    end = slot.number + byte_size(slot.sort)
    inner = [
        other
        for start in range(slot.number, end)
        for other in others.get((id(slot.owner), start), ())
        if start + byte_size(other.sort) <= end
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
            found[Slot(ReferentKind.CELL, slot.owner, at, byte.sort)] = byte
    return found


def _check_cells_are_apart(shape: Shape) -> None:
    """Check that no cells overlap, because their values could contradict each other."""
    ends: dict[MemoryObject, int] = {}
    cells = [slot for slot in shape.ranges if slot.kind is ReferentKind.CELL and isinstance(slot.owner, MemoryObject)]
    arrays = {slot.owner for slot in shape.ranges if slot.kind is ReferentKind.ARRAY}
    for slot in sorted(cells, key=lambda each: each.number):
        if isinstance(slot.owner, MemoryObject) and slot.owner not in arrays:
            if slot.number < ends.get(slot.owner, 0):
                raise NoFiniteShape(f"{slot.owner.name} is accessed with overlapping types in a loop")
            ends[slot.owner] = slot.number + byte_size(slot.sort)
