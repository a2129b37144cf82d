"""Contents of an object after large blocks were moved or filled: a chain of changes, latest first.

A byte is read by walking down the chain:

    Base(c)               [i]  =  c[i]
    WrittenAt(m, s, v, c)  [i]  =  byte i - s of v      if c and i - s < bytes of v,  else m[i]
    FilledFrom(m, s, n, b)  [i]  =  b                   if i - s < n,             else m[i]
    MovedFrom(m, s, n, f, o)  [i]  =  f[o + (i - s)]    if i - s < n,             else m[i]
    Either(c, l, r)       [i]  =  l[i]                  if c,                     else r[i]

Differences are modulo 2^width and comparisons unsigned. Evaluation is lazy: a block of any length
takes one step, and a byte of it that is never read costs nothing.

Requires: every read and write lies inside the object, or its result is irrelevant. Blocks, and
    writes in runs that satisfy their condition, lie inside, too; in other runs the offset of a
    write is arbitrary and nothing is read there.
"""

from surefoot.base.records import dataclass, field
from surefoot.logic import FALSE, TRUE, Op, Sort, Term, and_, bit_vector, bv, bvadd, bvsub, bvult, eq, ite
from surefoot.program.layout import byte_size
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.memory.addresses import AddressBook, possible_offsets
from surefoot.semantics.memory.bits import as_bits, as_sort, congruence, joined, slice_of
from surefoot.semantics.memory.cells import Cells
from surefoot.semantics.memory.elements import Elements
from surefoot.semantics.memory.objects import MemoryObject


@dataclass(slots=True, eq=False)
class Base:
    """Contents before the first layer; converted to an array once an offset requires it."""

    held: Cells | Elements


@dataclass(frozen=True, slots=True, eq=False)
class WrittenAt:
    """The bytes of ``bits``, lowest first, at ``start`` in runs that satisfy ``condition``."""

    before: "ContentsLayer"
    start: Term
    bits: Term
    condition: Term


@dataclass(frozen=True, slots=True, eq=False)
class FilledFrom:
    """``size`` bytes from ``start`` that are ``byte``; ``most`` is an upper bound of the size."""

    before: "ContentsLayer"
    start: Term
    size: Term
    most: int
    byte: Term


@dataclass(frozen=True, slots=True, eq=False)
class MovedFrom:
    """``size`` bytes from ``start`` copied from ``origin`` of ``source``; ``most`` is an upper
    bound of the size.
    """

    before: "ContentsLayer"
    start: Term
    size: Term
    most: int
    source: "ContentsLayer"
    origin: Term
    answers: "dict[tuple[Term, int], Term]" = field(default_factory=dict)
    """Memoised reads, by offset and size."""


@dataclass(frozen=True, slots=True, eq=False)
class Either:
    """``left`` in runs that satisfy ``condition``, ``right`` in the others."""

    condition: Term
    left: "ContentsLayer"
    right: "ContentsLayer"
    answers: "dict[tuple[Term, int], Term]" = field(default_factory=dict)
    """Memoised reads, by offset and size."""


ContentsLayer = Base | WrittenAt | FilledFrom | MovedFrom | Either

_ReadRequest = tuple[ContentsLayer, Term, int]
"""A read of a layer: offset and number of bytes."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Plan of a read: the first of ``cases`` whose condition holds, else the combination of
    ``parts``.

    The parts are concatenated or, with a ``condition``, alternatives.
    """

    cases: list[tuple[Term, Term]]
    parts: tuple[_ReadRequest, ...]
    condition: Term | None = None
    value: Term | None = None
    """Result if there are no parts."""


