"""Bounded model checking with loop acceleration: exact verdicts within bounds below the number of
rounds.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.discharge import rewriting
from surefoot.discharge.obligation import Undischarged
from surefoot.engines.bmc import Bmc
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, Goal, Why
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory(check_models=True)
ENGINE = Bmc(max_bound=500)
SUM = """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), s = 0;
    for (unsigned i = 0; i < 1000000; i++) s += i;
    if (s - 1783293664u != %s) reach_error();
    if (x == s && x %% 7 == %s) reach_error();
}"""
CHECK_INSIDE = """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = 5;
    for (unsigned i = 0; i < 3000000; i++) {
        y += 2;
        if (y == %s && x > 3) reach_error();
    }
}"""
CHOICE_INSIDE = """
int main(void) {
    unsigned y = 0, i;
    for (i = 0; i < 10000000; i++)
        if (i == 9999990) y = __VERIFIER_nondet_uint() %% 4;
    if (y + i == %s) reach_error();
}"""
IN_A_FUNCTION = """
unsigned total;
void count(unsigned to) { for (unsigned i = 0; i != to; i++) total += 3; }
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    count(100000);
    if (x > 9) count(200000);
    if (total == %s) reach_error();
}"""
PHASES = """
int main(void) {
    unsigned x = 0, n = __VERIFIER_nondet_uint();
    while (x < 100000000) if (x < 10000000) x++; else x += 2;
    if (x + n %% 2 == 100000000u + %s) reach_error();
}"""
NESTED = """
int main(void) {
    unsigned s = 0, n = __VERIFIER_nondet_uint();
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 50000; j++) s += i;
    if (s == %s && n == s) reach_error();
}"""
UNKNOWN_EXIT = """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i != n && i < 1000000) i++;
    if (i == %s) reach_error();
}"""
UNKNOWN_SUM = """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), s = 0;
    for (unsigned i = 0; i < 1000000; i++) s += n;
    if (s == 1) reach_error();
}"""

TWINS = {
    "a sum before a check of an input": (SUM % (0, 9), SUM % (0, 5)),
    "a sum that is checked": (SUM % (0, 9), SUM % (1, 9)),
    "a check in the loop": (CHECK_INSIDE % 1400006, CHECK_INSIDE % 1400005),
    "a choice in the loop": (CHOICE_INSIDE % 10000004, CHOICE_INSIDE % 10000003),
    "a function that is called twice": (IN_A_FUNCTION % 600000, IN_A_FUNCTION % 900000),
    "two phases": (PHASES % 2, PHASES % 1),
    "a loop in a loop": (NESTED % 9500001, NESTED % 9500000),
}


def claim_of(goal: Goal, engine: Bmc = ENGINE) -> Claim:
    return first_claim(engine, goal, SOLVERS, Budget.seconds(50), ignore)


def verdict_on(claim: Claim, goal: Goal) -> Verdict:
    return judge(claim, goal, (), SOLVERS, Budget.seconds(50))


@pytest.mark.parametrize("name", TWINS)
def test_safe_and_unsafe_twins(name: str, tmp_path: Path) -> None:
    safe, unsafe = (goal_for(text, tmp_path) for text in TWINS[name])
    verdict = verdict_on(claim_of(safe), safe)
    assert isinstance(verdict, Safe)
    assert "in closed form" in verdict.summary
    assert isinstance(verdict_on(claim_of(unsafe), unsafe), Unsafe)


@pytest.mark.parametrize("text", [UNKNOWN_EXIT % 1000001, UNKNOWN_EXIT % 900000, UNKNOWN_SUM])
def test_rounds_that_depend_on_inputs_are_not_accelerated(text: str, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    verdict = verdict_on(claim_of(goal, Bmc(max_bound=220)), goal)
    assert isinstance(verdict, Unknown)
    assert verdict.why is Why.BOUND


def test_short_loops_are_unrolled(tmp_path: Path) -> None:
    goal = goal_for(SUM.replace("1000000", "900") % (404550 - 1783293664, 9), tmp_path)
    verdict = verdict_on(claim_of(goal, Bmc()), goal)
    assert isinstance(verdict, Safe)
    assert "in closed form" not in verdict.summary


def test_a_bound_that_is_too_small_is_rejected(tmp_path: Path) -> None:
    goal = goal_for(SUM % (0, 9), tmp_path)
    claim = claim_of(goal)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, CompleteUnrolling)
    for bound in (1, 100, 199):
        verdict = verdict_on(ClaimsSafe(replace(claim.certificate, bound=bound, pruned=())), goal)
        assert isinstance(verdict, Unknown) and verdict.why is Why.REJECTED


def test_flat_memory_is_skipped_for_accelerated_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = goal_for(
        "int main(void) { int x = __VERIFIER_nondet_int(); unsigned i = 0; while (i < 5000) i++; if (i != 5000) reach_error(); return x; }",
        tmp_path,
    )
    monkeypatch.setattr(rewriting, "confirm_rewriting", lambda *_: Undischarged({}, 1, 1))
    verdict = verdict_on(claim_of(goal), goal)
    assert isinstance(verdict, Safe)
    assert "rewriting alone" in verdict.summary
