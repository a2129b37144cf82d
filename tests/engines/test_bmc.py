"""Bounded model checking: exact verdicts at exact bounds."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from corpus import small_goals
from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.events import BoundRaised, ProgressEvent, ignore
from surefoot.engines.bmc import Bmc
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Why
from surefoot.logic import Term
from surefoot.smt.contracts import Answer, NoAnswer, Solver
from surefoot.smt.registry import SolverFactory


@pytest.fixture(params=["bitwuzla", "z3", "cvc5"])
def solvers(request: pytest.FixtureRequest) -> SolverFactory:
    return SolverFactory(main=request.param, check_models=True)


def run(text: str, folder: Path, solvers: SolverFactory, engine: Bmc | None = None) -> tuple[Claim, int]:
    bounds: list[int] = []

    def watch(event: ProgressEvent) -> None:
        if isinstance(event, BoundRaised):
            bounds.append(event.bound)

    claim = first_claim(engine or Bmc(), goal_for(text, folder), solvers, Budget.seconds(50), watch)
    return claim, bounds[-1]


def test_forward_condition_holds_after_complete_unrolling(tmp_path: Path, solvers: SolverFactory) -> None:
    claim, bound = run(small_goals.COUNT_TO_TEN, tmp_path, solvers)
    assert isinstance(claim, ClaimsSafe)
    assert bound == 10


def test_violation_after_the_loop_is_found_when_it_ends(tmp_path: Path, solvers: SolverFactory) -> None:
    claim, bound = run(small_goals.COUNT_TO_NINE, tmp_path, solvers)
    assert isinstance(claim, ClaimsUnsafe)
    assert bound == 10


@pytest.mark.parametrize("depth", [1, 2, 5, 7])
def test_violation_in_round_n_is_found_at_bound_n(tmp_path: Path, solvers: SolverFactory, depth: int) -> None:
    text = (
        f"int main(void) {{ int i = 0; while (__VERIFIER_nondet_int()) {{ i++; if (i == {depth}) reach_error(); }} }}"
    )
    claim, bound = run(text, tmp_path, solvers)
    assert isinstance(claim, ClaimsUnsafe)
    assert bound == depth


def test_bound_from_an_assumption_suffices(tmp_path: Path, solvers: SolverFactory) -> None:
    claim, bound = run(small_goals.BOUNDED_BY_INPUT, tmp_path, solvers)
    assert isinstance(claim, ClaimsSafe)
    assert bound == 5


def test_max_bound_is_respected(tmp_path: Path, solvers: SolverFactory) -> None:
    claim, bound = run(small_goals.UNBOUNDED, tmp_path, solvers, Bmc(max_bound=4))
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.BOUND
    assert bound == 4


def test_time_limits_end_the_search(tmp_path: Path) -> None:
    goal = goal_for(small_goals.UNBOUNDED, tmp_path)
    with pytest.raises(OutOfBudget):
        first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(0.2), ignore)


def test_undefined_behaviour_prevents_proofs(tmp_path: Path, solvers: SolverFactory) -> None:
    text = "int a[4]; int main(void) { int i = __VERIFIER_nondet_int(); __VERIFIER_assume(i >= 0 && i <= 4); return a[i]; }"
    claim, _ = run(text, tmp_path, solvers)
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.UNDEFINED_BEHAVIOUR


def test_nested_loops_need_the_larger_count(tmp_path: Path, solvers: SolverFactory) -> None:
    text = """int main(void) { int s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) s++;
        if (s != 12) reach_error(); }"""
    claim, bound = run(text, tmp_path, solvers)
    assert isinstance(claim, ClaimsSafe)
    assert bound == 4


def test_loop_without_effect_never_ends(tmp_path: Path, solvers: SolverFactory) -> None:
    claim, _ = run(
        "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 3) ; reach_error(); }", tmp_path, solvers
    )
    assert isinstance(claim, ClaimsUnsafe)
    claim, _ = run("int main(void) { for (;;) ; reach_error(); }", tmp_path, solvers)
    assert isinstance(claim, ClaimsSafe)


class Stubborn:
    """A solver that never answers, or only when it is new."""

    def __init__(self, inner: Solver, log: list[str], *, ever: bool) -> None:
        self._inner = inner
        self._log = log
        self._ever = ever
        self.name = inner.name
        self.add, self.scope, self.close = inner.add, inner.scope, inner.close

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        self._log.append(purpose)
        if self._ever and purpose.endswith("again"):
            return self._inner.check(assumptions, purpose=purpose)
        return NoAnswer("too hard")


@pytest.mark.parametrize("ever", [True, False])
def test_solver_that_gives_up_is_replaced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, ever: bool) -> None:
    log: list[str] = []
    opened = SolverFactory.new
    monkeypatch.setattr(SolverFactory, "new", lambda factory: Stubborn(opened(factory), log, ever=ever))
    claim, _ = run(small_goals.TWO_INPUTS, tmp_path, SolverFactory())
    assert log[:2] == ["base case", "base case, again"]
    if ever:
        assert isinstance(claim, ClaimsUnsafe)
    else:
        assert isinstance(claim, GaveUp)
        assert claim.why is Why.SOLVER_GAVE_UP
