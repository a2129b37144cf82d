"""Columns of pools: what was written to the instances since the last cut point."""

from surefoot.logic import BOOL, Symbol, SymbolKind, bv, variable
from surefoot.systems.pools import INSTANCE, Same, Written

INSTANCE_READ = bv(1, INSTANCE.width)
BEFORE, AFTER = bv(0, 8), bv(5, 8)
CONDITION = variable(Symbol(SymbolKind.CHOICE, "condition", 0, "condition"), BOOL)


def test_what_is_written_after_two_columns_met_is_in_neither_of_them() -> None:
    left, right = Written(Same(BEFORE)), Written(Same(BEFORE))
    met = left.merge(CONDITION, right)
    met.write(INSTANCE_READ, AFTER)
    assert met.read(INSTANCE_READ)[0] is AFTER
    assert left.read(INSTANCE_READ)[0] is BEFORE
    assert right.read(INSTANCE_READ)[0] is BEFORE
