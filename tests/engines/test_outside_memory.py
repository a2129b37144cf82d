"""Environment memory: pointers from outside point to memory of their own, in violations only."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.certify.judge import judge
from surefoot.certify.kernel.outside_memory import misused_outside_memory
from surefoot.certify.verdicts import Unknown, Unsafe, Verdict
from surefoot.engines.bmc import Bmc
from surefoot.evidence.assumptions import Assumption
from surefoot.evidence.claims import ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel
from surefoot.program.properties import DEFAULT, UNREACH_CALL
from surefoot.program.trace import Chosen
from surefoot.smt.registry import SolverFactory

DECLARED = """
struct dev { int state; struct dev *next; int data[40]; };
struct dev *get_dev(int);
extern struct dev *first;
extern struct dev *__VERIFIER_nondet_pointer(void);
char *ctermid(char *);
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void free(void *);
struct ops { void (*call)(int, int, int); };
extern struct ops *table;
int called;
void own(int a, int b, int c) { called = 1; }
void keep(void (*)(int, int, int));
"""
VIOLATIONS = {
    "result of a function without body": "struct dev *d = get_dev(1); d->state = 3; if (d->next->state == 7 && d->state == 3) reach_error();",
    "external variable": "if (first && first->next->next->state == 12) reach_error();",
    "input": "struct dev *d = __VERIFIER_nondet_pointer(); if (d->data[d->state] == 5 && d->state == 39) reach_error();",
    "uninitialised variable": "struct dev *d; if (d->state == 3) reach_error();",
    "uninitialised heap": "struct dev *d = malloc(sizeof *d); if (d->next->state == 3) reach_error();",
    "one of two": "struct dev own = {1, 0}, *d = get_dev(1) ? get_dev(2) : &own; d->state = 4; if (own.state == 1 && d->state == 4) reach_error();",
    "written on one path": "struct dev *d = get_dev(1); int old = d->state; if (old > 5) d->state = 5; if (old > 5 && d->state == 5 || d->state == -3) reach_error();",
}
NO_VIOLATIONS = {
    "function of the program": "keep(own); table->call(1, 2, 3); if (called) reach_error();",
    "zeroed heap": "struct dev *d = calloc(1, sizeof *d); if (d->next->state == 3) reach_error();",
    "written heap": "struct dev *d = malloc(sizeof *d); d->next = 0; if (d->next->state == 3) reach_error();",
    "null": "struct dev *d = 0; if (d->state == 3) reach_error();",
    "number": "struct dev *d = (struct dev *)123456; if (d->state == 3) reach_error();",
    "null from outside": "struct dev *d = get_dev(1); if (!d && d->state == 3) reach_error();",
    "not what was written": "struct dev *d = get_dev(1); d->state = 3; if (d->state != 3) reach_error();",
    "unwritten path": "struct dev *d = get_dev(1); int old = d->state; if (get_dev(2)) d->state = 1; if (d->state != 1 && d->state != old) reach_error();",
    "other object": "static struct dev mine; struct dev *d = get_dev(1); d->state = 3; if (mine.state) reach_error();",
    "overlapping heap": "struct dev *d = get_dev(1); int *q = malloc(8); if (d->state == 7 && (unsigned long)q == (unsigned long)d + 16) reach_error(); free(q);",
    "before the pointer": "struct dev *d = (struct dev *)((char *)get_dev(1) - 8); if (d->state == 9) reach_error();",
}


def goal_of(body: str, folder: Path) -> Goal:
    return goal_for(f"{DECLARED} int main(void) {{ {body} return 0; }}", folder, UNREACH_CALL)


def claimed(goal: Goal) -> ClaimsUnsafe | GaveUp:
    claim = first_claim(Bmc(outside_memory=True, max_bound=3), goal, solvers(), Budget.seconds(30))
    assert isinstance(claim, ClaimsUnsafe | GaveUp)
    return claim


def solvers() -> SolverFactory:
    return SolverFactory(check_models=True)


def judged(claim: ClaimsUnsafe, goal: Goal) -> Verdict:
    return judge(claim, goal, goal.program.caveats, solvers(), Budget.seconds(30))


@pytest.mark.parametrize("name", VIOLATIONS)
def test_violations_replay_with_their_memory(name: str, tmp_path: Path) -> None:
    goal = goal_of(VIOLATIONS[name], tmp_path)
    claim = claimed(goal)
    assert isinstance(claim, ClaimsUnsafe) and claim.trace.outside
    verdict = judged(claim, goal)
    assert isinstance(verdict, Unsafe) and verdict.assumptions == (Assumption.OUTSIDE_MEMORY,)
    without = replace(claim, trace=replace(claim.trace, outside=()))
    assert isinstance(judged(without, goal), Unknown)


@pytest.mark.parametrize("name", NO_VIOLATIONS)
def test_other_pointers_have_no_memory(name: str, tmp_path: Path) -> None:
    claim = claimed(goal_of(NO_VIOLATIONS[name], tmp_path))
    assert isinstance(claim, GaveUp) and claim.why is Why.BOUND


def test_numbers_in_arguments_point_outside(tmp_path: Path) -> None:
    function = (
        "void f(struct box *b) { struct dev *d = (struct dev *)b->handle; if (d->next->state == 5) reach_error(); }"
    )
    text = f"{DECLARED} extern void reach_error(void); struct box {{ unsigned long handle; }}; {function}"
    (tmp_path / "f.c").write_text(text)
    loaded = load_program((tmp_path / "f.c",), DataModel.LP64, UNREACH_CALL, entry="f")
    goal = Goal(loaded.program, UNREACH_CALL)
    claim = claimed(goal)
    assert isinstance(claim, ClaimsUnsafe) and isinstance(judged(claim, goal), Unsafe)


def test_values_of_the_program_may_not_point_outside(tmp_path: Path) -> None:
    outside = claimed(goal_of(VIOLATIONS["input"], tmp_path))
    assert isinstance(outside, ClaimsUnsafe)
    (memory,) = outside.trace.outside
    goal = goal_of("struct dev *d = (struct dev *)ctermid(0); if (d->state == 39) reach_error();", tmp_path)
    forged = replace(outside.trace, choices=(Chosen(memory.address),), globals={})
    assert isinstance(judged(ClaimsUnsafe(forged), goal), Unknown)
    assert "does not come from there" in (misused_outside_memory(goal, forged) or "")


def test_other_properties_assume_no_memory(tmp_path: Path) -> None:
    goal = goal_of(VIOLATIONS["input"], tmp_path)
    claim = claimed(goal)
    assert isinstance(claim, ClaimsUnsafe)
    everything = goal_for(f"{DECLARED} int main(void) {{ {VIOLATIONS['input']} return 0; }}", tmp_path, DEFAULT)
    assert isinstance(judged(claim, everything), Unknown)
    assert isinstance(claimed(everything), GaveUp)