class Layers:
    """Layers of one object; every access walks down from ``top``."""

    __slots__ = ("_book", "object", "top")

    def __init__(self, book: AddressBook, memory_object: MemoryObject, top: ContentsLayer) -> None:
        self._book = book
        self.object = memory_object
        self.top = top

    def copy(self) -> "Layers":
        """Return an independent copy."""
        return Layers(self._book, self.object, self.top)

    def read(self, offset: Term, sort: Sort) -> Term:
        """Return the value of ``sort`` at ``offset``."""
        return as_sort(self._bits((self.top, offset, byte_size(sort))), sort)

    def write(self, offset: Term, value: Term, condition: Term = TRUE) -> None:
        """Store ``value`` at ``offset`` in runs that satisfy ``condition``."""
        self.top = WrittenAt(self.top, offset, as_bits(value), condition)

    def fill(self, start: Term, size: Term, byte: Term) -> None:
        """Set ``size`` bytes from ``start`` to ``byte``."""
        self.top = FilledFrom(self.top, start, size, self._most(size, self.object), byte)

    def move(self, start: Term, size: Term, source: "Layers", origin: Term) -> None:
        """Set ``size`` bytes from ``start`` to those from ``origin`` of ``source``."""
        most = min(self._most(size, self.object), self._most(size, source.object))
        self.top = MovedFrom(self.top, start, size, most, source.top, origin)

    def beside(self, contents: "Cells | Elements | Layers") -> "Layers":
        """Return other ``contents`` of the same object as layers."""
        return as_layers(self._book, contents)

    def merge(self, condition: Term, other: "Layers") -> "Layers":
        """Return these contents if ``condition``, else ``other``."""
        top = self.top if self.top is other.top else Either(condition, self.top, other.top)
        return Layers(self._book, self.object, top)

    def written_offsets(self) -> list[int]:
        """Return the constant offsets of this object that were written individually, not as part of
        a large block.
        """
        found: set[int] = set()
        seen: set[ContentsLayer] = set()
        waiting: list[ContentsLayer] = [self.top]
        while waiting:
            layer = waiting.pop()
            if layer in seen:
                continue
            seen.add(layer)
            match layer:
                case Base(Cells() as cells):
                    found.update(offset for offset, _ in cells.items())
                case Base():
                    pass
                case Either(_, left, right):
                    waiting += (left, right)
                case _:
                    waiting.append(layer.before)
                    if isinstance(layer, WrittenAt) and layer.start.op is Op.CONSTANT:
                        found.add(int(layer.start.payload))
        return sorted(found)

    def _most(self, size: Term, memory_object: MemoryObject) -> int:
        """Return an upper bound of the bytes in a block of ``size`` bytes of ``memory_object``."""
        return min(self._book.largest(size), self._book.largest(memory_object.size))

    # ---- reading

    def _bits(self, requested: _ReadRequest) -> Term:
        answers: dict[_ReadRequest, Term] = {}
        plans: dict[_ReadRequest, _Plan] = {}
        waiting = [requested]
        while waiting:
            request = waiting[-1]
            if request in answers:
                waiting.pop()
                continue
            plan = plans.get(request)
            if plan is None:
                plan = plans[request] = self._plan(*request)
            missing = [part for part in plan.parts if part not in answers]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            layer, offset, size = request
            answers[request] = _answer(plan, [answers[part] for part in plan.parts])
            if isinstance(layer, MovedFrom | Either):
                layer.answers[offset, size] = answers[request]
        return answers[requested]

    def _plan(self, layer: ContentsLayer, offset: Term, size: int) -> _Plan:
        width = offset.sort.width
        cases: list[tuple[Term, Term]] = []
        while True:
            if isinstance(layer, Base):
                return _Plan(cases, (), value=self._held(layer, offset, size))
            if isinstance(layer, MovedFrom | Either) and (offset, size) in layer.answers:
                return _Plan(cases, (), value=layer.answers[offset, size])
            if isinstance(layer, Either):
                return _Plan(cases, ((layer.left, offset, size), (layer.right, offset, size)), layer.condition)
            distance = bvsub(offset, layer.start)
            if isinstance(layer, WrittenAt):
                found = _written(layer, distance, size)
            else:
                here = _is_covered(layer, distance, size)
                if isinstance(layer, MovedFrom) and here is not None and here is not FALSE:
                    return _moved(layer, here, distance, offset, size, cases)
                found = None if here is None else _filled(layer, here, size)
            if found is None:
                return _Plan(cases, tuple((layer, bvadd(offset, bv(at, width)), 1) for at in range(size)))
            if found and found[-1][0] is TRUE:
                return _Plan(cases, (), value=found[-1][1])
            cases += found
            layer = layer.before

    def _held(self, base: Base, offset: Term, size: int) -> Term:
        held, sort = base.held, bit_vector(8 * size)
        if isinstance(held, Elements):
            return held.read(offset, sort)
        if offset.op is Op.CONSTANT:
            at = int(offset.payload)
            is_inside = at + size <= self._book.largest(held.object.size)
            return as_bits(held.read(at, sort)) if is_inside else bv(0, 8 * size)
        candidates = possible_offsets(self._book, held.object, offset, size, LIMITS.case_split_offsets)
        if candidates is not None:
            return as_bits(held.read_at_any(offset, candidates, sort))
        bits, residue = congruence(offset)
        preferred = size
        while preferred & (preferred - 1) or (1 << bits) % preferred or residue % preferred:
            preferred -= 1
        base.held = held.to_elements(offset.sort, preferred)
        return base.held.read(offset, sort)


