"""Null spaces of matrices: orthogonal to all rows, and of full dimension."""

import random
from fractions import Fraction

import pytest

from surefoot.invariants.sources.polynomials import null_space


def reduced(rows: list[list[Fraction]], width: int) -> list[list[Fraction]]:
    """Return the reduced echelon form, column by column."""
    rows = [list(row) for row in rows]
    done = 0
    for column in range(width):
        chosen = next((row for row in rows[done:] if row[column]), None)
        if chosen is None:
            continue
        rows.remove(chosen)
        rows.insert(done, [number / chosen[column] for number in chosen])
        for place, row in enumerate(rows):
            if place != done:
                rows[place] = [a - row[column] * b for a, b in zip(row, rows[done], strict=True)]
        done += 1
    return rows[:done]


@pytest.mark.parametrize("seed", range(40))
def test_vectors_are_orthogonal_and_complete(seed: int) -> None:
    choose = random.Random(seed)
    width = choose.randint(1, 6)
    basis = [[Fraction(choose.randint(-5, 5), choose.randint(1, 4)) for _ in range(width)] for _ in range(3)]
    rows = []
    for _ in range(choose.randint(0, 9)):
        factors = [choose.choice((0, 1, -2, 900)) for _ in basis]
        rows.append([sum((f * b[k] for f, b in zip(factors, basis, strict=True)), Fraction(0)) for k in range(width)])
    found = list(null_space(rows, width))
    assert all(sum(a * b for a, b in zip(row, vector, strict=True)) == 0 for row in rows for vector in found)
    assert len(found) == len(reduced(found, width)) == width - len(reduced(rows, width))


def test_free_columns_are_one_and_the_others_are_solved() -> None:
    assert list(null_space([[1, 2, 3, 7], [1, 4, 6, 13]], 4)) == [[0, Fraction(-3, 2), 1, 0], [-1, -3, 0, 1]]
