"""Concrete memory: disjoint objects in one flat address space, with pages allocated on first write."""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final, Literal

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.base.text import quoted
from surefoot.program.layout import FIRST_ADDRESS, Region
from surefoot.semantics.limits import LIMITS

PAGE = 4096


OUT_OF_BOUNDS: Final = "out-of-bounds "
FREED: Final = "freed"
OUT_OF_SCOPE: Final = "whose scope ended"


class Fault(Exception):
    """Access or free that memory does not allow; the message is the reason, ``found`` the object
    concerned, and ``prefix`` precedes a description of the access.
    """

    def __init__(self, message: str, found: "ConcreteObject | None" = None, prefix: str = "") -> None:
        super().__init__(message)
        self.found = found
        self.prefix = prefix


@dataclass(frozen=True, slots=True)
class ObjectIdentity:
    """Identity of one object of a run; ``symbol`` is the symbol name of the address or of the
    Allocate's target.
    """

    number: int
    symbol: str
    name: str
    region: Region
    base: int
    size: int


@dataclass(frozen=True, slots=True)
class LifetimeEnd:
    """End of an object's lifetime: the manner, such as ``freed``, and the location."""

    manner: str
    span: Span | None

    def __str__(self) -> str:
        return self.manner if self.span is None else f"{self.manner} at {self.span.file}:{self.span.line}"


CELL_FORMATS: Mapping[int, Literal["B", "H", "I", "Q"]] = MappingProxyType(
    {1: "B", 2: "H", 4: "I", 8: "Q"} if sys.byteorder == "little" else {1: "B"}
)
"""Formats of memory views by cell size; other cells are assembled from bytes."""


