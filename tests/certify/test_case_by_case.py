"""Disjunctions of many cases: one query first, then one query a case within reserved time."""

from collections.abc import Sequence

import pytest

from surefoot.base.budget import Budget
from surefoot.discharge import solver_portfolio
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.obligation import Discharged, DischargeResult, Obligation
from surefoot.discharge.strategy import discharge
from surefoot.logic import BOOL, Term, and_, or_, variable
from surefoot.smt.contracts import TIME_LIMIT, Answer, NoAnswer, Unsat, Use
from surefoot.smt.registry import SolverFactory

SOME = or_(*(variable(f"b{number}", BOOL) for number in range(LIMITS.few_cases + 3)))
AT_ONCE_SECONDS = 1000.0


class _Solvers:
    """Solvers without an answer to a slow first query, which exclude a case at its query ``patience
    + 1``.
    """

    def __init__(self, patience: int) -> None:
        self.seconds = 0.0
        self.asked_once: list[tuple[str, Term]] = []
        self.patience = patience

    def opened(self, name: str, use: Use, budget: Budget) -> "_Solver":
        return _Solver(self, name, use, budget)


class _Solver:
    def __init__(self, solvers: _Solvers, name: str, use: Use, budget: Budget) -> None:
        self.name = name
        self._solvers = solvers
        self._use = use
        self._budget = budget
        self._added: list[Term] = []

    def add(self, formula: Term) -> None:
        self._added.append(formula)

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:  # noqa: ARG002
        if self._use is Use.ONE_SHOT:
            self._solvers.asked_once.append((self.name, and_(*self._added)))
            self._solvers.seconds += AT_ONCE_SECONDS
            return NoAnswer(TIME_LIMIT)
        if self._solvers.patience or self._budget.is_over():
            self._solvers.patience -= 1
            return NoAnswer(TIME_LIMIT)
        return Unsat()

    def close(self) -> None:
        pass


def found_by(solvers: _Solvers, monkeypatch: pytest.MonkeyPatch) -> DischargeResult:
    monkeypatch.setattr(SolverFactory, "open_confirming", lambda _, *arguments: solvers.opened(*arguments))
    monkeypatch.setattr(solver_portfolio, "cpu_seconds", lambda: solvers.seconds)
    return discharge([Obligation("it happens", SOME)], lambda _: (), SolverFactory("bits"), Budget.seconds(30))


def test_joint_query_leaves_time_for_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    solvers = _Solvers(patience=0)
    assert found_by(solvers, monkeypatch) == Discharged("bitwuzla")
    assert {name for name, _ in solvers.asked_once} == {"bitwuzla"}


def test_repeated_query_continues_with_open_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    solvers = _Solvers(patience=3)
    assert found_by(solvers, monkeypatch) == Discharged("bitwuzla")
    assert [name for name, formula in solvers.asked_once if formula is SOME] == ["bitwuzla", "z3", "cvc5"]
