"""AIGER 1.9 files, ASCII (``aag``) and binary (``aig``), read and written.

Supported: inputs, latches with reset values, outputs, bad states, constraints, justice,
fairness, symbols and comments.
"""

from collections.abc import Iterator, Mapping, Sequence

from surefoot.base.errors import InputError
from surefoot.base.records import dataclass
from surefoot.circuits.graph import Graph, Literal
from surefoot.circuits.sequential import Justice, Latch, Named, SequentialCircuit


def write(circuit: SequentialCircuit, *, binary: bool = True) -> bytes:
    """Return the text of a circuit: the cone of its roots, in the order of construction."""
    numbers = _numbers(circuit)
    counts = _counts(circuit, numbers)
    lines = [f"{'aig' if binary else 'aag'} {' '.join(map(str, counts))}"]

    def number(literal: Literal) -> int:
        return numbers[literal >> 1] | literal & 1

    if not binary:
        lines += [str(number(each.literal)) for each in circuit.inputs]
    for latch in circuit.latches:
        own = number(latch.literal)
        parts = [own] if not binary else []
        parts.append(number(latch.next))
        if latch.reset != 0:
            parts.append(own if latch.reset is None else latch.reset)
        lines.append(" ".join(map(str, parts)))
    for group in (circuit.outputs, circuit.bad, circuit.constraints):
        lines += [str(number(each.literal)) for each in group]
    lines += [str(len(each.literals)) for each in circuit.justice]
    lines += [str(number(literal)) for each in circuit.justice for literal in each.literals]
    lines += [str(number(each.literal)) for each in circuit.fairness]
    ands = [
        (numbers[node], *sorted(map(number, circuit.graph.operands(node)), reverse=True))
        for node in numbers
        if circuit.graph.is_and(node)
    ]
    if not binary:
        lines += [" ".join(map(str, each)) for each in ands]
    text = "".join(f"{line}\n" for line in lines).encode("ascii")
    if binary:
        text += b"".join(_delta(own - left) + _delta(left - right) for own, left, right in ands)
    symbols = "".join(f"{line}\n" for line in _symbols(circuit))
    return text + symbols.encode("utf-8")


def read(text: bytes) -> SequentialCircuit:
    """Read the circuit of a file.

    Raises `InputError` for a malformed file and for unsupported sections.
    """
    return _Reader(text).circuit()


def _numbers(circuit: SequentialCircuit) -> dict[int, int]:
    """Return the positive literal of each node in the file: inputs first, then latches, then
    conjunctions.
    """
    leaves = [leaf >> 1 for leaf in circuit.leaves]
    inner = [node for node in circuit.graph.cone(circuit.roots) if circuit.graph.is_and(node)]
    return {node: place << 1 for place, node in enumerate([0, *leaves, *inner])}


def _counts(circuit: SequentialCircuit, numbers: Mapping[int, int]) -> list[int]:
    leaves = len(circuit.inputs), len(circuit.latches)
    last = len(numbers) - 1
    counts = [last, *leaves, len(circuit.outputs), last - sum(leaves)]
    liveness = [len(circuit.justice), len(circuit.fairness)] if circuit.justice or circuit.fairness else []
    if circuit.bad or circuit.constraints or liveness:
        counts += [len(circuit.bad), len(circuit.constraints)]
    return counts + liveness


def _delta(difference: int) -> bytes:
    encoded = bytearray()
    while difference > 127:
        encoded.append(difference & 127 | 128)
        difference >>= 7
    encoded.append(difference)
    return bytes(encoded)


def _symbols(circuit: SequentialCircuit) -> Iterator[str]:
    groups: tuple[tuple[str, Sequence[Named | Latch | Justice]], ...] = (
        ("i", circuit.inputs),
        ("l", circuit.latches),
        ("o", circuit.outputs),
        ("b", circuit.bad),
        ("c", circuit.constraints),
        ("j", circuit.justice),
        ("f", circuit.fairness),
    )
    for letter, group in groups:
        yield from (f"{letter}{place} {each.name}" for place, each in enumerate(group) if each.name)


@dataclass(frozen=True, slots=True)
class _Header:
    last: int
    inputs: int
    latches: int
    outputs: int
    ands: int
    bad: int = 0
    constraints: int = 0
    justice: int = 0
    fairness: int = 0


