"""Certificates of other tools: right ones are accepted, others rejected with the failed obligation."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus import small_goals
from corpus.control_systems import ROOT
from corpus.engine_runs import encoding_of
from corpus.machines import TWO_LOOPS, counter
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat, Direction
from surefoot.base.errors import InputError
from surefoot.certify.kernel.certificates_from_files import judge_certificate_from_file
from surefoot.certify.verdicts import Safe, Unknown
from surefoot.evidence.certificate_text import parse_certificate
from surefoot.evidence.claims import Why
from surefoot.smt.registry import SolverFactory
from surefoot.verify.api import certify, check
from surefoot.verify.certification import certificate_text

PROOF = """(certificate 1)
(k-inductive 1)
(at "main:4"
  (invariant (not (bvult #x0000000a |main::i|)))
  (invariant (= |main::i| |main::j|)))
"""
TWO_PROOF = """(certificate 1)
(k-inductive 1)
(at "main:4"
  (invariant (bvult #x0000003c |main::b|))
  (invariant (not (bvult #x00000032 |main::a|))))
(at "main:5"
  (invariant (not (bvult |main::b| |main::a|))))
"""


def program(text: str, folder: Path) -> Path:
    goal_for(text, folder)
    return folder / "program.c"


def verdict_on(proof: str, text: str, folder: Path) -> Safe | str:
    """Return `Safe`, or why the certificate is rejected."""
    source = program(text, folder)
    (folder / "proof").write_text(proof)
    verdict = certify(source, certificate=folder / "proof", time_limit=30).verdict
    if isinstance(verdict, Safe):
        return verdict
    assert isinstance(verdict, Unknown) and verdict.why is Why.REJECTED
    return verdict.detail


def test_manual_proof_is_accepted_by_two_solvers(tmp_path: Path) -> None:
    verdict = verdict_on(PROOF, counter(10), tmp_path)
    assert isinstance(verdict, Safe)
    assert verdict.summary.startswith(
        "the property is 1-inductive over the loops with 2 loop invariants "
        "(found by others, checked by bits, confirmed by bitwuzla"
    )
    assert isinstance(verdict_on(TWO_PROOF, TWO_LOOPS, tmp_path), Safe)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("#x0000000a", "#x00000009"), "the edge main:4 -> main:4 violates `i <= 9`"),
        (lambda text: text.replace("#x0000000a", "#x0000000b"), "step 1 from main:4 fails .*reach_error"),
        (lambda text: text.replace("  (invariant (= |main::i| |main::j|))", ""), "step 1 from main:4 fails"),
        (
            lambda text: text.replace("(= |main::i|", "(distinct |main::i|"),
            "the edge entry -> main:4 violates `i != j`",
        ),
        (lambda text: text.replace("(not (bvult", "(and (bvult"), "the edge entry -> main:4 violates"),
        (
            lambda text: text.replace("|main::j|", "#x00000000"),
            "the edge main:4 -> main:4 violates `i == 0`",
        ),
        (lambda text: text[: text.index("(at")], "step 1 from main:4 fails"),
        (
            lambda text: text.replace("invariant", "lemma").replace("#x0000000a", "#x00000009"),
            "violates `i <= 9` at main:4",
        ),
        (
            lambda text: text.replace("(k-inductive 1)", "(k-inductive 1 loop-wise)").replace(
                "#x0000000a", "#x0000000b"
            ),
            "summarised",
        ),
    ],
    ids=[
        "stronger",
        "weaker",
        "dropped",
        "negated",
        "negated in place",
        "other variable",
        "none",
        "lemma",
        "loop-wise",
    ],
)
def test_changed_proof_is_rejected_with_the_failed_obligation(
    change: Callable[[str], str], told: str, tmp_path: Path
) -> None:
    changed = change(PROOF)
    assert changed != PROOF
    reason = verdict_on(changed, counter(10), tmp_path)
    assert isinstance(reason, str) and re.search(told, reason), reason


def test_swapped_locations_are_detected(tmp_path: Path) -> None:
    swapped = TWO_PROOF.replace('"main:4"', '"?"').replace('"main:5"', '"main:4"').replace('"?"', '"main:5"')
    reason = verdict_on(swapped, TWO_LOOPS, tmp_path)
    assert isinstance(reason, str) and "the edge main:4 -> main:4 violates `b >= a`" in reason


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("options", ["", " simple-paths", " loop-wise"])
def test_no_k_proves_the_unsafe_twin(k: int, options: str, tmp_path: Path) -> None:
    changed = PROOF.replace("(k-inductive 1)", f"(k-inductive {k}{options})")
    assert isinstance(verdict_on(changed, counter(10), tmp_path), Safe)
    assert isinstance(verdict_on(changed, counter(9), tmp_path), str)


def test_larger_k_without_invariants_is_rejected(tmp_path: Path) -> None:
    for k in (1, 2, 4):
        proof = f'(certificate 1)\n(k-inductive {k})\n(at "main:4" (invariant (= |main::i| |main::j|)))\n'
        reason = verdict_on(proof, counter(10), tmp_path)
        assert isinstance(reason, str) and f"step {k} from main:4 fails" in reason


def test_an_invariant_of_false_is_no_proof(tmp_path: Path) -> None:
    for text in (counter(10), counter(9)):
        reason = verdict_on('(certificate 1)\n(k-inductive 1)\n(at "main:4" (invariant false))\n', text, tmp_path)
        assert isinstance(reason, str) and "the edge entry -> main:4 violates `false`" in reason


def test_unrollings_are_checked(tmp_path: Path) -> None:
    proof = "(certificate 1)\n(complete-unrolling 10 (pruned))\n"
    assert isinstance(verdict_on(proof, small_goals.COUNT_TO_TEN, tmp_path), Safe)
    too_short = verdict_on(proof.replace("10", "9"), small_goals.COUNT_TO_TEN, tmp_path)
    assert isinstance(too_short, str) and "a run goes beyond 9 iterations of a loop" in too_short
    unsafe = verdict_on(proof, small_goals.COUNT_TO_NINE, tmp_path)
    assert isinstance(unsafe, str) and "a run fails" in unsafe and "program.c:1" in unsafe


def test_a_proof_of_another_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"proof: SMT-LIB, line 4: unknown symbol main::i"):
        verdict_on(PROOF, TWO_LOOPS, tmp_path)
    with pytest.raises(InputError, match="line 3: the program has no location main:4; there are: main:1"):
        verdict_on(PROOF, small_goals.COUNT_TO_TEN, tmp_path)


def test_induction_needs_a_program_with_a_finite_shape(tmp_path: Path) -> None:
    recursive = "int f(int n) { return n <= 0 ? 0 : f(n - 1); } int main(void) { if (f(3)) reach_error(); }"
    with pytest.raises(InputError, match="the program is recursive"):
        verdict_on("(certificate 1)\n(k-inductive 1)\n", recursive, tmp_path)


def test_binary_files_are_refused(tmp_path: Path) -> None:
    source = program(counter(10), tmp_path)
    (tmp_path / "proof").write_bytes(b"\xff\xfe(certificate 1)")
    with pytest.raises(InputError, match="proof: a certificate is UTF-8 text"):
        certify(source, certificate=tmp_path / "proof")
    with pytest.raises(InputError, match=r"cannot read .*none: No such file"):
        certify(source, certificate=tmp_path / "none")


def test_every_truncation_is_refused_or_rejected(tmp_path: Path) -> None:
    source = program(counter(10), tmp_path)
    for end in range(0, len(PROOF) - 1, 23):
        (tmp_path / "proof").write_text(PROOF[:end])
        try:
            verdict = certify(source, certificate=tmp_path / "proof", time_limit=30).verdict
        except InputError:
            continue
        assert not isinstance(verdict, Safe)


def test_program_with_dropped_behaviour_has_no_proof(tmp_path: Path) -> None:
    goal = goal_for(counter(10), tmp_path)
    certificate = parse_certificate(PROOF, lambda: encoding_of(goal).system)[1]
    for direction, kind in ((Direction.DROPS_BEHAVIOUR, Unknown), (Direction.ADDS_BEHAVIOUR, Safe)):
        caveats = (Caveat("test", direction, "something is different"),)
        verdict = judge_certificate_from_file(
            certificate, goal, caveats, SolverFactory(), Budget.seconds(30), lambda *_: ""
        )
        assert isinstance(verdict, kind)


@pytest.mark.parametrize(
    "name",
    [
        "examples/saturating_sum.c",
        "examples/turnstile.c",
        "tests/programs/induction/array_of_grades.c",
        "tests/programs/induction/binary_search.c",
        "tests/programs/induction/decaying_float.c",
        "tests/programs/induction/nested_triangle.c",
        "tests/programs/induction/pointer_through_array.c",
    ],
)
def test_certificates_of_engines_are_accepted(name: str, tmp_path: Path) -> None:
    text = certificate_text(check(ROOT / name, time_limit=30))
    assert text is not None
    (tmp_path / "proof").write_text(text)
    assert isinstance(certify(ROOT / name, certificate=tmp_path / "proof", time_limit=30).verdict, Safe)


@pytest.mark.parametrize("engine", ["kind{invariants=no,simple-path}", "bkind{invariants=no}"])
def test_lemmas_and_simple_paths_are_accepted(engine: str, tmp_path: Path) -> None:
    machine = """int main(void) { int s = 1; while (1) { int in = __VERIFIER_nondet_int();
    if (in == 1 && s == 1) s = 2; else if (in == 2 && s == 2) s = 3; else if (in == 3 && s > 3) reach_error(); } }"""
    source = program(machine, tmp_path)
    report = check(source, engine=engine, time_limit=30)
    assert isinstance(report.verdict, Safe)
    text = certificate_text(report)
    assert text is not None
    (tmp_path / "proof").write_text(text)
    assert isinstance(certify(source, certificate=tmp_path / "proof", time_limit=30).verdict, Safe)
    program(machine.replace("s > 3", "s > 2"), tmp_path)
    assert isinstance(certify(source, certificate=tmp_path / "proof", time_limit=30).verdict, Unknown)
