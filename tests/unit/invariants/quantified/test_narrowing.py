"""Systems with few numbers of objects: what means a number of an object is narrow, the rest is as it was."""

import pytest

from surefoot.invariants.quantified.narrowing import TARGET_WIDTH, WIDTH, Narrowed, TooWide
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
        (select(LINK, ONE), WIDTH),
        (bvadd(ONE, bv(1, INSTANCE.width)), WIDTH),
        (MOST_INSTANCES, WIDTH),
        (select(WHERE, ONE), TARGET_WIDTH),
        (bv(3, TARGET.width), TARGET_WIDTH),
        (NUMBER, 32),
    ],
)
def test_numbers_of_objects_are_narrow(term: Term, width: int) -> None:
    assert NARROW.term(term).sort is bit_vector(width)


def test_the_order_of_few_numbers_is_kept() -> None:
    assert NARROW.term(eq(bvadd(ONE, bv(INSTANCE.mask, INSTANCE.width)), OTHER)) is eq(
        bvadd(NARROW.term(ONE), bv((1 << WIDTH) - 1, WIDTH)), NARROW.term(OTHER)
    )


@pytest.mark.parametrize("term", [extract(NUMBER, 14, 0), bv(1 << TARGET_WIDTH, TARGET.width)])
def test_what_needs_more_bits_is_refused(term: Term) -> None:
    with pytest.raises(TooWide):
        NARROW.term(term)
