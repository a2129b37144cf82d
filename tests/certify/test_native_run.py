"""``--run``: the compiled program fails on the inputs of the trace, and only on those."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus import small_goals
from corpus.small_goals import goal_for
from surefoot.budget import Budget
from surefoot.certify.native_run import run_natively
from surefoot.engines.bmc import Bmc
from surefoot.events import ignore
from surefoot.evidence.claims import ClaimsUnsafe
from surefoot.program.trace import Chosen
from surefoot.solvers.registry import SolverFactory

FLOATS = """float __VERIFIER_nondet_float(void); double __VERIFIER_nondet_double(void);
int main(void) { float f = __VERIFIER_nondet_float(); double d = __VERIFIER_nondet_double();
    if (f == 0.1f && d > 3.0 && d < 3.5) reach_error(); }"""
ASSERTED = """
void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) { if (__VERIFIER_nondet_int() == 77) __assert_fail("x", "f", 1, "main"); }"""


@pytest.mark.parametrize("text", [small_goals.TWO_INPUTS, small_goals.COUNT_TO_NINE, FLOATS, ASSERTED])
def test_the_real_program_fails_on_the_inputs_of_the_trace(text: str, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    claim = Bmc().run(goal, SolverFactory(), Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    files = [tmp_path / "program.c"]
    found = run_natively(goal, claim.trace, files, ())
    assert found.reproduced, found
    if claim.trace.choices:
        zeros = replace(claim.trace, choices=tuple(Chosen(0) for _ in claim.trace.choices))
        assert not run_natively(goal, zeros, files, ()).reproduced
