"""Concrete memory: disjoint objects in one flat address space, bytes that are made only when written."""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from surefoot.base.printable import quoted
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.program.layout import FIRST_ADDRESS, Region
from surefoot.semantics.limits import LIMITS

PAGE = 4096


class Fault(Exception):
    """An access or a free that memory does not allow; the message says why, ``found`` is the object that it is about."""

    def __init__(self, message: str, found: "ConcreteObject | None" = None) -> None:
        super().__init__(message)
        self.found = found


@dataclass(frozen=True, slots=True)
class ObjectIdentity:
    """Names one object of a run; ``symbol`` is the symbol name of the address or of the Allocate's target."""

    number: int
    symbol: str
    name: str
    region: Region
    base: int
    size: int


@dataclass(frozen=True, slots=True)
class LifetimeEnd:
    """How the life of an object ended, such as ``freed``, and where."""

    manner: str
    span: Span | None

    def __str__(self) -> str:
        return self.manner if self.span is None else f"{self.manner} at {self.span.file}:{self.span.line}"


CELL_FORMATS: Mapping[int, Literal["B", "H", "I", "Q"]] = MappingProxyType(
    {1: "B", 2: "H", 4: "I", 8: "Q"} if sys.byteorder == "little" else {1: "B"}
)
"""How cells of some bytes are seen as numbers; others are put together from bytes."""


