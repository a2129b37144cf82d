"""ABC as an engine: its proofs are checked, its runs replayed."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.loop_twins import SAFE_AND_UNSAFE, STATE_MACHINE
from corpus.small_goals import COUNT_TO_NINE, COUNT_TO_TEN, TWO_INPUTS, goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import UsageError
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.circuits import aiger
from surefoot.engines.aig import abc
from surefoot.engines.aig.driver import SCRIPTS, commands_of
from surefoot.engines.aig.engine import Aig
from surefoot.engines.contracts import Engine
from surefoot.engines.registry import make_engine
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, ClaimsUnsafe, GaveUp, Why
from surefoot.logic import TRUE, not_
from surefoot.smt.registry import SolverFactory
from surefoot.systems.transitions.sequential import SequentialSystem

SOLVERS = SolverFactory(check_models=True)
QUICK = Aig(first_seconds=0.3)
SEARCH = """
int a[4];
int main(void) {{
    for (int k = 0; k < 4; k++) a[k] = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int(), i = 0, found = {missing};
    while (i < 4) {{ if (a[i] == d) {{ found = i; break; }} i = i + 1; }}
    if (found >= 0 && found < 4 && a[found] != d) reach_error();
    if (a[0] != d && a[1] != d && a[2] != d && a[3] != d && found != -1) reach_error();
}}"""
BREAK = """
int main(void) {
    unsigned x = 0;
    while (x < 5) { while (1) { break; } x = x + 1; }
    if (x %s 5) reach_error();
}"""
UNINITIALISED = (
    "int main(void) { int x = __VERIFIER_nondet_int(); int y = x; while (y %s 0) { } if (y > 0) reach_error(); }"
)
FRAME = """
int main(void) {
    unsigned char a[8], b[8];
    for (unsigned k = 0; k < 8; k++) { a[k] = (unsigned char)__VERIFIER_nondet_int(); b[k] = a[k]; }
    unsigned i = __VERIFIER_nondet_uint() %% 8, j = __VERIFIER_nondet_uint() %% 8;
    a[i] = 7;
    if (%s a[j] != b[j]) reach_error();
}"""
BUBBLE = """
int main(void) {
    unsigned char a[3];
    for (int k = 0; k < 3; k++) a[k] = __VERIFIER_nondet_uint() & 3;
    for (int i = 2; i > 0; i--)
        for (int j = 0; j < i - 1; j++)
            if (a[j] > a[j + 1]) { unsigned char t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
    if (a[0] > a[1] || a[1] > a[2]) reach_error();
}"""
LARGE_ARRAY = """
unsigned char a[40];
int main(void) {
    unsigned i = 0;
    while (__VERIFIER_nondet_int()) { a[i] = 1; i = (i + 1) %% 40; }
    if (a[__VERIFIER_nondet_uint() %% 40] > %d) reach_error();
}"""


def verdict_of(text: str, folder: Path, engine: Engine | None = None) -> Verdict:
    goal = goal_for(text, folder)
    claim = first_claim(engine or QUICK, goal, SOLVERS, Budget.seconds(50), ignore)
    return judge(claim, goal, (), SOLVERS, Budget.seconds(50))


@pytest.mark.parametrize("engine", [QUICK, Aig(one_hot=True, first_seconds=0.3)], ids=["binary", "one-hot"])
@pytest.mark.parametrize("name", SAFE_AND_UNSAFE)
def test_safe_and_unsafe_twins(name: str, engine: Aig, tmp_path: Path) -> None:
    for text, expected in zip(SAFE_AND_UNSAFE[name], (Safe, Unsafe), strict=True):
        assert isinstance(verdict_of(text, tmp_path, engine), expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (COUNT_TO_TEN, Safe),
        (COUNT_TO_NINE, Unsafe),
        (TWO_INPUTS, Unsafe),
        (SEARCH.format(missing="4"), Unsafe),
        (SEARCH.format(missing="-1"), Safe),
        (BREAK % "!=", Safe),
        (BREAK % "==", Unsafe),
        (UNINITIALISED % ">", Safe),
        (UNINITIALISED % "<", Unsafe),
        (FRAME % "j != i &&", Safe),
        (FRAME % "", Unsafe),
        (BUBBLE, Unsafe),
    ],
    ids=[
        "ten", "nine", "two inputs", "search", "repaired search", "break", "break and done",
        "input is not zero", "nor another", "frame", "no frame", "wrong bound",
    ],
)  # fmt: skip
def test_programs(text: str, expected: type, tmp_path: Path) -> None:
    assert isinstance(verdict_of(text, tmp_path), expected)


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_script_proves_a_failing_program(script: str, tmp_path: Path) -> None:
    """The violation is close to every state, which induction without a base case misses."""
    for text in (SEARCH.format(missing="4"), COUNT_TO_NINE):
        assert isinstance(verdict_of(text, tmp_path, Aig(script=script, first_seconds=0.5)), Unsafe)


@pytest.mark.parametrize("script", ["pdr", "scheme1", "scheme2", "dprove", "int"])
def test_every_proof_is_checked(script: str, tmp_path: Path) -> None:
    verdict = verdict_of(STATE_MACHINE % ">", tmp_path, Aig(script=script, first_seconds=0.5))
    assert isinstance(verdict, Safe)


def test_answers_of_scripts_of_commands_are_checked(tmp_path: Path) -> None:
    """A script that proves is followed by provers with evidence; its counterexamples are replayed."""
    engine = make_engine('aig{script="scorr; dc2; pdr -v", first-seconds=0.5}')
    assert isinstance(verdict_of(STATE_MACHINE % ">", tmp_path, engine), Safe)
    failing = make_engine("aig{script=zero;balance;bmc3 -F 40}")
    assert isinstance(verdict_of(STATE_MACHINE % ">=", tmp_path, failing), Unsafe)


@pytest.mark.parametrize("script", ["!ls", "pdr; write_aiger x", "source x", "pdr -I /tmp/x", "", "pdr;;pdr", "abc"])
def test_commands_with_files_are_refused(script: str) -> None:
    with pytest.raises(UsageError, match="cannot run"):
        commands_of(script)


def test_an_unknown_script_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="script is driver, one of pdr"):
        first_claim(Aig(script="abc"), goal_for(COUNT_TO_TEN, tmp_path), SOLVERS, Budget.seconds(5), ignore)


@pytest.mark.parametrize(("largest", "expected"), [(1, Safe), (0, Unsafe)])
def test_arrays_with_more_elements_than_latches(largest: int, expected: type, tmp_path: Path) -> None:
    assert isinstance(verdict_of(LARGE_ARRAY % largest, tmp_path, Aig(elements=4, first_seconds=0.3)), expected)


def test_undefined_behaviour_is_reported(tmp_path: Path) -> None:
    text = "int a[4]; int main(void) { unsigned i = 0; while (__VERIFIER_nondet_int()) a[i++] = 1; if (i > 9) reach_error(); }"
    claim = first_claim(QUICK, goal_for(text, tmp_path), SOLVERS, Budget.seconds(20), ignore)
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.UNDEFINED_BEHAVIOUR


def test_rounded_floats(tmp_path: Path) -> None:
    text = "int main(void) { float f = 0; while (__VERIFIER_nondet_int()) f = f + 1; if (f %s 0) reach_error(); }"
    claim = first_claim(QUICK, goal_for(text % "<", tmp_path), SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, ClaimsSafe)
    claim = first_claim(QUICK, goal_for(text % ">", tmp_path), SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, ClaimsUnsafe)


def test_unsupported_sorts_are_refused(tmp_path: Path) -> None:
    text = "int main(void) { double f = 1; while (__VERIFIER_nondet_int()) f = __builtin_fma(f, f, 1); if (f < 0) reach_error(); }"
    claim = first_claim(QUICK, goal_for(text, tmp_path), SOLVERS, Budget.seconds(20), ignore)
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.UNSUPPORTED


def test_tampered_proofs_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(STATE_MACHINE % ">", tmp_path)
    claim = first_claim(QUICK, goal, SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, ClaimsSafe)
    certificate = claim.certificate
    assert isinstance(certificate, KInductive)
    assert certificate.k == 1
    ((name, clauses),) = certificate.invariants.items()
    for changed in ((*clauses[1:],), (not_(clauses[0]), *clauses[1:]), (TRUE,)):
        tampered = ClaimsSafe(replace(certificate, invariants={name: changed}))
        verdict = judge(tampered, goal, (), SOLVERS, Budget.seconds(50))
        assert isinstance(verdict, Unknown)
        assert verdict.why is Why.REJECTED


def test_reduction_reports_the_remaining_size(tmp_path: Path) -> None:
    goal = goal_for(SEARCH.format(missing="-1"), tmp_path)
    circuit = SequentialSystem(encoding_of(goal).system).circuit
    (tmp_path / abc.CIRCUIT).write_bytes(aiger.write(circuit))
    reduction = abc.Abc(tmp_path).reduced("balance; zero; scorr", 20, Budget())
    assert reduction is not None
    assert reduction.latches[0] == len(circuit.latches)
    assert reduction.before.ands <= circuit.size().ands
    assert reduction.latches[1] < reduction.latches[0]
    assert reduction.after.ands < reduction.before.ands
