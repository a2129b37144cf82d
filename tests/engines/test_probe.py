"""Sample runs: they find frequent violations, prove nothing, and are reproducible."""

from pathlib import Path

import pytest

from corpus import small_goals
from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Unsafe
from surefoot.engines.auto.engine import Auto
from surefoot.engines.probe import Probe
from surefoot.evidence.claims import ClaimsSafe, ClaimsUnsafe, GaveUp
from surefoot.logic import bit_vector
from surefoot.program.access import constants_of
from surefoot.program.check_sites import check_sites
from surefoot.program.properties import ASSERTIONS
from surefoot.program.trace import Chosen
from surefoot.smt.registry import SolverFactory

MAGIC = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 123456) reach_error(); }"
SQRT = """double __VERIFIER_nondet_double(void);
int main(void) { double x = __VERIFIER_nondet_double(); if (x > 0.0 && x < 1.0 && x * x - x * x * x > 0.1) reach_error(); }"""


@pytest.mark.parametrize("text", [MAGIC, SQRT, small_goals.COUNT_TO_NINE])
def test_frequent_violations_are_found_and_replayed(text: str, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    claim = first_claim(Probe(), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert isinstance(judge(claim, goal, (), SolverFactory(), Budget()), Unsafe)
    assert claim == first_claim(Probe(), goal, SolverFactory(), Budget(), ignore)


@pytest.mark.parametrize("text", [small_goals.COUNT_TO_TEN, small_goals.UNBOUNDED])
def test_sample_runs_are_no_proof(text: str, tmp_path: Path) -> None:
    claim = first_claim(Probe(runs=20), goal_for(text, tmp_path), SolverFactory(), Budget(), ignore)
    assert isinstance(claim, GaveUp)


FULL_ARRAY = """char __VERIFIER_nondet_char(void);
int main(void) {
    static char a[3000];
    char wanted = __VERIFIER_nondet_char();
    for (int i = 0; i < 3000; i++) a[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 3000; i++) if (a[i] == wanted) return 0;
    reach_error();
}"""


def test_constant_inputs_reach_deep_states(tmp_path: Path) -> None:
    goal = goal_for(FULL_ARRAY, tmp_path)
    claim = first_claim(Probe(settled=True, steps=300_000, runs=20), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert len(set(claim.trace.choices)) <= 5
    assert isinstance(judge(claim, goal, (), SolverFactory(), Budget()), Unsafe)
    assert isinstance(first_claim(Probe(steps=300_000, runs=20), goal, SolverFactory(), Budget(), ignore), GaveUp)


LEAST = """
int main(void) {
    static int a[2000];
    int least = 0, times = 0;
    for (int i = 0; i < 2000; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < 2000; i++) if (a[i] < a[least]) least = i;
    for (int i = 0; i < 2000; i++) times += a[i] == a[least];
    if (times == TIMES) reach_error();
}"""


def test_few_odd_values_reach_other_states_than_equal_ones(tmp_path: Path) -> None:
    settled, free = (Probe(settled=each, steps=300_000, runs=6) for each in (True, False))
    goal = goal_for(LEAST.replace("TIMES", "1"), tmp_path)
    claim = first_claim(settled, goal, SolverFactory(), Budget(), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert isinstance(judge(claim, goal, (), SolverFactory(), Budget()), Unsafe)
    assert isinstance(first_claim(free, goal, SolverFactory(), Budget(), ignore), GaveUp)
    never = goal_for(LEAST.replace("TIMES", "0"), tmp_path)
    assert isinstance(first_claim(settled, never, SolverFactory(), Budget(), ignore), GaveUp)


def test_long_runs_respect_the_budget(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { unsigned i = __VERIFIER_nondet_uint(); while (1) i++; }", tmp_path)
    with pytest.raises(OutOfBudget):
        first_claim(Probe(settled=True, steps=1_000_000_000), goal, SolverFactory(), Budget.seconds(0.1), ignore)


def test_single_run_is_limited_by_the_budget_of_all(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { unsigned i = __VERIFIER_nondet_uint(); while (1) i++; }", tmp_path)
    engine = Probe(settled=True, steps=1_000_000_000, seconds=0.1)
    assert isinstance(first_claim(engine, goal, SolverFactory(), Budget(), ignore), GaveUp)


def test_violations_outside_the_goal_are_ignored(tmp_path: Path) -> None:
    """Sample runs continue after them to a violation elsewhere."""
    text = "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0) reach_error();\n if (x == 77) reach_error(); }"
    goal = goal_for(text, tmp_path)
    negative, other = sorted(
        check_sites(goal.program, goal.checked), key=lambda site: site.span.line if site.span else 0
    )
    claim = first_claim(Probe(), goal.without([negative]), SolverFactory(), Budget(), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert claim.trace.choices == (Chosen(77),)
    assert isinstance(first_claim(Probe(), goal.without([negative, other]), SolverFactory(), Budget(), ignore), GaveUp)


def test_constants_of_the_program_are_tried(tmp_path: Path) -> None:
    assert 123456 in constants_of(goal_for(MAGIC, tmp_path).program, ASSERTIONS)[bit_vector(32)]


@pytest.mark.parametrize("first_seconds", [0.0, 20.0])
def test_the_default_engine_finds_and_proves(tmp_path: Path, first_seconds: float) -> None:
    engine = Auto(first_seconds=first_seconds)
    for text, kind in (
        (MAGIC, ClaimsUnsafe),
        (small_goals.TWO_INPUTS, ClaimsUnsafe),
        (small_goals.BOUNDED_BY_INPUT, ClaimsSafe),
    ):
        assert isinstance(
            first_claim(engine, goal_for(text, tmp_path), SolverFactory(), Budget.seconds(40), ignore), kind
        )


def test_default_engine_respects_its_budget(tmp_path: Path) -> None:
    text = """int main(void) { unsigned x = 0, y = 0; while (__VERIFIER_nondet_int()) { x += y; y += 3 * x + 1; }
        if (x == 2718281828u && y == 3141592653u) reach_error(); }"""
    with pytest.raises(OutOfBudget):
        first_claim(Auto(probe_runs=0), goal_for(text, tmp_path), SolverFactory(), Budget.seconds(0.7), ignore)
