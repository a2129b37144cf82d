"""Columns of pools: writes to instances since the last cut point."""

from surefoot.logic import BOOL, Symbol, SymbolKind, bv, variable
from surefoot.semantics.memory.pools import INSTANCE, Instances, Pool, UniformColumn, WrittenColumn

INSTANCE_READ = bv(1, INSTANCE.width)
BEFORE, AFTER = bv(0, 8), bv(5, 8)
CONDITION = variable(Symbol(SymbolKind.CHOICE, "condition", 0, "condition"), BOOL)


def test_merged_column_is_independent() -> None:
    left, right = WrittenColumn(UniformColumn(BEFORE)), WrittenColumn(UniformColumn(BEFORE))
    met = left.merge(CONDITION, right)
    met.write(INSTANCE_READ, AFTER)
    assert met.read(INSTANCE_READ)[0] is AFTER
    assert left.read(INSTANCE_READ)[0] is BEFORE
    assert right.read(INSTANCE_READ)[0] is BEFORE


def allocated(instances: Instances, others: int) -> int:
    number = instances.allocate(bv(8, 64), {}, bv(others, INSTANCE.width))
    return int(number.payload)


def test_instance_numbers_are_aligned_and_never_reused() -> None:
    instances = Instances.none_of(Pool(8, ("data",), aligned_with=("node", 16)), 64)
    assert [allocated(instances, others) for others in (0, 3, 3, 1, 9)] == [0, 3, 4, 5, 9]


def test_instance_allocated_after_its_owner_has_its_number() -> None:
    instances = Instances.none_of(Pool(8, ("data",), aligned_with=("node", 16), lag=1), 64)
    assert [allocated(instances, others) for others in (1, 2, 5)] == [0, 1, 4]


def test_numbers_begin_at_zero_without_owner() -> None:
    instances = Instances.none_of(Pool(8, ("data",), aligned_with=("node", 16), lag=1), 64)
    assert [allocated(instances, others) for others in (0, 0, 1)] == [0, 1, 2]


def test_pool_is_not_aligned_with_itself() -> None:
    data, node = Pool(16, ("data",), aligned_with=("node", 16), lag=1), Pool(16, ("node",))
    assert data.joined(node).aligned_with is None
    other = Pool(16, ("other",))
    assert (data.joined(other).aligned_with, data.joined(other).lag) == (("node", 16), 1)
    assert (other.joined(data).aligned_with, other.joined(data).lag) == (("node", 16), 1)


def test_join_with_an_opaque_pool_is_opaque() -> None:
    joined = Pool(16, ("a",), ((0, 8),)).joined(Pool(16, ("b",), ((8, 8),)).made_opaque())
    assert joined.opaque and not joined.fields
