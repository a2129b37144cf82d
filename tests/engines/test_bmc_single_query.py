"""Complete unrolling in one query: equal verdicts, and certificates without a given bound."""

from pathlib import Path

import pytest

from corpus import small_goals
from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.certify.kernel.complete_unrolling import check_complete_unrolling
from surefoot.certify.kernel.finding import Accepted
from surefoot.engines.bmc import Bmc
from surefoot.engines.board import Board, UnrollingManner, first_complete_unrolling
from surefoot.engines.limits import LIMITS
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.semantics.symbolic.state import State
from surefoot.semantics.symbolic.unrolling import Ending, FeasibilityChecker, Unrolling
from surefoot.smt.registry import SolverFactory

LEAVES_IN_ANY_ROUND = """
int main(void) {{
    int used = 0;
    for (int step = 0; step < 3; step++)
        for (int i = 0; i < 7; i++) {{
            if (__VERIFIER_nondet_int()) break;
            used++;
        }}
    if (used {0}) reach_error();
}}"""
FACTORIAL = "int f(int n) { return n == 0 ? 1 : n * f(n - 1); } int main(void) { if (f(5) != 120) reach_error(); }"
FOR_EVER = "int main(void) { unsigned i = 0; while (__VERIFIER_nondet_int()) { i++; if (i == 9 && __VERIFIER_nondet_int()) reach_error(); } }"
ENDLESS_RECURSION = (
    "int f(int n) { return __VERIFIER_nondet_int() ? n : f(n + 1); } int main(void) { if (f(1) == 9) reach_error(); }"
)
TAKES_WHAT_WAS_PUT = """
int main(void) {{
    unsigned waiting = 0, taken = 0;
    for (int step = 0; step < 3; step++) {{
        for (unsigned burst = __VERIFIER_nondet_uint() % 3; burst > 0; burst--) waiting++;
        if (__VERIFIER_nondet_int())
            while (waiting > 0) {{ waiting--; taken++; }}
    }}
    if (taken {0}) reach_error();
}}"""
"""How often the loop goes round no term tells, but no run goes round more than six times."""
KNOWN_BEGINNING = """
int main(void) {{
    char text[16] = "abc";
    for (int i = 3; i < 16; i++) text[i] = (char)(__VERIFIER_nondet_int() | 1);
    text[3 + __VERIFIER_nondet_uint() % 3] = 0;
    int length = 0;
    while (text[length] != 0) length++;
    if (length {0}) reach_error();
}}"""
"""For the first rounds terms decide that the loop goes on, then a solver has to, and no term ever decides that it ends."""
BOUNDED_RECURSION = """
unsigned sum(unsigned n) {{ return n == 0 ? 0 : n + sum(n - 1); }}
int main(void) {{ unsigned n = __VERIFIER_nondet_uint(); if (n < 4 && sum(n) {0}) reach_error(); }}"""


def claimed(goal: Goal, board: Board | None = None) -> Claim:
    return first_claim(Bmc(at_once=True), goal, SolverFactory(check_models=True), Budget.seconds(50), ignore, board)


def proved(goal: Goal, board: Board | None = None) -> CompleteUnrolling:
    claim = claimed(goal, board)
    assert isinstance(claim, ClaimsSafe)
    assert isinstance(claim.certificate, CompleteUnrolling)
    return claim.certificate


@pytest.mark.parametrize(
    ("text", "bound"), [(small_goals.COUNT_TO_TEN, 10), (LEAVES_IN_ANY_ROUND.format("> 21"), 7), (FACTORIAL, 6)]
)
def test_certificate_has_the_least_sufficient_bound(tmp_path: Path, text: str, bound: int) -> None:
    goal = goal_for(text, tmp_path)
    board = Board()
    certificate = proved(goal, board)
    assert first_complete_unrolling(board) is UnrollingManner.AT_ONCE
    assert (certificate.bound, certificate.pruned) == (bound, ())
    solvers, budget = SolverFactory(), Budget.seconds(50)
    assert isinstance(check_complete_unrolling(goal, certificate, solvers, budget), Accepted)
    short = CompleteUnrolling(bound - 1, (), certificate.solver)
    assert not isinstance(check_complete_unrolling(goal, short, solvers, budget), Accepted)


