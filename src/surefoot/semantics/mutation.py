"""Mutation of inputs: an input that reaches a new location is mostly similar to one that came near
it.

The dictionary of a program, as fuzzers use it, has numbers and texts that the program compares its
inputs with.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from surefoot.base.records import dataclass
from surefoot.logic import BitVecSort, Op, Sort, Term, Value, bit_vector, postorder, variable
from surefoot.program.access import constants_of, terms_read, unknown_allocations
from surefoot.program.program import GlobalObject, Program
from surefoot.program.properties import Property
from surefoot.program.statements import Allocate, Havoc, MakeStrings
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.sampling import InputObjects, Inputs, likely_value

BYTE = bit_vector(8)
_BOUNDARIES: Final = ((1 << 64) - 1, 1 << 63, (1 << 63) - 1)
"""Greatest and least numbers of 64 bits; their most significant bits are those of shorter words."""


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Constants of a program by sort, and its ``texts``: sequences of bytes.

    The constants of a sort include those of other widths that fit.
    """

    values: Mapping[Sort, tuple[Value, ...]]
    texts: tuple[tuple[int, ...], ...]


def dictionary_of(program: Program, checked: Property) -> Dictionary:
    """Return the dictionary of ``program``.

    Characters are included as numbers, since they are mostly compared after a conversion to a wider
    type.
    """
    constants = constants_of(program, checked)
    texts = tuple(dict.fromkeys(text for known in _used_objects(program) for text in _texts(known)))
    numbers = [_signed(int(value), sort) for sort, values in constants.items() if sort.width for value in values]  # type: ignore[arg-type]  # of a bit-vector
    found: dict[Sort, tuple[Value, ...]] = dict(constants)
    for sort in _input_sorts(program):
        characters = [byte for text in texts for byte in text] if sort is BYTE else []
        fitting = (number % (1 << sort.width) for number in (*numbers, *characters) if _fits(number, sort))
        found[sort] = tuple(dict.fromkeys((*constants.get(sort, ()), *fitting)))
    return Dictionary(found, texts)


def input_objects(program: Program, texts: tuple[tuple[int, ...], ...]) -> InputObjects:
    """Return the objects of unknown contents: arguments of ``program``, the objects they point to,
    those on the heap, and those of unknown size.
    """
    statements = [each for block in program.functions[program.entry].blocks.values() for each in block.statements]
    targets = [each.target for each in statements if isinstance(each, Allocate) and not each.zeroed]
    repeated = [each.string for each in statements if isinstance(each, MakeStrings)]
    repeated += [each.target for each in unknown_allocations(program) if each.target not in targets]
    bytes_of = {target: variable(f"bytes of {target.payload}", BYTE) for target in (*targets, *repeated)}
    return InputObjects(bytes_of, texts, frozenset(repeated))


def _input_sorts(program: Program) -> Iterable[BitVecSort]:
    """Return the bit-vector sorts of inputs."""
    statements = [
        statement
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in block.statements
    ]
    havocs = [each.target.sort for each in statements if isinstance(each, Havoc)]
    havocs += [each.length.sort for each in statements if isinstance(each, MakeStrings)]
    parameters = (each.symbol.sort for each in program.functions[program.entry].parameters)
    return dict.fromkeys(sort for sort in (*havocs, *parameters) if isinstance(sort, BitVecSort))


def _used_objects(program: Program) -> list[GlobalObject]:
    """Return the global objects whose addresses occur in a statement or in such an object; texts of
    failed assertions do not.
    """
    objects = {known.address: known for known in program.global_objects}
    terms = [
        term
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in (*block.statements, block.terminator)
        for term in terms_read(statement)
    ]
    used: set[Term] = set()
    while found := [term for term in postorder(terms) if term in objects and term not in used]:
        used.update(found)
        terms = [cell.value for term in found for cell in objects[term].cells or ()]
    return [known for address, known in objects.items() if address in used]


def _texts(known: GlobalObject) -> Iterator[tuple[int, ...]]:
    """Yield the strings in ``known``, if it is a constant text."""
    if not known.constant or known.cells is None or known.size > LIMITS.dictionary_text_bytes:
        return
    cells = {each.offset: each.value for each in known.cells}
    text: list[int] = []
    for offset in range(known.size + 1):
        cell = cells.get(offset)
        byte = cell.payload if cell is not None and cell.sort is BYTE and cell.op is Op.CONSTANT else 0
        if byte:
            text.append(int(byte))
        elif text:
            yield tuple(text)
            text = []


def _signed(value: int, sort: Sort) -> int:
    return value - (1 << sort.width) if value >> (sort.width - 1) else value


def _fits(number: int, sort: Sort) -> bool:
    return -(1 << (sort.width - 1)) <= number < 1 << sort.width


_Stream = list[Value]


