"""Quotients and remainders of numbers with leading zeros have few bits and equal values, including
division by zero; comparisons with remainders keep their values.
"""

from collections.abc import Callable
from itertools import product

import pytest

from surefoot.logic import (
    FALSE,
    Evaluator,
    Op,
    Term,
    bit_vector,
    bv,
    bvsdiv,
    bvsrem,
    bvudiv,
    bvult,
    bvurem,
    eq,
    not_,
    variable,
    zero_extend,
)
from surefoot.logic.constructors.unsimplified import unsimplified

X, Y = variable("x", bit_vector(3)), variable("y", bit_vector(3))
WIDE = 5


@pytest.mark.parametrize(
    ("build", "op"),
    [(bvudiv, Op.BVUDIV), (bvurem, Op.BVUREM), (bvsdiv, Op.BVSDIV), (bvsrem, Op.BVSREM)],
    ids=lambda each: each.value if isinstance(each, Op) else "",
)
@pytest.mark.parametrize("divisor", [None, 1, 3, 6, 7])
def test_all_values(build: Callable[[Term, Term], Term], op: Op, divisor: int | None) -> None:
    left = zero_extend(X, WIDE)
    right = zero_extend(Y, WIDE) if divisor is None else bv(divisor, WIDE)
    narrow, wide = build(left, right), unsimplified(op, (left, right))
    for values in product(range(8), repeat=2):
        evaluator = Evaluator(dict(zip((X, Y), values, strict=True)).__getitem__)
        assert evaluator.value(narrow) == evaluator.value(wide), values


@pytest.mark.parametrize(
    ("left", "right"), [(bvurem(X, Y), Y), (Y, bvurem(X, Y)), (X, bvurem(X, Y)), (bvurem(X, Y), X), (X, bvurem(Y, X))]
)
def test_order_of_remainders(left: Term, right: Term) -> None:
    simple, whole = bvult(left, right), unsimplified(Op.BVULT, (left, right))
    for values in product(range(8), repeat=2):
        evaluator = Evaluator(dict(zip((X, Y), values, strict=True)).__getitem__)
        assert evaluator.value(simple) == evaluator.value(whole), values


def test_a_remainder_is_below_its_divisor() -> None:
    assert bvult(bvurem(X, Y), Y) is not_(eq(Y, bv(0, 3)))
    assert bvult(X, bvurem(X, Y)) is FALSE
