"""Unsound ranges are candidates only: wrong ones are rejected before they enter a proof."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe
from surefoot.engines.induction.engine import KInduction
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, GaveUp
from surefoot.invariants.sources import templates
from surefoot.logic import FALSE, BitVecSort, Sort, Term, Value, bv, bvule
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem

SOLVERS = SolverFactory()
LATE = """int main(void) { unsigned i = 0, j = 7; while (__VERIFIER_nondet_int()) { if (i < 1000) i++; j = 7 - j; }
    if (i %s) reach_error(); }"""


def too_narrow(
    system: ControlSystem, _constants: Mapping[Sort, Sequence[Value]], _budget: Budget
) -> dict[str, list[Term]]:
    return {
        name: [bvule(e, bv(9, e.sort.width)) for e in system.location(name).symbols if isinstance(e.sort, BitVecSort)]
        for name in system.names
    }


def unreachable(
    system: ControlSystem, _constants: Mapping[Sort, Sequence[Value]], _budget: Budget
) -> dict[str, list[Term]]:
    return {name: [FALSE] for name in system.names}


@pytest.mark.parametrize("wrong", [too_narrow, unreachable])
def test_violation_excluded_by_wrong_ranges_is_not_proved_absent(
    wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(templates, "interval_candidates", wrong)
    claim = first_claim(KInduction(max_k=2), goal_for(LATE % "== 1000", tmp_path), SOLVERS, Budget.seconds(40), ignore)
    assert isinstance(claim, GaveUp)


@pytest.mark.parametrize("wrong", [too_narrow, unreachable])
def test_wrong_ranges_reach_no_certificate(wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "interval_candidates", wrong)
    goal = goal_for(LATE % "> 1000", tmp_path)
    claim = first_claim(KInduction(max_k=4), goal, SOLVERS, Budget.seconds(40), ignore)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(40)), Safe)
    stated = [term for terms in claim.certificate.invariants.values() for term in terms]
    assert stated and FALSE not in stated
    assert not any("9:32" in str(term) for term in stated)


def test_right_ranges_give_a_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "templates", lambda *_: [])
    goal = goal_for(LATE % "> 1000", tmp_path)
    claim = first_claim(KInduction(max_k=3), goal, SOLVERS, Budget.seconds(40), ignore)
    assert isinstance(claim, ClaimsSafe)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(40)), Safe)