class Mutator:
    """Mutator of inputs; all its decisions are drawn from ``random``."""

    def __init__(self, random: Random, dictionary: Dictionary) -> None:
        self._random = random
        self._dictionary = dictionary
        self._changes: tuple[Callable[[_Stream, Sort, Sequence[Value]], None], ...] = (
            self._replace,
            self._replace,
            self._step,
            self._repeat,
            self._insert,
            self._write_text,
            self._write_word,
            self._remove,
            self._cut,
            self._splice,
        )

    def mutated(self, inputs: Inputs, others: Inputs) -> Inputs:
        """Return ``inputs`` with some changes, which may use parts of ``others``.

        A stream that ends early is continued with sampled values.
        """
        random = self._random
        found = {target: list(values) for target, values in inputs.items()}
        targets = [target for target, values in found.items() if values]
        for _ in range(random.randint(1, LIMITS.mutations) if targets else 0):
            target = random.choice(targets)
            if found[target]:
                random.choice(self._changes)(found[target], target.sort, others.get(target, ()))
        return found

    def _new(self, sort: Sort) -> Value:
        known = self._dictionary.values.get(sort, ())
        if known and self._random.random() < LIMITS.dictionary_constant_share:
            return self._random.choice(known)
        return likely_value(sort, self._random, self._dictionary.values)

    def _replace(self, stream: _Stream, sort: Sort, _others: Sequence[Value]) -> None:
        stream[self._random.randrange(len(stream))] = self._new(sort)

    def _step(self, stream: _Stream, sort: Sort, _others: Sequence[Value]) -> None:
        """Add or subtract a small number, or flip one bit."""
        if not sort.width:
            self._replace(stream, sort, ())
            return
        at = self._random.randrange(len(stream))
        value = int(stream[at])  # type: ignore[arg-type]  # of a bit-vector
        if self._random.random() < 0.5:
            stream[at] = (value + self._random.choice((1, -1, 2, -2))) & sort.mask
        else:
            stream[at] = value ^ 1 << self._random.randrange(sort.width)

    def _repeat(self, stream: _Stream, _sort: Sort, _others: Sequence[Value]) -> None:
        """Repeat a part, inserted behind itself or over another place: mostly once, sometimes often,
        as for counters with limits.
        """
        random = self._random
        start = random.randrange(len(stream))
        part = stream[start : start + random.randint(1, 4)]
        if random.random() < LIMITS.frequent_repetition_share:
            part = part * random.choice(LIMITS.frequent_repetitions)
        if random.random() < 0.5:
            stream[start:start] = part
        else:
            at = random.randrange(len(stream))
            stream[at : at + len(part)] = part

    def _insert(self, stream: _Stream, sort: Sort, _others: Sequence[Value]) -> None:
        stream.insert(self._gap(stream), self._new(sort))

    def _gap(self, stream: _Stream) -> int:
        """Return a place for new inputs: often the end, behind what a parser accepts already."""
        at_end = self._random.random() < LIMITS.appended_share
        return len(stream) if at_end else self._random.randrange(len(stream) + 1)

    def _write_text(self, stream: _Stream, sort: Sort, _others: Sequence[Value]) -> None:
        """Insert a text of the program, or overwrite a part with it."""
        texts = self._dictionary.texts
        if sort is not BYTE or not texts:
            self._insert(stream, sort, ())
            return
        text = self._random.choice(texts)
        at = 0 if self._random.random() < LIMITS.leading_text_share else self._gap(stream)
        stream[at : at + (len(text) if self._random.random() < 0.5 else 0)] = text

    def _write_word(self, stream: _Stream, sort: Sort, _others: Sequence[Value]) -> None:
        """Insert a word, or overwrite a part with it: a number at the boundary of its width, a
        length or a constant, in either byte order.
        """
        if sort is not BYTE:
            self._replace(stream, sort, ())
            return
        random, size = self._random, self._random.choice((2, 4, 8))
        value = (
            self._new(bit_vector(8 * size)) if random.random() < 0.5 else random.choice(_BOUNDARIES) >> 64 - 8 * size
        )
        word = int(value).to_bytes(size, random.choice(("little", "big")))  # type: ignore[arg-type]  # of a bit-vector
        at = self._gap(stream)
        stream[at : at + (size if random.random() < 0.5 else 0)] = word

    def _remove(self, stream: _Stream, _sort: Sort, _others: Sequence[Value]) -> None:
        at = self._random.randrange(len(stream))
        del stream[at : at + self._random.randint(1, 3)]

    def _cut(self, stream: _Stream, _sort: Sort, _others: Sequence[Value]) -> None:
        """Truncate the stream; its rest is sampled anew."""
        del stream[self._random.randrange(len(stream)) :]

    def _splice(self, stream: _Stream, _sort: Sort, others: Sequence[Value]) -> None:
        """Continue with a part of other inputs."""
        at = self._random.randrange(len(stream) + 1)
        stream[at:] = others[at if self._random.random() < 0.5 else self._random.randrange(len(others) + 1) :]
