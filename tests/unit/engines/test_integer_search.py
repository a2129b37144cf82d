"""Engines that search over unbounded integers: what they claim holds of bit-vectors."""

from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.registry import make_engine
from surefoot.evidence.claims import GaveUp, Why
from surefoot.smt.registry import SolverFactory

ENGINES = [
    "ufo{integers=true}",
    "ufo{integers=true,route=sequence}",
    "ufo{integers=true,route=horn}",
    "cegar{integers=true}",
]
LOOP = """int main(void) {{
    int i = 0, n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n < 1000);
    while (i < n) i++;
    __VERIFIER_assert(i == n{});
}}"""
WRAPS = """int main(void) {
    unsigned i = 1;
    while (__VERIFIER_nondet_int()) i++;
    __VERIFIER_assert(i != 0);
}"""
"""Over the integers the assertion holds; the word wraps around to 0 after 2^32 - 1 iterations."""


def verdict_of(engine: str, text: str, folder: Path, seconds: float = 60) -> Verdict:
    """Return the judge's verdict on the first claim; an engine that makes none in time gave up."""
    goal, budget = goal_for(text, folder), Budget.seconds(seconds)
    solvers = SolverFactory(budget=budget)
    try:
        claim = first_claim(make_engine(engine), goal, solvers, budget)
    except OutOfBudget as over:
        claim = GaveUp(Why.TIME_LIMIT, str(over), "")
    return judge(claim, goal, (), SolverFactory(), Budget())


@pytest.mark.parametrize("engine", ENGINES)
def test_invariants_over_integers_are_proved_over_words(engine: str, tmp_path: Path) -> None:
    assert isinstance(verdict_of(engine, LOOP.format(""), tmp_path), Safe)


@pytest.mark.parametrize("engine", ENGINES)
def test_failing_paths_become_runs_of_the_program(engine: str, tmp_path: Path) -> None:
    assert isinstance(verdict_of(engine, LOOP.format(" && n != 3"), tmp_path), Unsafe)


@pytest.mark.parametrize("engine", ENGINES)
def test_wrapping_number_has_no_proof(engine: str, tmp_path: Path) -> None:
    assert isinstance(verdict_of(engine, WRAPS, tmp_path, seconds=1), Unknown)
