"""The default engine: its members share invariants, and continue after a claim that the judge rejects."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from corpus.engine_runs import encoding_of, first_claim, portfolio_task
from corpus.small_goals import COUNT_TO_TEN, UNBOUNDED, goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.verdicts import Safe
from surefoot.engines.auto.engine import Auto
from surefoot.engines.auto.members import EngineWork, Member, Work
from surefoot.engines.auto.portfolio import Portfolio
from surefoot.engines.auto.shares import (
    USUAL,
    WITH_ARRAYS,
    WITH_CONTROL,
    WITH_POOLS,
    MemberRole,
    Shares,
    profile_of,
    shares_for,
    with_complete_unrolling,
)
from surefoot.engines.bmc import Bmc
from surefoot.engines.board import Board, UnrollingManner, first_complete_unrolling, published_invariants
from surefoot.engines.chc.spacer import Spacer
from surefoot.engines.induction.engine import KInduction
from surefoot.engines.limits import LIMITS
from surefoot.engines.registry import make_engine
from surefoot.engines.tasks import EngineTask, ProgramTask, SystemTask
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Why
from surefoot.smt.registry import SolverFactory
from surefoot.verify import pipeline
from surefoot.verify.request import Request

STATES = """int main(void) { int s = 1; while (1) { int in = __VERIFIER_nondet_int();
    if (in == 1 && s == 1) s = 2; else if (in == 2 && s == 2) s = 3; else if (in == 3 && s > 3) reach_error(); } }"""


def test_invariants_are_published(tmp_path: Path) -> None:
    goal = goal_for(STATES, tmp_path)
    solvers, budget = SolverFactory(), Budget.seconds(30)
    board = Board()
    first_claim(KInduction(), goal, solvers, budget, ignore, board)
    assert published_invariants(board)
    claim = first_claim(make_engine("bkind{max-k=1}"), goal, solvers, budget, ignore, board)
    assert isinstance(claim, ClaimsSafe)


@dataclass(frozen=True, slots=True)
class WrongUnrolling:
    """Solver that first answers that every run ends at once."""

    name: ClassVar[str] = "hasty"
    view: ClassVar[type[EngineTask]] = SystemTask

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        yield ClaimsSafe(CompleteUnrolling(1, (), "bitwuzla"))
        yield from KInduction().claims(task)


def test_the_first_accepted_claim_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal_for(UNBOUNDED, tmp_path)
    program = next(tmp_path.glob("*.c"))
    monkeypatch.setattr(pipeline, "make_engine", lambda _spec: WrongUnrolling())
    verdict = pipeline.check(Request((program,), time_limit=30)).verdict
    assert isinstance(verdict, Safe) and not isinstance(verdict.certificate, CompleteUnrolling)


def test_member_continues_with_its_next_run(tmp_path: Path) -> None:
    done: list[str] = []

    def piece(name: str) -> Work:
        def work(_task: EngineTask, budget: Budget, _publish: Callable[[Claim], None]) -> None:
            budget.spend()
            done.append(name)

        return work

    task = portfolio_task(goal_for(UNBOUNDED, tmp_path))
    member = Member(MemberRole.BOUNDED, task, iter([piece("first"), piece("second"), None, piece("third")]))
    assert (member.run_slice(Budget(), 1e-9), done) == ([], []), "the slice is over before the first work is"
    assert (member.run_slice(Budget(), 60.0), done) == ([], ["first", "second"]), "then both are run"
    assert (member.run_slice(Budget(), 60.0), done) == ([], ["first", "second", "third"])
    assert member.is_over


def test_claim_ends_the_slice(tmp_path: Path) -> None:
    claimed = GaveUp(Why.BOUND, "it is far", "go on")

    def work(_task: EngineTask, _budget: Budget, publish: Callable[[Claim], None]) -> None:
        publish(claimed)

    task = portfolio_task(goal_for(UNBOUNDED, tmp_path))
    member = Member(MemberRole.BOUNDED, task, iter([work, work]))
    assert [member.run_slice(Budget(), 60.0) for _ in range(4)] == [[claimed], [claimed], [], []]


@dataclass(frozen=True, slots=True)
class Steps:
    """Counts its steps, the first of which takes a while and cannot be interrupted."""

    done: list[int]
    name: ClassVar[str] = "steps"
    view: ClassVar[type[EngineTask]] = ProgramTask

    def claims(self, task: EngineTask) -> Iterator[Claim]:
        self.done.append(1)
        while time.thread_time() < LONG_STEP:
            pass
        task.budget.spend()
        self.done.append(2)
        yield GaveUp(Why.BOUND, "it is far", "go on")


LONG_STEP = 0.02


def test_member_skips_overdrawn_slices(tmp_path: Path) -> None:
    task = portfolio_task(goal_for(UNBOUNDED, tmp_path))
    engine = Steps([])
    member = Member(MemberRole.BOUNDED, task, iter([EngineWork(engine)]))
    for _ in range(1 + LIMITS.max_slices_skipped):
        assert (member.run_slice(Budget(), LONG_STEP / 10), engine.done) == ([], [1])
    assert member.run_slice(Budget(), LONG_STEP / 10) and engine.done == [1, 2]


def test_solver_limitation_takes_precedence_over_sample_runs_as_reason(tmp_path: Path) -> None:
    goal = goal_for(
        "int main(void) { long double x = __VERIFIER_nondet_int(); if (x * x == 3 * x * x + 5) reach_error(); }",
        tmp_path,
    )
    claim = first_claim(Auto(), goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, GaveUp) and claim.why is Why.SOLVER_GAVE_UP and "Float(15, 64)" in claim.detail


ARRAY = """
#include <stdlib.h>
int main(void) { unsigned n = __VERIFIER_nondet_int(); char *a = malloc(n);
    for (unsigned i = 0; i < n; i++) a[i] = 1; free(a); }"""
STRAIGHT = "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }"
LIST = """
#include <stdlib.h>
int main(void) { void **list = 0; while (__VERIFIER_nondet_int()) { void **more = malloc(sizeof *more); *more = list; list = more; }
    if (list && *list == list) reach_error(); }"""


@pytest.mark.parametrize(("text", "shares"), [(STATES, USUAL), (ARRAY, WITH_ARRAYS), (LIST, WITH_POOLS)])
def test_shares_follow_the_profile(text: str, shares: dict[MemberRole, float], tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    assert shares_for(profile_of(encoding_of(goal))) is shares


ROUND = """int main(void) { unsigned n = __VERIFIER_nondet_int(), a = 0, b = 0;
    for (unsigned i = 0; i < n; i++) { if (__VERIFIER_nondet_int()) a++; else b++; } if (n < 1000 && a + b != n) reach_error(); }"""


@pytest.mark.parametrize(("text", "is_so"), [(ROUND, True), (ARRAY, False), (LIST, False), (STRAIGHT, False)])
def test_numeric_programs_get_candidates_from_integers(text: str, is_so: bool, tmp_path: Path) -> None:
    task = portfolio_task(goal_for(text, tmp_path))
    task.views.system(frozenset(), Budget.seconds(30))
    work = [each for each in Portfolio(Auto(), task)._integers() if each is not None]
    assert [type(each.engine) for each in work if isinstance(each, EngineWork)] == ([Spacer] if is_so else [])
    assert not any(Portfolio(Auto(integers=False), task)._integers())


ALWAYS = frozenset({MemberRole.BOUNDED, MemberRole.FUZZING, MemberRole.INDUCTION, MemberRole.IC3})
"""Roles that are scheduled whatever the profile."""


@pytest.mark.parametrize(
    ("seen", "ahead"),
    [(UnrollingManner.AT_ONCE, MemberRole.AT_ONCE), (UnrollingManner.BOUND_BY_BOUND, MemberRole.BOUNDED)],
)
def test_a_member_with_a_complete_unrolling_gets_longer_slices(seen: UnrollingManner, ahead: MemberRole) -> None:
    changed = with_complete_unrolling(USUAL, seen)
    assert changed.keys() == USUAL.keys()
    others = set(MemberRole) - {ahead}
    assert all(0 < changed[each] <= USUAL[each] for each in others)
    assert changed[ahead] > sum(changed[each] for each in others & {*ALWAYS, MemberRole.AT_ONCE})


def test_a_complete_unrolling_is_posted(tmp_path: Path) -> None:
    goal = goal_for(COUNT_TO_TEN, tmp_path)
    board = Board()
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget.seconds(50), ignore, board)
    assert isinstance(claim, ClaimsSafe)
    assert first_complete_unrolling(board) is UnrollingManner.BOUND_BY_BOUND


def test_an_incomplete_unrolling_is_not_posted(tmp_path: Path) -> None:
    goal = goal_for(ROUND, tmp_path)
    board = Board()
    first_claim(Bmc(max_bound=20), goal, SolverFactory(), Budget.seconds(50), ignore, board)
    assert first_complete_unrolling(board) is None


WITH_GRAPHS = ALWAYS | {MemberRole.UFO, MemberRole.EUF}
ABOUT_FOUR = 4.1


@pytest.mark.parametrize(
    ("shares", "taking_turns", "deciding"),
    [
        (USUAL, ALWAYS, {MemberRole.BOUNDED, MemberRole.INDUCTION, MemberRole.IC3}),
        (USUAL, ALWAYS | {MemberRole.AT_ONCE}, {MemberRole.BOUNDED, MemberRole.AT_ONCE, MemberRole.IC3}),
        (WITH_ARRAYS, ALWAYS, {MemberRole.BOUNDED, MemberRole.INDUCTION, MemberRole.IC3}),
        (WITH_POOLS, ALWAYS - {MemberRole.IC3}, {MemberRole.BOUNDED, MemberRole.INDUCTION}),
        (WITH_CONTROL, WITH_GRAPHS, {MemberRole.BOUNDED, MemberRole.UFO, MemberRole.EUF}),
        (with_complete_unrolling(USUAL, UnrollingManner.AT_ONCE), ALWAYS | {MemberRole.AT_ONCE}, {MemberRole.AT_ONCE}),
        (
            with_complete_unrolling(USUAL, UnrollingManner.BOUND_BY_BOUND),
            ALWAYS | {MemberRole.AT_ONCE},
            {MemberRole.BOUNDED},
        ),
    ],
)
def test_deciding_members_wait_four_times_their_work(
    shares: Shares, taking_turns: set[MemberRole], deciding: set[MemberRole]
) -> None:
    together = sum(shares[each] for each in taking_turns)
    assert all((together - shares[each]) / shares[each] <= ABOUT_FOUR for each in deciding)


def _crash(*_arguments: object) -> Iterator[Claim]:
    raise KeyError("nothing of that name")


def test_a_defect_of_one_engine_does_not_end_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bmc, "claims", _crash)
    goal_for(UNBOUNDED, tmp_path)
    assert isinstance(pipeline.check(Request((next(tmp_path.glob("*.c")),), time_limit=30)).verdict, Safe)


def test_a_defect_takes_precedence_as_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineWork, "__call__", _crash)
    claims = list(Auto().claims(portfolio_task(goal_for(UNBOUNDED, tmp_path))))
    reason = claims[-1]
    assert isinstance(reason, GaveUp) and reason.why is Why.CRASHED
    assert reason.detail.startswith("a defect in surefoot in") and "KeyError" in reason.detail
