"""Spacer as an engine: proofs are confirmed by another library, violations replayed."""

import sys
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.small_goals import COUNT_TO_NINE, COUNT_TO_TEN, UNBOUNDED, goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.engines.chc import spacer
from surefoot.engines.chc.spacer import Spacer
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, ClaimsUnsafe, GaveUp
from surefoot.logic import TRUE
from surefoot.smt.contracts import NOTHING_TO_INTERPOLATE, NoAnswer
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory()


@pytest.mark.parametrize("text", [COUNT_TO_TEN, UNBOUNDED])
def test_proofs_are_confirmed_by_the_main_library(text: str, tmp_path: Path) -> None:
    claim = first_claim(Spacer(), goal_for(text, tmp_path), SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, ClaimsSafe)
    assert isinstance(claim.certificate, KInductive)
    assert claim.certificate.solver == SOLVERS.main


def test_violations_are_runs(tmp_path: Path) -> None:
    claim = first_claim(Spacer(), goal_for(COUNT_TO_NINE, tmp_path), SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, ClaimsUnsafe)


def test_wrong_solution_is_no_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spacer, "horn_solution_apart", lambda relations, *_: dict.fromkeys(relations, TRUE))
    claim = first_claim(Spacer(), goal_for(COUNT_TO_TEN, tmp_path), SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, GaveUp)
    assert "does not confirm" in claim.detail


def test_wrong_unsatisfiable_answer_is_no_violation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spacer, "horn_solution_apart", lambda *_: NoAnswer(NOTHING_TO_INTERPOLATE))
    claim = first_claim(Spacer(), goal_for(COUNT_TO_TEN, tmp_path), SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, GaveUp)


def test_failing_assertion_in_spacer_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = goal_for(COUNT_TO_TEN, tmp_path)
    encoding_of(goal, Budget.seconds(50))
    monkeypatch.setattr(sys, "executable", "/bin/false")
    claim = first_claim(Spacer(), goal, SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, GaveUp)
    assert claim.detail == "spacer ended with code 1"
