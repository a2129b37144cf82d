"""Memory of one symbolic state: contents and liveness of every object.

Every operation returns, besides its result, the condition under which it is defined.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from surefoot.base.errors import BlockTooLarge
from surefoot.logic import (
    FALSE,
    TRUE,
    Op,
    Sort,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvsub,
    bvule,
    bvult,
    constant_array,
    eq,
    ite,
    not_,
    or_,
    select,
)
from surefoot.program.layout import Region, byte_size
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.addresses import (
    AddressBook,
    Incompleteness,
    Pointee,
    possible_offsets,
)
from surefoot.semantics.memory.bits import as_bits, congruence, joined, keeps_bits
from surefoot.semantics.memory.cells import Cells
from surefoot.semantics.memory.contents import Contents, merge_contents
from surefoot.semantics.memory.elements import Elements
from surefoot.semantics.memory.layers import Layers, as_layers
from surefoot.semantics.memory.objects import LifetimeEvent, MemoryObject
from surefoot.semantics.memory.pools import Instances, PoolChanged
from surefoot.semantics.memory.strings import Strings, StringsChanged, Vector


class Memory:
    """Contents and liveness of every object; copied lazily, so that branching is cheap.

    With ``has_layers``, large blocks are moved in one step and the contents become `Layers`;
    without, they are refused (`BlockTooLarge`).
    """

    __slots__ = ("_alive", "_book", "_contents", "_gone", "_has_layers", "_index", "_owned", "history")

    def __init__(self, book: AddressBook, pointer_width: int, *, has_layers: bool = False) -> None:
        self._book = book
        self._has_layers = has_layers
        self._index = bit_vector(pointer_width)
        self._contents: dict[MemoryObject, Contents] = {}
        self._alive: dict[MemoryObject, Term] = {}
        self._owned: set[MemoryObject] = set()
        self._gone: frozenset[MemoryObject] = frozenset()
        """Objects that are dead in all runs that allocated them."""
        self.history: LifetimeEvent | None = None

    def fork(self) -> "Memory":
        """Return a memory equal to this one; later writes to either do not affect the other."""
        twin = Memory.__new__(Memory)
        twin._book = self._book
        twin._has_layers = self._has_layers
        twin._index = self._index
        twin._contents = self._contents.copy()
        twin._alive = self._alive.copy()
        twin._owned = set()
        twin._gone = self._gone
        twin.history = self.history
        self._owned = set()
        return twin

    def merge(self, condition: Term, other: "Memory") -> "Memory":
        """Return this memory if ``condition``, else ``other``.

        An object in only one of them keeps its contents, unless the other one has ended its
        lifetime.
        """
        result = self.fork()
        for each in other._gone - self._gone:
            if each in self._contents:
                result._live(each, and_(condition, self._alive[each]))
        for each, own in self._contents.items():
            if each.region is Region.OUTSIDE and each not in other._contents:
                result._contents[each] = merge_contents(condition, own, Cells(each), self._index)
                result._owned.add(each)
        for each, theirs in other._contents.items():
            mine = self._contents.get(each)
            if mine is None and each.region is Region.OUTSIDE:
                result.put(each, merge_contents(condition, Cells(each), theirs, self._index), TRUE)
            elif mine is None:
                result._contents[each] = theirs
                alive = other._alive[each]
                result._live(each, and_(not_(condition), alive) if each in self._gone else alive)
            elif mine is not theirs:
                result._contents[each] = merge_contents(condition, mine, theirs, self._index)
                result._owned.add(each)
            if mine is not None and self._alive[each] is not other._alive[each]:
                result._live(each, ite(condition, self._alive[each], other._alive[each]))
        if self._gone is not other._gone:
            result._gone = frozenset(each for each in self._gone | other._gone if each not in result._contents)
        return result

    def inventory(self) -> list[tuple[MemoryObject, Contents, Term]]:
        """Return every object with its contents and the condition that it is alive, in allocation
        order.
        """
        return [
            (each, self._contents[each], self._alive[each]) for each in sorted(self._contents, key=_allocation_number)
        ]

    def contents_of(self, memory_object: MemoryObject) -> Contents | None:
        """Return the contents of ``memory_object``; ``None`` if it does not exist here."""
        return self._contents.get(memory_object)

    def put(self, memory_object: MemoryObject, contents: Contents, alive: Term) -> None:
        """Add ``memory_object`` with ``contents``, which this memory owns from now on."""
        self._contents[memory_object] = contents
        self._live(memory_object, alive)
        self._owned.add(memory_object)

    # ---- life

    def allocate(self, memory_object: MemoryObject) -> None:
        """Begin the lifetime of ``memory_object``."""
        self._contents[memory_object] = Cells(memory_object)
        self._live(memory_object, TRUE)
        self._owned.add(memory_object)
        self._gone -= {memory_object}

    def allocate_instance(
        self, pool: MemoryObject, size: Term, contents: Mapping[int, Term], beside: MemoryObject | None
    ) -> Term:
        """Allocate an instance of ``pool`` of ``size`` bytes with ``contents`` in its fields;
        return its address.

        Its number is aligned with those of the pool ``beside`` it, if there is one.
        """
        others = None if beside is None else self._instances(beside).count
        return select(pool.address, self._instances(pool).allocate(size, contents, others))

    def take_facts(self) -> Term:
        """Return the conjunction of facts about values that were read from instances since the last
        call.
        """
        return and_(
            *(fact for each in self._contents.values() if isinstance(each, Instances) for fact in each.take_facts())
        )

    def remove(self, memory_object: MemoryObject) -> None:
        """Remove an object: a stack object whose function returned."""
        self._contents.pop(memory_object, None)
        self._live(memory_object, FALSE)
        self._alive.pop(memory_object)

    def end_lifetime(self, address: Term, objects: Collection[MemoryObject]) -> None:
        """End the lifetime of the one of ``objects`` that starts at ``address``."""
        for target in self._live_targets(address, Incompleteness.SIZES_AND_LIFETIMES):
            if target.object in objects:
                self._end(target.object, and_(target.guard, eq(target.offset, bv(0, self._index.width))))

    def _end(self, memory_object: MemoryObject, hit: Term) -> None:
        """End the lifetime of ``memory_object`` where ``hit`` holds; remove it if it is dead in all
        runs.
        """
        alive = and_(self._alive[memory_object], not_(hit))
        if alive is FALSE:
            self.remove(memory_object)
            self._gone |= {memory_object}
        else:
            self._live(memory_object, alive)

    def keep_dead(self, objects: Iterable[MemoryObject]) -> None:
        """Add those of ``objects`` that were removed because they are dead, as dead objects."""
        for each in objects:
            if each in self._gone:
                self.put(each, Cells(each), FALSE)
                self._gone -= {each}

    def free(self, address: Term) -> Term:
        """End the lifetime of the heap object at ``address``; return when that is defined."""
        allowed = [self._book.equal(address, bv(0, self._index.width))]
        for target in self._live_targets(address):
            if target.object.region is Region.HEAP:
                alive = self._is_alive(target)
                start = eq(target.offset, bv(0, self._index.width))
                hit = and_(target.guard, start)
                allowed.append(and_(hit, alive))
                if target.instance is None:
                    self._end(target.object, hit)
                else:
                    self._instances(target.object).end(target.instance, and_(hit, alive))
        return or_(*allowed)

    def _is_alive(self, target: Pointee) -> Term:
        alive = self._alive[target.object]
        contents = self._contents[target.object]
        if isinstance(contents, Instances) and target.instance is not None:
            return and_(alive, contents.is_alive(target.instance))
        return alive

    def _instances(self, pool: MemoryObject) -> Instances:
        """Return the instances of ``pool``, to be changed."""
        contents = self._own(pool)
        if not isinstance(contents, Instances):
            raise TypeError("only pools have instances")
        return contents

    def _live(self, memory_object: MemoryObject, alive: Term) -> None:
        """Record that ``memory_object`` is alive iff ``alive`` from here on."""
        if alive is not TRUE:
            self._book.note_dead(memory_object)
        self._alive[memory_object] = alive
        self.history = LifetimeEvent(memory_object, alive, self.history)

    def _size(self, target: Pointee) -> Term:
        """Return the bytes of the object that ``target`` is in."""
        contents = self._contents[target.object]
        if isinstance(contents, Instances) and contents.sizes is not None and target.instance is not None:
            return contents.sizes.read(target.instance)[0]
        return target.size

    def _is_opaque(self, target: Pointee) -> bool:
        """Return whether the contents of the object that ``target`` is in are unknown."""
        return target.object.pool is not None and target.object.pool.opaque

    def size_from(self, address: Term) -> Term:
        """Return the bytes from ``address`` to the end of its live object, 0 if there is none."""
        size = bv(0, self._index.width)
        for target in self._live_targets(address, Incompleteness.SIZES_AND_LIFETIMES):
            whole = self._size(target)
            inside = and_(target.guard, self._is_alive(target), bvule(target.offset, whole))
            size = ite(inside, bvsub(whole, target.offset), size)
        return size

    # ---- access

    def load(self, address: Term, sort: Sort) -> tuple[Term | None, Term]:
        """Return the value of ``sort`` at ``address`` and when the access is defined.

        The value is ``None`` if no object can be there.
        """
        value: Term | None = None
        valid: list[Term] = []
        for target, defined in self._accessible(address, byte_size(sort)):
            found = self._read(target, sort)
            value = found if value is None else ite(target.guard, found, value)
            valid.append(defined)
        return value, or_(*valid)

    def store(self, address: Term, value: Term) -> Term:
        """Write ``value`` at ``address``; return when that is defined."""
        valid: list[Term] = []
        for target, defined in self._accessible(address, byte_size(value.sort)):
            if target.object.read_only:
                continue
            self._write(target, value)
            valid.append(defined)
        return or_(*valid)

    def initialise(self, memory_object: MemoryObject, offset: int, value: Term) -> None:
        """Write a cell of an object whose contents are separate cells."""
        contents = self._own(memory_object)
        if isinstance(contents, Cells):
            contents.write(offset, value)

    def copy(self, target: Term, source: Term, size: Term) -> Term:
        """Execute ``memory[target ..] := memory[source ..]`` for ``size`` bytes; return when that
        is defined.
        """
        valid = [self._range_valid(source, size, is_written=False), self._range_valid(target, size, is_written=True)]
        becomes_layer = self._becomes_layer(size, target, source)
        if (
            self._is_unknown_at(target)
            or (not becomes_layer and self._copy_cells(target, source, size))
            or self._copy_whole(target, source, size)
        ):
            return and_(*valid)
        if becomes_layer:
            self._move_layers(target, source, size)
            return and_(*valid)
        steps = list(self._block(size, target, source))
        moved: list[tuple[Term, Term, Term]] = []
        for offset, length, moves in steps:
            at = bv(offset, self._index.width)
            value, _ = self.load(bvadd(source, at), bit_vector(8 * length))
            if value is not None:
                moved.append((bvadd(target, at), value, moves))
        for address, value, moves in moved:
            self._store_if(moves, address, value)
        return and_(*valid)

    def are_apart(self, target: Term, source: Term, size: Term) -> Term:
        """Return that ``size`` bytes from ``target`` and from ``source`` are disjoint or the same."""
        shared: list[Term] = []
        for both, to, of in self._in_one_object(target, source):
            near = or_(bvult(bvsub(to, of), size), bvult(bvsub(of, to), size))
            shared.append(and_(both, not_(eq(to, of)), near))
        return not_(or_(*shared))

    def share_nothing(self, left: Term, left_size: Term, right: Term, right_size: Term) -> Term:
        """Return that no byte of a live object is in both blocks."""
        none = bv(0, left_size.sort.width)
        is_empty = or_(eq(left_size, none), eq(right_size, none))
        shared: list[Term] = []
        for both, first, second in self._in_one_object(left, right):
            near = or_(bvult(bvsub(first, second), right_size), bvult(bvsub(second, first), left_size))
            shared.append(and_(both, near))
        return or_(is_empty, not_(or_(*shared)))

    def _in_one_object(self, left: Term, right: Term) -> Iterator[tuple[Term, Term, Term]]:
        """Yield where two pointers may point to the same live object: the condition, and both
        offsets.
        """
        others = self._live_targets(right)
        for first in self._live_targets(left):
            for second in others:
                if first.object is second.object:
                    numbers = first.instance, second.instance
                    is_one = TRUE if numbers[0] is None or numbers[1] is None else eq(numbers[0], numbers[1])
                    yield and_(first.guard, second.guard, is_one), first.offset, second.offset

    def _is_unknown_at(self, address: Term) -> bool:
        """Return whether the contents at ``address`` are unknown, so that writes there are
        irrelevant.
        """
        return all(self._is_opaque(target) for target in self._live_targets(address))

    def _copy_cells(self, target: Term, source: Term, size: Term) -> bool:
        """Copy cell by cell if both blocks are at constant offsets of separate cells; return
        whether it did.
        """
        to, of = self._book.fixed_target(target), self._book.fixed_target(source)
        if to is None or of is None or size.op is not Op.CONSTANT or to.object.read_only:
            return False
        into, out_of = self._contents.get(to.object), self._contents.get(of.object)
        if not (isinstance(into, Cells) and isinstance(out_of, Cells)):
            return False
        length = int(size.payload)
        start = int(to.offset.payload)
        if any(_in_bounds(each, each.object.size, length) is not TRUE for each in (to, of)):
            return False
        moved = out_of.pieces(int(of.offset.payload), length)
        self._own(to.object)
        for distance, cell in moved:
            self.initialise(to.object, start + distance, cell)
        return True

    def _copy_whole(self, target: Term, source: Term, size: Term) -> bool:
        """Copy as an array if a large object is overwritten from the start of another one; return
        whether it did.
        """
        to, of = self._whole(target, size), self._book.fixed_target(source)
        if to is None or of is None or of.offset is not bv(0, self._index.width):
            return False
        if not isinstance(self._contents.get(of.object), Cells | Elements):
            return False
        copied = self._to_elements(of, _unit_of(size))
        if to.initial.element_size(copied.element_size) != copied.element_size:
            return False
        self._contents[to] = Elements(to, copied.array, copied.element_size)
        self._owned.add(to)
        return True

    def _fill_whole(self, target: Term, byte: Term, size: Term) -> bool:
        """Fill a large object as an array if all of it gets one constant byte; return whether it
        did.
        """
        whole = self._whole(target, size)
        if whole is None or byte.op is not Op.CONSTANT:
            return False
        element_size = whole.initial.element_size(_unit_of(size))
        sort = array_sort(self._index, bit_vector(8 * element_size))
        self._contents[whole] = Elements(whole, constant_array(sort, joined([byte] * element_size)), element_size)
        self._owned.add(whole)
        return True

    def _whole(self, address: Term, size: Term) -> MemoryObject | None:
        """Return the object that consists of the ``size`` bytes from ``address``, if it is too
        large, or of unknown size, to be written piece by piece.
        """
        found = self._book.fixed_target(address)
        if found is None or found.offset is not bv(0, self._index.width) or size is not found.object.size:
            return None
        if size.op is Op.CONSTANT and int(size.payload) <= LIMITS.constant_block_bytes:
            return None
        is_array = isinstance(self._contents.get(found.object), Cells | Elements | Layers)
        return found.object if is_array and not found.object.read_only else None

    def fill(self, target: Term, byte: Term, size: Term) -> Term:
        """Set ``size`` bytes from ``target`` to ``byte``; return when that is defined."""
        valid = self._range_valid(target, size, is_written=True)
        if self._is_unknown_at(target) or self._fill_whole(target, byte, size):
            return valid
        if self._becomes_layer(size, target, target):
            for to in self._live_targets(target):
                if not to.object.read_only:
                    self._layers(to.object).fill(to.offset, self._size_if(to.guard, size), byte)
            return valid
        for offset, length, moves in self._block(size, target, target):
            at = bv(offset, self._index.width)
            self._store_if(moves, bvadd(target, at), joined([byte] * length))
        return valid

    def _move_layers(self, target: Term, source: Term, size: Term) -> None:
        """Copy a block of any size in one step."""
        sources = [
            (of, as_layers(self._book, contents))
            for of in self._live_targets(source)
            if not isinstance(contents := self._contents[of.object], Instances | Strings | Vector)
        ]
        for to in self._live_targets(target):
            if not to.object.read_only:
                into = self._layers(to.object)
                for of, layers in sources:
                    into.move(to.offset, self._size_if(and_(to.guard, of.guard), size), layers, of.offset)

    def _layers(self, memory_object: MemoryObject) -> Layers:
        """Return the contents of ``memory_object`` as layers, to be changed."""
        contents = self._contents[memory_object]
        if isinstance(contents, Instances | Strings | Vector):
            raise TypeError("instances have no layers")
        layers = self._contents[memory_object] = as_layers(self._book, contents)
        self._owned.add(memory_object)
        return layers

    def _size_if(self, condition: Term, size: Term) -> Term:
        return ite(condition, size, bv(0, self._index.width))

    def _store_if(self, condition: Term, address: Term, value: Term) -> None:
        if condition is not TRUE:
            old, _ = self.load(address, value.sort)
            if old is None:
                return
            value = ite(condition, value, old)
        self.store(address, value)

    def _block(self, size: Term, target: Term, source: Term) -> Iterator[tuple[int, int, Term]]:
        """Yield the pieces of a block of ``size`` bytes as (offset, length, condition)."""
        if self._is_large(size, target, source):
            number = str(size.payload) if size.op is Op.CONSTANT else "an unknown number of"
            raise BlockTooLarge(f"copying or filling {number} bytes at once")
        if size.op is Op.CONSTANT:
            total = int(size.payload)
            unit = self._unit(target, source)
            at = 0
            while at < total:
                length = unit
                while at % length or at + length > total:
                    length //= 2
                yield at, length, TRUE
                at += length
            return
        for at in range(self._most(size, target, source)):
            yield at, 1, bvult(bv(at, self._index.width), size)

    def _becomes_layer(self, size: Term, target: Term, source: Term) -> bool:
        """Return whether a block becomes a layer: if it is large, or not small and there are layers
        already.
        """
        if not self._has_layers:
            return False
        if self._is_large(size, target, source):
            return True
        has_some = any(isinstance(self._contents[each.object], Layers) for each in self._live_targets(target))
        return has_some and self._most(size, target, source) > LIMITS.case_split_offsets

    def _is_large(self, size: Term, target: Term, source: Term) -> bool:
        """Return whether a block of ``size`` bytes is too large to be moved from ``source`` to
        ``target`` piece by piece.
        """
        if size.op is Op.CONSTANT:
            return int(size.payload) > LIMITS.constant_block_bytes
        return self._most(size, target, source) > LIMITS.unknown_block_bytes

    def _most(self, size: Term, target: Term, source: Term) -> int:
        """Return an upper bound of the bytes that can be moved."""
        return min(self._book.largest(size), self._longest(target), self._longest(source))

    def _unit(self, target: Term, source: Term) -> int:
        """Return a piece size that suits the alignment of both blocks."""
        bits = 3
        for address in (target, source):
            for each in self._book.targets(address).objects:
                known, residue = congruence(each.offset)
                while bits and (known < bits or residue % (1 << bits)):
                    bits -= 1
        return 1 << min(bits, 2 if self._index.width == 32 else 3)

    def _longest(self, address: Term) -> int:
        """Return an upper bound of the bytes from ``address`` to the end of its object."""
        return max((self._book.largest(self._size(each)) for each in self._live_targets(address)), default=0)

    def _range_valid(self, address: Term, size: Term, *, is_written: bool) -> Term:
        """Return that all ``size`` bytes from ``address`` lie in one live object that allows the
        access, or that there are none.
        """
        cases = [eq(size, bv(0, self._index.width))]
        for target in self._live_targets(address):
            if is_written and target.object.read_only:
                continue
            whole = self._size(target)
            room = and_(bvule(target.offset, whole), bvule(size, bvsub(whole, target.offset)))
            cases.append(and_(target.guard, self._is_alive(target), room))
        return or_(*cases)

    # ---- cases

    def _live_targets(self, address: Term, omission: Incompleteness = Incompleteness.ACCESSES) -> list[Pointee]:
        """Return the objects of this memory that ``address`` may point into.

        ``omission`` is the incompleteness that arises if a summarised object may be among them.
        """
        fixed = self._book.fixed_target(address)
        if fixed is not None:
            return [fixed] if fixed.object in self._contents else []
        targets = self._book.targets(address)
        found = [target for target in targets.objects if target.object in self._contents]
        if self._book.outside is not None:
            return found + [each for number, guard in targets.numbers for each in self._outside(number, guard)]
        for number, guard in targets.plain_numbers:
            if number.op is not Op.CONSTANT and not self._book.is_uninitialised(number):
                if self._book.plain_accesses_only and found:
                    self._book.assume(not_(guard))
                else:
                    found.extend(self._anywhere(guard, number, omission))
        return found

    def _outside(self, number: Term, guard: Term) -> Iterator[Pointee]:
        """Yield the objects of environment memory that ``number`` points into."""
        if self._book.outside is None:
            return
        for made, condition, offset in self._book.outside.targets(number, guard):
            if self._book.object_at(made.address) is None:
                self._book.add(made)
            if made not in self._contents:
                self.put(made, Cells(made), TRUE)
            yield Pointee(made, condition, offset)

    def _anywhere(self, guard: Term, number: Term, omission: Incompleteness) -> Iterator[Pointee]:
        """Yield the targets of an address of unknown origin: any object, also where a dead object
        was.
        """
        for each in self._contents:
            if each.pool is not None:  # the instance is unknown: ignored, and recorded
                self._book.omissions.append(omission)
                continue
            offset = bvsub(number, each.address)
            yield Pointee(each, and_(guard, self._alive[each], bvult(offset, each.size)), offset)

    def _accessible(self, address: Term, size: int) -> list[tuple[Pointee, Term]]:
        """Return the targets of an access of ``size`` bytes, each with the condition under which it
        is defined.
        """
        found: list[tuple[Pointee, Term]] = []
        for target in self._live_targets(address):
            if target.object.region is Region.FUNCTION:
                continue
            defined = and_(target.guard, self._is_alive(target), _in_bounds(target, self._size(target), size))
            if defined is not FALSE:
                found.append((target, defined))
        return found

    def _own(self, memory_object: MemoryObject) -> Contents:
        contents = self._contents[memory_object]
        if memory_object not in self._owned:
            contents = contents.copy()
            self._contents[memory_object] = contents
            self._owned.add(memory_object)
        return contents

    def _read(self, target: Pointee, sort: Sort) -> Term:
        contents, offset = self._contents[target.object], target.offset
        if self._is_opaque(target):
            return self._book.unknown(sort)
        if isinstance(contents, Elements | Layers):
            return contents.read(offset, sort)
        if isinstance(contents, Instances):
            return _read_instance(self._book, contents, target, sort)
        if isinstance(contents, Strings):
            return contents.read(_instance(target), offset, sort)
        if isinstance(contents, Vector):
            element = contents.read(offset, sort)
            return self._book.unknown(sort) if element is None else element
        if offset.op is Op.CONSTANT:
            return contents.read(int(offset.payload), sort)
        is_table = target.object.read_only
        most = LIMITS.table_case_split_offsets if is_table else self._most_cells(target.object)
        candidates = possible_offsets(self._book, target.object, offset, byte_size(sort), most)
        if candidates is not None:
            read = contents.read_table if is_table else contents.read_at_any
            return read(offset, candidates, sort)
        return self._to_elements(target, byte_size(sort)).read(offset, sort)

    def _write(self, target: Pointee, value: Term) -> None:
        if self._is_opaque(target):
            return
        contents, offset = self._own(target.object), target.offset
        if target.guard is not TRUE and not isinstance(contents, Layers):
            old = self._read(target, value.sort)
            if not keeps_bits(old):
                value = as_bits(value)
                old = self._read(target, value.sort)
            value = ite(target.guard, value, old)
            contents = self._contents[target.object]
        if isinstance(contents, Strings | Vector):
            raise StringsChanged
        if isinstance(contents, Layers):
            contents.write(offset, value, target.guard)
            return
        if isinstance(contents, Elements):
            contents.write(offset, value)
            return
        if isinstance(contents, Instances):
            _write_instance(self._book, contents, target, value)
            return
        if offset.op is Op.CONSTANT:
            contents.write(int(offset.payload), value)
            return
        most = self._most_cells(target.object)
        candidates = possible_offsets(self._book, target.object, offset, byte_size(value.sort), most)
        if candidates is not None and self._book.plain_accesses_only:
            candidates = self._ordinary(contents, target, candidates, byte_size(value.sort))
        if candidates is not None:
            contents.write_at_any(offset, candidates, value)
        else:
            self._to_elements(target, byte_size(value.sort)).write(offset, value)

    def _most_cells(self, memory_object: MemoryObject) -> int:
        """Return the offsets up to which an access is a case split; lower for character arrays in
        states that formulas describe.
        """
        return (
            LIMITS.text_case_split_offsets
            if memory_object.is_text and not self._has_layers
            else LIMITS.case_split_offsets
        )

    def _ordinary(self, contents: Cells, target: Pointee, candidates: list[int], size: int) -> list[int]:
        """Return the ``candidates`` where a write splits no larger cell, and exclude other runs;
        all candidates if there are no such offsets.
        """
        whole = [each for each in candidates if not contents.is_part(each, size)]
        if not whole or len(whole) == len(candidates):
            return candidates
        here = or_(*(eq(target.offset, bv(each, self._index.width)) for each in whole))
        self._book.assume(or_(not_(target.guard), here))
        return whole

    def _to_elements(self, target: Pointee, size: int) -> Elements:
        contents = self._contents[target.object]
        if isinstance(contents, Elements):
            return contents
        if not isinstance(contents, Cells):
            raise TypeError("instances and layers are no array")
        bits, residue = congruence(target.offset)
        preferred = size
        while preferred & (preferred - 1) or (1 << bits) % preferred or residue % preferred:
            preferred -= 1
        elements = contents.to_elements(self._index, preferred)
        self._contents[target.object] = elements
        self._owned.add(target.object)
        return elements


def _unit_of(size: Term) -> int:
    """Return the largest element size of at most 4 bytes that divides ``size``."""
    bits, residue = congruence(size)
    return next(unit for unit in (4, 2, 1) if (1 << bits) % unit == 0 and residue % unit == 0)


def _allocation_number(memory_object: MemoryObject) -> int:
    return memory_object.number


def _in_bounds(target: Pointee, whole: Term, size: int) -> Term:
    """Return that ``size`` bytes from the target's offset lie inside its object of ``whole`` bytes."""
    offset = target.offset
    width = offset.sort.width
    if whole.op is Op.CONSTANT:
        limit = int(whole.payload)
        return bvule(offset, bv(limit - size, width)) if limit >= size else FALSE
    length = bv(size, width)
    return and_(bvule(length, whole), bvule(offset, bvsub(whole, length)))


