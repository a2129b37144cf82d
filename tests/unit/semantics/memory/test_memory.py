"""Symbolic memory against an array of bytes: random reads and writes, constant and symbolic, with branches."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.logic import (
    Evaluator,
    Op,
    Term,
    Value,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    default_value,
    eq,
    not_,
    postorder,
    variable,
)
from surefoot.program.layout import Region
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.memory import Memory
from surefoot.semantics.memory.objects import InitialContents, MemoryObject

WIDTH = 32
ADDRESS = 0x1000


def new_object(book: AddressBook, name: str, size: int, *, zeroed: bool) -> MemoryObject:
    address = variable(f"&{name}", bit_vector(WIDTH))
    contents = InitialContents(name, address, is_zero=zeroed, on_new_symbol=book.note_uninitialised)
    made = MemoryObject(1, name, address, bv(size, WIDTH), 4, Region.HEAP, read_only=False, initial=contents)
    book.add(made)
    return made


def access() -> st.SearchStrategy[tuple[str, int, int, int]]:
    kind = st.sampled_from(("store", "store at x", "load", "load at x", "branch", "copy", "fill"))
    return st.tuples(kind, st.sampled_from((1, 2, 4, 8)), st.integers(0, 23), st.integers(0, 2**64 - 1))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(access(), max_size=14),
    st.sampled_from((1, 2, 4)),
    st.integers(0, 5),
    st.booleans(),
    st.booleans(),
    st.sampled_from((32, 200)),
)
def test_memory_agrees_with_bytes(
    operations: list[tuple[str, int, int, int]], step: int, x_value: int, taken: bool, zeroed: bool, size: int
) -> None:
    book = AddressBook(WIDTH)
    one = new_object(book, "a", size, zeroed=zeroed)
    x = variable("x", bit_vector(WIDTH))
    condition = variable("c", bit_vector(1))
    assignment: dict[Term, Value] = {x: x_value, condition: int(taken), one.address: ADDRESS}

    def value_of(symbol: Term) -> Value:
        return assignment[symbol] if symbol in assignment else default_value(symbol.sort)

    memory = Memory(book, WIDTH)
    memory.allocate(one)
    concrete: dict[int, int] = {}
    expected: list[tuple[Term, int, int]] = []

    def concrete_bytes(offset: int, length: int) -> list[int | None]:
        return [concrete.get(at) for at in range(offset, offset + length)]

    for kind, length, offset, value in operations:
        symbolic = "at x" in kind
        place = bvadd(one.address, bvadd(bvmul(x, bv(step, WIDTH)), bv(offset, WIDTH))) if symbolic else None
        address = place or bvadd(one.address, bv(offset, WIDTH))
        at = offset + x_value * step if symbolic else offset
        if at + length > size:
            continue
        if kind.startswith("store"):
            memory.store(address, bv(value, 8 * length))
            for index in range(length):
                concrete[at + index] = (value >> (8 * index)) & 255
        elif kind.startswith("load"):
            found, _ = memory.load(address, bit_vector(8 * length))
            known = concrete_bytes(at, length)
            assert found is not None
            if all(byte is not None for byte in known):
                number = sum((byte or 0) << (8 * index) for index, byte in enumerate(known))
                expected.append((found, number, length))
        elif kind == "branch":
            other = memory.fork()
            memory.store(address, bv(value, 8 * length))
            other.store(address, bv(value ^ 0xFF, 8 * length))
            memory = memory.merge(eq(condition, bv(1, 1)), other)
            chosen = value if taken else value ^ 0xFF
            for index in range(length):
                concrete[at + index] = (chosen >> (8 * index)) & 255
        elif kind == "copy":
            memory.copy(one.address, address, bv(length, WIDTH))
            moved = concrete_bytes(at, length)
            for index, byte in enumerate(moved):
                if byte is None:
                    concrete.pop(index, None)
                else:
                    concrete[index] = byte
        elif kind == "fill":
            memory.fill(address, bv(value, 8), bv(length, WIDTH))
            for index in range(length):
                concrete[at + index] = value & 255
    evaluator = Evaluator(value_of)
    for term, number, length in expected:
        assert evaluator.value(term) == number, (term, number, length)


def test_a_load_outside_the_object_is_never_defined() -> None:
    book = AddressBook(WIDTH)
    one = new_object(book, "a", 8, zeroed=True)
    memory = Memory(book, WIDTH)
    memory.allocate(one)
    value, valid = memory.load(bvadd(one.address, bv(6, WIDTH)), bit_vector(32))
    assert value is None
    assert valid is eq(bv(0, 1), bv(1, 1))


def test_a_symbolic_offset_is_defined_exactly_inside() -> None:
    book = AddressBook(WIDTH)
    one = new_object(book, "a", 8, zeroed=True)
    memory = Memory(book, WIDTH)
    memory.allocate(one)
    x = variable("x", bit_vector(WIDTH))
    _, valid = memory.load(bvadd(one.address, x), bit_vector(32))
    for offset in (0, 1, 4, 5, 8, 2**32 - 1, 2**32 - 4):
        assert Evaluator(lambda _, offset=offset: offset).value(valid) is (offset <= 4)  # type: ignore[misc]


def test_free_ends_life_once() -> None:
    book = AddressBook(WIDTH)
    one = new_object(book, "a", 8, zeroed=True)
    memory = Memory(book, WIDTH)
    memory.allocate(one)
    true = not_(eq(bv(0, 1), bv(1, 1)))
    assert memory.free(one.address) is true
    assert memory.free(one.address) is not_(true)
    assert memory.load(one.address, bit_vector(8))[1] is not_(true)
    assert memory.free(bv(0, WIDTH)) is true


def table(book: AddressBook, memory: Memory, entries: list[int], gap: int = 0) -> MemoryObject:
    """Return a constant object with ``entries`` of two bytes, and ``gap`` bytes behind them."""
    address = variable("&table", bit_vector(WIDTH))
    initial = InitialContents("table", address, is_zero=True, on_new_symbol=book.note_uninitialised)
    size = bv(2 * len(entries) + gap, WIDTH)
    made = MemoryObject(1, "table", address, size, 4, Region.GLOBAL, read_only=True, initial=initial)
    book.add(made)
    memory.allocate(made)
    for number, entry in enumerate(entries):
        memory.initialise(made, 2 * number, bv(entry, 16))
    return made


@pytest.mark.parametrize("count", [1, 2, 3, 16, 65, 200, 256])
@pytest.mark.parametrize("bytes_read", [1, 2])
def test_table_reads(count: int, bytes_read: int) -> None:
    book = AddressBook(WIDTH)
    memory = Memory(book, WIDTH)
    entries = [7 * number * number + 3 & 0xFFFF for number in range(count)]
    made = table(book, memory, entries)
    x = variable("x", bit_vector(WIDTH))
    value, valid = memory.load(bvadd(made.address, bvmul(x, bv(2, WIDTH))), bit_vector(8 * bytes_read))
    assert value is not None
    for number in range(count + 2):
        evaluator = Evaluator({x: number, made.address: ADDRESS}.__getitem__)
        assert evaluator.value(valid) is (number < count)
        if number < count:
            assert evaluator.value(value) == entries[number] & (1 << 8 * bytes_read) - 1


@pytest.mark.parametrize(("count", "is_array"), [(256, False), (257, True)])
def test_a_table_is_an_array_only_if_it_is_large(count: int, is_array: bool) -> None:
    book = AddressBook(WIDTH)
    memory = Memory(book, WIDTH)
    made = table(book, memory, list(range(count)))
    x = variable("x", bit_vector(WIDTH))
    value, _ = memory.load(bvadd(made.address, bvmul(x, bv(2, WIDTH))), bit_vector(16))
    assert value is not None
    assert any(term.op is Op.SELECT for term in postorder([value])) is is_array


@pytest.mark.parametrize(("is_known", "is_left_out"), [(True, False), (False, True)])
def test_writes_that_split_a_cell_are_excluded(is_known: bool, is_left_out: bool) -> None:
    """One byte of eight and a number of four bytes: runs that change part of the number are
    excluded, unless it is constant.
    """
    book = AddressBook(WIDTH, plain_accesses_only=True)
    memory = Memory(book, WIDTH)
    made = new_object(book, "a", 12, zeroed=True)
    memory.allocate(made)
    number = bv(0, 32) if is_known else variable("n", bit_vector(32))
    memory.store(bvadd(made.address, bv(8, WIDTH)), number)
    x = variable("x", bit_vector(WIDTH))
    memory.store(bvadd(made.address, x), bv(5, 8))
    found, _ = memory.load(bvadd(made.address, bv(8, WIDTH)), bit_vector(32))
    assumed = book.take_assumed()
    assert found is not None
    for at in range(12):
        evaluator = Evaluator({x: at, made.address: ADDRESS, number: 0}.__getitem__)
        assert evaluator.value(assumed) is not (is_left_out and at >= 8)
        if not is_left_out:
            assert evaluator.value(found) == (5 << 8 * (at - 8) if at >= 8 else 0)
