"""k-induction: proofs of unbounded loops, and the traps in which published versions said safe."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.small_goals import UNBOUNDED, goal_for
from surefoot.budget import Budget
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.kinduction import KInduction
from surefoot.events import ignore
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.logic import FALSE, TRUE, bv, bvult, eq, not_
from surefoot.solvers.registry import SolverFactory

SOLVERS = SolverFactory(check_models=True)

COUNT_DOWN = "int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x > 0) x--; if (x != 0) reach_error(); }"
TWO_LOOPS = """
int main(void) {
    unsigned x = 0, n = __VERIFIER_nondet_uint();
    while (x < n) x++;
    int y = __VERIFIER_nondet_int(), ok = 0;
    while (y > 0) { y--; ok = 1; }
    if (!(ok || x < 100)) reach_error();
}"""
STATE_MACHINE = """
int main(void) {
    int s = 1;
    while (1) {
        unsigned in = __VERIFIER_nondet_uint();
        if (in > 5) return 0;
        else if (in == 1 && s == 1) s = 2;
        else if (in == 2 && s == 2) s = 3;
        else if (in == 3 && s == 3) s = 4;
        else if (in == 4 && s == 4) s = 5;
        else if (in == 5 && s %s 5) reach_error();
    }
}"""
SAFE_AND_UNSAFE = {
    "count down": (COUNT_DOWN, COUNT_DOWN.replace("x != 0", "x == 0")),
    "state machine": (STATE_MACHINE % ">", STATE_MACHINE % ">="),
    "break": (
        """int main(void) { int i = 0, flag = 0; while (1) { if (__VERIFIER_nondet_int()) { flag = 1; break; } i++; }
        if (!flag) reach_error(); }""",
        """int main(void) { int i = 0, flag = 0; while (1) { if (__VERIFIER_nondet_int()) { flag = 1; break; } i++; }
        if (flag) reach_error(); }""",
    ),
    "return": (
        "int main(void) { int i = 0; while (1) { if (i < 0) reach_error(); if (__VERIFIER_nondet_int()) return 0; if (i < 9) i++; } }",
        "int main(void) { int i = 0; while (1) { if (i > 2) reach_error(); if (__VERIFIER_nondet_int()) return 0; if (i < 9) i++; } }",
    ),
    "goto": (
        """int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; again: if (i < n) { i++; goto again; }
        if (i != n) reach_error(); }""",
        """int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; again: if (i < n) { i++; goto again; }
        if (i == n && n > 2) reach_error(); }""",
    ),
    "do while": (
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; do i++; while (i < n); if (i < 1) reach_error(); }",
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; do i++; while (i < n); if (i > n) reach_error(); }",
    ),
    "nested": (
        """int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0; for (unsigned i = 0; i < n; i++) { s = 0;
        for (unsigned j = 0; j < i; j++) s = 2; } if (s != 0 && s != 2) reach_error(); }""",
        """int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0; for (unsigned i = 0; i < n; i++) { s = 0;
        for (unsigned j = 0; j < i; j++) s = 2; } if (s != 0) reach_error(); }""",
    ),
    "array": (
        """int a[200]; int main(void) { while (1) { unsigned i = __VERIFIER_nondet_uint() % 200; a[i] = 7;
        if (a[i] != 7) reach_error(); } }""",
        """int a[200]; int main(void) { while (1) { unsigned i = __VERIFIER_nondet_uint() % 200; a[i] = 7;
        if (a[9] == 7 && i != 9) reach_error(); } }""",
    ),
    "pointer": (
        """int x, y; int main(void) { int *p = &x; while (__VERIFIER_nondet_int()) { p = __VERIFIER_nondet_int() ? &x : &y; *p = 1; }
        if (x != 0 && x != 1) reach_error(); }""",
        """int x, y; int main(void) { int *p = &x; while (__VERIFIER_nondet_int()) { p = __VERIFIER_nondet_int() ? &x : &y; *p = 1; }
        if (x == 1 && y == 1) reach_error(); }""",
    ),
    "call": (
        """static int step(int x) { return x < 50 ? x + 1 : 0; } int main(void) { int x = 0;
        while (__VERIFIER_nondet_int()) x = step(x); if (x > 50 || x < 0) reach_error(); }""",
        """static int step(int x) { return x < 50 ? x + 1 : 0; } int main(void) { int x = 0;
        while (__VERIFIER_nondet_int()) x = step(x); if (x > 5) reach_error(); }""",
    ),
}


def claim_of(goal: Goal, engine: KInduction | None = None) -> Claim:
    return (engine or KInduction()).run(goal, SOLVERS, Budget.seconds(40), ignore)


def verdict_on(claim: Claim, goal: Goal) -> Verdict:
    return judge(claim, goal, (), SOLVERS, Budget.seconds(40))


@pytest.mark.parametrize("name", SAFE_AND_UNSAFE)
def test_safe_and_unsafe_twins(name: str, tmp_path: Path) -> None:
    safe, unsafe = SAFE_AND_UNSAFE[name]
    goal = goal_for(safe, tmp_path)
    assert isinstance(verdict_on(claim_of(goal), goal), Safe)
    goal = goal_for(unsafe, tmp_path)
    assert isinstance(verdict_on(claim_of(goal), goal), Unsafe)


@pytest.mark.parametrize("invariants", [True, False])
def test_two_loops_are_never_proved_by_assuming_that_both_are_entered(tmp_path: Path, *, invariants: bool) -> None:
    claim = claim_of(goal_for(TWO_LOOPS, tmp_path), KInduction(max_k=6, invariants=invariants))
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.BOUND


def test_a_state_machine_needs_invariants(tmp_path: Path) -> None:
    goal = goal_for(STATE_MACHINE % ">", tmp_path)
    assert isinstance(claim_of(goal, KInduction(max_k=8, invariants=False)), GaveUp)
    assert isinstance(claim_of(goal), ClaimsSafe)


def test_the_violation_of_a_state_machine_is_found_at_its_depth(tmp_path: Path) -> None:
    goal = goal_for(STATE_MACHINE % ">=", tmp_path)
    assert isinstance(claim_of(goal, KInduction(max_k=4)), GaveUp)
    assert isinstance(claim_of(goal, KInduction(max_k=5)), ClaimsUnsafe)


@pytest.mark.parametrize(
    "text",
    [
        "static int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { return f(__VERIFIER_nondet_int()); }",
        """int f(int n) { while (f(n - 1)) n++; return n; } int main(void) { return f(3); }""",
        """union { int i; char c[4]; } u; int main(void) { while (1) { if (__VERIFIER_nondet_int()) u.i = 3; else u.c[1] = 2; } }""",
        """void *malloc(unsigned long); int main(void) { int **p = 0; while (__VERIFIER_nondet_int()) { int **q = malloc(8);
        *q = (int *)p; p = q; } }""",
    ],
)
def test_what_has_no_finite_shape_is_given_up(text: str, tmp_path: Path) -> None:
    claim = claim_of(goal_for(text, tmp_path), KInduction(max_k=3))
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.UNSUPPORTED


def certificate_for(text: str, folder: Path) -> tuple[KInductive, Goal]:
    goal = goal_for(text, folder)
    claim = claim_of(goal)
    assert isinstance(claim, ClaimsSafe)
    assert isinstance(claim.certificate, KInductive)
    return claim.certificate, goal


def is_rejected(certificate: KInductive, goal: Goal) -> bool:
    verdict = verdict_on(ClaimsSafe(certificate), goal)
    return isinstance(verdict, Unknown) and verdict.why is Why.REJECTED


def test_tampered_certificates_are_rejected(tmp_path: Path) -> None:
    certificate, goal = certificate_for(STATE_MACHINE % ">", tmp_path)
    assert not is_rejected(certificate, goal)
    ((place, terms),) = certificate.invariants.items()
    symbol = next(iter(terms[0].args[0].args)) if terms[0].args[0].args else terms[0].args[0]
    narrow = bvult(symbol, bv(2, 32)) if symbol.sort.width == 32 else not_(terms[0])
    assert is_rejected(replace(certificate, k=0), goal)
    assert is_rejected(replace(certificate, invariants={}), goal)
    assert is_rejected(replace(certificate, invariants={place: (FALSE,)}), goal)
    assert is_rejected(replace(certificate, invariants={place: (TRUE,)}), goal)
    assert is_rejected(replace(certificate, invariants={place: (*terms, narrow)}), goal)
    assert is_rejected(replace(certificate, invariants={place: (*terms, eq(bv(1, 8), bv(1, 8)), symbol)}), goal)
    assert is_rejected(replace(certificate, invariants={place[:-1]: terms}), goal)


def test_a_certificate_proves_only_its_own_program(tmp_path: Path) -> None:
    certificate, _ = certificate_for(UNBOUNDED, tmp_path)
    for _, unsafe in SAFE_AND_UNSAFE.values():
        assert is_rejected(replace(certificate, invariants={}, k=1), goal_for(unsafe, tmp_path))
        assert is_rejected(replace(certificate, k=1), goal_for(unsafe, tmp_path))


def test_a_violation_after_inputs_that_nobody_reads(tmp_path: Path) -> None:
    text = """int main(void) { __VERIFIER_nondet_int(); int i = 0;
        while (1) { int unread = __VERIFIER_nondet_int(); if (i++ == 3) reach_error(); } }"""
    goal = goal_for(text, tmp_path)
    claim = KInduction(search=False).run(goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert isinstance(judge(claim, goal, (), SolverFactory(), Budget()), Unsafe)
