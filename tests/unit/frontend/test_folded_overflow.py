"""Overflows that clang folds are distinguished from those in code."""

from pathlib import Path

import pytest

from surefoot.base.caveats import Direction
from surefoot.frontend.folded_overflow import folded_overflows


def overflow_lines(text: str, path: Path) -> list[int]:
    """Return the lines for which there is a caveat, if clang warns of the first ``!`` in each line."""
    path.write_text(text)
    places = [(number, line.index("!") + 1) for number, line in enumerate(text.split("\n"), 1) if "!" in line]
    warnings = [f"{path}:{line}:{column}: overflow in expression; result is -2" for line, column in places]
    caveats = list(folded_overflows([*warnings, f"{path}:1:1: another warning"]))
    assert all(caveat.direction is Direction.DROPS_BEHAVIOUR for caveat in caveats)
    return [caveat.span.line for caveat in caveats if caveat.span]


@pytest.mark.parametrize(
    "text",
    [
        "int x[] = { 1, !",
        "int x[2][2] = { { 1, 2 },\n { 3, !",
        "struct p x = (struct p){ !",
        "int *x = (int[]){ !",
        "struct p x[] = { [1] = { .a = !",
        'char *x[] = { "}", !',
    ],
)
def test_initialisers(text: str, tmp_path: Path) -> None:
    assert overflow_lines(text, tmp_path / "t.c") == [text.count("\n") + 1]


@pytest.mark.parametrize(
    "text",
    [
        "int f(int x) { return !",
        "int f(void) { if (x) { f(!",
        "int f(void) { for (;;) { x = !",
        "int x[] = { 1 }; int f(void) { y = !",
        "int f(void) { /* x = { */ y = !",
        "static int x = !",
        "int f(void) { switch (x) { case !",
        "enum { A = !",
    ],
)
def test_code(text: str, tmp_path: Path) -> None:
    assert overflow_lines(text, tmp_path / "t.c") == []


def test_a_missing_file_counts_as_an_initialiser() -> None:
    (caveat,) = folded_overflows(["/nowhere/t.c:3:4: overflow in expression; result is 1"])
    assert caveat.span and caveat.span.line == 3