class Window:
    """Cached view of a page for a statement that accesses cells of ``size`` bytes.

    It shows the page that the statement accessed twice in a row, as long as the object is alive.
    For ``start <= address < end`` and ``address % size == 0``, the cell at ``address`` is
    ``cells[(address - start) // size]``.
    """

    __slots__ = ("_last", "cells", "end", "size", "start")

    def __init__(self, size: int) -> None:
        self.size = size
        self._last: tuple[ConcreteObject, int] | None = None
        self.close()

    def close(self) -> None:
        """Show nothing."""
        self.start = self.end = 0
        self.cells: memoryview | None = None

    def note(self, found: "ConcreteObject", offset: int) -> None:
        """Record an access outside the window at ``offset`` of ``found``; the second one to a page
        shows it.
        """
        here = (found, offset // PAGE)
        if self._last == here:
            found.show(offset // PAGE, self)
        self._last = here


class ConcreteObject:
    """Object and its bytes; bytes on pages that were never written are 0.

    ``span`` is its declaration or allocation.
    """

    __slots__ = (
        "_pages",
        "_windows",
        "base",
        "end",
        "lifetime_end",
        "name",
        "number",
        "region",
        "size",
        "span",
        "symbol",
    )

    def __init__(
        self, number: int, symbol: str, name: str, region: Region, base: int, size: int, span: Span | None = None
    ) -> None:
        self.number = number
        self.symbol = symbol
        self.name = name
        self.region = region
        self.base = base
        self.size = size
        self.end = base + size
        self.span = span
        self.lifetime_end: LifetimeEnd | None = None
        self._pages: dict[int, bytearray] = {}
        self._windows: dict[Window, None] = {}
        """Windows that may show a page of the object."""

    @property
    def identity(self) -> ObjectIdentity:
        """The immutable attributes of the object."""
        return ObjectIdentity(self.number, self.symbol, self.name, self.region, self.base, self.size)

    @property
    def written_pages(self) -> int:
        """The number of pages that take up real memory."""
        return len(self._pages)

    def read(self, offset: int, size: int) -> bytes | bytearray:
        """Return the ``size`` bytes from ``offset``.

        Requires: they lie inside the object.
        """
        number, start = divmod(offset, PAGE)
        if start + size <= PAGE:
            page = self._pages.get(number)
            return bytes(size) if page is None else page[start : start + size]
        head = PAGE - start
        rest = range(offset + head, offset + size, PAGE)
        return b"".join([self.read(offset, head), *(self.read(at, min(PAGE, offset + size - at)) for at in rest)])

    def write(self, offset: int, data: bytes | bytearray) -> None:
        """Replace the bytes from ``offset`` on by ``data``.

        Requires: they lie inside the object.
        """
        number, start = divmod(offset, PAGE)
        if start + len(data) > PAGE:
            head = PAGE - start
            self.write(offset, data[:head])
            for at in range(head, len(data), PAGE):
                self.write(offset + at, data[at : at + PAGE])
            return
        page = self._pages.get(number)
        if page is None:
            page = self._pages[number] = bytearray(min(PAGE, self.size - number * PAGE))
        page[start : start + len(data)] = data

    def show(self, number: int, window: Window) -> None:
        """Make ``window`` show page ``number``, if the page was written and its cells are aligned."""
        page, size = self._pages.get(number), window.size
        if page is not None and self.base % size == 0:
            seen = len(page) // size * size
            window.start = self.base + number * PAGE
            window.end = window.start + seen
            window.cells = memoryview(page)[:seen].cast(CELL_FORMATS[size])
            self._windows[window] = None

    def hide(self) -> None:
        """Close the windows that show a page of the object."""
        for window in self._windows:
            window.close()
        self._windows.clear()

    def contents(self) -> Mapping[int, bytes]:
        """Return the pages that were written, by number."""
        return {number: bytes(page) for number, page in self._pages.items()}

    def revive(self, contents: Mapping[int, bytes]) -> None:
        """Return to an earlier time, when the object was alive and had these ``contents``."""
        self.hide()
        self.lifetime_end = None
        self._pages = {number: bytearray(page) for number, page in contents.items()}

    def drop_contents(self) -> None:
        """Drop the bytes of a dead object, unless they are few; comparisons of runs may read those."""
        if self.size > LIMITS.remembered_bytes:
            self._pages.clear()

    @property
    def written(self) -> Iterator[int]:
        """The offsets of the pages that were written, in order."""
        return (number * PAGE for number in sorted(self._pages))

    def description(self) -> str:
        """Return the object in the terms of C: size, name, location, and the end of its lifetime."""
        place = "" if self.span is None else f" at {self.span.file}:{self.span.line}"
        size = f"{self.size} byte{'' if self.size == 1 else 's'}"
        if self.region is Region.HEAP or self.name == "alloca":
            known = f"the {size} that {self.name} allocated{place}"
        elif self.region is Region.FUNCTION:
            known = f"function {self.name!r}"
        elif self.region is Region.CONSTANT and self.name.startswith(".str"):
            known = f"the string literal {quoted(bytes(self.read(0, self.size)))} ({size})"
        else:
            known = f"{self.name!r} ({size}{place and ', declared'}{place})"
        return known if self.lifetime_end is None else f"{known}, {self.lifetime_end}"

    @property
    def use_error(self) -> str:
        """Prefix of the description of an access to the object after the end of its lifetime."""
        manner = "" if self.lifetime_end is None else self.lifetime_end.manner
        return {FREED: "use after free in ", OUT_OF_SCOPE: "use after scope in "}.get(manner, "use after return in ")

    def __str__(self) -> str:
        return f"{self.region.value} {self.name!r} ({self.size} bytes at {self.base:#x})"


def room_for(region: Region, size: int) -> int:
    """Return the bytes of address space that an object owns: an empty heap object has an address of
    its own.
    """
    return max(size, 1) if region is Region.HEAP else size


@dataclass(frozen=True, slots=True)
class MemorySnapshot:
    """State of a `ConcreteMemory` at one time; ``contents`` has the pages of live objects that a run
    can change.
    """

    objects: tuple[ConcreteObject, ...]
    without_room: tuple[ConcreteObject, ...]
    dead: tuple[ConcreteObject, ...]
    contents: tuple[tuple[ConcreteObject, Mapping[int, bytes]], ...]
    count: int
    room: tuple[int, int]

    @property
    def pages(self) -> int:
        """The number of pages in the snapshot."""
        return sum(len(pages) for _, pages in self.contents)


class ConcreteMemory:
    """All objects that are alive.

    Objects own pairwise disjoint ranges ``[base, base + room)``, never contain address 0 and
    satisfy ``base + size < 2**width``. An object without room is at no byte of another one except
    perhaps its first. The addresses of a dead object are free again, but objects placed anywhere
    use other addresses first.
    """

    def __init__(self, width: int, claimed: Collection[int]) -> None:
        """Create memory with addresses of ``width`` bits that avoids ``claimed`` addresses when it
        places objects.
        """
        self._limit = (1 << width) - 1
        self._objects: list[ConcreteObject] = []
        self.clear(claimed)

    def clear(self, claimed: Collection[int]) -> None:
        """Remove all objects."""
        for each in self._objects:
            each.hide()
        self._bases: list[int] = []
        self._objects = []
        self._without_room: list[ConcreteObject] = []
        self._dead: list[ConcreteObject] = []
        self.count = 0
        """Number of objects ever placed."""
        self._next, self._end = _widest_room(claimed, self._limit)

    def snapshot(self) -> MemorySnapshot:
        """Return the present state."""
        changing = (each for each in self.objects() if each.region not in (Region.CONSTANT, Region.FUNCTION))
        return MemorySnapshot(
            tuple(self._objects),
            tuple(self._without_room),
            tuple(self._dead),
            tuple((each, each.contents()) for each in changing),
            self.count,
            (self._next, self._end),
        )

    def restore(self, snapshot: MemorySnapshot) -> None:
        """Return to the state of ``snapshot``, which is one of this memory since it was cleared."""
        for each in self._objects:
            each.hide()
        self._objects = list(snapshot.objects)
        self._bases = [each.base for each in self._objects]
        self._without_room = list(snapshot.without_room)
        self._dead = list(snapshot.dead)
        self.count = snapshot.count
        self._next, self._end = snapshot.room
        for each, contents in snapshot.contents:
            each.revive(contents)

    def object_at(self, address: int) -> ConcreteObject | None:
        """Return the live object whose range contains ``address``."""
        index = bisect_right(self._bases, address) - 1
        if index < 0:
            return None
        found = self._objects[index]
        return found if address < found.end else None

    def _dead_at(self, address: int) -> ConcreteObject | None:
        """Return the object that contained or started at ``address`` and whose lifetime ended last."""
        return next(
            (each for each in reversed(self._dead) if each.base <= address < max(each.end, each.base + 1)), None
        )

    def readable(self, address: int, size: int) -> ConcreteObject:
        """Return the live object that contains ``[address, address + size)``; raise `Fault` if
        there is none.
        """
        found = self.object_at(address)
        if found is None:
            raise self._missed(address)
        if found.region is Region.FUNCTION:
            raise Fault(f"of {found.description()}, which is not an object", found)
        if address + size > found.end:
            raise Fault(f"at offset {address - found.base} of {found.description()}", found, OUT_OF_BOUNDS)
        return found

    def _missed(self, address: int) -> Fault:
        """Return the reason why there is no live object at ``address``."""
        dead = self._dead_at(address)
        if dead is not None:
            return Fault(f"at offset {address - dead.base} of {dead.description()}", dead, dead.use_error)
        if address < FIRST_ADDRESS:
            return Fault(f"at offset {address}" if address else "", prefix="null pointer dereference in ")
        empty = [each for each in self._without_room if each.base == address]
        if len(empty) == 1:
            return Fault(f"at offset 0 of {empty[0].description()}", empty[0], OUT_OF_BOUNDS)
        if empty:
            return Fault(f"at address {address:#x}, where only empty objects are", prefix=OUT_OF_BOUNDS)
        near = self._nearest(address)
        if near is not None:
            return Fault(f"at offset {address - near.base} of {near.description()}", near, OUT_OF_BOUNDS)
        return Fault(f"at address {address:#x}, where no object is", prefix="invalid ")

    def _nearest(self, address: int) -> ConcreteObject | None:
        """Return the live object nearest to ``address``, if it is nearer than
        `SemanticsLimits.address_gap`.
        """
        index = bisect_right(self._bases, address)
        around = self._objects[max(index - 1, 0) : index + 1]
        distances = {each: each.base - address if address < each.base else address - each.end for each in around}
        nearest = min(distances, key=lambda each: distances[each], default=None)
        return nearest if nearest is not None and distances[nearest] < LIMITS.address_gap else None

    def writable(self, address: int, size: int) -> ConcreteObject:
        """Return the live, modifiable object that contains ``[address, address + size)``; raise
        `Fault` otherwise.
        """
        found = self.readable(address, size)
        if found.region is Region.CONSTANT:
            raise Fault(f"to {found.description()}, which is constant", found)
        return found

    def freeable(self, address: int) -> ConcreteObject:
        """Return the live heap object, possibly empty, that starts at ``address``; raise `Fault` if
        there is none.
        """
        index = bisect_left(self._bases, address)
        if index == len(self._bases) or self._bases[index] != address:
            within = self.object_at(address)
            if within is not None:
                raise Fault(f"free at offset {address - within.base} of {within.description()}", within)
            dead = self._dead_at(address)
            if dead is not None and dead.base == address:
                raise Fault(f"double free of {dead.description()}", dead)
            if address < FIRST_ADDRESS:
                raise Fault(f"free at offset {address} from a null pointer")
            missed = self._missed(address)
            raise Fault(f"free {missed}", missed.found)
        found = self._objects[index]
        if found.region is not Region.HEAP:
            raise Fault(f"free of {found.description()}, which is not on the heap", found)
        return found

    def objects(self) -> list[ConcreteObject]:
        """Return the live objects: by address those with room, then the others."""
        return [*self._objects, *self._without_room]

    def heap(self) -> list[ConcreteObject]:
        """Return the live heap objects, by address."""
        return [found for found in self._objects if found.region is Region.HEAP]

    def heap_object_around(self, address: int) -> ConcreteObject | None:
        """Return the live heap object that contains or starts at ``address``."""
        index = bisect_right(self._bases, address) - 1
        found = self._objects[index] if index >= 0 else None
        if found is None or found.region is not Region.HEAP:
            return None
        return found if address < max(found.end, found.base + 1) else None

    def root_objects(self) -> list[ConcreteObject]:
        """Return the live objects from which leak checks start: globals and stack objects."""
        return [found for found in self._objects if found.region in (Region.GLOBAL, Region.STACK)]

    def placement_error(self, base: int, size: int, alignment: int) -> str | None:
        """Return why no new object with ``size`` bytes of room may be placed at ``base``; ``None``
        if it may.
        """
        if base <= 0:
            return f"address {base:#x} is not positive"
        if base % alignment:
            return f"address {base:#x} is not a multiple of {alignment}"
        if base + size > self._limit:
            return f"{size} bytes at {base:#x} reach over the end of the address space"
        index = bisect_left(self._bases, base)
        if index < len(self._bases) and self._bases[index] < base + size:
            return f"{size} bytes at {base:#x} overlap {self._objects[index]}"
        if index and base < self._objects[index - 1].end:
            return f"{size} bytes at {base:#x} overlap {self._objects[index - 1]}"
        inside = next((each for each in self._without_room if base < each.base < base + size), None)
        return None if inside is None else f"{size} bytes at {base:#x} are around {inside}"

    def free_address(self, size: int, alignment: int) -> int | None:
        """Return an address that `placement_error` accepts; ``None`` if memory is full."""
        base = _aligned(self._next, alignment)
        if base + size < self._end and self.placement_error(base, size, alignment) is None:
            self._next = base + size + max(LIMITS.least_address_gap, min(LIMITS.address_gap, (self._end - base) // 64))
            return base
        candidates = [FIRST_ADDRESS, *(found.end + LIMITS.least_address_gap for found in self._objects)]
        for candidate in candidates:
            base = _aligned(candidate, alignment)
            if self.placement_error(base, size, alignment) is None:
                self._next, self._end = base + size + LIMITS.least_address_gap, self._limit
                return base
        return None

    def is_alive(self, found: ConcreteObject) -> bool:
        """Return whether ``found``, which was placed here, is alive."""
        index = bisect_left(self._bases, found.base)
        is_at_base = index < len(self._bases) and self._objects[index] is found
        return is_at_base or any(each is found for each in self._without_room)

    def place(self, found: ConcreteObject) -> None:
        """Add an object.

        Requires: `placement_error` is ``None`` for its room.
        """
        self.count += 1
        if not room_for(found.region, found.size):
            self._without_room.append(found)
            return
        index = bisect_left(self._bases, found.base)
        self._bases.insert(index, found.base)
        self._objects.insert(index, found)

    def end(self, found: ConcreteObject, lifetime_end: LifetimeEnd) -> None:
        """End the lifetime of an object."""
        found.hide()
        found.drop_contents()
        found.lifetime_end = lifetime_end
        self._dead.append(found)
        if not room_for(found.region, found.size):
            self._without_room.remove(found)
            return
        index = bisect_left(self._bases, found.base)
        del self._bases[index], self._objects[index]


def _aligned(address: int, alignment: int) -> int:
    return -(-address // alignment) * alignment


def _widest_room(claimed: Collection[int], limit: int) -> tuple[int, int]:
    """Return the range ``[start, end)`` for objects placed anywhere: up from FIRST_ADDRESS unless
    claimed.

    An object at a claimed address may extend to the next claimed one. So the room below the lowest
    is certainly free; if that is small, the upper half of the widest gap between neighbours is
    used.
    """
    if not claimed:
        return FIRST_ADDRESS, limit
    marks = sorted({*claimed, limit})
    if marks[0] >= 2 * FIRST_ADDRESS:
        return FIRST_ADDRESS, marks[0]
    low, high = max(pairwise(marks), key=lambda room: room[1] - room[0], default=(0, limit))
    return (low + high) // 2, high