def as_layers(book: AddressBook, contents: Cells | Elements | Layers) -> Layers:
    """Return ``contents`` as layers that are independent of it."""
    if isinstance(contents, Layers):
        return contents.copy()
    return Layers(book, contents.object, Base(contents.copy()))


def _answer(plan: _Plan, parts: list[Term]) -> Term:
    if plan.value is not None:
        value = plan.value
    elif plan.condition is not None:
        value = ite(plan.condition, *parts)
    else:
        value = joined(parts)
    for condition, bits in reversed(plan.cases):
        value = ite(condition, bits, value)
    return value


def _moved(
    layer: MovedFrom, here: Term, distance: Term, offset: Term, size: int, cases: list[tuple[Term, Term]]
) -> _Plan:
    """Plan a read of a moved block: from its origin where ``here`` holds, after ``cases``."""
    origin = (layer.source, bvadd(layer.origin, distance), size)
    if here is TRUE:
        return _Plan(cases, (origin,))
    return _Plan(cases, (origin, (layer.before, offset, size)), here)


def _filled(layer: FilledFrom | MovedFrom, here: Term, size: int) -> list[tuple[Term, Term]]:
    """Return the ``size`` bytes of a filled block where ``here`` holds; no cases if it never does."""
    return [(here, joined([layer.byte] * size))] if isinstance(layer, FilledFrom) and here is not FALSE else []


def _written(layer: WrittenAt, distance: Term, size: int) -> list[tuple[Term, Term]] | None:
    """Return the ``size`` bytes at ``distance`` from the start of a write, by the cases in which
    all are written.

    In the other cases none is; ``None`` if some may be written and others not.
    """
    bits, condition = layer.bits, layer.condition
    whole, width = byte_size(bits.sort), distance.sort.width
    if distance.op is Op.CONSTANT:
        at = int(distance.payload)
        if at + size <= whole:
            return [(condition, slice_of(bits, at, size))]
        return [] if whole <= at <= distance.sort.mask - size + 1 else None
    if whole % size or not _divides(size, distance):
        return None
    cases = ((and_(condition, eq(distance, bv(at, width))), slice_of(bits, at, size)) for at in range(0, whole, size))
    return [(here, part) for here, part in cases if here is not FALSE]


def _is_covered(block: FilledFrom | MovedFrom, distance: Term, size: int) -> Term | None:
    """Return when the ``size`` bytes at ``distance`` from the start of ``block`` are in it;
    ``None`` if some may be and others not.
    """
    last = bvadd(distance, bv(size - 1, distance.sort.width))
    if distance.op is Op.CONSTANT:
        first_at, last_at = int(distance.payload), int(last.payload)
        if block.most <= first_at <= last_at:
            return FALSE
        if first_at > last_at:
            return None
    here = bvult(distance, block.size)
    if _divides(size, distance) and _divides(size, block.size):
        return here
    may_contain = here is FALSE and distance.op is not Op.CONSTANT and size > 1
    return here if here is bvult(last, block.size) and not may_contain else None


def _divides(size: int, term: Term) -> bool:
    """Return whether ``size`` is a power of two that divides ``term``, as far as `congruence`
    decides.
    """
    bits, residue = congruence(term)
    return size & (size - 1) == 0 and (1 << bits) % size == 0 and residue % size == 0
