"""k-induction: proofs of unbounded loops, and unsound shortcuts of published versions."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.loop_twins import HUNDRED_ROUNDS, SAFE_AND_UNSAFE, STATE_MACHINE
from corpus.small_goals import UNBOUNDED, goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.induction.engine import KInduction
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.logic import FALSE, TRUE, bv, bvult, eq, not_
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory(check_models=True)


def claim_of(goal: Goal, engine: KInduction | None = None) -> Claim:
    return first_claim(engine or KInduction(), goal, SOLVERS, Budget.seconds(40), ignore)


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
def test_two_loops_are_not_proved_by_assuming_both_are_entered(tmp_path: Path, *, invariants: bool) -> None:
    claim = claim_of(
        goal_for(HUNDRED_ROUNDS, tmp_path), KInduction(max_k=6, invariants=invariants, directed_seconds=0.0)
    )
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.BOUND


def test_state_machine_needs_invariants(tmp_path: Path) -> None:
    goal = goal_for(STATE_MACHINE % ">", tmp_path)
    assert isinstance(claim_of(goal, KInduction(max_k=8, invariants=False)), GaveUp)
    assert isinstance(claim_of(goal), ClaimsSafe)


def test_violation_of_a_state_machine_is_found_at_its_depth(tmp_path: Path) -> None:
    goal = goal_for(STATE_MACHINE % ">=", tmp_path)
    assert isinstance(claim_of(goal, KInduction(max_k=4, invariants=False)), GaveUp)
    assert isinstance(claim_of(goal, KInduction(max_k=5, invariants=False)), ClaimsUnsafe)


@pytest.mark.parametrize(
    "text",
    [
        "static int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { return 1 / (f(__VERIFIER_nondet_int()) + 1); }",
        """int f(int n) { while (f(n - 1)) n++; return n; } int main(void) { return 1 / f(3); }""",
    ],
)
def test_programs_without_a_finite_shape_are_given_up(text: str, tmp_path: Path) -> None:
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


def test_invariant_generation_finds_violations(tmp_path: Path) -> None:
    assert isinstance(claim_of(goal_for(STATE_MACHINE % ">=", tmp_path), KInduction(max_k=4)), ClaimsUnsafe)


def test_a_certificate_proves_only_its_own_program(tmp_path: Path) -> None:
    certificate, _ = certificate_for(UNBOUNDED, tmp_path)
    for _, unsafe in SAFE_AND_UNSAFE.values():
        assert is_rejected(replace(certificate, invariants={}, k=1), goal_for(unsafe, tmp_path))
        assert is_rejected(replace(certificate, k=1), goal_for(unsafe, tmp_path))


def test_violation_after_unused_inputs(tmp_path: Path) -> None:
    text = """int main(void) { __VERIFIER_nondet_int(); int i = 0;
        while (1) { int unread = __VERIFIER_nondet_int(); if (i++ == 3) reach_error(); } }"""
    goal = goal_for(text, tmp_path)
    claim = first_claim(KInduction(search=False), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert isinstance(judge(claim, goal, (), SolverFactory(), Budget()), Unsafe)


def test_k_has_no_maximum_by_default(tmp_path: Path) -> None:
    text = "int main(void) { for (unsigned i = 0; i < 100; i++) if (i == 24) reach_error(); }"
    goal = goal_for(text, tmp_path)
    assert isinstance(claim_of(goal, KInduction(invariants=False)), ClaimsUnsafe)
    assert isinstance(claim_of(goal, KInduction(max_k=20, invariants=False)), GaveUp)
