"""Memory as what was done to it: a chain of writes, newest first, down to an array of unknown bytes.

A memory means an array from addresses to bytes. Each node says how its array differs from the one before it, and a byte is read
by going down the chain:

    Unwritten(u)            [i]  =  u[i]
    Written(m, s, v, n)     [i]  =  byte i - s of v        if i - s < n,     else m[i]
    Filled(m, s, n, b)      [i]  =  b                      if i - s < n,     else m[i]
    Unknown(m, s, n, u)     [i]  =  u[i - s]               if i - s < n,     else m[i]
    Moved(m, s, o, n)       [i]  =  m[o + (i - s)]         if i - s < n,     else m[i]
    Merged(c, l, r)         [i]  =  l[i]                   if c,             else r[i]

Differences are modulo 2^width and comparisons unsigned.

Accesses can carry a *home*: the object in which the bytes certainly lie, alive at the time of the access. A read with a home passes
by the writes with another home. This is exact: the object that is read was born before those writes, because going down
the chain its birth, which covers all of its bytes, is met before anything older; so both objects were alive at the time of the write, and then
they do not overlap.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from surefoot.budget import Budget
from surefoot.logic import FALSE, TRUE, Op, Term, bv, bvadd, bvsub, bvult, concat, eq, extract, ite, select
from surefoot.systems.flat.limits import TooLarge


@dataclass(frozen=True, slots=True, eq=False)
class Unwritten:
    """The bytes that are there when a run starts; ``contents`` is an array indexed by addresses."""

    contents: Term


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """``size`` bytes from ``start`` are those of ``bits``, lowest first."""

    before: "Memory"
    start: Term
    bits: Term
    size: int
    home: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Filled:
    """``size`` bytes from ``start`` are ``byte``."""

    before: "Memory"
    start: Term
    size: Term
    byte: Term
    home: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """``size`` bytes from ``start`` are those of ``contents``, an array indexed by the distance from ``start``."""

    before: "Memory"
    start: Term
    size: Term
    contents: Term
    home: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """``size`` bytes from ``start`` are those that were at ``source`` before."""

    before: "Memory"
    start: Term
    source: Term
    size: Term
    home: Term | None
    source_home: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Merged:
    """``left`` in runs that satisfy ``condition``, ``right`` in the others."""

    condition: Term
    left: "Memory"
    right: "Memory"


Memory = Unwritten | Written | Filled | Unknown | Moved | Merged

Question = tuple[Memory, Term, Term | None]
"""Which byte does a memory hold at an address; the third part is the home of the access."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """What a chain says of a byte down to the next node with several ways on.

    The byte is the value of the first of ``cases`` whose condition holds. If none does: ``value`` if there are no
    ``questions``; the answer to the only one; or the answer to the first if ``condition`` holds, else to the second.
    """

    cases: list[tuple[Term, Term]]
    value: Term | None
    condition: Term
    questions: tuple[Question, ...]


class Reader:
    """Reads bytes of memories; it remembers what it read, and gives up after ``most`` nodes were looked at."""

    def __init__(self, most: int, budget: Budget) -> None:
        self._left = most
        self._budget = budget
        self._layers: dict[Question, _Layer] = {}
        self._answers: dict[Question, Term] = {}

    def read(self, memory: Memory, address: Term, size: int, home: Term | None) -> Term:
        """The ``size`` bytes from ``address``, the lowest first; a bit-vector."""
        width = address.sort.width
        whole = self._byte((memory, address, home))
        for offset in range(1, size):
            whole = concat(self._byte((memory, bvadd(address, bv(offset, width)), home)), whole)
        return whole

    def _byte(self, asked: Question) -> Term:
        answers = self._answers
        waiting = [asked]
        while waiting:
            question = waiting[-1]
            if question in answers:
                waiting.pop()
                continue
            layer = self._layers.get(question)
            if layer is None:
                layer = self._layers[question] = self._layer(question)
            missing = [each for each in layer.questions if each not in answers]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            answers[question] = self._answer(layer)
        return answers[asked]

    def _answer(self, layer: _Layer) -> Term:
        if layer.value is not None:
            value = layer.value
        elif len(layer.questions) == 1:
            value = self._answers[layer.questions[0]]
        else:
            first, second = layer.questions
            value = ite(layer.condition, self._answers[first], self._answers[second])
        for condition, byte in reversed(layer.cases):
            value = ite(condition, byte, value)
        return value

    def _layer(self, question: Question) -> _Layer:
        memory, address, home = question
        cases: list[tuple[Term, Term]] = []
        while True:
            self._spend()
            match memory:
                case Unwritten(contents):
                    return _Layer(cases, select(contents, address), TRUE, ())
                case Merged(condition, left, right):
                    return _Layer(cases, None, condition, ((left, address, home), (right, address, home)))
                case _ if home is not None and memory.home is not None and memory.home is not home:
                    pass
                case Written(_, start, bits, size):
                    distance = bvsub(address, start)
                    if distance.op is not Op.CONSTANT:
                        cases.extend(_bytes(distance, bits, size))
                    elif int(distance.payload) < size:
                        return _Layer(cases, _byte(bits, int(distance.payload)), TRUE, ())
                case Filled(_, start, size, byte):
                    here = bvult(bvsub(address, start), size)
                    if here is TRUE:
                        return _Layer(cases, byte, TRUE, ())
                    if here is not FALSE:
                        cases.append((here, byte))
                case Unknown(_, start, size, contents):
                    distance = bvsub(address, start)
                    here = bvult(distance, size)
                    byte = select(contents, distance)
                    if here is TRUE:
                        return _Layer(cases, byte, TRUE, ())
                    if here is not FALSE:
                        cases.append((here, byte))
                case Moved(before, start, source, size):
                    distance = bvsub(address, start)
                    here = bvult(distance, size)
                    origin = (before, bvadd(source, distance), memory.source_home)
                    if here is TRUE:
                        return _Layer(cases, None, TRUE, (origin,))
                    if here is not FALSE:
                        return _Layer(cases, None, here, (origin, (before, address, home)))
            memory = memory.before

    def _spend(self) -> None:
        self._left -= 1
        if self._left <= 0:
            raise TooLarge("too many writes have to be looked at")
        if self._left & 0xFFF == 0:
            self._budget.spend()


def _bytes(distance: Term, bits: Term, size: int) -> Iterator[tuple[Term, Term]]:
    """Each of ``size`` bytes with the condition that it is the one at ``distance``."""
    for number in range(size):
        here = eq(distance, bv(number, distance.sort.width))
        if here is not FALSE:
            yield here, _byte(bits, number)


def _byte(bits: Term, number: int) -> Term:
    return extract(bits, 8 * number + 7, 8 * number)
