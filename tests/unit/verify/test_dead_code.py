"""Reached lines, by runs, and unreachable lines, by proofs."""

from pathlib import Path

import pytest

from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.engines.registry import make_engine
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel
from surefoot.smt.registry import SolverFactory
from surefoot.verify.dead_code import EVERY_RUN, CodeReach, Reach, code_reach

PROGRAM = """\
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned limited(unsigned x) {
    if (x > 9)
        return 9; // limited
    return x;
}
static void leave(unsigned code) {
    exit((int)code);
}
int main(void) {
    unsigned n = limited(__VERIFIER_nondet_uint()), i = 0;
    while (i < n)
        i++;
    if (i == %d)
        n = 70; // counted
    if (n == 123456789)
        n = 1; // guessed
    if (n == 5) {
        leave(n);
        n = 4; // left
    }
    if (n == 6) {
        assert(n < 6);
        n = 3; // asserted
    }
    if (n == 7) {
        n /= n - 7;
        n = 2; // divided
    }
    return (int)n;
}
"""


def reach_of(text: str, folder: Path, engine: str = "auto") -> CodeReach:
    source = folder / "program.c"
    source.write_text(text)
    program = load_program([source], DataModel.LP64, EVERY_RUN).program
    return code_reach(program, make_engine(engine), SolverFactory(), Budget.seconds(60), ignore)


def lines_with(text: str, *words: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if any(f"// {word}" in line for word in words)]


@pytest.mark.parametrize(
    ("count", "unreachable"),
    [(9, ("guessed", "left", "asserted", "divided")), (10, ("counted", "guessed", "left", "asserted", "divided"))],
)
def test_exactly_the_unreachable_lines_are_reported(count: int, unreachable: tuple[str, ...], tmp_path: Path) -> None:
    text = PROGRAM % count
    found = reach_of(text, tmp_path)
    assert [line.line for line in found.lines if line.reach is Reach.UNREACHABLE] == lines_with(text, *unreachable)
    assert not [line for line in found.lines if line.reach is Reach.UNDECIDED]
    assert {line.function for line in found.lines} == {"main", "limited", "leave"}
    assert found.reason == ""


def test_undecided_lines_are_neither(tmp_path: Path) -> None:
    """Ten rounds are needed to prove that the line is unreachable."""
    text = PROGRAM % 10
    found = reach_of(text, tmp_path, "bmc{max-bound=4}")
    undecided = [line.line for line in found.lines if line.reach is Reach.UNDECIDED]
    assert set(lines_with(text, "counted", "guessed")) <= set(undecided)
    assert not [line for line in found.lines if line.reach is Reach.UNREACHABLE]
    assert found.reason
