"""Systems with shared function bodies: every engine proves and refutes on them, with loop
acceleration.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.euf_twins import CALLS
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.engines.registry import make_engine
from surefoot.evidence.claims import Goal
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import Calls

SOLVERS = SolverFactory(check_models=True)
LONG = """
static unsigned walk(unsigned n) { unsigned i = 0; while (i < n) i++; return i; }
int main(void) { if (walk(1000000) != 1000000 || walk(2000000) != %s) reach_error(); }"""


def waiting(text: str, folder: Path) -> Goal:
    goal = replace(goal_for(text, folder), calls=Calls.SHARED)
    assert encoding_of(goal).shares_bodies
    return goal


@pytest.mark.parametrize("engine", ["kind", "bkind", "ic3", "euf", "cegar", "ufo"])
@pytest.mark.parametrize(("bound", "expected"), [(7, Safe), (6, Unsafe)])
def test_every_engine(engine: str, bound: int, expected: type, tmp_path: Path) -> None:
    goal = waiting(CALLS % bound, tmp_path)
    claim = first_claim(make_engine(engine), goal, SOLVERS, Budget.seconds(100), lambda _: None)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(100)), expected)


@pytest.mark.parametrize(("last", "expected"), [(2000000, Safe), (2000001, Unsafe)])
def test_unrollings_are_accelerated(last: int, expected: type, tmp_path: Path) -> None:
    goal = waiting(LONG % last, tmp_path)
    claim = first_claim(make_engine("bmc"), goal, SOLVERS, Budget.seconds(100), lambda _: None)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(100)), expected)
