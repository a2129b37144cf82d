"""k-induction loop by loop: proofs beyond those over segments, with sound loop summaries."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.loop_twins import SAFE_AND_UNSAFE, STATE_MACHINE
from corpus.small_goals import goal_for
from corpus.worked_examples import TWO_LOOPS
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.induction.engine import KInduction
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.evidence.certificates import REWRITING, KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.logic import FALSE, TRUE
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.loop_summaries import LoopSummaries

SOLVERS = SolverFactory(check_models=True)
LOOP_WISE = KInduction(loop_wise=True)
WITHOUT_INVARIANTS = KInduction(max_k=4, invariants=False, loop_wise=True)


def claim_of(goal: Goal, engine: KInduction = LOOP_WISE) -> Claim:
    return first_claim(engine, goal, SOLVERS, Budget.seconds(40), ignore)


def verdict_on(claim: Claim, goal: Goal) -> Verdict:
    return judge(claim, goal, (), SOLVERS, Budget.seconds(40))


@pytest.mark.parametrize("name", SAFE_AND_UNSAFE)
def test_safe_and_unsafe_twins(name: str, tmp_path: Path) -> None:
    safe, unsafe = SAFE_AND_UNSAFE[name]
    goal = goal_for(safe, tmp_path)
    assert isinstance(verdict_on(claim_of(goal), goal), Safe)
    goal = goal_for(unsafe, tmp_path)
    assert isinstance(verdict_on(claim_of(goal), goal), Unsafe)


# ---- values that survive a loop

KEPT = {
    "a variable": """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x ^ 5, i = 0;
    while (__VERIFIER_nondet_int()) { i++; %s }
    if (y != (x ^ 5)) reach_error();
}""",
    "two loops": """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x ^ 5, i = 0;
    while (__VERIFIER_nondet_int()) x++;
    y = x ^ 5;
    while (__VERIFIER_nondet_int()) { i++; %s }
    if (y != (x ^ 5)) reach_error();
}""",
    "nested loops": """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x ^ 5, i = 0;
    while (__VERIFIER_nondet_int()) {
        while (__VERIFIER_nondet_int()) { i++; %s }
        if (y != (x ^ 5)) reach_error();
    }
}""",
    "the outer loop writes, the inner does not": """
int main(void) {
    unsigned x = 0, y = 5, i = 0;
    while (__VERIFIER_nondet_int()) {
        x = __VERIFIER_nondet_uint();
        y = x ^ 5;
        while (__VERIFIER_nondet_int()) { i++; %s }
        if (y != (x ^ 5)) reach_error();
    }
}""",
    "a loop in a callee": """
static unsigned x, y;
static void wait(void) { unsigned i = 0; while (__VERIFIER_nondet_int()) { i++; %s } }
int main(void) {
    x = __VERIFIER_nondet_uint();
    y = x ^ 5;
    while (__VERIFIER_nondet_int()) wait();
    if (y != (x ^ 5)) reach_error();
}""",
    "memory behind a pointer": """
static unsigned cells[2], other;
int main(void) {
    unsigned i = 0, *y = __VERIFIER_nondet_int() ? &cells[0] : &cells[1], x = __VERIFIER_nondet_uint();
    *y = x ^ 5;
    while (__VERIFIER_nondet_int()) { i++; other = i; %s }
    if (*y != (x ^ 5)) reach_error();
}""",
    "an array with an unknown index": """
