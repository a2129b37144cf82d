"""Inductive invariants for each loop from a k-inductive proof, each checked."""

from pathlib import Path

from corpus.engine_runs import encoding_of, first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.kernel.k_inductive import location_invariants
from surefoot.certify.verdicts import Safe
from surefoot.engines.registry import make_engine
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, Goal
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory(check_models=True)
DELAYED = """int main(void) {
    int a = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), x = a, y = a, i = 0;
    while (i != n) { i++; if (x != a) reach_error(); x = y; y = %s; }
}"""


def proof_of(goal: Goal, engine: str) -> tuple[KInductive, KInductive | None]:
    claim = first_claim(make_engine(engine), goal, SOLVERS, Budget.seconds(30), ignore)
    verdict = judge(claim, goal, (), SOLVERS, Budget.seconds(30))
    assert isinstance(verdict, Safe)
    assert isinstance(verdict.certificate, KInductive)
    return verdict.certificate, verdict.inductive


def test_conditions_of_the_next_segments_are_inductive(tmp_path: Path) -> None:
    goal = goal_for(DELAYED % "a", tmp_path)
    certificate, inductive = proof_of(goal, "kind{invariants=no}")
    assert certificate.k == 3
    assert inductive is not None and inductive.k == 1
    again = judge(ClaimsSafe(inductive), goal, (), SOLVERS, Budget.seconds(30))
    assert isinstance(again, Safe) and again.inductive is inductive


def test_segments_with_inputs_would_need_a_quantifier(tmp_path: Path) -> None:
    text = DELAYED % "a + 0 * __VERIFIER_nondet_int()"
    certificate, inductive = proof_of(
        goal_for(text.replace("i++", "i += __VERIFIER_nondet_int()"), tmp_path), "kind{invariants=no}"
    )
    assert certificate.k > 1
    assert inductive is None


def test_invariant_that_is_not_inductive_is_omitted(tmp_path: Path) -> None:
    certificate, _ = proof_of(goal_for(DELAYED % "a", tmp_path), "kind{invariants=no}")
    other = goal_for(DELAYED % "a + 1", tmp_path)
    system = encoding_of(other, Budget.seconds(30)).system
    assert location_invariants(system, certificate, SOLVERS, Budget.seconds(30)) is None
