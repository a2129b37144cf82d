"""Concrete memory: disjoint objects in one flat address space, bytes that are made only when written."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from surefoot.program.layout import FIRST_ADDRESS

PAGE = 4096
GAP = 16
"""Bytes left free after an object that may be placed anywhere, so that its end is no other object's start."""


class Fault(Exception):
    """An access or a free that memory does not allow; the message says why."""


class Region(Enum):
    """What an object is, and so who may do what with it."""

    FUNCTION = "function"
    CONSTANT = "constant"
    GLOBAL = "global"
    STACK = "stack object"
    HEAP = "heap object"


@dataclass(frozen=True, slots=True)
class ObjectIdentity:
    """Names one object of a run; ``symbol`` is the symbol name of the address or of the Allocate's target."""

    number: int
    symbol: str
    name: str
    region: Region
    base: int
    size: int


class MemoryObject:
    """A live or dead object and its bytes; bytes on pages that were never written are 0."""

    __slots__ = ("_pages", "base", "end", "live", "name", "number", "region", "size", "symbol")

    def __init__(self, number: int, symbol: str, name: str, region: Region, base: int, size: int) -> None:
        self.number = number
        self.symbol = symbol
        self.name = name
        self.region = region
        self.base = base
        self.size = size
        self.end = base + size
        self.live = True
        self._pages: dict[int, bytearray] = {}

    @property
    def identity(self) -> ObjectIdentity:
        """What does not change about the object."""
        return ObjectIdentity(self.number, self.symbol, self.name, self.region, self.base, self.size)

    @property
    def footprint(self) -> int:
        """Bytes of address space the object owns: an empty object still has an address of its own."""
        return max(self.size, 1)

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

    def die(self) -> None:
        """End the object's life; its address stays taken."""
        self.live = False
        self._pages.clear()

    def __str__(self) -> str:
        return f"{self.region.value} {self.name!r} ({self.size} bytes at {self.base:#x})"


class Memory:
    """Every object a run ever made.

    Objects own pairwise disjoint ranges ``[base, base + max(size, 1))``, never contain address 0 and
    end at an address: ``base + size < 2**width``. Addresses are not used again after an object's death.
    """

    def __init__(self, width: int, claimed: Collection[int]) -> None:
        """Memory with addresses of ``width`` bits that keeps clear of ``claimed`` addresses when it chooses."""
        self._limit = (1 << width) - 1
        self._bases: list[int] = []
        self._objects: list[MemoryObject] = []
        self._next, self._end = _widest_room(claimed, self._limit)

    def object_at(self, address: int) -> MemoryObject | None:
        """The object, live or dead, whose range contains ``address``."""
        index = bisect_right(self._bases, address) - 1
        if index < 0:
            return None
        found = self._objects[index]
        return found if address < found.end else None

    def readable(self, address: int, size: int) -> MemoryObject:
        """The live object that contains ``[address, address + size)``; raises `Fault` when there is none."""
        found = self.object_at(address)
        if found is None:
            raise Fault("null pointer" if address == 0 else f"no object at {address:#x}")
        if not found.live:
            raise Fault(f"{found} is no longer alive")
        if found.region is Region.FUNCTION:
            raise Fault(f"{found} is no data")
        if address + size > found.end:
            raise Fault(f"{size} bytes at offset {address - found.base} reach over the end of {found}")
        return found

    def writable(self, address: int, size: int) -> MemoryObject:
        """The live, changeable object that contains ``[address, address + size)``; raises `Fault` otherwise."""
        found = self.readable(address, size)
        if found.region is Region.CONSTANT:
            raise Fault(f"{found} cannot be written")
        return found

    def freeable(self, address: int) -> MemoryObject:
        """The live heap object, possibly empty, that starts at ``address``; raises `Fault` when there is none."""
        index = bisect_left(self._bases, address)
        if index == len(self._bases) or self._bases[index] != address:
            raise Fault(f"no object starts at {address:#x}")
        found = self._objects[index]
        if found.region is not Region.HEAP:
            raise Fault(f"{found} is not on the heap")
        if not found.live:
            raise Fault(f"{found} is no longer alive")
        return found

    def why_illegal(self, base: int, size: int, alignment: int) -> str | None:
        """Why no new object may be placed at ``base``; ``None`` when it may."""
        if base <= 0:
            return f"address {base:#x} is not positive"
        if base % alignment:
            return f"address {base:#x} is not a multiple of {alignment}"
        if base + size > self._limit:
            return f"{size} bytes at {base:#x} reach over the end of the address space"
        index = bisect_left(self._bases, base)
        if index < len(self._bases) and self._bases[index] < base + max(size, 1):
            return f"{size} bytes at {base:#x} overlap {self._objects[index]}"
        if index and base < self._bases[index - 1] + self._objects[index - 1].footprint:
            return f"{size} bytes at {base:#x} overlap {self._objects[index - 1]}"
        return None

    def free_place(self, size: int, alignment: int) -> int | None:
        """An address where `why_illegal` has nothing to say; ``None`` when memory is full."""
        base = _aligned(self._next, alignment)
        if base + size < self._end and self.why_illegal(base, size, alignment) is None:
            self._next = base + size + GAP
            return base
        candidates = [FIRST_ADDRESS, *(found.end + GAP for found in self._objects)]
        for candidate in candidates:
            base = _aligned(candidate, alignment)
            if self.why_illegal(base, size, alignment) is None:
                self._next, self._end = base + size + GAP, self._limit
                return base
        return None

    def is_alive(self, found: MemoryObject) -> bool:
        """Whether the life of ``found``, which was placed here, goes on."""
        return found.live

    def place(self, found: MemoryObject) -> None:
        """Add an object; requires `why_illegal` to be ``None`` for it."""
        index = bisect_left(self._bases, found.base)
        self._bases.insert(index, found.base)
        self._objects.insert(index, found)

    @property
    def count(self) -> int:
        """How many objects there ever were."""
        return len(self._objects)


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
