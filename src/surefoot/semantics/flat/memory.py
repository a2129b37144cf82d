"""Memory as a chain of writes, latest first, down to an array of unknown bytes.

A memory denotes an array from addresses to bytes. Each node defines its array by the one before it,
and a byte is read by walking down the chain:

    Unwritten(u)            [i]  =  u[i]
    Written(m, s, v, n)     [i]  =  byte i - s of v        if i - s < n,     else m[i]
    Filled(m, s, n, b)      [i]  =  b                      if i - s < n,     else m[i]
    Unknown(m, s, n, u)     [i]  =  u[i - s]               if i - s < n,     else m[i]
    Moved(m, s, o, n)       [i]  =  m[o + (i - s)]         if i - s < n,     else m[i]
    Merged(c, l, r)         [i]  =  l[i]                   if c,             else r[i]

Differences are modulo 2^width and comparisons unsigned.

Accesses can carry a *home*: the object in which the bytes certainly lie, alive at the time of the
access. A read with a home skips writes with another home. This is exact: the object that is read
was allocated before those writes, because the walk down the chain meets its allocation, which
covers all of its bytes, before anything older; so both objects were alive at the time of the write,
and then they do not overlap.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.logic import FALSE, TRUE, Op, Term, bv, bvadd, bvsub, bvult, concat, eq, extract, ite, not_, select
from surefoot.semantics.flat.entailment import follows
from surefoot.semantics.flat.question import TooLarge
from surefoot.semantics.limits import LIMITS


@dataclass(frozen=True, slots=True, eq=False)
class Unwritten:
    """Bytes at the start of a run; ``contents`` is an array indexed by addresses."""

    contents: Term


@dataclass(frozen=True, slots=True, eq=False)
class WrittenBytes:
    """``size`` bytes from ``start`` that are those of ``bits``, lowest first."""

    before: "FlatMemory"
    start: Term
    bits: Term
    size: int
    home: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Filled:
    """``size`` bytes from ``start`` that are ``byte``."""

    before: "FlatMemory"
    start: Term
    size: Term
    byte: Term
    home: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class UnknownBytes:
    """``size`` bytes from ``start`` given by ``contents``, an array indexed by the distance from
    ``start``.
    """

    before: "FlatMemory"
    start: Term
    size: Term
    contents: Term
    home: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """``size`` bytes from ``start`` that were at ``source`` before."""

    before: "FlatMemory"
    start: Term
    source: Term
    size: Term
    home: Term | None
    source_home: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Merged:
    """``left`` in runs that satisfy ``condition``, ``right`` in the others."""

    condition: Term
    left: "FlatMemory"
    right: "FlatMemory"


_ALIGNMENT_BITS: Final = 16
_EVERYTHING: Final = 1 << _ALIGNMENT_BITS
"""Stands for all larger powers of two, too: no access is that wide."""

FlatMemory = Unwritten | WrittenBytes | Filled | UnknownBytes | Moved | Merged

ReadRequest = tuple[FlatMemory, Term, int, Term | None, Term]
"""A read of a memory: address, number of bytes, home, and condition on the runs."""


@dataclass(frozen=True, slots=True)
class _Known:
    """Result of a read that is determined."""

    value: Term


@dataclass(frozen=True, slots=True)
class _Either:
    """Result of a read: that of ``left`` where ``condition`` holds, elsewhere that of ``right``."""

    condition: Term
    left: ReadRequest
    right: ReadRequest


@dataclass(frozen=True, slots=True)
class _Joined:
    """Result of a read: the results of ``parts``, lowest first."""

    parts: tuple[ReadRequest, ...]


_Rest = _Known | _Either | _Joined


@dataclass(frozen=True, slots=True)
class _Layer:
    """Plan of a read down to a branching node: the first of ``cases`` whose condition holds, else
    ``rest``.
    """

    cases: list[tuple[Term, Term]]
    rest: _Rest


class Reader:
    """Memoised reader of memories; it gives up after ``most`` nodes.

    ``alignments`` are powers of two that divide the symbols they belong to.
    """

    def __init__(self, most: int, alignments: Mapping[Term, int], budget: Budget) -> None:
        self._left = most
        self._alignments = alignments
        self._budget = budget
        self._layers: dict[ReadRequest, _Layer] = {}
        self._answers: dict[ReadRequest, Term] = {}
        self._divisors: dict[Term, int] = {}

    def read(self, memory: FlatMemory, address: Term, size: int, home: Term | None, condition: Term) -> Term:
        """Return the ``size`` bytes from ``address`` in runs with ``condition``, lowest first, as a
        bit-vector.
        """
        answers = self._answers
        requested = (memory, address, size, home, condition)
        waiting: list[ReadRequest] = [requested]
        while waiting:
            request = waiting[-1]
            if request in answers:
                waiting.pop()
                continue
            layer = self._layers.get(request)
            if layer is None:
                layer = self._layers[request] = self._layer(request)
            missing = [each for each in _requests(layer.rest) if each not in answers]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            value = self._rest(layer.rest)
            for here, bits in reversed(layer.cases):
                value = ite(here, bits, value)
            answers[request] = value
        return answers[requested]

    def _rest(self, rest: _Rest) -> Term:
        match rest:
            case _Known(value):
                return value
            case _Either(condition, left, right):
                return ite(condition, self._answers[left], self._answers[right])
            case _Joined(parts):
                return joined([self._answers[part] for part in parts])

    def _layer(self, request: ReadRequest) -> _Layer:
        memory, address, size, home, premise = request
        width = address.sort.width
        cases: list[tuple[Term, Term]] = []
        while True:
            self._spend()
            if isinstance(memory, Unwritten):
                addresses = [bvadd(address, bv(number, width)) for number in range(size)]
                return _Layer(cases, _Known(joined([select(memory.contents, each) for each in addresses])))
            if isinstance(memory, Merged):
                if follows(memory.condition, premise):
                    memory = memory.left
                elif follows(not_(memory.condition), premise):
                    memory = memory.right
                else:
                    left, right = ((side, address, size, home, premise) for side in (memory.left, memory.right))
                    return _Layer(cases, _Either(memory.condition, left, right))
                continue
            if home is None or memory.home is None or memory.home is home:
                distance = bvsub(address, memory.start)
                here = self._hit(distance, size, memory)
                if here is None:
                    parts = ((memory, bvadd(address, bv(number, width)), 1, home, premise) for number in range(size))
                    return _Layer(cases, _Joined(tuple(parts)))
                if here is not FALSE:
                    if isinstance(memory, Moved):
                        origin = (memory.before, bvadd(memory.source, distance), size, memory.source_home, premise)
                        if here is TRUE:
                            return _Layer(cases, _Joined((origin,)))
                        return _Layer(cases, _Either(here, origin, (memory.before, address, size, home, premise)))
                    found = list(_held(memory, distance, size, here))
                    if found and found[-1][0] is TRUE:
                        return _Layer(cases, _Known(found[-1][1]))
                    cases.extend(found)
            memory = memory.before

    def _hit(self, distance: Term, size: int, node: WrittenBytes | Filled | UnknownBytes | Moved) -> Term | None:
        """Return the condition that the bytes at ``distance`` from the start of ``node`` are its;
        ``None`` if some may be and others not.

        An access at a multiple of its own size cannot cross the end of a block that ends at one.
        """
        extent = bv(node.size, distance.sort.width) if isinstance(node, WrittenBytes) else node.size
        first = bvult(distance, extent)
        if size == 1:
            return first
        last = bvult(bvadd(distance, bv(size - 1, distance.sort.width)), extent)
        if distance.op is Op.CONSTANT and first is last and first.op is Op.CONSTANT:
            apart = first is TRUE or int(distance.payload) <= distance.sort.mask - size + 1
            return first if apart else None
        if self._divides(size, distance) and self._divides(size, extent):
            return first
        return None

    def _divides(self, size: int, term: Term) -> bool:
        """Return whether ``size`` is a power of two that divides ``term``, as far as `_twos`
        decides.
        """
        return size & (size - 1) == 0 and self._twos(term, LIMITS.congruence_depth) % size == 0

    def _twos(self, term: Term, depth: int) -> int:
        """Return a power of two that divides ``term``."""
        found = self._divisors.get(term)
        if found is None:
            found = self._divisors[term] = self._find_twos(term, depth)
        return found

    def _find_twos(self, term: Term, depth: int) -> int:
        match term.op:
            case Op.CONSTANT:
                number = int(term.payload)
                return number & -number or _EVERYTHING
            case Op.VARIABLE:
                return self._alignments.get(term, 1)
            case _ if depth == 0:
                return 1
            case Op.BVADD | Op.BVSUB | Op.BVNEG:
                return min(self._twos(argument, depth - 1) for argument in term.args)
            case Op.ITE:
                return min(self._twos(argument, depth - 1) for argument in term.args[1:])
            case Op.BVMUL:
                one, other = (self._twos(argument, depth - 1) for argument in term.args)
                return min(one * other, _EVERYTHING)
            case Op.CONCAT if term.args[1].op is Op.CONSTANT and term.args[1].payload == 0:
                return 1 << min(int(term.args[1].sort.width), _ALIGNMENT_BITS)
            case Op.BVSHL if term.args[1].op is Op.CONSTANT:
                return 1 << min(int(term.args[1].payload), _ALIGNMENT_BITS)
            case _:
                return 1

    def _spend(self) -> None:
        self._left -= 1
        if self._left <= 0:
            raise TooLarge("too many writes have to be looked at")
        if self._left & 0xFFF == 0:
            self._budget.spend()


def joined(parts: Sequence[Term]) -> Term:
    """Return the bits of ``parts``, lowest first."""
    whole = parts[0]
    for part in parts[1:]:
        whole = concat(part, whole)
    return whole


def _requests(rest: _Rest) -> tuple[ReadRequest, ...]:
    match rest:
        case _Known():
            return ()
        case _Either(_, left, right):
            return left, right
        case _Joined(parts):
            return parts


def _held(
    node: WrittenBytes | Filled | UnknownBytes, distance: Term, size: int, here: Term
) -> Iterator[tuple[Term, Term]]:
    """Yield the ``size`` bytes at ``distance`` in ``node`` by cases.

    Requires: it holds all of them where ``here`` does.
    """
    match node:
        case Filled(_, _, _, byte):
            yield here, joined([byte] * size)
        case UnknownBytes(_, _, _, contents):
            places = [bvadd(distance, bv(number, distance.sort.width)) for number in range(size)]
            yield here, joined([select(contents, place) for place in places])
        case WrittenBytes(_, _, bits, whole):
            for start in range(whole - size + 1):
                exactly = eq(distance, bv(start, distance.sort.width))
                if exactly is not FALSE:
                    yield exactly, extract(bits, 8 * (start + size) - 1, 8 * start)
