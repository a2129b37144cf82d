"""Path conditions resolve exactly the choices in pointers that they imply."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.logic import Evaluator, Term, and_, bit_vector, bv, bvadd, bvmul, bvslt, bvult, eq, ite, not_, variable
from surefoot.semantics.memory.implied_choices import resolved
from surefoot.semantics.symbolic.state import initial_guard

X = variable("x", bit_vector(32))
Y = variable("y", bit_vector(32))
OBJECT = variable("object", bit_vector(64))
NULL = bv(0, 64)


def number(value: int) -> Term:
    return bv(value % (1 << 32), 32)


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        (bvslt(number(1), X), bvslt(number(1), X)),
        (not_(bvslt(X, number(2))), bvslt(number(1), X)),
        (eq(X, number(7)), bvslt(number(1), X)),
        (and_(bvslt(number(0), Y), bvslt(Y, X)), bvslt(number(1), X)),
        (and_(not_(bvslt(Y, number(0))), bvslt(Y, X)), not_(bvslt(X, number(0)))),
        (bvult(X, number(5)), not_(bvult(number(4), X))),
        (bvult(X, number(5)), not_(eq(X, number(5)))),
        (and_(bvslt(number(1), X), bvslt(X, number(1000))), not_(bvslt(bvmul(X, number(4)), number(0)))),
        (and_(bvult(X, number(9)), bvult(Y, number(9))), bvult(bvadd(X, Y), number(17))),
    ],
)
def test_implied_choices_are_resolved(known: Term, asked: Term) -> None:
    guard = initial_guard().assume(known)
    assert resolved(ite(asked, OBJECT, NULL), guard) is OBJECT
    assert resolved(ite(not_(asked), NULL, OBJECT), guard) is OBJECT
    assert resolved(bvadd(ite(asked, OBJECT, NULL), bv(4, 64)), guard) is bvadd(OBJECT, bv(4, 64))


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        (bvslt(number(1), X), bvslt(number(2), X)),
        (bvult(number(1), X), bvslt(number(1), X)),
        (not_(eq(X, number(7))), bvslt(number(1), X)),
        (bvslt(X, Y), bvslt(number(0), Y)),
        (and_(bvslt(number(0), X), bvslt(Y, X)), bvslt(number(0), Y)),
        (bvslt(number(1), X), not_(bvslt(bvmul(X, number(4)), number(0)))),
        (and_(bvult(X, number(9)), bvult(Y, number(9))), bvult(bvadd(X, Y), number(16))),
    ],
)
def test_other_choices_stay(known: Term, asked: Term) -> None:
    choice = ite(asked, OBJECT, NULL)
    assert resolved(choice, initial_guard().assume(known)) is choice


SMALL = [variable(name, bit_vector(3)) for name in "xyz"]
PLACES = [variable("here", bit_vector(64)), variable("there", bit_vector(64))]
plain = st.sampled_from([*SMALL, *(bv(value, 3) for value in range(8))])
sides = plain | st.builds(
    lambda operation, left, right: operation(left, right), st.sampled_from([bvadd, bvmul]), plain, plain
)
comparisons = st.builds(
    lambda relation, left, right: relation(left, right), st.sampled_from([bvslt, bvult, eq]), sides, sides
)
conditions = st.builds(
    lambda condition, is_negated: not_(condition) if is_negated else condition, comparisons, st.booleans()
)


@settings(max_examples=400, deadline=None)
@given(st.lists(conditions, max_size=5), conditions)
def test_resolved_pointer_is_equal_under_the_guard(known: list[Term], asked: Term) -> None:
    guard = initial_guard()
    for each in known:
        guard = guard.assume(each)
    choice = ite(asked, *PLACES)
    found = resolved(choice, guard)
    for values in product(range(8), repeat=3):
        evaluator = Evaluator(dict(zip((*SMALL, *PLACES), (*values, 1, 2), strict=True)).__getitem__)
        if evaluator.value(guard.term):
            assert evaluator.value(found) == evaluator.value(choice)
