"""Equations with products in k-induction and IC3: proofs that need the ring, and unproved mutants."""

from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.polynomial_programs import PolynomialProgram, programs
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe
from surefoot.engines.ic3.engine import Ic3
from surefoot.engines.induction.engine import KInduction
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, Goal
from surefoot.program.properties import UNREACH_CALL
from surefoot.smt.registry import SolverFactory
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

SOLVERS = SolverFactory()
LITTLE = 1.0
"""Seconds for what is not proved: the ring comes first, and afterwards solvers multiply for as long as they may."""
BY_KIND = ("extended_euclid_1", "division_by_subtraction_1", "sum_of_squares_1", "geometric_sum_1", "line_drawing_1")
BY_IC3 = ("division_by_counting_1", "product_by_shifting_1")
PROGRAMS = {each.name: each for each in programs()}


def verdict(text: str, engine: str, folder: Path, seconds: float = 60.0) -> object:
    source = folder / "program.c"
    source.write_text(text)
    return check(Request((source,), checked=UNREACH_CALL, engine=engine, time_limit=seconds)).verdict


@pytest.mark.parametrize(
    ("engine", "name"), [*(("kind", name) for name in BY_KIND), *(("ic3", name) for name in BY_IC3)]
)
def test_ring_is_necessary_for_the_proofs(engine: str, name: str, tmp_path: Path) -> None:
    program: PolynomialProgram = PROGRAMS[name]
    found = verdict(program.text, engine, tmp_path)
    assert isinstance(found, Safe)
    assert "multiplied out" in found.summary
    assert not isinstance(verdict(program.text, f"{engine}{{ring=false}}", tmp_path, LITTLE), Safe)
    for mutant in (program.broken, program.cut):
        assert not isinstance(verdict(mutant, engine, tmp_path, LITTLE), Safe)


@pytest.mark.parametrize("engine", [KInduction(), Ic3()], ids=lambda each: each.name)
def test_certificate_has_lemmas_and_needs_its_invariants(engine: KInduction | Ic3, tmp_path: Path) -> None:
    text = """
int main(void) {
    unsigned long long i = 0, s = 0;
    while (__VERIFIER_nondet_int()) {
        i++; s += i;
        if (2 * s != i * i + i) reach_error();
    }
}"""
    goal = goal_for(text, tmp_path)
    claim = first_claim(engine, goal, SOLVERS, Budget.seconds(60), ignore)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive)
    assert claim.certificate.ring and claim.certificate.k == 1
    assert isinstance(judged(claim, goal), Safe)
    without = KInductive(1, {}, claim.certificate.solver, ring=claim.certificate.ring)
    assert not isinstance(judged(ClaimsSafe(without), goal), Safe)


def judged(claim: Claim, goal: Goal) -> object:
    return judge(claim, goal, (), SOLVERS, Budget.seconds(20))