class Window:
    """What a statement that accesses cells of ``size`` bytes has before it: those of the page that it was at twice in a row, as long as their object lives.

    For ``start <= address < end`` and ``address % size == 0``, the cell at ``address`` is ``cells[(address - start) // size]``.
    """

    __slots__ = ("_last", "cells", "end", "size", "start")

    def __init__(self, size: int) -> None:
        self.size = size
        self._last: tuple[ConcreteObject, int] | None = None
        self.close()

    def close(self) -> None:
        """See nothing."""
        self.start = self.end = 0
        self.cells: memoryview | None = None

    def note(self, found: "ConcreteObject", offset: int) -> None:
        """Take note of an access at ``offset`` of ``found``, which is not seen: it takes longer to see a page than to access it once."""
        here = (found, offset // PAGE)
        if self._last == here:
            found.show(offset // PAGE, self)
        self._last = here


class ConcreteObject:
    """An object and its bytes; bytes on pages that were never written are 0. ``span`` is where it is declared or allocated."""

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
        """Those that may show a page of the object."""

    @property
    def identity(self) -> ObjectIdentity:
        """What does not change about the object."""
        return ObjectIdentity(self.number, self.symbol, self.name, self.region, self.base, self.size)

    @property
    def written_pages(self) -> int:
        """How many pages take up real memory."""
        return len(self._pages)

    def read(self, offset: int, size: int) -> bytes | bytearray:
        """The ``size`` bytes from ``offset``, which lie inside the object."""
        number, start = divmod(offset, PAGE)
        if start + size <= PAGE:
            page = self._pages.get(number)
            return bytes(size) if page is None else page[start : start + size]
        head = PAGE - start
        rest = range(offset + head, offset + size, PAGE)
        return b"".join([self.read(offset, head), *(self.read(at, min(PAGE, offset + size - at)) for at in rest)])

    def write(self, offset: int, data: bytes | bytearray) -> None:
        """Replace the bytes from ``offset`` on by ``data``, which lies inside the object."""
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
        """Let ``window`` see the page with this ``number``, if that was written and has such cells."""
        page, size = self._pages.get(number), window.size
        if page is not None and self.base % size == 0:
            seen = len(page) // size * size
            window.start = self.base + number * PAGE
            window.end = window.start + seen
            window.cells = memoryview(page)[:seen].cast(CELL_FORMATS[size])
            self._windows[window] = None

    def hide(self) -> None:
        """Close the windows that show something of the object."""
        for window in self._windows:
            window.close()
        self._windows.clear()

    def forget(self) -> None:
        """Give up the bytes of an object that is dead, unless they are few: who compares runs may want to know what it held last."""
        if self.size > LIMITS.remembered_bytes:
            self._pages.clear()

    @property
    def written(self) -> Iterator[int]:
        """The offsets where pages begin that were written to, in order."""
        return (number * PAGE for number in sorted(self._pages))

    def description(self) -> str:
        """The object as a C programmer knows it, with its fate."""
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

    def __str__(self) -> str:
        return f"{self.region.value} {self.name!r} ({self.size} bytes at {self.base:#x})"


def room_for(region: Region, size: int) -> int:
    """Bytes of address space that an object owns: an empty one on the heap still has an address of its own."""
    return max(size, 1) if region is Region.HEAP else size


class ConcreteMemory:
    """Every object that lives.

    Objects own pairwise disjoint ranges ``[base, base + room)``, never contain address 0 and end at an address:
    ``base + size < 2**width``. An object without room is at no byte of another one but perhaps at its first. The
    addresses of a dead object are free again, but no object that may be anywhere is put there as long as there are others.
    """

    def __init__(self, width: int, claimed: Collection[int]) -> None:
        """Memory with addresses of ``width`` bits that keeps clear of ``claimed`` addresses when it chooses."""
        self._limit = (1 << width) - 1
        self._objects: list[ConcreteObject] = []
        self.clear(claimed)

    def clear(self, claimed: Collection[int]) -> None:
        """Begin again without any object."""
        for each in self._objects:
            each.hide()
        self._bases: list[int] = []
        self._objects = []
        self._without_room: list[ConcreteObject] = []
        self._dead: list[ConcreteObject] = []
        self.count = 0
        """How many objects there ever were."""
        self._next, self._end = _widest_room(claimed, self._limit)

    def object_at(self, address: int) -> ConcreteObject | None:
        """The live object whose range contains ``address``."""
        index = bisect_right(self._bases, address) - 1
        if index < 0:
            return None
        found = self._objects[index]
        return found if address < found.end else None

    def _dead_at(self, address: int) -> ConcreteObject | None:
        """The object that contained or started at ``address`` and died last."""
        return next(
            (each for each in reversed(self._dead) if each.base <= address < max(each.end, each.base + 1)), None
        )

    def readable(self, address: int, size: int) -> ConcreteObject:
        """The live object that contains ``[address, address + size)``; raises `Fault` when there is none."""
        found = self.object_at(address)
        if found is None:
            raise self._missed(address)
        if found.region is Region.FUNCTION:
            raise Fault(f"of {found.description()}, which is no data", found)
        if address + size > found.end:
            raise Fault(f"at offset {address - found.base} of {found.description()}", found)
        return found

    def _missed(self, address: int) -> Fault:
        """Why there is nothing at ``address``, where no live object is."""
        dead = self._dead_at(address)
        if dead is not None:
            return Fault(f"at offset {address - dead.base} of {dead.description()}", dead)
        if address < FIRST_ADDRESS:
            return Fault("through a null pointer" if address == 0 else f"at {address} bytes from a null pointer")
        empty = [each for each in self._without_room if each.base == address]
        if len(empty) == 1:
            return Fault(f"at offset 0 of {empty[0].description()}", empty[0])
        if empty:
            return Fault(f"at address {address:#x}, where only objects without any byte are")
        near = self._nearest(address)
        if near is not None:
            return Fault(f"at offset {address - near.base} of {near.description()}", near)
        return Fault(f"at address {address:#x}, where no object is")

    def _nearest(self, address: int) -> ConcreteObject | None:
        """The live object that ``address`` misses by less than `SemanticsLimits.address_gap`, if it misses one by less than all others."""
        index = bisect_right(self._bases, address)
        around = self._objects[max(index - 1, 0) : index + 1]
        distances = {each: each.base - address if address < each.base else address - each.end for each in around}
        nearest = min(distances, key=lambda each: distances[each], default=None)
        return nearest if nearest is not None and distances[nearest] < LIMITS.address_gap else None

    def writable(self, address: int, size: int) -> ConcreteObject:
        """The live, changeable object that contains ``[address, address + size)``; raises `Fault` otherwise."""
        found = self.readable(address, size)
        if found.region is Region.CONSTANT:
            raise Fault(f"to {found.description()}, which is constant", found)
        return found

    def freeable(self, address: int) -> ConcreteObject:
        """The live heap object, possibly empty, that starts at ``address``; raises `Fault` when there is none."""
        index = bisect_left(self._bases, address)
        if index == len(self._bases) or self._bases[index] != address:
            within = self.object_at(address)
            if within is not None:
                raise Fault(f"free at offset {address - within.base} of {within.description()}", within)
            dead = self._dead_at(address)
            if dead is not None and dead.base == address:
                raise Fault(f"free of {dead.description()}", dead)
            missed = self._missed(address)
            raise Fault(f"free {missed}", missed.found)
        found = self._objects[index]
        if found.region is not Region.HEAP:
            raise Fault(f"free of {found.description()}, which is not on the heap", found)
        return found

    def heap(self) -> list[ConcreteObject]:
        """The live heap objects, by address."""
        return [found for found in self._objects if found.region is Region.HEAP]

    def heap_object_around(self, address: int) -> ConcreteObject | None:
        """The live heap object one of whose bytes, or whose start, is at ``address``."""
        index = bisect_right(self._bases, address) - 1
        found = self._objects[index] if index >= 0 else None
        if found is None or found.region is not Region.HEAP:
            return None
        return found if address < max(found.end, found.base + 1) else None

    def root_objects(self) -> list[ConcreteObject]:
        """The live objects that are neither functions nor constant nor on the heap."""
        return [found for found in self._objects if found.region in (Region.GLOBAL, Region.STACK)]

    def placement_error(self, base: int, size: int, alignment: int) -> str | None:
        """Why no new object that needs ``size`` bytes of room may be placed at ``base``; ``None`` when it may."""
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
        """An address where `placement_error` has nothing to say; ``None`` when memory is full."""
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
        """Whether the life of ``found``, which was placed here, goes on."""
        index = bisect_left(self._bases, found.base)
        is_at_base = index < len(self._bases) and self._objects[index] is found
        return is_at_base or any(each is found for each in self._without_room)

    def place(self, found: ConcreteObject) -> None:
        """Add an object; requires `placement_error` to be ``None`` for its room."""
        self.count += 1
        if not room_for(found.region, found.size):
            self._without_room.append(found)
            return
        index = bisect_left(self._bases, found.base)
        self._bases.insert(index, found.base)
        self._objects.insert(index, found)

    def end(self, found: ConcreteObject, lifetime_end: LifetimeEnd) -> None:
        """End the life of an object."""
        found.hide()
        found.forget()
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
    """The range ``[start, end)`` where objects whose place is free go: up from FIRST_ADDRESS unless that is claimed.

    An object at a claimed address may reach up to the next claimed one. So the room below the lowest is
    certainly free; if that is small, the upper half of the widest distance between neighbours is the best guess.
    """
    if not claimed:
        return FIRST_ADDRESS, limit
    marks = sorted({*claimed, limit})
    if marks[0] >= 2 * FIRST_ADDRESS:
        return FIRST_ADDRESS, marks[0]
    low, high = max(pairwise(marks), key=lambda room: room[1] - room[0], default=(0, limit))
    return (low + high) // 2, high
