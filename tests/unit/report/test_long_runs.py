"""Of a very long run the first and the last lines are told, and they are those of the whole run."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from corpus.lowered import loader
from surefoot.program.program import Program
from surefoot.program.properties import ASSERTIONS
from surefoot.report.trace import recorder, trace
from surefoot.report.trace.folding import Gap, shortened
from surefoot.report.trace.trace import RunSteps
from surefoot.semantics.inputs.sampling import SampledChoices
from surefoot.semantics.interpreter import Violated, run

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


def told(program: Program, monkeypatch: pytest.MonkeyPatch, statements: int) -> RunSteps:
    """What is told of a failing run: all of it, if it takes no more than so many ``statements``."""
    choices = SampledChoices(Random(1), {})  # not for secrets
    ended = run(program, ASSERTIONS, choices, max_steps=None)
    assert isinstance(ended, Violated)
    monkeypatch.setattr(trace, "STEPS_BEFORE_LEAPS", statements)
    monkeypatch.setattr(trace, "LAST_STATEMENTS", 2500)
    monkeypatch.setattr(trace, "LOOK", 50)
    monkeypatch.setattr(recorder, "MOST_STEPS", LENGTH)
    return trace.steps_of(program, ASSERTIONS, choices.trace, ended)


def places(steps: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    return [(step["line"], step["function"], step["depth"], step.get("iterations")) for step in steps]


def test_lines_rounds_and_values_are_those_of_the_whole_run(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, ends = told(program, monkeypatch, 1_000_000), told(program, monkeypatch, 3000)
    assert whole.unseen == 0 and ends.unseen > 3000
    assert len(ends.steps) == len(whole.steps) == LENGTH
    assert places(ends.steps) == places(whole.steps)
    assert ends.steps[: LENGTH // 2] == whole.steps[: LENGTH // 2]
    for seen, known in zip(ends.steps, whole.steps, strict=True):
        assert [change for change in known["changes"] if change not in seen["changes"]] == []
    assert ends.values == whole.values


def test_a_run_that_is_short_enough_is_told_in_full(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MOST_STEPS", 1_000_000)
    assert told(program, monkeypatch, 1_000_000).unseen == 0


def test_what_was_not_seen_is_told(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = told(program, monkeypatch, 3000)
    gap = Gap(ends.omitted, ends.unseen)
    assert shortened(ends.steps, gap).count(gap) == 1
