"""The default engine: what one engine found helps the next, and a claim that is not accepted is not the last one."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from corpus.small_goals import COUNT_TO_TEN, UNBOUNDED, goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import Watcher, ignore
from surefoot.certify.verdicts import Safe
from surefoot.engines.auto.engine import Auto
from surefoot.engines.auto.lanes import MOST_TURNS_SKIPPED, Context, EngineWork, Lane, Work
from surefoot.engines.auto.shares import (
    USUAL,
    WITH_ARRAYS,
    WITH_CONTROL,
    WITH_POOLS,
    Purpose,
    Shares,
    shares_for,
    with_ends,
)
from surefoot.engines.bmc.engine import Bmc
from surefoot.engines.chc.spacer import Spacer
from surefoot.engines.concrete.probe import Probe
from surefoot.engines.contracts import Persistent
from surefoot.engines.kind.engine import KInduction
from surefoot.engines.registry import make_engine
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, EndsSeen, GaveUp, Goal, Why
from surefoot.smt.registry import SolverFactory
from surefoot.verify import pipeline
from surefoot.verify.request import Request

STATES = """int main(void) { int s = 1; while (1) { int in = __VERIFIER_nondet_int();
    if (in == 1 && s == 1) s = 2; else if (in == 2 && s == 2) s = 3; else if (in == 3 && s > 3) reach_error(); } }"""


def test_invariants_are_handed_on(tmp_path: Path) -> None:
    goal = goal_for(STATES, tmp_path)
    solvers, budget = SolverFactory(), Budget.seconds(30)
    KInduction().run(goal, solvers, budget, ignore)
    assert goal.shared.invariants
    claim = make_engine("bkind{max-k=1}").run(goal, solvers, budget, ignore)
    assert isinstance(claim, ClaimsSafe)


@dataclass(frozen=True, slots=True)
class Hasty:
    """Says at first that every run ends at once."""

    name: ClassVar[str] = "hasty"

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        return next(self.attempts(goal, solvers, budget, on_event))

    def attempts(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Iterator[Claim]:
        yield ClaimsSafe(CompleteUnrolling(1, (), "bitwuzla"))
        yield KInduction().run(goal, solvers, budget, on_event)


def test_the_first_accepted_claim_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal_for(UNBOUNDED, tmp_path)
    program = next(tmp_path.glob("*.c"))
    monkeypatch.setattr(pipeline, "make_engine", lambda _spec: Hasty())
    verdict = pipeline.check(Request((program,), time_limit=30)).verdict
    assert isinstance(verdict, Safe) and not isinstance(verdict.certificate, CompleteUnrolling)


def test_a_lane_goes_on_when_a_piece_of_work_is_done(tmp_path: Path) -> None:
    done: list[str] = []

    def piece(name: str) -> Work:
        def work(_context: Context, budget: Budget, _tell: Callable[[Claim], None]) -> None:
            budget.spend()
            done.append(name)

        return work

    context = Context(goal_for(UNBOUNDED, tmp_path), SolverFactory(), ignore)
    lane = Lane(Purpose.BOUNDED, context, iter([piece("first"), piece("second"), None, piece("third")]))
    assert (lane.take_turn(Budget(), 1e-9), done) == ([], []), "the turn is over before the first piece is"
    assert (lane.take_turn(Budget(), 60.0), done) == ([], ["first", "second"]), "then both have time"
    assert (lane.take_turn(Budget(), 60.0), done) == ([], ["first", "second", "third"])
    assert lane.is_over


def test_a_claim_ends_the_turn(tmp_path: Path) -> None:
    claimed = GaveUp(Why.BOUND, "it is far", "go on")

    def work(_context: Context, _budget: Budget, tell: Callable[[Claim], None]) -> None:
        tell(claimed)

    context = Context(goal_for(UNBOUNDED, tmp_path), SolverFactory(), ignore)
    lane = Lane(Purpose.BOUNDED, context, iter([work, work]))
    assert [lane.take_turn(Budget(), 60.0) for _ in range(4)] == [[claimed], [claimed], [], []]


@dataclass(frozen=True, slots=True)
class Steps:
    """Counts its steps, the first of which takes a while and cannot be interrupted."""

    done: list[int]
    name: ClassVar[str] = "steps"

    def run(self, _goal: Goal, _solvers: SolverFactory, budget: Budget, _on_event: Watcher) -> Claim:
        self.done.append(1)
        while time.thread_time() < LONG_STEP:
            pass
        budget.spend()
        self.done.append(2)
        return GaveUp(Why.BOUND, "it is far", "go on")


LONG_STEP = 0.02


def test_who_took_too_long_skips_turns(tmp_path: Path) -> None:
    context = Context(goal_for(UNBOUNDED, tmp_path), SolverFactory(), ignore)
    engine = Steps([])
    lane = Lane(Purpose.BOUNDED, context, iter([EngineWork(engine)]))
    for _ in range(1 + MOST_TURNS_SKIPPED):
        assert (lane.take_turn(Budget(), LONG_STEP / 10), engine.done) == ([], [1])
    assert lane.take_turn(Budget(), LONG_STEP / 10) and engine.done == [1, 2]


def test_the_default_goes_on() -> None:
    assert isinstance(Auto(), Persistent) and not isinstance(Probe(), Persistent)


def test_what_a_solver_cannot_do_is_the_reason_not_the_number_of_sample_runs(tmp_path: Path) -> None:
    goal = goal_for(
        "int main(void) { long double x = __VERIFIER_nondet_int(); if (x * x == 3 * x * x + 5) reach_error(); }",
        tmp_path,
    )
    claim = Auto().run(goal, SolverFactory(), Budget.seconds(30), ignore)
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
def test_turns_are_as_long_as_engines_know_what_programs_are_about(
    text: str, shares: dict[Purpose, float], tmp_path: Path
) -> None:
    goal = goal_for(text, tmp_path)
    assert shares_for(goal.translation(Budget.seconds(30))) is shares


ROUND = """int main(void) { unsigned n = __VERIFIER_nondet_int(), a = 0, b = 0;
    for (unsigned i = 0; i < n; i++) { if (__VERIFIER_nondet_int()) a++; else b++; } if (n < 1000 && a + b != n) reach_error(); }"""


@pytest.mark.parametrize(("text", "is_so"), [(ROUND, True), (ARRAY, False), (LIST, False), (STRAIGHT, False)])
def test_invariants_are_guessed_in_integers_where_programs_are_about_numbers(
    text: str, is_so: bool, tmp_path: Path
) -> None:
    goal = goal_for(text, tmp_path)
    goal.translation(Budget.seconds(30))
    work = [each for each in Auto()._in_integers(goal) if each is not None]
    assert [type(each.engine) for each in work if isinstance(each, EngineWork)] == ([Spacer] if is_so else [])
    assert not any(Auto(integers=False)._in_integers(goal))


ALWAYS = frozenset({Purpose.BOUNDED, Purpose.COVERING, Purpose.INDUCTIVE, Purpose.DIRECTED})
"""Who has turns all the time, whatever the program is about."""


@pytest.mark.parametrize(
    ("seen", "ahead"), [(EndsSeen.AT_ONCE, Purpose.AT_ONCE), (EndsSeen.BOUND_BY_BOUND, Purpose.BOUNDED)]
)
def test_who_has_followed_all_runs_to_their_ends_has_longer_turns(seen: EndsSeen, ahead: Purpose) -> None:
    changed = with_ends(USUAL, seen)
    assert changed.keys() == USUAL.keys()
    others = set(Purpose) - {ahead}
    assert all(0 < changed[each] <= USUAL[each] for each in others)
    assert changed[ahead] > sum(changed[each] for each in others & {*ALWAYS, Purpose.AT_ONCE})


def test_ends_of_runs_that_are_unrolled_bound_by_bound_are_seen(tmp_path: Path) -> None:
    goal = goal_for(COUNT_TO_TEN, tmp_path)
    claim = Bmc().run(goal, SolverFactory(), Budget.seconds(50), ignore)
    assert isinstance(claim, ClaimsSafe)
    assert goal.shared.ends_seen is EndsSeen.BOUND_BY_BOUND


def test_ends_that_no_run_comes_to_are_not_seen(tmp_path: Path) -> None:
    goal = goal_for(ROUND, tmp_path)
    Bmc(max_bound=20).run(goal, SolverFactory(), Budget.seconds(50), ignore)
    assert goal.shared.ends_seen is None


WITH_GRAPHS = ALWAYS | {Purpose.GRAPH, Purpose.UNINTERPRETED}
ABOUT_FOUR = 4.1


@pytest.mark.parametrize(
    ("shares", "taking_turns", "deciding"),
    [
        (USUAL, ALWAYS, {Purpose.BOUNDED, Purpose.INDUCTIVE, Purpose.DIRECTED}),
        (USUAL, ALWAYS | {Purpose.AT_ONCE}, {Purpose.BOUNDED, Purpose.AT_ONCE, Purpose.DIRECTED}),
        (WITH_ARRAYS, ALWAYS, {Purpose.BOUNDED, Purpose.INDUCTIVE, Purpose.DIRECTED}),
        (WITH_POOLS, ALWAYS - {Purpose.DIRECTED}, {Purpose.BOUNDED, Purpose.INDUCTIVE}),
        (WITH_CONTROL, WITH_GRAPHS, {Purpose.BOUNDED, Purpose.GRAPH, Purpose.UNINTERPRETED}),
        (with_ends(USUAL, EndsSeen.AT_ONCE), ALWAYS | {Purpose.AT_ONCE}, {Purpose.AT_ONCE}),
        (with_ends(USUAL, EndsSeen.BOUND_BY_BOUND), ALWAYS | {Purpose.AT_ONCE}, {Purpose.BOUNDED}),
    ],
)
def test_who_mostly_decides_such_programs_waits_about_four_times_as_long_as_it_works(
    shares: Shares, taking_turns: set[Purpose], deciding: set[Purpose]
) -> None:
    together = sum(shares[each] for each in taking_turns)
    assert all((together - shares[each]) / shares[each] <= ABOUT_FOUR for each in deciding)
