"""What targets say of arrays: what the failure reads, and nothing at indices of another kind."""

from surefoot.engines.kind.targets import _elements
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


def test_elements_are_those_that_are_read() -> None:
    assert _elements(INNER, OF_INNER, FAILURE, STATE) == [eq(select(INNER, bv(3, 8)), bv(9, 16))]
    assert _elements(OUTER, OF_OUTER, FAILURE, STATE) == [eq(select(OUTER, bv(5, 16)), bv(1, 16))]
