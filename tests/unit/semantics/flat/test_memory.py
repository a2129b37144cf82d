"""Reads from a chain of writes agree with the array that the chain denotes."""

import random

import pytest

from surefoot.base.budget import Budget
from surefoot.logic import (
    BOOL,
    TRUE,
    Term,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvult,
    evaluate,
    ite,
    variable,
)
from surefoot.logic.values import ArrayValue, Value
from surefoot.semantics.flat.memory import (
    Filled,
    FlatMemory,
    Merged,
    Moved,
    Reader,
    UnknownBytes,
    Unwritten,
    WrittenBytes,
)
from surefoot.semantics.flat.question import TooLarge

WIDTH = 6
ADDRESSES = 1 << WIDTH
POINTER = bit_vector(WIDTH)
BYTES = array_sort(POINTER, bit_vector(8))
ALIGNED = variable("aligned", POINTER)
SYMBOLS = [variable(name, POINTER) for name in "abc"] + [ALIGNED]
FLAGS = [variable(name, BOOL) for name in "pq"]
VALUES = [variable("byte", bit_vector(8)), variable("half", bit_vector(16)), variable("word", bit_vector(32))]
ARRAYS = [variable("first", BYTES), variable("second", BYTES)]
ALIGNMENTS = {ALIGNED: 4}


class Chains:
    """Random chains of writes."""

    def __init__(self, seed: int) -> None:
        self._choose = random.Random(seed)

    def address(self) -> Term:
        choose = self._choose
        base = choose.choice([*SYMBOLS, ALIGNED, bv(choose.randrange(ADDRESSES), WIDTH)])
        if choose.random() < 0.3:
            base = bvadd(base, bvmul(bv(4, WIDTH), choose.choice(SYMBOLS)))
        if choose.random() < 0.2:
            base = ite(choose.choice(FLAGS), base, choose.choice(SYMBOLS))
        return bvadd(base, bv(choose.choice((0, 0, 1, 2, 4, -4, -3)), WIDTH))

    def size(self) -> Term:
        choose = self._choose
        return choose.choice((bv(choose.randrange(9), WIDTH), variable("a", POINTER)))

    def memory(self, length: int) -> FlatMemory:
        choose = self._choose
        memory: FlatMemory = Unwritten(ARRAYS[0])
        for _ in range(length):
            match choose.randrange(6):
                case 0:
                    memory = Filled(memory, self.address(), self.size(), choose.choice((VALUES[0], bv(7, 8))), None)
                case 1:
                    memory = UnknownBytes(memory, self.address(), self.size(), ARRAYS[1], None)
                case 2:
                    memory = Moved(memory, self.address(), self.address(), self.size(), None, None)
                case 3:
                    other = Filled(memory, self.address(), self.size(), VALUES[0], None)
                    memory = Merged(choose.choice([*FLAGS, bvult(SYMBOLS[0], SYMBOLS[1])]), memory, other)
                case _:
                    value = choose.choice(VALUES)
                    memory = WrittenBytes(memory, self.address(), value, value.sort.width // 8, None)
        return memory

    def model(self) -> dict[Term, Value]:
        choose = self._choose
        values: dict[Term, Value] = {symbol: choose.randrange(ADDRESSES) for symbol in SYMBOLS}
        values[ALIGNED] = choose.randrange(0, ADDRESSES, 4)
        values.update((flag, choose.random() < 0.5) for flag in FLAGS)
        values.update((value, choose.getrandbits(value.sort.width)) for value in VALUES)
        for array in ARRAYS:
            values[array] = ArrayValue(0, {index: choose.randrange(256) for index in range(ADDRESSES)})
        return values


def number(term: Term, model: dict[Term, Value]) -> int:
    value = evaluate(term, model)
    assert isinstance(value, int)
    return value


def meaning(memory: FlatMemory, model: dict[Term, Value]) -> list[int]:
    """Return the array that ``memory`` means in ``model``, by the equations of the module."""

    def bytes_of(array: Term) -> list[int]:
        value = model[array]
        assert isinstance(value, ArrayValue)
        return [int(str(value.entries.get(index, value.default))) for index in range(ADDRESSES)]

    match memory:
        case Unwritten(contents):
            return bytes_of(contents)
        case Merged(condition, left, right):
            return meaning(left if evaluate(condition, model) else right, model)
        case _:
            before = meaning(memory.before, model)
    start = number(memory.start, model)
    size = memory.size if isinstance(memory, WrittenBytes) else number(memory.size, model)
    after = list(before)
    for index in range(ADDRESSES):
        distance = (index - start) % ADDRESSES
        if distance >= size:
            continue
        match memory:
            case WrittenBytes(_, _, bits):
                after[index] = number(bits, model) >> 8 * distance & 0xFF
            case Filled(_, _, _, byte):
                after[index] = number(byte, model)
            case UnknownBytes(_, _, _, contents):
                after[index] = bytes_of(contents)[distance]
            case Moved(_, _, source):
                after[index] = before[(number(source, model) + distance) % ADDRESSES]
    return after


@pytest.mark.parametrize("seed", range(150))
def test_reads_agree_with_array_semantics(seed: int) -> None:
    chains = Chains(seed)
    memory = chains.memory(length=5)
    reader = Reader(10**6, ALIGNMENTS, Budget())
    reads = [(chains.address(), size) for size in (1, 2, 4, 1, 4)]
    terms = [reader.read(memory, address, size, None, TRUE) for address, size in reads]
    for _ in range(20):
        model = chains.model()
        array = meaning(memory, model)
        for (address, size), term in zip(reads, terms, strict=True):
            at = number(address, model)
            expected = sum(array[(at + offset) % ADDRESSES] << 8 * offset for offset in range(size))
            assert number(term, model) == expected


def test_read_skips_writes_with_another_home() -> None:
    one, other = SYMBOLS[:2]
    memory: FlatMemory = WrittenBytes(Unwritten(ARRAYS[0]), one, bv(1, 8), 1, one)
    memory = WrittenBytes(memory, other, bv(2, 8), 1, other)
    reader = Reader(100, {}, Budget())
    assert reader.read(memory, one, 1, one, TRUE) is bv(1, 8)
    assert reader.read(memory, one, 1, None, TRUE) is not bv(1, 8)


def test_read_under_a_condition_follows_one_branch() -> None:
    memory = Unwritten(ARRAYS[0])
    sides = [WrittenBytes(memory, SYMBOLS[0], bv(value, 8), 1, None) for value in (1, 2)]
    reader = Reader(100, {}, Budget())
    assert reader.read(Merged(FLAGS[0], *sides), SYMBOLS[0], 1, None, FLAGS[0]) is bv(1, 8)


def test_too_many_writes_raise_too_large() -> None:
    memory: FlatMemory = Unwritten(ARRAYS[0])
    for value in range(20):
        memory = WrittenBytes(memory, bv(1, WIDTH), bv(value, 8), 1, None)
    with pytest.raises(TooLarge):
        Reader(10, {}, Budget()).read(memory, bv(5, WIDTH), 1, None, TRUE)
