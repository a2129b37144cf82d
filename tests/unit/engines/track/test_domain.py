"""Abstract operations of tracked variables contain the concrete ones, on all values of small words."""

import random
from collections.abc import Mapping
from itertools import product

import pytest

from surefoot.engines.track.domain import RangeDomain, RangeState
from surefoot.engines.track.ranges import capped, complement, every, intersection, normal
from surefoot.logic import (
    Term,
    Value,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvneg,
    bvsle,
    bvslt,
    bvsub,
    bvule,
    bvult,
    eq,
    evaluate,
    extract,
    ite,
    not_,
    or_,
    sign_extend,
    variable,
    zero_extend,
)

WIDTH = 3
X, Y = variable("x", bit_vector(WIDTH)), variable("y", bit_vector(WIDTH))
VALUES = range(1 << WIDTH)
ASSIGNMENTS = [{X: x, Y: y} for x, y in product(VALUES, VALUES)]


def words(chance: random.Random, depth: int) -> Term:
    if not depth:
        return chance.choice((X, Y, bv(chance.choice(VALUES), WIDTH)))
    left, right = words(chance, depth - 1), words(chance, depth - 1)
    wide = chance.choice((sign_extend, zero_extend))(left, WIDTH + 2)
    return chance.choice(
        (
            bvadd(left, right),
            bvsub(left, right),
            bvneg(left),
            bvmul(left, right),
            extract(bvadd(wide, bv(5, WIDTH + 2)), WIDTH - 1, 0),
            ite(bvult(words(chance, 0), Y), left, right),
        )
    )


def conditions(chance: random.Random, depth: int) -> Term:
    if not depth:
        left, right = words(chance, 1), chance.choice((bv(chance.choice(VALUES), WIDTH), words(chance, 1)))
        return chance.choice((eq, bvult, bvslt, bvule, bvsle))(left, right)
    left, right = conditions(chance, depth - 1), conditions(chance, depth - 1)
    return chance.choice((and_(left, right), or_(left, right), not_(left), ite(conditions(chance, 0), left, right)))


def admits(state: RangeState, assignment: Mapping[Term, Value]) -> bool:
    """Return whether ``assignment`` lies in ``state``."""
    return all(
        any(low <= int(evaluate(term, assignment)) <= high for low, high in ranges)  # type: ignore[arg-type]
        for term, ranges in state.items()
    )


@pytest.mark.parametrize("seed", range(150))
def test_conditions_and_values_lose_no_state(seed: int) -> None:
    chance = random.Random(seed)
    domain = RangeDomain(frozenset())
    condition, value = conditions(chance, 2), words(chance, 2)
    known = normal((each, each) for each in chance.sample(VALUES, 4))
    before: RangeState = {X: known} if chance.random() < 0.6 else {}
    for holds in (True, False):
        states = domain.assume(before, condition, holds=holds)
        for assignment in ASSIGNMENTS:
            if not admits(before, assignment) or evaluate(condition, assignment) is not holds:
                continue
            assert any(admits(each, assignment) for each in states), (seed, condition, assignment)
            result = int(evaluate(value, assignment))  # type: ignore[arg-type]
            cases = [case for each in states for case in domain.values(each, value)]
            assert any(
                admits(state, assignment) and any(low <= result <= high for low, high in ranges)
                for state, ranges in cases
            ), (seed, value, assignment)


def test_comparisons_with_constants_are_exact() -> None:
    domain = RangeDomain(frozenset())
    for compare, number in product((eq, bvult, bvslt, bvule, bvsle), VALUES):
        for swapped, holds in product((False, True), (False, True)):
            constant = bv(number, WIDTH)
            condition = compare(constant, X) if swapped else compare(X, constant)
            admitted = [
                each
                for each in VALUES
                if any(admits(state, {X: each}) for state in domain.assume({}, condition, holds=holds))
            ]
            assert admitted == [each for each in VALUES if evaluate(condition, {X: each}) is holds]


def test_addresses_are_not_null_and_differ() -> None:
    first, second = variable("&f", bit_vector(64)), variable("&g", bit_vector(64))
    domain = RangeDomain(frozenset((first, second)))
    assert not domain.assume({}, eq(first, bv(0, 64)))
    assert not domain.assume({}, eq(first, second))
    assert domain.assume({}, not_(eq(first, second)))


def test_operations_on_ranges() -> None:
    some = ((1, 3), (6, 6), (9, 12))
    assert complement(some, 4) == ((0, 0), (4, 5), (7, 8), (13, 15))
    assert intersection(some, complement(some, 4)) == ()
    assert normal([*some, *complement(some, 4)]) == every(4)
    many = tuple((4 * each, 4 * each + 1 + each % 2) for each in range(12))
    assert intersection(capped(many), many) == many
    assert len(capped(many)) < len(many)
