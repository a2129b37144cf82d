"""Bounded model checking: exact verdicts at exact bounds."""

from pathlib import Path

import pytest

from corpus import small_goals
from corpus.small_goals import goal_for
from surefoot.budget import Budget
from surefoot.engines.bmc import Bmc
from surefoot.errors import OutOfBudget
from surefoot.events import BoundRaised, Event, ignore
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Why
from surefoot.solvers.registry import SolverFactory


@pytest.fixture(params=["bitwuzla", "z3", "cvc5"])
def solvers(request: pytest.FixtureRequest) -> SolverFactory:
    return SolverFactory(main=request.param, check_models=True)


def run(text: str, folder: Path, solvers: SolverFactory, engine: Bmc | None = None) -> tuple[Claim, int]:
    bounds: list[int] = []

    def watch(event: Event) -> None:
        if isinstance(event, BoundRaised):
            bounds.append(event.bound)

    claim = (engine or Bmc()).run(goal_for(text, folder), solvers, Budget.seconds(50), watch)
    return claim, bounds[-1]


@pytest.mark.parametrize("incremental", [True, False])
def test_the_forward_condition_holds_once_the_loop_is_unwound(
    tmp_path: Path, solvers: SolverFactory, *, incremental: bool
) -> None:
    claim, bound = run(small_goals.COUNT_TO_TEN, tmp_path, solvers, Bmc(incremental=incremental))
    assert isinstance(claim, ClaimsSafe)
    assert bound == 10


@pytest.mark.parametrize("incremental", [True, False])
def test_a_violation_after_the_loop_is_found_when_it_ends(
    tmp_path: Path, solvers: SolverFactory, *, incremental: bool
) -> None:
    claim, bound = run(small_goals.COUNT_TO_NINE, tmp_path, solvers, Bmc(incremental=incremental))
    assert isinstance(claim, ClaimsUnsafe)
    assert bound == 10


@pytest.mark.parametrize("depth", [1, 2, 5, 7])
def test_a_violation_in_round_n_is_found_at_bound_n(tmp_path: Path, solvers: SolverFactory, depth: int) -> None:
    text = (
        f"int main(void) {{ int i = 0; while (__VERIFIER_nondet_int()) {{ i++; if (i == {depth}) reach_error(); }} }}"
    )
    claim, bound = run(text, tmp_path, solvers)
    assert isinstance(claim, ClaimsUnsafe)
    assert bound == depth


def test_a_bound_known_from_an_assumption_is_enough(tmp_path: Path, solvers: SolverFactory) -> None:
    claim, bound = run(small_goals.BOUNDED_BY_INPUT, tmp_path, solvers)
    assert isinstance(claim, ClaimsSafe)
    assert bound == 5


def test_the_greatest_bound_is_respected(tmp_path: Path, solvers: SolverFactory) -> None:
    claim, bound = run(small_goals.UNBOUNDED, tmp_path, solvers, Bmc(max_bound=4))
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.BOUND
    assert bound == 4


def test_time_limits_end_the_search(tmp_path: Path) -> None:
    goal = goal_for(small_goals.UNBOUNDED, tmp_path)
    with pytest.raises(OutOfBudget):
        Bmc().run(goal, SolverFactory(), Budget.seconds(0.2), ignore)


def test_undefined_behaviour_is_no_proof(tmp_path: Path, solvers: SolverFactory) -> None:
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


def test_a_loop_that_changes_nothing_never_leaves(tmp_path: Path, solvers: SolverFactory) -> None:
    claim, _ = run(
        "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 3) ; reach_error(); }", tmp_path, solvers
    )
    assert isinstance(claim, ClaimsUnsafe)
    claim, _ = run("int main(void) { for (;;) ; reach_error(); }", tmp_path, solvers)
    assert isinstance(claim, ClaimsSafe)
