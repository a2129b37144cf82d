"""Layers against arrays of bytes: random moves, fills, reads and writes with branches in two objects."""

from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.logic import Evaluator, Term, Value, bit_vector, bv, bvadd, bvmul, default_value, eq, ite, variable
from surefoot.program.layout import Region
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.layers import Layers
from surefoot.semantics.memory.memory import Memory
from surefoot.semantics.memory.objects import InitialContents, MemoryObject

WIDTH = 32
SIZE = 5000
N = variable("n", bit_vector(WIDTH))
X = variable("x", bit_vector(WIDTH))
CONDITION = variable("c", bit_vector(1))
SAME = variable("same as c", bit_vector(1))
"""What is as it is in `CONDITION`, which is not seen."""

Operation = tuple[str, int, int, int, int]
"""What is done, at which offset, with how many bytes or at which other offset, and with which number; the last chooses objects and how offsets are written."""


def new_object(book: AddressBook, number: int, size: int = SIZE) -> MemoryObject:
    address = variable(f"&{number}", bit_vector(WIDTH))
    contents = InitialContents(f"object{number}", address, is_zero=bool(number), on_new_symbol=book.note_uninitialised)
    made = MemoryObject(number, "o", address, bv(size, WIDTH), 8, Region.HEAP, read_only=False, initial=contents)
    book.add(made)
    return made


def operations() -> st.SearchStrategy[list[Operation]]:
    kinds = st.sampled_from(("move", "move", "fill", "store", "aim", "load", "load", "branch"))
    each = st.tuples(kinds, st.integers(0, 12), st.integers(0, 12), st.integers(0, 2**64 - 1), st.integers(0, 15))
    return st.lists(each, min_size=2, max_size=12)


class _Both:
    """A symbolic memory and what it stands for."""

    def __init__(self, n: int, x: int, step: int, *, taken: bool) -> None:
        self.book = AddressBook(WIDTH)
        self.objects = [new_object(self.book, number) for number in range(2)]
        self.memory = Memory(self.book, WIDTH, has_layers=True)
        for each in self.objects:
            self.memory.allocate(each)
        self.bytes = [bytearray(SIZE), bytearray(SIZE)]
        self.n, self.x, self.step, self.taken = n, x, step, taken
        self.expected: list[tuple[Term, int]] = []

    def place(self, number: int, offset: int, *, symbolic: bool) -> tuple[Term, int]:
        """Return an address in an object, and its offset."""
        address = bvadd(self.objects[number].address, bv(offset, WIDTH))
        if not symbolic:
            return address, offset
        return bvadd(address, bvmul(X, bv(self.step, WIDTH))), offset + self.x * self.step

    def do(self, operation: Operation) -> None:
        kind, first, second, value, how = operation
        one, other = how & 1, how >> 1 & 1
        address, at = self.place(one, first, symbolic=bool(how & 4))
        length = 1 << second % 4
        match kind:
            case "move":
                source, origin = self.place(other, second, symbolic=bool(how & 8))
                self.memory.copy(address, source, N)
                self.bytes[one][at : at + self.n] = bytes(self.bytes[other][origin : origin + self.n])
            case "fill":
                self.memory.fill(address, bv(value & 255, 8), N)
                self.bytes[one][at : at + self.n] = bytes([value & 255]) * self.n
            case "store":
                self.store(self.memory, address, value, length)
                self.bytes[one][at : at + length] = (value & ((1 << 8 * length) - 1)).to_bytes(length, "little")
            case "aim":  # where the other object is meant, the offset in this one is partly behind its end
                here, elsewhere = self.objects[one].address, bvadd(self.objects[1 - one].address, bv(first, WIDTH))
                offset = ite(eq(SAME, bv(1, 1)), bv(first, WIDTH), bv(SIZE - 1 - second % 3, WIDTH))
                meant = ite(eq(CONDITION, bv(1, 1)), bvadd(here, offset), elsewhere)
                self.store(self.memory, meant, value, length)
                hit = one if self.taken else 1 - one
                self.bytes[hit][first : first + length] = (value & ((1 << 8 * length) - 1)).to_bytes(length, "little")
            case "branch":
                beside = self.memory.fork()
                beside.fill(address, bv(value & 255, 8), N)
                self.store(beside, address, value, 1)
                self.memory = self.memory.merge(eq(CONDITION, bv(1, 1)), beside)
                if not self.taken:
                    self.bytes[one][at : at + self.n] = bytes([value & 255]) * self.n
                    self.bytes[one][at] = value & 255
            case _:
                found, _ = self.memory.load(address, bit_vector(8 * length))
                assert found is not None
                self.expected.append((found, int.from_bytes(self.bytes[one][at : at + length], "little")))

    @staticmethod
    def store(memory: Memory, address: Term, value: int, length: int) -> None:
        memory.store(address, bv(value & ((1 << 8 * length) - 1), 8 * length))

    def value_of(self, symbol: Term) -> Value:
        known: dict[Term, Value] = {N: self.n, X: self.x, CONDITION: int(self.taken), SAME: int(self.taken)}
        return known[symbol] if symbol in known else default_value(symbol.sort)


