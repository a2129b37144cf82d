import random

import pytest

from surefoot.program.layout import Region
from surefoot.semantics.interpreter.memory import ConcreteMemory, ConcreteObject, Fault, LifetimeEnd

FREED = LifetimeEnd("freed", None)


def placed(memory: ConcreteMemory, base: int, size: int, region: Region = Region.HEAP) -> ConcreteObject:
    assert memory.placement_error(base, size, 1) is None
    created = ConcreteObject(memory.count, "s", "s", region, base, size)
    memory.place(created)
    return created


def test_bytes_are_zero_until_written() -> None:
    found = placed(ConcreteMemory(64, ()), 0x1000, 100_000)
    assert found.read(99_000, 1000) == bytes(1000)
    assert found.written_pages == 0


@pytest.mark.parametrize("offset", [0, 4094, 4095, 4096, 8191, 50_000])
@pytest.mark.parametrize("size", [1, 2, 8, 4096, 4097, 9000])
def test_writes_across_pages_are_read_back(offset: int, size: int) -> None:
    found = placed(ConcreteMemory(64, ()), 0x1000, 100_000)
    data = random.Random(size).randbytes(size)
    found.write(offset, data)
    assert found.read(offset, size) == data
    assert found.read(max(offset - 1, 0), 1 if offset else 0) == (b"\0" if offset else b"")
    assert found.read(offset + size, 3) == bytes(3)


def test_an_address_belongs_to_the_object_whose_range_contains_it() -> None:
    memory = ConcreteMemory(32, ())
    low, high = placed(memory, 16, 4), placed(memory, 20, 4)
    assert [memory.object_at(address) for address in (15, 16, 19, 20, 23, 24)] == [None, low, low, high, high, None]


def test_an_access_lies_inside_one_object() -> None:
    memory = ConcreteMemory(32, ())
    low = placed(memory, 16, 4)
    placed(memory, 20, 4)
    assert memory.readable(16, 4) is low
    assert memory.readable(19, 1) is low
    with pytest.raises(Fault, match="at offset 3 of"):
        memory.readable(19, 2)


@pytest.mark.parametrize(
    ("base", "size", "alignment", "why"),
    [
        (0, 1, 1, "not positive"),
        (-8, 1, 1, "not positive"),
        (0x1001, 1, 2, "multiple"),
        (0xFFFFFFFF, 1, 1, "end of the address space"),
        (0xFFFFFF00, 0x100, 1, "end of the address space"),
        (0x2000, 1, 1, "overlap"),
        (0x1FFF, 2, 1, "overlap"),
        (0x200F, 100, 1, "overlap"),
        (0x1000, 0x10000, 1, "overlap"),
        (0x2008, 0, 1, "overlap"),
        (0x3000, 1, 1, "overlap"),
        (0x2FFF, 2, 1, "overlap"),
        (0x3FFF, 2, 1, "around"),
    ],
)
def test_illegal_places(base: int, size: int, alignment: int, why: str) -> None:
    memory = ConcreteMemory(32, ())
    placed(memory, 0x2000, 16)
    placed(memory, 0x3000, 0)
    placed(memory, 0x4000, 0, Region.STACK)
    assert why in (memory.placement_error(base, size, alignment) or "")


@pytest.mark.parametrize(
    ("base", "size"),
    [(0xFFFFFFFE, 1), (0xFFFFFFFF, 0), (1, 1), (0x2010, 8), (0x1FF0, 16), (0x2000, 0), (0x4000, 0), (0x4000, 8)],
)
def test_legal_places(base: int, size: int) -> None:
    memory = ConcreteMemory(32, ())
    placed(memory, 0x2000, 16)
    placed(memory, 0x4000, 0, Region.STACK)
    assert memory.placement_error(base, size, 1) is None


def test_addresses_of_dead_objects_can_be_reused() -> None:
    memory = ConcreteMemory(32, ())
    base = memory.free_address(16, 1)
    assert base is not None
    memory.end(placed(memory, base, 16), FREED)
    assert memory.free_address(16, 1) != base
    with pytest.raises(Fault, match="freed"):
        memory.readable(base, 1)
    with pytest.raises(Fault, match="freed"):
        memory.freeable(base)
    again = placed(memory, base + 8, 4)
    assert memory.readable(base + 8, 4) is again
    assert memory.freeable(base + 8) is again


def test_empty_objects_on_the_stack_may_share_an_address() -> None:
    memory = ConcreteMemory(32, ())
    one, other = placed(memory, 0x2000, 0, Region.STACK), placed(memory, 0x2000, 0, Region.STACK)
    full = placed(memory, 0x2000, 4, Region.STACK)
    memory.end(one, FREED)
    memory.end(other, FREED)
    assert memory.object_at(0x2000) is full


@pytest.mark.parametrize("claimed", [(), (0x1000,), (8, 16, 0xFFFFFFF0), (0x5000, 0x80000000)])
def test_free_places_are_legal_apart_and_clear_of_claimed_addresses(claimed: tuple[int, ...]) -> None:
    memory = ConcreteMemory(32, claimed)
    choose = random.Random(3)
    objects = []
    for _ in range(300):
        size, alignment = choose.choice([0, 1, 4, 40, 5000]), choose.choice([1, 4, 16])
        base = memory.free_address(size, alignment)
        assert base is not None and base % alignment == 0
        objects.append(placed(memory, base, size))
    objects.sort(key=lambda found: found.base)
    ends = [found.base + found.size for found in objects]
    assert all(end < after.base for end, after in zip(ends, objects[1:], strict=False))
    if claimed != (0x5000, 0x80000000):
        assert not any(found.base <= address < found.base + found.size for found in objects for address in claimed)


def test_memory_that_is_full_has_no_free_place() -> None:
    memory = ConcreteMemory(32, ())
    placed(memory, 0x1000, 0xFFFFFF00 - 0x1000)
    assert memory.free_address(0x1000, 1) is None
    assert memory.free_address(1, 1) is not None
