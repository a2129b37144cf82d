"""Conditions of representable results, for all operands of a small width."""

from collections.abc import Callable
from itertools import product
from operator import add, mul, sub

import pytest

from surefoot.frontend.lower.arithmetic import does_not_overflow
from surefoot.logic import bit_vector, bv, evaluate, variable

WIDTH = 4
NUMBERS = range(2**WIDTH)
LEFT, RIGHT = variable("left", bit_vector(WIDTH)), variable("right", bit_vector(WIDTH))


def number(bits: int, *, signed: bool) -> int:
    return bits - 2**WIDTH if signed and bits >= 2 ** (WIDTH - 1) else bits


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize(("opcode", "exact"), [("add", add), ("sub", sub), ("mul", mul)])
def test_conditions_are_exact(opcode: str, exact: Callable[[int, int], int], signed: bool) -> None:
    least, most = (-(2 ** (WIDTH - 1)), 2 ** (WIDTH - 1) - 1) if signed else (0, 2**WIDTH - 1)
    unknown = does_not_overflow(opcode, LEFT, RIGHT, signed=signed)
    for left, right in product(NUMBERS, NUMBERS):
        fits = least <= exact(number(left, signed=signed), number(right, signed=signed)) <= most
        assignment = {LEFT: left, RIGHT: right}
        known_left, known_right = bv(left, WIDTH), bv(right, WIDTH)
        conditions = (
            unknown,
            does_not_overflow(opcode, known_left, RIGHT, signed=signed),
            does_not_overflow(opcode, LEFT, known_right, signed=signed),
            does_not_overflow(opcode, known_left, known_right, signed=signed),
        )
        assert [evaluate(condition, assignment) for condition in conditions] == [fits] * 4, (left, right)
