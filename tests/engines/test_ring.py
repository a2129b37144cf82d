"""The ring engine: its proofs, its limits, and claims about a part of the checks."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.polynomial_programs import FAMILIES, PolynomialProgram, programs
from corpus.small_goals import COUNT_TO_TEN, TWO_INPUTS, UNBOUNDED, goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.survey import Status
from surefoot.certify.verdicts import Safe
from surefoot.engines import ring
from surefoot.engines.ring import Ring
from surefoot.evidence.claims import ClaimsSafe, GaveUp
from surefoot.invariants.ring import sampled
from surefoot.invariants.sampling import Sample
from surefoot.program.properties import DEFAULT, UNREACH_CALL
from surefoot.program.statements import CheckKind
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

PROGRAMS = list(programs())
FIRST = [each for each in PROGRAMS if each.name.endswith("_1")]
SECONDS = 30.0


def request_of(text: str, folder: Path, engine: str = "ring") -> Request:
    source = folder / "program.c"
    source.write_text(text)
    return Request((source,), checked=UNREACH_CALL, engine=engine, time_limit=SECONDS)


def test_there_are_enough_programs() -> None:
    assert len(PROGRAMS) >= 40
    assert len(FIRST) == len(FAMILIES)
    assert all(len({each.text, each.broken, each.cut}) == 3 for each in PROGRAMS)


@pytest.mark.parametrize("program", FIRST, ids=lambda each: each.name)
def test_polynomial_loops_are_proved_and_their_mutants_are_not(program: PolynomialProgram, tmp_path: Path) -> None:
    assert isinstance(check(request_of(program.text, tmp_path)).verdict, Safe)
    for mutant in (program.broken, program.cut):
        verdict = check(request_of(mutant, tmp_path, "ring{linear-seconds=0.2,search-seconds=0.5}")).verdict
        assert not isinstance(verdict, Safe)


def test_sample_states_are_independent_of_machine_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sampling ends by its own CPU time."""
    clocks: list[object] = []

    def no_samples(system: ControlSystem, _constants: object, _seed: int, budget: Budget) -> dict[str, list[Sample]]:
        clocks.append(budget.clock)
        return {name: [] for name in system.names}

    monkeypatch.setattr(ring, "sample_states", no_samples)
    monkeypatch.setattr(sampled, "sample_states", no_samples)
    first_claim(
        Ring(search_seconds=0.1, linear_seconds=0.1), goal_for(UNBOUNDED, tmp_path), SolverFactory(), Budget(), ignore
    )
    assert clocks == [time.thread_time, time.thread_time]


def test_auto_schedules_the_ring(tmp_path: Path) -> None:
    program = next(each for each in FIRST if each.name == "cubes_by_differences_1")
    verdict = check(request_of(program.text, tmp_path, "auto")).verdict
    assert isinstance(verdict, Safe) and "multiplied out" in verdict.summary


def test_more_sample_states_preserve_the_proof(tmp_path: Path) -> None:
    text = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 700000) return 0;
    long long s = 0;
    for (int i = 0; i < n; i++) s += i;
    if (2 * s != (long long)n * (n - 1)) reach_error();
}"""
    verdict = check(request_of(text, tmp_path, "ring{sampling-seconds=5}")).verdict
    assert isinstance(verdict, Safe)


def test_checks_proved_by_equations_are_reported_separately(tmp_path: Path) -> None:
    text = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    long long i = 0, s = 0;
    while (__VERIFIER_nondet_int()) {
        i++;
        s += i;
        if (2 * s != i * i + i) reach_error();
    }
}"""
    asked = replace(request_of(text, tmp_path), checked=DEFAULT, stop_at_first=False)
    results = check(asked).checks
    proved = {each.site.kind for each in results if each.status is Status.PROVED}
    undecided = {each.site.kind for each in results if each.status is Status.UNDECIDED}
    assert CheckKind.ERROR_CALL in proved
    assert undecided == {CheckKind.SIGNED_OVERFLOW}


def test_a_program_without_products_may_be_proved_by_ranges(tmp_path: Path) -> None:
    claim = first_claim(Ring(), goal_for(COUNT_TO_TEN, tmp_path), SolverFactory(), Budget.seconds(SECONDS), ignore)
    assert isinstance(claim, ClaimsSafe)


def test_loop_free_program_is_given_up(tmp_path: Path) -> None:
    claim = first_claim(Ring(), goal_for(TWO_INPUTS, tmp_path), SolverFactory(), Budget.seconds(SECONDS), ignore)
    assert isinstance(claim, GaveUp)