def _read_instance(book: AddressBook, contents: Instances, target: Pointee, sort: Sort) -> Term:
    instance = _instance(target)
    first, *others = _offsets(book, contents, target, byte_size(sort))
    value = contents.read(instance, first, sort)
    for at in others:
        here = eq(target.offset, bv(at, target.offset.sort.width))
        value = ite(here, contents.read(instance, at, sort), value)
    return value


def _write_instance(book: AddressBook, contents: Instances, target: Pointee, value: Term) -> None:
    instance = _instance(target)
    offsets = _offsets(book, contents, target, byte_size(value.sort))
    if len(offsets) == 1:
        contents.write(instance, offsets[0], value)
        return
    bits = as_bits(value)
    if any(b - a < byte_size(bits.sort) for a, b in pairwise(offsets)):
        raise PoolChanged(contents.pool.made_opaque())
    for at in offsets:
        here = eq(target.offset, bv(at, target.offset.sort.width))
        contents.write(instance, at, ite(here, bits, contents.read(instance, at, bits.sort)))


def _instance(target: Pointee) -> Term:
    if target.instance is None:
        raise AssertionError("who points into a pool points to an instance")
    return target.instance


def _offsets(book: AddressBook, contents: Instances, target: Pointee, size: int) -> list[int]:
    """Return the offsets that an access of ``size`` bytes inside an instance can have; raise
    `PoolChanged` if there are too many.
    """
    if target.offset.op is Op.CONSTANT:
        return [int(target.offset.payload)]
    candidates = possible_offsets(book, target.object, target.offset, size, LIMITS.case_split_offsets)
    if candidates is None or len(candidates) > LIMITS.instance_case_split_offsets:
        raise PoolChanged(contents.pool.made_opaque())
    return candidates
