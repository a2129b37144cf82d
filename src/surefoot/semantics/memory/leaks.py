"""Memory leaks in a symbolic state: heap objects that are alive, and those that no pointer reaches.

Pointers are recognised by the objects whose addresses their terms contain. Of other terms, those
are searched that may hold an address read from an array or from the state at a loop head. A number
that happens to be an address reaches nothing here, and neither do the contents of a large array. So
a reachable object may be reported as leaked, never the other way round.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final

from surefoot.logic import (
    FALSE,
    TRUE,
    Op,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvsub,
    bvult,
    eq,
    not_,
    or_,
    variables_of,
)
from surefoot.program.layout import Region, byte_size
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.cells import Cells
from surefoot.semantics.memory.contents import Contents
from surefoot.semantics.memory.layers import Layers
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.pools import Instances
from surefoot.semantics.memory.strings import Strings, Vector
from surefoot.semantics.symbolic.state import State

_MAY_BE_ADDRESS: Final = (SymbolKind.STATE, SymbolKind.ADDRESS)

Reached = Mapping[MemoryObject, Term]
"""Heap objects that something points to, each with its condition."""


def unfreed_memory(state: State) -> Term:
    """Return the condition that a heap object is alive."""
    alive = (alive for each, _, alive in _objects(state) if each.region is Region.HEAP and each.pool is None)
    return or_(_some_instance_lives(state), *alive)


def memory_leak(state: State, pointers: Collection[Term], book: AddressBook, pointer_width: int) -> Term:
    """Return the condition that a live heap object is unreachable from ``pointers`` and local
    variables.

    All instances of pools count as unreachable, and so does what they point to.
    """
    alone = [(each, contents, alive) for each, contents, alive in _objects(state) if each.pool is None]
    heap = {each: alive for each, _, alive in alone if each.region is Region.HEAP and alive is not FALSE}
    lost = _some_instance_lives(state)
    if not heap:
        return lost
    search = _Search(tuple(heap), book, pointer_width)
    reached = dict.fromkeys(heap, FALSE)
    for value in _roots(state, pointers):
        _extend(reached, search.targets(value), TRUE)
    edges: list[tuple[MemoryObject, Reached]] = []
    for each, contents, alive in alone:
        if each in heap:
            edges.append((each, search.held(contents)))
        elif each.region is not Region.FUNCTION and not each.read_only:
            _extend(reached, search.held(contents), alive)
    followed = dict.fromkeys(heap, FALSE)
    for _ in heap:  # the length of a shortest path at most
        changed = [(each, targets) for each, targets in edges if reached[each] is not followed[each]]
        if not changed:
            break
        for each, targets in changed:
            followed[each] = reached[each]
            _extend(reached, targets, and_(heap[each], reached[each]))
    return or_(lost, *(and_(alive, not_(reached[each])) for each, alive in heap.items()))


def _some_instance_lives(state: State) -> Term:
    pools = (contents for _, contents, _ in state.memory.inventory() if isinstance(contents, Instances))
    return or_(*(each.some_live for each in pools))


def _objects(state: State) -> list[tuple[MemoryObject, Contents, Term]]:
    """Return every object with its contents and the condition that it is allocated and alive."""
    return [(each, contents, and_(each.allocation_guard, alive)) for each, contents, alive in state.memory.inventory()]


def _roots(state: State, pointers: Collection[Term]) -> Iterator[Term]:
    """Yield the values of the global variables ``pointers`` and of the local variables that are
    leak roots.
    """
    yield from (value for symbol, value in state.globals.items() if symbol in pointers)
    frame, below = state.frame, state.callers
    while True:
        yield from (value for symbol, value in frame.locals.items() if symbol in frame.body.liveness.leak_roots)
        if below is None:
            return
        frame, below = below.frame, below.below


def _extend(reached: dict[MemoryObject, Term], targets: Reached, condition: Term) -> None:
    """Mark ``targets`` as reached where ``condition`` holds."""
    for each, guard in targets.items():
        reached[each] = or_(reached[each], and_(condition, guard))


@lru_cache(maxsize=1 << 14)
def _mentions_address(number: Term) -> bool:
    """Return whether ``number`` mentions a symbol whose value may be an address."""
    return any(symbol.payload.kind in _MAY_BE_ADDRESS for symbol in variables_of(number))


class _Search:
    """Points-to search restricted to the objects ``heap``."""

    def __init__(self, heap: tuple[MemoryObject, ...], book: AddressBook, pointer_width: int) -> None:
        self._heap = heap
        self._book = book
        self._pointer = bit_vector(pointer_width)
        self._size = pointer_width // 8

    def targets(self, value: Term) -> dict[MemoryObject, Term]:
        """Return the heap objects that ``value`` points to, each with its condition."""
        found: dict[MemoryObject, Term] = {}
        if value.op is Op.CONSTANT:
            return found
        structure = self._book.targets(value)
        for target in structure.objects:
            if target.object in self._heap:
                found[target.object] = and_(target.guard, _is_inside(target.offset, target.object))
        for number, guard in structure.numbers:
            if self._may_be_address(number):
                for each in self._heap:
                    here = and_(guard, _is_inside(bvsub(number, each.address), each))
                    found[each] = or_(found.get(each, FALSE), here)
        return found

    def _may_be_address(self, number: Term) -> bool:
        if self._book.is_uninitialised(number):
            return False
        return _mentions_address(number)

    def held(self, contents: Contents) -> dict[MemoryObject, Term]:
        """Return the heap objects that an object with ``contents`` points to."""
        found = dict.fromkeys(self._heap, FALSE)
        for word in self._words(contents):
            _extend(found, self.targets(word), TRUE)
        return {each: condition for each, condition in found.items() if condition is not FALSE}

    def _words(self, contents: Contents) -> Iterator[Term]:
        """Yield the pointers that an object may hold; bytes that were not written hold none."""
        size = self._size
        if isinstance(contents, Cells):
            written = {at for start, cell in contents.items() for at in range(start, start + byte_size(cell.sort))}
            for at in sorted({offset // size * size for offset in written}):
                if written.issuperset(range(at, at + size)):
                    yield contents.read(at, self._pointer)
            return
        if isinstance(contents, Instances | Strings | Vector):
            return
        if isinstance(contents, Layers):
            most = self._book.largest(contents.object.size) - size
            for at in sorted({offset // size * size for offset in contents.written_offsets()}):
                if at <= most:
                    yield contents.read(bv(at, self._pointer.width), self._pointer)
            return
        length = contents.object.constant_size
        if length is not None and length // size <= LIMITS.leak_scan_words and self._may_be_address(contents.array):
            for at in range(0, length - size + 1, size):
                yield contents.read(bv(at, self._pointer.width), self._pointer)


def _is_inside(offset: Term, each: MemoryObject) -> Term:
    """Return that ``offset`` is the start or a byte of the object."""
    inside = bvult(offset, each.size)
    return inside if each.constant_size else or_(eq(offset, bv(0, offset.sort.width)), inside)
