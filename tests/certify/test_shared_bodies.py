"""Certificates about systems with one copy of each function: round trip, confirmation, and
rejection of tampering.
"""

import re
from pathlib import Path

import pytest

from corpus.small_goals import goal_for
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.base.errors import InputError, UsageError
from surefoot.certify.corroborate.concrete_runs import NoContradiction, RunDisagrees, sample_runs
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.evidence.claims import Why
from surefoot.logic import FALSE, bv, bvult, eq, not_, or_
from surefoot.systems.encode.encoding import Calls, encode
from surefoot.systems.encode.program_system import ProgramSystem, encode_program
from surefoot.systems.procedures import shared_bodies
from surefoot.systems.procedures.call_sites import shareable_functions
from surefoot.verify.api import certify, check
from surefoot.verify.certification import certificate_text

TEXT = """
static unsigned last;
static void up(unsigned n) { last = 0; while (last < n) last++; }
int main(void) { up(%s); if (last != 3) reach_error(); up(5); if (last != 5) reach_error(); }"""
PROOF = """(certificate 1
  (calls "shared"))
(k-inductive 1)
(at "up called"
  (invariant (or (and (= |call of up| #x00000001) (= |up::n| #x00000003)) (and (= |call of up| #x00000002) (= |up::n| #x00000005)))))
(at "up:3"
  (invariant (or (and (= |call of up| #x00000001) (= |up::n| #x00000003)) (and (= |call of up| #x00000002) (= |up::n| #x00000005))))
  (invariant (not (bvult |up::n| last))))
"""


def verdict_on(proof: str, text: str, folder: Path) -> Safe | str:
    """Return `Safe`, or why the certificate is rejected."""
    goal_for(text, folder)
    (folder / "proof").write_text(proof)
    verdict = certify(folder / "program.c", certificate=folder / "proof", time_limit=30).verdict
    if isinstance(verdict, Safe):
        return verdict
    assert isinstance(verdict, Unknown) and verdict.why is Why.REJECTED
    return verdict.detail


def test_manual_proof_is_accepted(tmp_path: Path) -> None:
    assert isinstance(verdict_on(PROOF, TEXT % 3, tmp_path), Safe)


def test_failing_program_has_no_proof(tmp_path: Path) -> None:
    for wrong in (2, 4):
        assert "the edge entry -> up called violates" in str(verdict_on(PROOF, TEXT % wrong, tmp_path))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("(= |call of up| #x00000002)", "(= |call of up| #x00000001)"), "the edge up:3 -> up called violates"),
        (("#x00000005", "#x00000006"), "the edge up:3 -> up called violates"),
        (("  (invariant (not (bvult |up::n| last)))", "  (invariant (bvult last |up::n|))"), "violates"),
        (("  (invariant (not (bvult |up::n| last)))", ""), "fails call of reach_error|fails .*reach_error"),
    ],
)
def test_tampered_proofs_are_rejected(change: tuple[str, str], told: str, tmp_path: Path) -> None:
    changed = PROOF.replace(*change)
    assert changed != PROOF
    assert re.search(told, str(verdict_on(changed, TEXT % 3, tmp_path)))


def test_certificate_names_its_system(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the program has no location up called; there are: main:4:"):
        verdict_on(PROOF.replace('(calls "shared")', ""), TEXT % 3, tmp_path)
    with pytest.raises(InputError, match="unknown value calls 'both'"):
        verdict_on(PROOF.replace("shared", "both"), TEXT % 3, tmp_path)
    with pytest.raises(UsageError, match="unknown value 'both' for calls; choose from auto, inline, shared"):
        check(tmp_path / "program.c", calls="both")


@pytest.mark.parametrize("engine", ["ic3", "euf", "ufo"])
def test_written_certificate_is_accepted_again(engine: str, tmp_path: Path) -> None:
    goal_for(TEXT % 3, tmp_path)
    report = check(tmp_path / "program.c", engine=engine, calls="wait", property="unreach-call", time_limit=60)
    assert isinstance(report.verdict, Safe)
    text = certificate_text(report)
    assert text is not None and '(calls "shared")' in text and '(at "up:3"' in text
    (tmp_path / "proof").write_text(text)
    again = certify(tmp_path / "program.c", certificate=tmp_path / "proof", property="unreach-call", time_limit=60)
    assert isinstance(again.verdict, Safe)


@pytest.mark.parametrize("engine", ["ic3", "euf", "bkind", "accelerate"])
def test_runs_of_the_system_are_runs_of_the_program(engine: str, tmp_path: Path) -> None:
    goal_for(TEXT % 4, tmp_path)
    verdict = check(tmp_path / "program.c", engine=engine, calls="wait", property="unreach-call", time_limit=60).verdict
    assert isinstance(verdict, Unsafe)
    assert verdict.violated.site.function == "main"


def system_with(calls: Calls, folder: Path) -> ProgramSystem:
    goal = goal_for(TEXT % 3, folder)
    found = encoded(encode(goal.program, goal.checked, None, Budget(), calls))
    assert isinstance(found, ProgramSystem)
    return found


def test_concrete_runs_are_followed_with_waiting_callers(tmp_path: Path) -> None:
    system = system_with(Calls.SHARED, tmp_path)
    goal = goal_for(TEXT % 3, tmp_path)
    number = next(each.symbol for each in system.system.location("up:3").variables if str(each.symbol) == "call of up")
    right = or_(eq(number, bv(1, 32)), eq(number, bv(2, 32)))
    finding = sample_runs(goal, system, {"up:3": (right,)}, 0.2)
    assert isinstance(finding, NoContradiction)
    assert finding.statistics.comparison.edges > 3
    assert finding.statistics.comparison.formulas > 3
    wrong = not_(bvult(number, bv(2, 32)))
    assert isinstance(sample_runs(goal, system, {"up:3": (wrong,)}, 0.2), RunDisagrees)


def test_different_behaviour_of_the_copied_form_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Concrete runs of both forms of the program reveal a defect of copying."""
    goal = goal_for(TEXT % 3, tmp_path)
    monkeypatch.setattr(shared_bodies, "eq", lambda *_: FALSE)  # no call is detected as waiting
    joined = shared_bodies.SharedBodies(frozenset(shareable_functions(goal.program))).run(goal.program)
    monkeypatch.undo()
    finding = sample_runs(goal, encoded(encode_program(joined, goal.checked, Budget())), {}, 0.2)
    assert isinstance(finding, RunDisagrees)
    assert "the encoded form of the program ends in" in finding.reason