def test_counting_loops_need_no_solver_query(tmp_path: Path) -> None:
    goal = goal_for(LEAVES_IN_ANY_ROUND.format("> 21"), tmp_path)
    asked: list[State] = []

    def is_feasible(state: State) -> bool:
        asked.append(state)
        return True

    assert Unrolling(goal.program, goal.checked).complete(LIMITS.unrolled_blocks, Budget(), is_feasible)
    assert not asked


def test_known_initial_value_is_no_counter(tmp_path: Path) -> None:
    assert proved(goal_for(KNOWN_BEGINNING.format("> 5"), tmp_path)).dropped
    assert isinstance(claimed(goal_for(KNOWN_BEGINNING.format("> 4"), tmp_path)), ClaimsUnsafe)


@pytest.mark.parametrize("text", [TAKES_WHAT_WAS_PUT.format("> 6"), BOUNDED_RECURSION.format("> 6")])
def test_solver_proves_that_no_run_continues(tmp_path: Path, text: str) -> None:
    goal = goal_for(text, tmp_path)
    without = Unrolling(goal.program, goal.checked)
    assert not without.complete(LIMITS.unrolled_blocks, Budget())
    certificate = proved(goal)
    assert certificate.dropped
    for told in (certificate, replace(certificate, dropped=frozenset())):  # files do not have these
        assert isinstance(check_complete_unrolling(goal, told, SolverFactory(), Budget.seconds(50)), Accepted)


@pytest.mark.parametrize("text", [TAKES_WHAT_WAS_PUT.format("> 6"), BOUNDED_RECURSION.format("> 6")])
def test_wrongly_excluded_state_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    goal = goal_for(text, tmp_path)
    certificate = proved(goal)
    unrolling = Unrolling(goal.program, goal.checked, plain_accesses_only=True)
    assert unrolling.complete(LIMITS.unrolled_blocks, Budget(), lambda _state: False)
    wrong = frozenset((certificate.bound, state.frame.position()) for state in unrolling.frontier)
    assert wrong
    solvers, budget = SolverFactory(), Budget.seconds(50)
    claim = replace(certificate, dropped=wrong)
    assert not isinstance(check_complete_unrolling(goal, claim, solvers, budget), Accepted)
    monkeypatch.setattr(FeasibilityChecker, "is_feasible", lambda _finder, _state: False)
    assert isinstance(claimed(goal), GaveUp)


@pytest.mark.parametrize(
    "text",
    [
        small_goals.COUNT_TO_NINE,
        LEAVES_IN_ANY_ROUND.format("== 20"),
        TAKES_WHAT_WAS_PUT.format("== 6"),
        BOUNDED_RECURSION.format("== 6"),
    ],
)
def test_violations_are_found(tmp_path: Path, text: str) -> None:
    assert isinstance(claimed(goal_for(text, tmp_path)), ClaimsUnsafe)


@pytest.mark.parametrize("text", [FOR_EVER, ENDLESS_RECURSION])
def test_gives_up_without_an_end_in_sight(tmp_path: Path, text: str) -> None:
    goal = goal_for(text, tmp_path)
    board = Board()
    claim = claimed(goal, board)
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.BOUND
    assert first_complete_unrolling(board) is None


def test_runs_equal_those_of_an_extended_unrolling(tmp_path: Path) -> None:
    goal = goal_for(LEAVES_IN_ANY_ROUND.format("== 20"), tmp_path)
    at_once, extended = (Unrolling(goal.program, goal.checked) for _ in range(2))
    assert at_once.complete(LIMITS.unrolled_blocks, Budget())
    extended.extend(at_once.bound, Budget())
    assert not extended.frontier
    assert [each.site for each in at_once.reached_checks] == [each.site for each in extended.reached_checks]
    assert at_once.ending is extended.ending is Ending.BOUNDED
