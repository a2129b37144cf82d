"""Quantified invariants in certificates: right ones are accepted, others rejected with the edge
that violates them.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of
from corpus.small_goals import goal_for
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.certify.corroborate.concrete_runs import NoContradiction, RunDisagrees, sample_runs
from surefoot.certify.kernel.finding import Accepted, Rejected
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.certify.verdicts import Safe, Unknown
from surefoot.evidence.certificates import KInductive
from surefoot.logic import BOOL, Symbol, SymbolKind, Term, bv, bvult, eq, implies, select, sign_extend, variable
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.verify.api import certify, check
from surefoot.verify.certification import certificate_text

FILL = """int a[900];
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 900) return 0;
  for (int i = 0; i < n; i++)
    a[i] = 42;
  for (int i = 0; i < n; i++)
    if (a[i] != %d) reach_error();
}"""
PROOF = """(certificate 1)
(k-inductive 1)
(at "main:3"
  (invariant (bvsle #x00000000 |main::i|))
  (invariant (and (bvsle #x00000001 |main::n|) (bvsle |main::n| #x00000384)))
  (invariant (forall ((j (_ BitVec 64))) (=> (bvult j ((_ sign_extend 32) |main::i|)) (= (select |a[]| j) #x0000002a)))))
(at "main:5"
  (invariant (bvsle #x00000000 |main::i.2|))
  (invariant (and (bvsle #x00000001 |main::n|) (bvsle |main::n| #x00000384)))
  (invariant (forall ((j (_ BitVec 64))) (=> (bvult j ((_ sign_extend 32) |main::n|)) (= (select |a[]| j) #x0000002a)))))
"""
FIRST, SECOND = "the edge main:3 -> main:3 violates", "the edge main:3 -> main:5 violates"


def verdict_on(proof: str, folder: Path, expected: int = 42) -> Safe | str:
    """Return `Safe`, or why the certificate is rejected."""
    goal_for(FILL % expected, folder)
    (folder / "proof").write_text(proof)
    verdict = certify(folder / "program.c", certificate=folder / "proof", time_limit=30).verdict
    if isinstance(verdict, Safe):
        return verdict
    assert isinstance(verdict, Unknown)
    return verdict.detail


def test_manual_proof_is_accepted(tmp_path: Path) -> None:
    assert isinstance(verdict_on(PROOF, tmp_path), Safe)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("#x0000002a)))))\n(at", "#x0000002b)))))\n(at", FIRST),
        ("(bvult j ((_ sign_extend 32) |main::i|))", "(bvule j ((_ sign_extend 32) |main::i|))", "-> main:3 violates"),
        ("(bvult j ((_ sign_extend 32) |main::i|))", "true", "the edge entry -> main:3 violates"),
        ("(bvult j ((_ sign_extend 32) |main::n|))", "(bvule j ((_ sign_extend 32) |main::n|))", SECOND),
        ("(bvult j ((_ sign_extend 32) |main::n|))", "(bvult (bvadd j j) ((_ sign_extend 32) |main::n|))", SECOND),
        ("(bvult j ((_ sign_extend 32) |main::n|))", "(= j #x0000000000000000)", "step 1 from main:5 fails"),
        ("(invariant (bvsle #x00000000 |main::i|))", "", "step 1 from main:3 fails"),
    ],
)
def test_changed_proof_is_rejected(old: str, new: str, reason: str, tmp_path: Path) -> None:
    assert PROOF.count(old) == 1
    told = verdict_on(PROOF.replace(old, new), tmp_path)
    assert isinstance(told, str) and reason in told


def test_unsafe_twin_is_not_proved(tmp_path: Path) -> None:
    told = verdict_on(PROOF, tmp_path, expected=41)
    assert isinstance(told, str) and "step 1 from main:5 fails" in told


def test_rejection_is_printed_in_c(tmp_path: Path) -> None:
    told = verdict_on(PROOF.replace("#x0000002a)))))\n(at", "#x0000002b)))))\n(at"), tmp_path)
    assert isinstance(told, str) and "`for all j < i: a[j] == 43`" in told


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("forall ((j ", "forall ((|main::i| ", "choose another name"),
        ("(_ BitVec 64))) (=> (bvult j ((_ sign_extend 32) |main::n|))", "Bool)) (=> j", "at an index of Bool"),
        ("(= (select |a[]| j) #x0000002a)))))\n(at", "(select |a[]| j)))))\n(at", "expected a Boolean term"),
    ],
)
def test_malformed_invariants_are_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        verdict_on(PROOF.replace(old, new, 1), tmp_path)


def test_invariants_of_the_engine_survive_as_text(tmp_path: Path) -> None:
    goal_for(FILL % 42, tmp_path)
    report = check(tmp_path / "program.c", engine="kind", time_limit=30)
    assert isinstance(report.verdict, Safe)
    text = certificate_text(report)
    assert text is not None and "; for all j < n: a[j] == 42" in text
    assert isinstance(verdict_on(text, tmp_path), Safe)


# ---- quantified invariants that are no formulas of the location


def system_of(folder: Path) -> tuple[ProgramSystem, ControlSystem]:
    encoding = encoding_of(goal_for(FILL % 42, folder), Budget.seconds(30))
    assert isinstance(encoding, ProgramSystem)
    return encoding, encoding.system


def symbol(system: ControlSystem, place: str, referent: str) -> Term:
    return next(each.symbol for each in system.location(place).variables if str(each.referent) == referent)


def rejection(invariant: QuantifiedInvariant, system: ControlSystem, place: str = "main:3") -> str:
    certificate = KInductive(1, {}, "", quantified={place: (invariant,)})
    finding = check_system(system, certificate, SolverFactory(), Budget.seconds(30))
    assert isinstance(finding, Rejected)
    return finding.reason


def test_quantified_invariant_belongs_to_its_location(tmp_path: Path) -> None:
    _, system = system_of(tmp_path)
    bound = bound_symbol(bv(0, 32).sort)
    here, elsewhere = symbol(system, "main:3", "main::i"), symbol(system, "main:5", "main::i.2")
    stranger = variable(Symbol(SymbolKind.AUXILIARY, "stranger", 0, "stranger"), BOOL)
    assert "mentions other variables" in rejection(QuantifiedInvariant(bound, eq(elsewhere, bound)), system)
    assert "mentions other variables" in rejection(QuantifiedInvariant(bound, stranger), system)
    assert "mentions other variables" in rejection(QuantifiedInvariant(here, eq(here, here)), system)
    assert "mentions other variables" in rejection(QuantifiedInvariant(bound, here), system)
    assert "no location" in rejection(QuantifiedInvariant(bound, eq(bound, bound)), system, "entry")


def test_quantified_invariant_over_the_bound_symbol_alone(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { int i = 0; while (i < 9) i++; }", tmp_path)
    system = encoded(encoding_of(goal, Budget.seconds(30))).system
    bound = bound_symbol(bv(0, 8).sort)
    for body, is_true in ((eq(bound, bound), True), (bvult(bound, bv(255, 8)), False)):
        certificate = KInductive(1, {}, "", quantified={system.names[0]: (QuantifiedInvariant(bound, body),)})
        finding = check_system(system, certificate, SolverFactory(), Budget.seconds(30))
        assert isinstance(finding, Accepted if is_true else Rejected)


# ---- concrete runs


@pytest.mark.parametrize(
    ("where", "value", "is_contradicted"),
    [
        (lambda i, j: bvult(j, i), 42, False),
        (lambda i, j: bvult(j, i), 41, True),
        (lambda i, j: eq(j, i), 42, True),
        (bvult, 0, False),
        (lambda _, j: bvult(j, bv(899, 64)), 42, True),
    ],
)
def test_runs_evaluate_quantified_invariants(
    where: Callable[[Term, Term], Term], value: int, is_contradicted: bool, tmp_path: Path
) -> None:
    encoding, system = system_of(tmp_path)
    goal = goal_for(FILL % 42, tmp_path)
    array, counter = symbol(system, "main:3", "a[]"), sign_extend(symbol(system, "main:3", "main::i"), 64)
    bound = bound_symbol(bv(0, 64).sort)
    stated = QuantifiedInvariant(bound, implies(where(counter, bound), eq(select(array, bound), bv(value, 32))))
    found = sample_runs(goal, encoding, {}, 0.5, quantified={"main:3": (stated,)})
    assert isinstance(found, RunDisagrees if is_contradicted else NoContradiction)
    if isinstance(found, RunDisagrees):
        assert "at main:3: a run violates" in found.reason
    else:
        assert found.statistics.comparison.formulas > 0
