"""Relevant conditions along a run: reported where they hold, cut where they do not."""

from collections.abc import Iterable, Sequence

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import PassedState, Unsafe
from surefoot.engines.cegar.engine import Cegar
from surefoot.evidence.claims import ClaimsUnsafe, Goal, LiftedState
from surefoot.logic import FALSE, Term, constant, eq, not_
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory(check_models=True)
LOOPS = """
int total;
int twice(int n) { int r = 0; while (n > 0) { n--; r += 2; } return r; }
int main(void) {
    int a = 0, b = __VERIFIER_nondet_int();
    if (b > 3) return 0;
    while (a < b) { a++; total++; }
    if (twice(a) + total == 6) reach_error();
}"""


@pytest.fixture(scope="module")
def alarm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Goal, ClaimsUnsafe]:
    goal = goal_for(LOOPS, tmp_path_factory.mktemp("program"))
    claim = first_claim(Cegar(), goal, SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    return goal, claim


def passed(goal: Goal, claim: ClaimsUnsafe, lifted: Sequence[LiftedState]) -> tuple[PassedState, ...]:
    verdict = judge(replace(claim, lifted=tuple(lifted)), goal, (), SOLVERS, Budget.seconds(50))
    assert isinstance(verdict, Unsafe)
    return verdict.passed


def conditions(passed: Iterable[PassedState]) -> list[tuple[int, str, tuple[Term, ...]]]:
    return [(each.visit, each.name, each.formulas) for each in passed]


def test_relevant_condition_is_reported_for_each_location(alarm: tuple[Goal, ClaimsUnsafe]) -> None:
    """Two rounds of the first loop, so b is 2, and two rounds of the second."""
    goal, claim = alarm
    told = passed(goal, claim, claim.lifted)
    assert len(claim.lifted) == 6
    assert [(each.name, each.formulas) for each in told] == [
        (each.name, each.formulas) for each in claim.lifted if each.formulas
    ]
    assert [each.visit for each in told] == [
        number for number, each in enumerate(claim.lifted, start=1) if each.formulas
    ]


def test_false_conditions_are_dropped(alarm: tuple[Goal, ClaimsUnsafe]) -> None:
    goal, claim = alarm
    told = passed(goal, claim, claim.lifted)
    for wrong in told:
        for lie in (not_(wrong.formulas[0]), FALSE):
            lifted = list(claim.lifted)
            lifted[wrong.visit - 1] = LiftedState(wrong.name, (*wrong.formulas, lie))
            assert conditions(passed(goal, claim, lifted)) == conditions(each for each in told if each is not wrong)


def test_nothing_is_reported_after_the_run_diverges(alarm: tuple[Goal, ClaimsUnsafe]) -> None:
    goal, claim = alarm
    told = passed(goal, claim, claim.lifted)
    first, *rest = claim.lifted
    assert passed(goal, claim, rest[2:]) == ()
    elsewhere = passed(goal, claim, [first, LiftedState("elsewhere", ()), *rest[1:]])
    assert conditions(elsewhere) == conditions(each for each in told if each.visit == 1)


def test_symbols_without_a_value_in_the_run_are_not_reported(alarm: tuple[Goal, ClaimsUnsafe]) -> None:
    """Conditions at the second loop are about other state variables than those at the first."""
    goal, claim = alarm
    first, *_, last = claim.lifted
    foreign = encoding_of(goal).system.location(last.name).symbols[0]
    stated = eq(foreign, constant(0, foreign.sort))
    assert passed(goal, claim, [LiftedState(first.name, (stated,))]) == ()
    assert passed(goal, claim, [LiftedState(first.name, first.formulas)])
