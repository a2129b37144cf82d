"""Procedure summaries: right ones are accepted, changed ones rejected, and failing programs have
none.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.certify.corroborate.contract_runs import contradicting_call
from surefoot.certify.judge import judge
from surefoot.certify.kernel.certificates_from_files import judge_certificate_from_file
from surefoot.certify.kernel.finding import Accepted, Rejected
from surefoot.certify.kernel.summaries import check_summaries
from surefoot.certify.verdicts import Safe, Unknown
from surefoot.engines.chc.summaries import SummariesEngine
from surefoot.evidence.certificate_text import About, parse_certificate, print_certificate
from surefoot.evidence.certificates import Summaries
from surefoot.evidence.claims import ClaimsSafe, GaveUp, Goal, Why
from surefoot.evidence.encodings import encode_goal_procedures
from surefoot.logic import TRUE, Term, bv, bvadd, eq, not_
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import NotEncodable

NONDET = "\n#include <assert.h>\n"
COUNTS = f"""{NONDET}
unsigned count;
unsigned walk(unsigned n) {{ if (n == 0) return 7; count++; return walk(n - 1); }}
int main(void) {{ unsigned n = __VERIFIER_nondet_uint(); unsigned r = walk(n); assert(count == n && r == 7); }}
"""
EVEN = f"""{NONDET}
int odd(unsigned n);
int even(unsigned n) {{ return n == 0 ? 1 : odd(n - 1); }}
int odd(unsigned n) {{ return n == 0 ? 0 : even(n - 1); }}
int main(void) {{ unsigned n = __VERIFIER_nondet_uint(); assert(even(n) == (n % 2 == 0)); }}
"""
ENDS_INSIDE = f"""{NONDET}
void down(unsigned n) {{ assert(n != 3); if (n == 0) return; down(n - 1); }}
int main(void) {{ unsigned n = __VERIFIER_nondet_uint(); if (n < 3) down(n); }}
"""
NO_RECURSION = f"""{NONDET}
static unsigned up(unsigned n) {{ unsigned s = 0; while (s < n) s++; return s; }}
int main(void) {{ unsigned n = __VERIFIER_nondet_uint(), r = up(n); assert(r == n); r = up(3); assert(r == 3); }}
"""
SAFE = {"counts": COUNTS, "even": EVEN, "ends inside": ENDS_INSIDE, "no recursion": NO_RECURSION}
FAILING = {
    "counts": COUNTS.replace("count == n", "count != 1000"),
    "counts from one": COUNTS.replace("unsigned count;", "unsigned count = 1;"),
    "even": EVEN.replace("n == 0 ? 0", "n == 0 ? 1"),
    "ends inside": ENDS_INSIDE.replace("n < 3", "n < 4"),
    "no recursion": NO_RECURSION.replace("r == 3", "r < 3"),
}


def solvers() -> SolverFactory:
    return SolverFactory(budget=Budget())


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Goal, Summaries]:
    goal = goal_for(COUNTS, tmp_path_factory.mktemp("counts"))
    return goal, claim_for(goal)


def claim_for(goal: Goal) -> Summaries:
    claim = first_claim(SummariesEngine(spacer_seconds=0), goal, solvers(), Budget(), lambda _: None)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, Summaries), claim
    return claim.certificate


def tampered(certificate: Summaries, relations: dict[str, tuple[Term, ...]]) -> Iterator[Summaries]:
    """Yield the certificate with one formula left out, negated, or a stronger one."""
    for name, formulas in certificate.formulas.items():
        for at, formula in enumerate(formulas):
            for changed in ((), (not_(formula),)):
                yield replace(
                    certificate,
                    formulas={**certificate.formulas, name: (*formulas[:at], *changed, *formulas[at + 1 :])},
                )
        symbol = relations[name][-1]
        false = eq(symbol, bvadd(symbol, bv(1, symbol.sort.width)))
        for stronger in (false, eq(symbol, bv(4, symbol.sort.width))):
            yield replace(certificate, formulas={**certificate.formulas, name: (*formulas, stronger)})


@pytest.mark.parametrize("name", SAFE)
def test_only_the_found_summaries_are_accepted(name: str, tmp_path: Path) -> None:
    goal = goal_for(SAFE[name], tmp_path)
    certificate = claim_for(goal)
    procedures = encoded(encode_goal_procedures(goal, Budget()))
    assert isinstance(check_summaries(procedures, certificate, solvers(), Budget()), Accepted)
    for wrong in tampered(certificate, dict(procedures.system.relations)):
        assert isinstance(check_summaries(procedures, wrong, solvers(), Budget()), Rejected), wrong


@pytest.mark.parametrize("name", FAILING)
def test_failing_programs_have_no_summaries(name: str, tmp_path: Path) -> None:
    goal = goal_for(FAILING[name], tmp_path)
    claim = first_claim(SummariesEngine(spacer_seconds=0), goal, solvers(), Budget(), lambda _: None)
    assert isinstance(claim, GaveUp) and claim.why is Why.BOUND


def test_verdict_reports_preconditions_and_postconditions(counts: tuple[Goal, Summaries]) -> None:
    goal, certificate = counts
    verdict = judge(ClaimsSafe(certificate), goal, (), solvers(), Budget())
    assert isinstance(verdict, Safe) and verdict.procedures is not None
    named = {
        each.name
        for name in verdict.procedures.system.relations
        for each in verdict.procedures.variables(name).values()
    }
    assert named == {"n", "count", "old(count)"}


def test_certificate_text_is_read_back_and_judged(counts: tuple[Goal, Summaries]) -> None:
    goal, certificate = counts
    clauses = encoded(encode_goal_procedures(goal, Budget())).system
    text = print_certificate(certificate, About(), None, None, clauses)

    def no_system() -> None:
        raise AssertionError("summaries have no control system")

    _, again = parse_certificate(text, no_system, lambda: clauses)  # type: ignore[arg-type]
    assert again == certificate
    assert isinstance(judge_certificate_from_file(again, goal, (), solvers(), Budget(), lambda *_: ""), Safe)
    empty = judge_certificate_from_file(Summaries({}, ""), goal, (), solvers(), Budget(), lambda *_: "")
    assert isinstance(empty, Unknown) and empty.why is Why.REJECTED


def test_formulas_over_other_symbols_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(COUNTS, tmp_path)
    procedures = encoded(encode_goal_procedures(goal, Budget()))
    begins, ends = procedures.system.relations["walk called"], procedures.system.relations["walk returns"]
    for formulas in (
        {"nowhere": (TRUE,)},
        {"walk called": (eq(ends[-1], ends[-1]), not_(eq(ends[-1], ends[0])))},
        {"walk called": begins},
    ):
        finding = check_summaries(procedures, Summaries(formulas, ""), solvers(), Budget())
        assert isinstance(finding, Rejected) and ("not about" in finding.reason or "has no" in finding.reason)


def test_concrete_calls_contradict_wrong_summaries(counts: tuple[Goal, Summaries]) -> None:
    goal, certificate = counts
    procedures = encoded(encode_goal_procedures(goal, Budget()))
    assert contradicting_call(goal, procedures, certificate, 0.5) is None
    count = next(symbol for symbol, known in procedures.variables("walk returns").items() if known.name == "count")
    wrong = Summaries({"walk returns": (eq(count, bv(80, 32)),)}, "")
    assert "walk returns" in (contradicting_call(goal, procedures, wrong, 0.5) or "")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("int main(void) { return 0; }", "no function is recursive"),
        ("int f(int n) { int a[2]; a[n & 1] = n; return n ? f(n - 1) + a[0] : 0; } int main(void) { return f(3); }", "live where"),
        ("int (*h)(int); int f(int n); int g(int n) { return h(n); } int f(int n) { return n ? g(n) + f(0) : 0; } int main(void) { h = f; return f(1); }", "pointer to a function"),
    ],
)  # fmt: skip
def test_recursive_programs_without_summaries_are_refused(text: str, reason: str, tmp_path: Path) -> None:
    found = encode_goal_procedures(goal_for(text, tmp_path), Budget())
    assert isinstance(found, NotEncodable) and re.search(reason, found.reason)
