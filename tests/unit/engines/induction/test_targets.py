"""Targets over arrays: elements that the failure reads, and none at indices of another sort."""

from surefoot.engines.induction.bidirectional import _elements
from surefoot.logic import ArrayValue, Evaluator, Term, Value, array_sort, bit_vector, bv, eq, select, store, variable

SHORT, LONG = bit_vector(8), bit_vector(16)
OF_INNER, OF_OUTER = array_sort(SHORT, LONG), array_sort(LONG, LONG)
INNER, OUTER = variable("inner", OF_INNER), variable("outer", OF_OUTER)
X = variable("x", SHORT)
Y = variable("y", LONG)
FAILURE = eq(select(store(OUTER, select(INNER, X), Y), bv(5, 16)), bv(1, 16))
"""The inner array is mentioned in an index of the outer one."""
VALUES: dict[Term, Value] = {INNER: ArrayValue(7, {3: 9}), OUTER: ArrayValue(1, {}), X: 3, Y: 4}
STATE = Evaluator(VALUES.__getitem__)


def test_targets_contain_the_read_elements() -> None:
    assert _elements(INNER, OF_INNER, FAILURE, STATE) == [eq(select(INNER, bv(3, 8)), bv(9, 16))]
    assert _elements(OUTER, OF_OUTER, FAILURE, STATE) == [eq(select(OUTER, bv(5, 16)), bv(1, 16))]
