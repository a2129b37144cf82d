"""Columns of pools: what was written to the instances since the last cut point."""

from surefoot.logic import BOOL, Symbol, SymbolKind, bv, variable
from surefoot.semantics.memory.pools import INSTANCE, Instances, Pool, UniformColumn, WrittenColumn

INSTANCE_READ = bv(1, INSTANCE.width)
BEFORE, AFTER = bv(0, 8), bv(5, 8)
CONDITION = variable(Symbol(SymbolKind.CHOICE, "condition", 0, "condition"), BOOL)


def test_what_is_written_after_two_columns_met_is_in_neither_of_them() -> None:
    left, right = WrittenColumn(UniformColumn(BEFORE)), WrittenColumn(UniformColumn(BEFORE))
    met = left.merge(CONDITION, right)
    met.write(INSTANCE_READ, AFTER)
    assert met.read(INSTANCE_READ)[0] is AFTER
    assert left.read(INSTANCE_READ)[0] is BEFORE
    assert right.read(INSTANCE_READ)[0] is BEFORE


def born(instances: Instances, others: int) -> int:
    number = instances.allocate(bv(8, 64), {}, bv(others, INSTANCE.width))
    return int(number.payload)


def test_numbers_are_skipped_up_to_those_of_the_objects_beside_and_never_used_again() -> None:
    instances = Instances.none_of(Pool(8, ("data",), aligned_with=("node", 16)), 64)
    assert [born(instances, others) for others in (0, 3, 3, 1, 9)] == [0, 3, 4, 5, 9]


def test_who_is_made_after_the_object_beside_it_has_its_number() -> None:
    instances = Instances.none_of(Pool(8, ("data",), aligned_with=("node", 16), lag=1), 64)
    assert [born(instances, others) for others in (1, 2, 5)] == [0, 1, 4]


def test_before_there_is_an_object_beside_it_numbers_begin_at_zero() -> None:
    instances = Instances.none_of(Pool(8, ("data",), aligned_with=("node", 16), lag=1), 64)
    assert [born(instances, others) for others in (0, 0, 1)] == [0, 1, 2]


def test_a_pool_is_not_beside_itself() -> None:
    data, node = Pool(16, ("data",), aligned_with=("node", 16), lag=1), Pool(16, ("node",))
    assert data.joined(node).aligned_with is None
    other = Pool(16, ("other",))
    assert (data.joined(other).aligned_with, data.joined(other).lag) == (("node", 16), 1)
    assert (other.joined(data).aligned_with, other.joined(data).lag) == (("node", 16), 1)


def test_a_pool_has_no_fields_if_one_of_its_parts_is_opaque() -> None:
    joined = Pool(16, ("a",), ((0, 8),)).joined(Pool(16, ("b",), ((8, 8),)).made_opaque())
    assert joined.opaque and not joined.fields