static unsigned cells[300];
int main(void) {
    unsigned at = __VERIFIER_nondet_uint() %% 300, i = 0, x = __VERIFIER_nondet_uint(), *y = &cells[at];
    *y = x ^ 5;
    while (__VERIFIER_nondet_int()) { i++; %s }
    if (cells[at] != (x ^ 5)) reach_error();
}""",
}
WRITES = {name: "if (i == 4) *y = x;" if "*y" in text else "if (i == 4) y = x;" for name, text in KEPT.items()}


@pytest.mark.parametrize("name", KEPT)
def test_unmodified_values_survive_a_loop_without_invariants(name: str, tmp_path: Path) -> None:
    goal = goal_for(KEPT[name] % "", tmp_path)
    claim = claim_of(goal, replace(WITHOUT_INVARIANTS, loop_wise=False, max_k=3))
    assert isinstance(claim, GaveUp) and claim.why is Why.BOUND
    verdict = verdict_on(claim_of(goal, WITHOUT_INVARIANTS), goal)
    assert isinstance(verdict, Safe)
    assert "the property is 1-inductive loop by loop" in verdict.summary


@pytest.mark.parametrize("name", KEPT)
def test_values_modified_late_do_not_survive_a_loop(name: str, tmp_path: Path) -> None:
    goal = goal_for(KEPT[name] % WRITES[name], tmp_path)
    assert isinstance(claim_of(goal, replace(WITHOUT_INVARIANTS, max_k=1)), GaveUp)
    assert isinstance(verdict_on(claim_of(goal, WITHOUT_INVARIANTS), goal), Unsafe)


def test_exit_condition_holds_after_a_loop(tmp_path: Path) -> None:
    text = """int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0; while (i < n) i++;
    while (j != i) j++; if (j %s n) reach_error(); }"""
    assert isinstance(claim_of(goal_for(text % "<", tmp_path), WITHOUT_INVARIANTS), ClaimsSafe)
    assert isinstance(claim_of(goal_for(text % "==", tmp_path), WITHOUT_INVARIANTS), ClaimsUnsafe)


# ---- no failure is left out

FAILING_LATE = {
    "zero rounds of the second loop": TWO_LOOPS % 6,
    "many rounds of both": """int main(void) { unsigned a = 0, b = 0; while (__VERIFIER_nondet_int()) if (a < 9) a++;
        while (__VERIFIER_nondet_int()) if (b < a) b++; if (b == 5) reach_error(); }""",
    "in the inner loop": """int main(void) { unsigned a = 0; while (__VERIFIER_nondet_int()) { a++;
        while (__VERIFIER_nondet_int()) if (a == 5) reach_error(); if (a > 7) a = 0; } }""",
    "in the outer loop, by the inner": """int main(void) { unsigned a = 0; while (__VERIFIER_nondet_int()) {
        while (__VERIFIER_nondet_int()) if (a < 7) a++; if (a == 5) reach_error(); a = 0; } }""",
    "out of two loops": """int main(void) { unsigned a = 0; while (1) { while (__VERIFIER_nondet_int()) { if (a < 7) a++;
        if (__VERIFIER_nondet_int()) goto out; } } out: if (a == 6) reach_error(); }""",
    "return from a loop in a callee": """static unsigned up(unsigned a) { while (1) { if (a < 7) a++; if (__VERIFIER_nondet_int()) return a; } }
        int main(void) { unsigned a = 0; while (__VERIFIER_nondet_int()) a = up(0); if (a == 6) reach_error(); }""",
    "a jump into a loop": """int main(void) { unsigned a = 0; if (__VERIFIER_nondet_int()) goto in; a = 9;
        while (__VERIFIER_nondet_int()) { a = 8; in: while (__VERIFIER_nondet_int()) if (a < 7) a++; if (a == 5) reach_error(); } }""",
    "by an inner loop that gives another value in each round": """int main(void) { unsigned a = 0, b = 0;
        while (__VERIFIER_nondet_int()) { a = b; b = 0; while (__VERIFIER_nondet_int()) if (b < 30) b++; }
        if (a == 5 && b == 25) reach_error(); }""",
    "through a pointer": """unsigned x, y; int main(void) { unsigned *p = &x; while (__VERIFIER_nondet_int()) {
        if (*p < 7) ++*p; else p = &y; } if (x == 5) reach_error(); }""",
    "undefined": """int a[5]; int main(void) { unsigned i = 0; while (__VERIFIER_nondet_int()) { a[i] = 1; if (i < 8) i++; } }""",
}


@pytest.mark.parametrize("name", FAILING_LATE)
def test_violation_in_a_late_round_fails_the_step(name: str, tmp_path: Path) -> None:
    goal = goal_for(FAILING_LATE[name], tmp_path)
    system = encoding_of(goal, Budget.seconds(40)).system
    with closing(SystemSolver(system, SOLVERS.new())) as solver:
        step = InductiveStep(system, solver, {}, summaries=LoopSummaries(system))
        assert [step.holds(k) for k in (1, 2, 3)] == [False] * 3


# ---- evidence


def is_rejected(certificate: KInductive, goal: Goal) -> bool:
    verdict = verdict_on(ClaimsSafe(certificate), goal)
    return isinstance(verdict, Unknown) and verdict.why is Why.REJECTED


def certificate_for(goal: Goal) -> KInductive:
    claim = claim_of(goal)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive)
    assert claim.certificate.loop_wise
    return claim.certificate


def test_tampered_certificates_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(STATE_MACHINE % ">", tmp_path)
    certificate = certificate_for(goal)
    assert not is_rejected(certificate, goal)
    ((place, terms),) = certificate.invariants.items()
    assert is_rejected(replace(certificate, k=0), goal)
    assert is_rejected(replace(certificate, invariants={}), goal)
    assert is_rejected(replace(certificate, invariants={place: (FALSE,)}), goal)
    assert is_rejected(replace(certificate, invariants={place: (*terms, FALSE)}), goal)
    assert is_rejected(replace(certificate, invariants={f"{place}0": terms}), goal)
    assert is_rejected(replace(certificate, lemmas={place: (TRUE,)}), goal)
    assert is_rejected(replace(certificate, simple_paths=True), goal)


def test_loop_wise_proof_is_none_over_segments(tmp_path: Path) -> None:
    goal = goal_for(KEPT["a variable"] % "", tmp_path)
    claim = claim_of(goal, WITHOUT_INVARIANTS)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive)
    assert is_rejected(replace(claim.certificate, loop_wise=False), goal)


def test_a_certificate_proves_only_its_own_program(tmp_path: Path) -> None:
    certificate = KInductive(1, {}, REWRITING, loop_wise=True)
    assert not is_rejected(certificate, goal_for(KEPT["a variable"] % "", tmp_path))
    for text in FAILING_LATE.values():
        goal = goal_for(text, tmp_path)
        assert all(is_rejected(replace(certificate, k=k), goal) for k in (1, 2))
