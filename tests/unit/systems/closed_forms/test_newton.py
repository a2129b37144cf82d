"""Polynomials in the number of rounds against values of the first rounds."""

import random

import pytest

from surefoot.systems.closed_forms.newton import (
    FOREVER,
    Coefficients,
    added,
    constant,
    following,
    interpolated,
    iterations_nonnegative,
    iterations_nonzero,
    lifted,
    multiplied,
    reduced,
    subtracted,
    value_at,
)

ROUNDS = 60


def polynomial(choose: random.Random, size: int) -> Coefficients:
    return reduced(tuple(choose.randint(-size, size) for _ in range(choose.randint(1, 4))), 1 << 62)


def values(coefficients: Coefficients) -> list[int]:
    return [value_at(coefficients, number) for number in range(ROUNDS)]


@pytest.mark.parametrize("seed", range(50))
def test_arithmetic_agrees_with_values_in_each_round(seed: int) -> None:
    choose = random.Random(seed)
    left, right = polynomial(choose, 9), polynomial(choose, 9)
    pairs = list(zip(values(left), values(right), strict=True))
    assert values(added(left, right)) == [a + b for a, b in pairs]
    assert values(subtracted(left, right)) == [a - b for a, b in pairs]
    assert values(multiplied(left, right)) == [a * b for a, b in pairs]
    assert values(following(left))[:-1] == values(left)[1:]


@pytest.mark.parametrize("seed", range(50))
def test_interpolation_returns_the_polynomial(seed: int) -> None:
    choose = random.Random(seed)
    original = reduced(tuple(choose.randrange(256) for _ in range(choose.randint(1, 6))), 256)
    assert interpolated([each % 256 for each in values(original)], 256) == original


def test_linear_recurrences_with_an_odd_factor_are_polynomials_modulo_a_power_of_two() -> None:
    state, seen = 7, []
    for _ in range(200):
        seen.append(state)
        state = (1103515245 * state + 12345) % (1 << 32)
    found = interpolated(seen[:80], 1 << 32)
    assert len(found) <= 34
    assert [value_at(found, number) % (1 << 32) for number in range(200)] == seen


@pytest.mark.parametrize("seed", range(300))
def test_rounds_of_constant_sign_are_not_overestimated(seed: int) -> None:
    choose = random.Random(seed)
    coefficients = tuple(choose.randint(-12, 12) for _ in range(choose.randint(1, 4)))
    rounds = iterations_nonnegative(coefficients)
    assert all(value_at(coefficients, number) >= 0 for number in range(min(rounds, 500)))
    if len(coefficients) <= 2 and rounds < FOREVER:
        assert value_at(coefficients, rounds) < 0  # exact for counters


def test_sign_of_a_square_changes_at_its_root() -> None:
    fallen = (-5, 1)  # k - 5
    square = subtracted(multiplied(fallen, fallen), constant(4))  # positive up to 2, negative from 4 on
    assert iterations_nonnegative(square) == 4
    assert iterations_nonnegative((10**30, -3)) == 10**30 // 3 + 1


@pytest.mark.parametrize("width", [3, 5, 8])
@pytest.mark.parametrize("is_signed", [False, True])
def test_a_polynomial_over_the_integers_has_the_value_of_the_bits(width: int, *, is_signed: bool) -> None:
    choose = random.Random(width)
    for _ in range(200):
        bits = reduced(tuple(choose.randrange(1 << width) for _ in range(choose.randint(1, 3))), 1 << width)
        whole, rounds = lifted(bits, width, signed=is_signed)
        assert rounds >= 1
        for number in range(min(rounds, 300)):
            expected = value_at(bits, number) % (1 << width)
            if is_signed and expected >> (width - 1):
                expected -= 1 << width
            assert value_at(whole, number) == expected


@pytest.mark.parametrize("width", [3, 5, 8])
def test_first_root_of_a_counter_is_exact(width: int) -> None:
    choose = random.Random(width)
    for _ in range(300):
        bits = reduced(tuple(choose.randrange(1 << width) for _ in range(choose.randint(1, 3))), 1 << width)
        rounds = iterations_nonzero(bits, width)
        assert all(value_at(bits, number) % (1 << width) for number in range(min(rounds, 600)))
        if len(bits) <= 2 and rounds < FOREVER:
            assert value_at(bits, rounds) % (1 << width) == 0
