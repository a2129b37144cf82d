"""Systems with few allocation numbers: allocation numbers are narrow, all other terms unchanged."""

import pytest

from surefoot.invariants.limits import LIMITS
from surefoot.invariants.quantified.narrowing import Narrowed, NotNarrowable
from surefoot.logic import Term, array_sort, bit_vector, bv, bvadd, eq, extract, select, variable
from surefoot.semantics.memory.pools import INSTANCE, MOST_INSTANCES, TARGET
from surefoot.systems.control.system import ControlSystem

NARROW = Narrowed(ControlSystem((), (), (), ()))
LINK = variable("link", array_sort(INSTANCE, INSTANCE))
WHERE = variable("where", array_sort(INSTANCE, TARGET))
ONE, OTHER = (variable(name, INSTANCE) for name in ("one", "other"))
NUMBER = variable("number", bit_vector(32))


@pytest.mark.parametrize(
    ("term", "width"),
    [
        (select(LINK, ONE), LIMITS.narrow_width),
        (bvadd(ONE, bv(1, INSTANCE.width)), LIMITS.narrow_width),
        (MOST_INSTANCES, LIMITS.narrow_width),
        (select(WHERE, ONE), LIMITS.narrow_target_width),
        (bv(3, TARGET.width), LIMITS.narrow_target_width),
        (NUMBER, 32),
    ],
)
def test_allocation_numbers_are_narrow(term: Term, width: int) -> None:
    assert NARROW.term(term).sort is bit_vector(width)


def test_order_of_few_numbers_is_kept() -> None:
    assert NARROW.term(eq(bvadd(ONE, bv(INSTANCE.mask, INSTANCE.width)), OTHER)) is eq(
        bvadd(NARROW.term(ONE), bv((1 << LIMITS.narrow_width) - 1, LIMITS.narrow_width)), NARROW.term(OTHER)
    )


@pytest.mark.parametrize("term", [extract(NUMBER, 14, 0), bv(1 << LIMITS.narrow_target_width, TARGET.width)])
def test_terms_that_need_more_bits_are_refused(term: Term) -> None:
    with pytest.raises(NotNarrowable):
        NARROW.term(term)
