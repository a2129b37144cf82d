"""Reads of argument strings and of the vector of their addresses."""

import pytest

from surefoot.logic import ArrayValue, Evaluator, Term, Value, array_sort, bit_vector, bv, bvadd, bvmul, variable
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.semantics.memory.strings import Strings, Vector

WIDTH = 64
COUNT, INSTANCE_OF, OFFSET, INDEX = (
    variable("count", bit_vector(WIDTH)),
    variable("instance", INSTANCE),
    variable("offset", bit_vector(WIDTH)),
    variable("index", bit_vector(WIDTH)),
)
TEXTS = (b"", b"-o", b"file", b"\0\0x")
LENGTH_BITS = 17
STRINGS = Strings.named(
    "argv", variable("&argv[]", array_sort(INSTANCE, bit_vector(WIDTH))), COUNT, bit_vector(LENGTH_BITS)
)


def value(term: Term, **given: int) -> Value:
    places: dict[Value, Value] = {number: 0x1000 * (number + 1) for number in range(len(TEXTS))}
    lengths: dict[Value, Value] = {number: len(text) for number, text in enumerate(TEXTS)}
    held: dict[Value, Value] = {
        number << LENGTH_BITS | at: byte for number, text in enumerate(TEXTS) for at, byte in enumerate(text)
    }
    arrays = zip(STRINGS.symbols, (places, lengths, held), strict=True)
    known: dict[Term, Value] = {
        symbol: ArrayValue(0xAA if symbol is STRINGS.characters else 0, entries) for symbol, entries in arrays
    }
    known |= {COUNT: len(TEXTS), INSTANCE_OF: 0, OFFSET: 0, INDEX: 0}
    known |= {each: given[str(each)] for each in (INSTANCE_OF, OFFSET, INDEX) if str(each) in given}
    return Evaluator(known.__getitem__).value(term)


@pytest.mark.parametrize("size", [1, 2, 4])
def test_every_byte_is_read(size: int) -> None:
    read = STRINGS.read(INSTANCE_OF, OFFSET, bit_vector(8 * size))
    for number, text in enumerate(TEXTS):
        data = text + b"\0"
        for at in range(len(data) - size + 1):
            assert value(read, instance=number, offset=at) == int.from_bytes(data[at : at + size], "little")
        assert value(STRINGS.size(INSTANCE_OF), instance=number) == len(data)


def test_elements_are_addresses_and_null() -> None:
    element = Vector(STRINGS).read(bvmul(INDEX, bv(8, WIDTH)), bit_vector(WIDTH))
    assert element is not None
    for index in range(len(TEXTS)):
        assert value(element, index=index) == 0x1000 * (index + 1)
    assert value(element, index=len(TEXTS)) == 0


def test_partial_reads_of_the_vector_are_unknown() -> None:
    vector, whole = Vector(STRINGS), bit_vector(WIDTH)
    assert vector.read(OFFSET, whole) is None
    assert vector.read(bvadd(bvmul(INDEX, bv(8, WIDTH)), bv(4, WIDTH)), whole) is None
    assert vector.read(bvmul(INDEX, bv(8, WIDTH)), bit_vector(32)) is None
