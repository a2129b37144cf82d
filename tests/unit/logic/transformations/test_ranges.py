"""Ranges of variables implied by comparisons with constants."""

import random

import pytest

from surefoot.logic import Term, bit_vector, bv, bvslt, bvult, eq, evaluate, not_
from surefoot.logic.terms import variable
from surefoot.logic.transformations.ranges import values_in

WIDTH = 4
X = variable("x", bit_vector(WIDTH))


def comparison(choose: random.Random) -> Term:
    """Return a comparison of x with a constant, in any direction."""
    constant = bv(choose.randrange(16), WIDTH)
    left, right = choose.choice([(X, constant), (constant, X)])
    formula = choose.choice([bvult, bvslt, bvult, bvslt, eq])(left, right)
    return choose.choice([formula, not_(formula)])


@pytest.mark.parametrize("seed", range(300))
def test_every_solution_is_in_range(seed: int) -> None:
    choose = random.Random(seed)
    parts = [comparison(choose) for _ in range(choose.randrange(4))]
    left = {number & 15 for number in values_in(parts, X)}
    assert left.issuperset(value for value in range(16) if all(evaluate(part, {X: value}) for part in parts))


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([], range(16)),
        ([bvult(X, bv(5, WIDTH))], range(5)),
        ([bvslt(X, bv(5, WIDTH)), not_(bvslt(X, bv(0, WIDTH)))], range(5)),
        ([bvslt(X, bv(2, WIDTH)), bvslt(bv(-3, WIDTH), X)], range(-2, 2)),
        ([bvslt(X, bv(-5, WIDTH))], range(8, 11)),
        ([eq(X, bv(7, WIDTH))], range(7, 8)),
        ([not_(eq(X, bv(7, WIDTH)))], range(16)),
        ([not_(bvult(bv(3, WIDTH), X))], range(4)),
    ],
)
def test_ranges_are_tight(parts: list[Term], expected: range) -> None:
    assert values_in(parts, X) == expected
