"""A proof confirmed by rewriting alone is replaced if another one is found in time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from corpus.small_goals import goal_for
from limits import changed
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Verdict
from surefoot.engines.bmc import Bmc
from surefoot.engines.induction.engine import KInduction
from surefoot.engines.runner import Runner
from surefoot.engines.tasks import EngineTask, PortfolioTask
from surefoot.evidence.certificates import CompleteUnrolling, KInductive
from surefoot.evidence.claims import Claim, GaveUp, Why
from surefoot.smt.registry import SolverFactory
from surefoot.verify import deciding
from surefoot.verify.deciding import DecisionOptions, Statistics, decide
from surefoot.verify.limits import LIMITS

LOOP = "int main(void) { int i = 0; while (i < 3) i++; if (i != 3) __VERIFIER_error(); return 0; }"


class Several:
    """An engine that makes the claims of others, and then what ``rest`` does."""

    name: ClassVar[str] = "several"
    view: ClassVar[type[EngineTask]] = PortfolioTask

    def __init__(self, *engines: Bmc | KInduction, rest: Callable[[Budget], Iterator[Claim]]) -> None:
        self._engines = engines
        self._rest = rest

    def claims(self, task: EngineTask) -> Iterator[Claim]:
        runner = Runner(task.solvers, task.on_event, task.board, task.views)
        for engine in self._engines:
            yield next(runner.claims(engine, task.goal, task.budget))
        yield from self._rest(task.budget)


def for_ever(budget: Budget) -> Iterator[Claim]:
    while True:
        budget.spend()
        yield from ()


def gives_up(_budget: Budget) -> Iterator[Claim]:
    yield GaveUp(Why.BOUND, "no idea")


def verdict_of(engine: Several, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Verdict:
    """Return the verdict if only rewriting confirms complete unrollings."""

    def sceptical(claim: Claim, *others: object) -> Verdict:
        found = judge(claim, *others)  # type: ignore[arg-type]
        if isinstance(found, Safe) and isinstance(found.certificate, CompleteUnrolling):
            return replace(found, rests_on_rewriting_alone=True)
        return found

    monkeypatch.setattr(deciding, "judge", sceptical)
    monkeypatch.setattr(deciding, "LIMITS", changed(LIMITS, better_proof_seconds=1.0))
    return decide(
        goal_for(LOOP, folder), engine, DecisionOptions(), SolverFactory(), Budget(), Statistics(), ignore
    ).verdict


def test_stronger_evidence_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict_of(Several(Bmc(), KInduction(search=False), rest=gives_up), tmp_path, monkeypatch)
    assert isinstance(found, Safe)
    assert isinstance(found.certificate, KInductive)


@pytest.mark.parametrize("rest", [for_ever, gives_up])
def test_first_proof_counts_without_another(
    rest: Callable[[Budget], Iterator[Claim]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = verdict_of(Several(Bmc(), rest=rest), tmp_path, monkeypatch)
    assert isinstance(found, Safe)
    assert found.rests_on_rewriting_alone
