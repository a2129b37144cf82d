"""Recording of very long runs: the first and last lines equal those of the whole run."""

from pathlib import Path
from random import Random

import pytest

from corpus.lowered import loader
from limits import override
from surefoot.program.program import Program
from surefoot.program.properties import ASSERTIONS
from surefoot.report.document import StepEntry
from surefoot.report.limits import LIMITS
from surefoot.report.trace.folding import Gap, shortened
from surefoot.report.trace.steps import RunSteps, steps_of
from surefoot.semantics.interpreter import Violated, run
from surefoot.semantics.sampling import SampledChoices

TEXT = """
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct cell { unsigned number; struct cell *next; };
static unsigned total, table[64];
static unsigned count(unsigned n) {
    unsigned found = 0;
    for (unsigned k = 0; k < n; k++) {
        unsigned odd = 0;
        for (unsigned m = 0; m <= k; m++) odd ^= m & 1;
        found += odd;
    }
    return found;
}
int main(void) {
    struct cell *list = 0;
    unsigned late, i;
    char text[8];
    for (i = 0; i < 120; i++) {
        struct cell *new = malloc(sizeof *new);
        if (!new) return 0;
        new->number = __VERIFIER_nondet_uint() & 3;
        new->next = list;
        list = new;
        memset(text, 'a' + i % 8, 7);
        table[i % 64] = i;
        total += count(i % 5);
    }
    late = 0;
    for (struct cell *each = list; each; each = each->next) late += each->number;
    assert(late == 0);
    return 0;
}
"""
LENGTH = 400
"""So many lines are kept."""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return loader(tmp_path)(TEXT)


def recorded(program: Program, statements: int) -> RunSteps:
    """Return the steps of a failing run: all of them, if it takes no more than ``statements`` statements."""
    choices = SampledChoices(Random(1), {})  # not for secrets
    ended = run(program, ASSERTIONS, choices, max_steps=None)
    assert isinstance(ended, Violated)
    with override(LIMITS, accelerated_after=statements, last_statements=2500, pause_statements=50, steps=LENGTH):
        return steps_of(program, ASSERTIONS, choices.trace, ended)


def places(steps: list[StepEntry]) -> list[tuple[object, ...]]:
    return [(step["line"], step["function"], step["depth"], step.get("iterations")) for step in steps]


def test_lines_rounds_and_values_equal_those_of_the_whole_run(program: Program) -> None:
    whole, ends = recorded(program, 1_000_000), recorded(program, 3000)
    assert whole.unseen == 0 and ends.unseen > 3000
    assert len(ends.steps) == len(whole.steps) == LENGTH
    assert places(ends.steps) == places(whole.steps)
    assert ends.steps[: LENGTH // 2] == whole.steps[: LENGTH // 2]
    for seen, known in zip(ends.steps, whole.steps, strict=True):
        assert [change for change in known["changes"] if change not in seen["changes"]] == []
    assert ends.values == whole.values


def test_short_run_is_recorded_in_full(program: Program) -> None:
    assert recorded(program, 1_000_000).unseen == 0


def test_gap_is_reported(program: Program) -> None:
    ends = recorded(program, 3000)
    gap = Gap(ends.omitted, ends.unseen)
    assert shortened(ends.steps, gap).count(gap) == 1
