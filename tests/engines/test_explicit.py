"""Explicit-state search: deep violations of reactive programs, and states that are visited once."""

from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Unsafe
from surefoot.engines.explicit import Explicit
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.semantics.input_values import input_values
from surefoot.smt.registry import SolverFactory

LOCK = """int __VERIFIER_nondet_int(void);
static int position, opened;
void press(int key) {
    if (key == position * 3 % 7) position++;
    else if (key != 100) position = 0;
    if (key == 100 && position == LAST) opened = 1;
    if (position > 12) position = 12;
}
int main(void) {
    for (;;) {
        int key = __VERIFIER_nondet_int();
        if (key < 0 || (key > 6 && key != 100)) continue;
        press(key);
        if (opened) reach_error();
    }
}"""

QUEUE = """void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static void bump(int *where, int by) { int local[2]; local[by & 1] = by; *where += local[by & 1]; }
int main(void) {
    struct node *head = 0;
    int depth = 0, level = 0;
    for (;;) {
        int event = __VERIFIER_nondet_int();
        if (event == 1 && depth < 4) {
            struct node *new = malloc(sizeof *new);
            new->value = depth; new->next = head; head = new; depth++;
        } else if (event == 2 && head) {
            struct node *old = head;
            head = old->next;
            if (old->value == 3) bump(&level, 1);
            free(old); depth--;
        } else if (event == 77 && level >= LAST) reach_error();
        if (level > 2) level = 0;
    }
}"""

FEW_VALUES = """int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int last;
static int twice(int given) { return given == 40 ? 2 : 1; }
int main(void) {
    int event = __VERIFIER_nondet_int();
    unsigned char letter = __VERIFIER_nondet_uchar();
    last = event;
    if (letter < 200 && last == -7 && twice(event) == 2) reach_error();
    return 0;
}"""


def claim_about(goal: Goal, engine: Explicit) -> Claim:
    return first_claim(engine, goal, SolverFactory(), Budget(), ignore)


@pytest.mark.parametrize(("program", "violating", "safe"), [(LOCK, 12, 13), (QUEUE, 2, 3)], ids=["lock", "queue"])
def test_deep_violations_are_found_and_their_twins_have_none(
    program: str, violating: int, safe: int, tmp_path: Path
) -> None:
    goal = goal_for(program.replace("LAST", str(violating)), tmp_path)
    claim = claim_about(goal, Explicit())
    assert isinstance(claim, ClaimsUnsafe)
    assert isinstance(judge(claim, goal, (), SolverFactory(), Budget()), Unsafe)
    twin = goal_for(program.replace("LAST", str(safe)), tmp_path)
    answer = claim_about(twin, Explicit())
    assert isinstance(answer, GaveUp)
    assert answer.why is Why.BOUND


def test_the_number_of_states_is_limited(tmp_path: Path) -> None:
    goal = goal_for(LOCK.replace("LAST", "12"), tmp_path)
    assert isinstance(claim_about(goal, Explicit(states=3)), GaveUp)


def test_programs_without_inputs_in_loops_are_left_to_others(tmp_path: Path) -> None:
    goal = goal_for(FEW_VALUES, tmp_path)
    answer = claim_about(goal, Explicit())
    assert isinstance(answer, GaveUp)
    assert answer.why is Why.UNSUPPORTED


def test_values_of_inputs_are_those_that_copies_are_compared_with(tmp_path: Path) -> None:
    goal = goal_for(FEW_VALUES, tmp_path)
    found = {target.sort.width: set(values) for target, values in input_values(goal.program, 12).items()}
    assert found[32] == {0, 40, (1 << 32) - 7}
    assert found[8] >= {199, 200}