class _Reader:
    """Reads line by line; in binary files the conjunctions are bytes between the lines."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._place = 0
        self._line_number = 0
        magic, *counts = self._line().split()
        if magic not in ("aig", "aag"):
            raise InputError("no AIGER file: it begins neither with 'aig' nor with 'aag'")
        self._binary = magic == "aig"
        numbers = [self._number(count) for count in counts]
        if not 5 <= len(numbers) <= 9:
            raise self._wrong("the first line has five to nine numbers")
        self._header = _Header(*numbers)
        self._graph = Graph()
        self._literals: dict[int, Literal] = {0: 0}

    def circuit(self) -> SequentialCircuit:
        header = self._header
        if header.last < header.inputs + header.latches + header.ands:
            raise self._wrong("the first line promises more than its greatest number allows")
        first_latch = header.inputs + 1
        inputs = [self._leaf(place + 1) for place in range(header.inputs)]
        latches = [self._latch(first_latch + place) for place in range(header.latches)]
        outputs, bad, constraints = (self._each(count) for count in (header.outputs, header.bad, header.constraints))
        justice = [self._each(size) for size in self._each(header.justice)]
        fairness = self._each(header.fairness)
        self._read_ands(first_latch + header.latches)
        names = self._names()

        def named(letter: str, numbers: Sequence[int]) -> tuple[Named, ...]:
            return tuple(
                Named(self._literal(number), names.get(f"{letter}{place}", "")) for place, number in enumerate(numbers)
            )

        return SequentialCircuit(
            self._graph,
            named("i", inputs),
            tuple(
                Latch(self._literal(own), self._literal(following), reset, names.get(f"l{place}", ""))
                for place, (own, following, reset) in enumerate(latches)
            ),
            named("b", bad),
            named("c", constraints),
            named("o", outputs),
            tuple(
                Justice(tuple(self._literal(number) for number in numbers), names.get(f"j{place}", ""))
                for place, numbers in enumerate(justice)
            ),
            named("f", fairness),
        )

    def _leaf(self, place: int) -> int:
        own = place << 1 if self._binary else self._only()
        self._define(own, self._graph.input())
        return own

    def _latch(self, place: int) -> tuple[int, int, int | None]:
        parts = self._numbers()
        own = place << 1
        if not self._binary:
            if not parts:
                raise self._wrong("a latch has a number")
            own = parts.pop(0)
        if len(parts) not in (1, 2):
            raise self._wrong("a latch has its next value, and at most a reset value")
        following, reset = parts if len(parts) == 2 else (parts[0], 0)
        if reset not in (0, 1, own):
            raise self._wrong("a reset value is 0, 1 or the latch itself")
        self._define(own, self._graph.input())
        return own, following, None if reset == own else reset

    def _read_ands(self, first: int) -> None:
        if self._binary:
            for place in range(first, first + self._header.ands):
                own = place << 1
                left = own - self._read_delta()
                right = left - self._read_delta()
                if not own > left >= right >= 0:
                    raise self._wrong("a conjunction is of smaller literals")
                self._define(own, self._graph.and_(self._literal(left), self._literal(right)))
            return
        waiting = {}
        for _ in range(self._header.ands):
            parts = self._numbers()
            if len(parts) != 3:
                raise self._wrong("a conjunction has three numbers")
            waiting[parts[0]] = parts[1], parts[2]
        for own in waiting:
            self._define_later(own, waiting)

    def _define_later(self, root: int, waiting: Mapping[int, tuple[int, int]]) -> None:
        """Define conjunctions, which ASCII files list in any order."""
        stack = [root]
        open_ones: set[int] = set()
        while stack:
            own = stack[-1]
            if own >> 1 in self._literals:
                stack.pop()
                continue
            pending = [each & ~1 for each in waiting.get(own, ()) if each >> 1 not in self._literals]
            if own not in waiting or (pending and own in open_ones):
                raise InputError(f"AIGER file: literal {own} is not defined, or by itself")
            open_ones.add(own)
            if pending:
                stack.extend(pending)
            else:
                left, right = waiting[own]
                self._define(own, self._graph.and_(self._literal(left), self._literal(right)))

    def _define(self, own: int, literal: Literal) -> None:
        if own & 1 or own >> 1 in self._literals or own >> 1 > self._header.last:
            raise self._wrong(f"literal {own} cannot be defined here")
        self._literals[own >> 1] = literal

    def _literal(self, number: int) -> Literal:
        found = self._literals.get(number >> 1)
        if found is None:
            raise InputError(f"AIGER file: literal {number} is not defined")
        return found ^ (number & 1)

    def _names(self) -> dict[str, str]:
        names = {}
        while self._place < len(self._text):
            line = self._line()
            if line == "c":
                break
            place, _, name = line.partition(" ")
            names[place] = name
        return names

    def _each(self, count: int) -> list[int]:
        """Return the only number of each of the next lines."""
        return [self._only() for _ in range(count)]

    def _only(self) -> int:
        numbers = self._numbers()
        if len(numbers) != 1:
            raise self._wrong("expected one number")
        return numbers[0]

    def _numbers(self) -> list[int]:
        return [self._number(part) for part in self._line().split()]

    def _number(self, text: str) -> int:
        if not (text.isascii() and text.isdigit()):
            raise self._wrong(f"{text!r} is no number")
        return int(text)

    def _line(self) -> str:
        end = self._text.find(b"\n", self._place)
        if self._place >= len(self._text):
            raise self._wrong("the file ends too early")
        end = len(self._text) if end < 0 else end
        line = self._text[self._place : end].decode("utf-8", "replace")
        self._place = end + 1
        self._line_number += 1
        return line

    def _read_delta(self) -> int:
        number = shift = 0
        while True:
            if self._place >= len(self._text):
                raise self._wrong("the file ends amid conjunctions")
            byte = self._text[self._place]
            self._place += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def _wrong(self, message: str) -> InputError:
        return InputError(f"AIGER file, line {self._line_number}: {message}")
