"""Combinations of polynomials modulo a power of two: found ones are right, and existing ones are
found.
"""

from itertools import product
from random import Random

import pytest

from surefoot.logic import bit_vector, variable
from surefoot.logic.ring.fitting import monomials_of, vanishing
from surefoot.logic.ring.membership import Combinations, Multipliers
from surefoot.logic.ring.polynomials import Polynomial

WIDTH = 4
X, Y, Z = (variable(name, bit_vector(WIDTH)) for name in "xyz")
MONOMIALS = monomials_of((X, Y, Z), 2)


def polynomial(*parts: tuple[int, str]) -> Polynomial:
    """Return the sum of numbers times products of letters."""
    named = {"x": X, "y": Y, "z": Z}
    total = Polynomial(WIDTH, {})
    for number, letters in parts:
        product_of_letters = Polynomial.constant(number, WIDTH)
        for letter in letters:
            product_of_letters *= Polynomial.unknown(named[letter])
        total += product_of_letters
    return total


def combined(hypotheses: list[Polynomial], multipliers: Multipliers) -> Polynomial:
    total = Polynomial(WIDTH, {})
    for number, multiplier in multipliers.items():
        total += multiplier * hypotheses[number]
    return total


def random_polynomial(random: Random) -> Polynomial:
    return Polynomial(WIDTH, {random.choice(MONOMIALS): random.randrange(16) for _ in range(3)})


@pytest.mark.parametrize("seed", range(200))
@pytest.mark.parametrize("solving", [True, False])
def test_sums_of_multiples_are_found(seed: int, solving: bool) -> None:
    random = Random(seed)
    hypotheses = [random_polynomial(random) for _ in range(3)]
    goal = Polynomial(WIDTH, {})
    for each in hypotheses:
        goal = goal.plus(each, random.randrange(16))
    found = Combinations(hypotheses, WIDTH, solving=solving).of(goal)
    assert found is not None and combined(hypotheses, found) == goal


@pytest.mark.parametrize("seed", range(200))
def test_found_combinations_are_right(seed: int) -> None:
    random = Random(seed)
    hypotheses = [random_polynomial(random) for _ in range(3)]
    goal = random_polynomial(random)
    combinations = Combinations(hypotheses, WIDTH)
    found = combinations.of(goal)
    assert found is None or combined(hypotheses, found) == goal
    constant = combinations.of_a_constant()
    if constant is not None:
        assert constant[0] and combined(hypotheses, constant[1]) == Polynomial.constant(constant[0], WIDTH)


def test_even_pivots_are_used_in_full() -> None:
    odd_is_even = Combinations([polynomial((2, "x"), (1, ""))], WIDTH)
    assert odd_is_even.of_a_constant() is not None, "8 (2x + 1) is 8"
    twice = [polynomial((4, "x"), (2, "y"))]
    assert Combinations(twice, WIDTH).of(polynomial((8, "y"))) is not None, "4 (4x + 2y) is 8y"
    assert Combinations(twice, WIDTH).of(polynomial((2, "x"), (1, "y"))) is None, "halves are lost"


def test_multipliers_may_have_unknowns() -> None:
    hypotheses = [polynomial((1, "x"), (-1, "yy")), polynomial((1, "z"), (-1, "xy"))]
    found = Combinations(hypotheses, WIDTH).of(polynomial((1, "z"), (-1, "yyy")))
    assert found is not None and combined(hypotheses, found) == polynomial((1, "z"), (-1, "yyy"))


def test_hypotheses_with_a_common_zero_are_no_contradiction() -> None:
    assert (
        Combinations([polynomial((1, "xy"), (-1, "")), polynomial((3, "x"), (-3, ""))], WIDTH).of_a_constant() is None
    )


@pytest.mark.parametrize("seed", range(30))
def test_fitted_polynomials_vanish_and_are_complete(seed: int) -> None:
    random = Random(seed)
    slope, start = random.randrange(16), random.randrange(16)
    samples = [{X: n, Y: (slope * n + start) % 16, Z: n * n % 16} for n in range(16)]
    found = list(vanishing(samples, MONOMIALS, WIDTH))
    values = [[each[X], each[Y], each[Z]] for each in samples]
    for form, (x, y, z) in product(found, values):
        named = {X: x, Y: y, Z: z}
        total = 0
        for monomial, number in form.coefficients.items():
            for factor in monomial:
                number *= named[factor]  # noqa: PLW2901 - the product so far
            total += number
        assert total % 16 == 0
    line = polynomial((1, "y"), (-slope, "x"), (-start, ""))
    assert Combinations(found, WIDTH).of(line) is not None