@settings(max_examples=150, deadline=None)
@given(operations(), st.integers(0, 20), st.integers(0, 6), st.sampled_from((1, 2, 4)), st.booleans())
def test_layers_agree_with_bytes(asked: list[Operation], n: int, x: int, step: int, taken: bool) -> None:
    both = _Both(n, x, step, taken=taken)
    for operation in asked:
        both.do(operation)
    for number in range(2):
        for offset in range(0, 40, 3):
            both.do(("load", offset, 2, 0, number))
            both.do(("load", offset, 0, 0, number + 4))
        both.do(("load", SIZE - 4, 2, 0, number))
    evaluator = Evaluator(both.value_of)
    for term, number in both.expected:
        assert evaluator.value(term) == number


def test_block_of_any_size_is_one_layer() -> None:
    both = _Both(4, 0, 1, taken=True)
    both.memory.fill(both.objects[0].address, bv(7, 8), N)
    held = both.memory.contents_of(both.objects[0])
    assert isinstance(held, Layers)
    value, _ = both.memory.load(bvadd(both.objects[0].address, bv(4999, WIDTH)), bit_vector(8))
    assert value is not None and Evaluator(both.value_of).value(value) == 0


def test_leak_search_reads_written_words() -> None:
    both = _Both(4, 0, 1, taken=True)
    start = both.objects[0].address
    both.memory.store(bvadd(start, bv(8, WIDTH)), bv(1, 32))
    both.memory.fill(start, bv(7, 8), N)
    both.memory.store(bvadd(start, bv(16, WIDTH)), bv(2, 32))
    both.memory.store(bvadd(start, X), bv(2, 32))
    held = both.memory.contents_of(both.objects[0])
    assert isinstance(held, Layers) and held.written_offsets() == [8, 16]


def test_write_elsewhere_keeps_the_end() -> None:
    both = _Both(8, 0, 1, taken=False)
    here, elsewhere = (each.address for each in both.objects)
    start, end = bvadd(here, bv(4, WIDTH)), bvadd(here, bv(SIZE - 4, WIDTH))
    both.memory.store(end, bv(0x01020304, 32))
    both.memory.copy(start, elsewhere, bvmul(N, bv(8, WIDTH)))
    meant = ite(eq(CONDITION, bv(1, 1)), ite(eq(SAME, bv(1, 1)), start, end), elsewhere)
    both.memory.store(meant, bv(7, 64))
    value, _ = both.memory.load(end, bit_vector(32))
    assert value is not None and Evaluator(both.value_of).value(value) == 0x01020304


def test_block_larger_than_its_object_is_one_layer() -> None:
    both = _Both(4, 0, 1, taken=True)
    small = new_object(both.book, 2, 16)
    both.memory.allocate(small)
    for _ in range(2):
        is_defined = both.memory.copy(small.address, both.objects[0].address, bv(1 << 20, WIDTH))
        assert not Evaluator(both.value_of).value(is_defined)
