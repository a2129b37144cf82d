"""Ring lemmas: identities are checked by multiplication, and tampered lemmas are rejected."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.small_goals import goal_for
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.base.events import ignore
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.certify.kernel.ring_arithmetic import is_identity
from surefoot.certify.kernel.ring_lemmas import discharge_with
from surefoot.certify.verdicts import Safe, Unknown
from surefoot.discharge.obligation import Obligation
from surefoot.engines.ring import Ring
from surefoot.evidence.certificate_text import About, parse_certificate, print_certificate
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, Goal, Why
from surefoot.logic import TRUE, Term, bit_vector, bv, bvadd, bvmul, bvslt, eq, ite, not_, variable, zero_extend
from surefoot.logic.ring.lemmas import Equation, Premise, RingLemma
from surefoot.program.properties import UNREACH_CALL
from surefoot.smt.registry import SolverFactory
from surefoot.verify.certification import certificate_text, certify
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

SOLVERS = SolverFactory()
WIDTH = 8
X, Y, Z = (variable(name, bit_vector(WIDTH)) for name in "xyz")
ONE = bv(1, WIDTH)
SUMS = """int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
    while (i != n) { i++; s += %s; if (2 * s != i * i + i) reach_error(); }
}"""


def certificate_of(goal: Goal) -> KInductive:
    claim = first_claim(Ring(), goal, SOLVERS, Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive)
    return claim.certificate


def finding(certificate: KInductive, goal: Goal, seconds: float = 30) -> Finding:
    budget = Budget.seconds(seconds)
    return check_system(encoded(encoding_of(goal, budget)).system, certificate, SolverFactory(budget=budget), budget)


def lemma_of(left: Term, right: Term, *premises: Premise, conditions: tuple[Term, ...] = ()) -> RingLemma:
    return RingLemma(conditions, premises, Equation(left, right))


def test_products_of_equal_values_are_equal() -> None:
    premise = Premise(Equation(X, Y), Z)
    assert is_identity(lemma_of(bvmul(X, Z), bvmul(Y, Z), premise))
    assert not is_identity(lemma_of(bvmul(X, Z), bvmul(Y, Y), premise))
    assert not is_identity(lemma_of(bvmul(X, Z), bvmul(Y, Z), Premise(Equation(X, Y), ONE)))
    assert not is_identity(lemma_of(bvmul(X, Z), bvmul(Y, Z)))


def test_conditions_select_branches() -> None:
    condition = bvslt(X, Y)
    chosen = ite(condition, bvadd(Z, ONE), bvadd(Z, Z))
    assert is_identity(lemma_of(bvmul(chosen, Z), bvadd(bvmul(Z, Z), Z), conditions=(condition,)))
    assert is_identity(lemma_of(chosen, bvmul(Z, bv(2, WIDTH)), conditions=(not_(condition),)))
    assert not is_identity(lemma_of(chosen, bvmul(Z, bv(2, WIDTH)), conditions=(condition,)))
    assert not is_identity(lemma_of(chosen, bvmul(Z, bv(2, WIDTH))))


def test_terms_of_other_widths_and_sorts_are_no_lemma() -> None:
    wide = zero_extend(X, 16)
    assert not is_identity(lemma_of(X, wide))
    assert not is_identity(lemma_of(X, X, Premise(Equation(wide, wide), ONE)))
    assert not is_identity(lemma_of(X, X, Premise(Equation(X, X), wide)))
    assert not is_identity(lemma_of(eq(X, Y), eq(X, Y)))
    assert not is_identity(lemma_of(TRUE, TRUE))


def test_impossible_conclusion_needs_an_impossible_premise() -> None:
    odd = Premise(Equation(bvmul(X, bv(2, WIDTH)), ONE), bv(128, WIDTH))
    assert is_identity(lemma_of(bv(128, WIDTH), bv(0, WIDTH), odd))
    assert not is_identity(lemma_of(bv(64, WIDTH), bv(0, WIDTH), odd))
    assert lemma_of(bv(128, WIDTH), bv(0, WIDTH), odd).clause is not TRUE


def test_proof_is_accepted_and_survives_as_text(tmp_path: Path) -> None:
    goal = goal_for(SUMS % "i", tmp_path)
    certificate = certificate_of(goal)
    assert certificate.ring and isinstance(finding(certificate, goal), Accepted)
    system = encoding_of(goal).system
    text = print_certificate(certificate, About(), system)
    assert parse_certificate(text, lambda: system) == (About(), certificate)


@pytest.mark.parametrize("change", ["multiplier", "conclusion", "premise gone", "elsewhere"])
def test_tampered_lemmas_are_rejected_with_their_edges(change: str, tmp_path: Path) -> None:
    goal = goal_for(SUMS % "i", tmp_path)
    certificate = certificate_of(goal)
    ((name, (lemma, *others)),) = certificate.ring.items()
    first, *rest = lemma.premises
    width = first.multiplier.sort.width
    match change:
        case "multiplier":
            multiplied = Premise(first.equation, bvadd(first.multiplier, bv(1, width)))
            lemma = replace(lemma, premises=(multiplied, *rest))
        case "conclusion":
            wrong = Equation(bvadd(lemma.conclusion.left, bv(2, width)), lemma.conclusion.right)
            lemma = replace(lemma, conclusion=wrong)
        case "premise gone":
            lemma = replace(lemma, premises=tuple(rest))
        case _:
            elsewhere = variable("elsewhere", bit_vector(width))
            lemma = replace(lemma, conclusion=Equation(elsewhere, elsewhere), premises=())
    found = finding(replace(certificate, ring={name: (lemma, *others)}), goal)
    assert isinstance(found, Rejected)
    assert f"ring lemma 1 for the edges from {name}" in found.reason


def test_lemmas_for_a_location_that_does_not_exist_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(SUMS % "i", tmp_path)
    certificate = certificate_of(goal)
    lemmas = next(iter(certificate.ring.values()))
    assert finding(replace(certificate, ring={"nowhere": lemmas}), goal) == Rejected(
        "the program has no location nowhere"
    )


def test_lemmas_without_invariants_prove_nothing(tmp_path: Path) -> None:
    goal = goal_for(SUMS % "i", tmp_path)
    found = finding(replace(certificate_of(goal), invariants={}), goal)
    assert isinstance(found, Rejected) and "fails" in found.reason


def test_solvers_get_products_where_lemmas_do_not_suffice(tmp_path: Path) -> None:
    system = encoding_of(goal_for(SUMS % "i", tmp_path)).system
    small = variable("small", bit_vector(4))
    successor = bvadd(small, bv(1, 4))
    square = bvadd(bvadd(bvmul(small, small), bvmul(small, bv(2, 4))), bv(1, 4))
    wrong = Obligation("a square is another", not_(eq(bvmul(successor, successor), square)))
    possible = Obligation("a square is one", eq(bvmul(successor, successor), bv(1, 4)))
    assert isinstance(discharge_with({}, [wrong], system, SOLVERS, Budget.seconds(30)), Accepted)
    found = discharge_with({}, [wrong, possible], system, SOLVERS, Budget.seconds(30))
    assert isinstance(found, Rejected) and "a square is one" in found.reason


def test_the_unsafe_twin_is_not_proved_by_the_same_lemmas(tmp_path: Path) -> None:
    certificate = certificate_of(goal_for(SUMS % "i", tmp_path))
    assert not isinstance(finding(certificate, goal_for(SUMS % "(i == 70 ? 0 : i)", tmp_path)), Accepted)


@pytest.mark.parametrize(
    "lemma",
    ["(ring)", "(ring (so i))", "(ring (equation i s) (so i s))", "(ring (when) i (so i s))", "(ring (so i nowhere))"],
)
def test_malformed_lemmas_are_input_errors_with_a_line(lemma: str, tmp_path: Path) -> None:
    system = encoding_of(goal_for(SUMS % "i", tmp_path)).system
    (name,) = system.names
    written = lemma.replace(" i", " |main::i|").replace(" s)", " |main::s|)")
    text = f'(certificate 1)\n(k-inductive 1)\n(at "{name}"\n{written})'
    with pytest.raises(InputError, match="line 4"):
        parse_certificate(text, lambda: system)


def test_certificates_with_lemmas_are_written_and_read(tmp_path: Path) -> None:
    source, file = tmp_path / "sums.c", tmp_path / "sums.proof"
    source.write_text("extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n" + SUMS % "i")
    request = Request((source,), checked=UNREACH_CALL, engine="ring", time_limit=30)
    text = certificate_text(check(request))
    assert text is not None and "(ring" in text
    file.write_text(text)
    assert isinstance(certify(request, file).verdict, Safe)
    head, _, multiplier = text.rpartition("#x0000000")
    file.write_text(f"{head}#x0000000{(int(multiplier[0], 16) + 2) % 16:x}{multiplier[1:]}")
    verdict = certify(request, file).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.why is Why.REJECTED and "multiplied out" in verdict.detail


def test_report_states_the_number_of_lemmas(tmp_path: Path) -> None:
    source = tmp_path / "sums.c"
    source.write_text("extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n" + SUMS % "i")
    verdict = check(Request((source,), checked=UNREACH_CALL, engine="ring", time_limit=30)).verdict
    assert "1 ring lemma multiplied out" in verdict.summary  # type: ignore[union-attr]
