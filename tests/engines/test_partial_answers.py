"""Answers about single checks where the whole is undecided: proofs of checks that no run beyond the
bound reaches, and how far the others were explored.
"""

from pathlib import Path

import pytest

from corpus.engine_runs import claims_of
from corpus.small_goals import goal_for
from limits import override
from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.certify.judge import judge
from surefoot.certify.survey import Status
from surefoot.certify.verdicts import Safe, Unknown
from surefoot.engines.bmc import Bmc
from surefoot.engines.limits import LIMITS
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import ClaimsSafe
from surefoot.program.properties import DEFAULT
from surefoot.program.statements import LEAK_KINDS, CheckKind
from surefoot.smt.registry import SolverFactory
from surefoot.verify import api
from surefoot.verify.request import Report

PROGRAM = """#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int depth(unsigned n) { return n ? 1 + depth(n / 2) : 0; }
static int checked(int *p) { return p[1]; }
int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[3] = 1;
    int sum = checked(p);
    for (int i = 0; i < 3; i++)
        p[i] = 7;
    sum = depth(__VERIFIER_nondet_uint());
    sum += p[sum % 4];
    LATER
    free(p);
    return sum;
}
"""


def report_on(text: str, folder: Path, bound: int) -> Report:
    path = folder / "program.c"
    path.write_text(text)
    return api.check(path, engine=f"bmc{{max-bound={bound}}}", time_limit=60)


def lines(report: Report, status: Status) -> set[int]:
    return {each.site.span.line for each in report.checks if each.status is status and each.site.span}


@pytest.mark.parametrize("later", ["", "p[4 + sum] = 0;", "checked(p);"])
def test_checks_that_no_longer_run_reaches_are_proved(tmp_path: Path, later: str) -> None:
    """Recursion hides neither what comes before it nor a loop that all runs leave within the bound.

    A function that is also called later is not passed by all runs.
    """
    report = report_on(PROGRAM.replace("LATER", later), tmp_path, bound=4)
    passed = {7, 9, 10} | ({4} if later != "checked(p);" else set())
    assert lines(report, Status.PROVED) == passed
    assert {4, 7, 9, 10} - passed <= lines(report, Status.UNDECIDED)
    assert lines(report, Status.VIOLATED) == ({13} if later.startswith("p[") else set())


def test_a_loop_beyond_the_bound_is_not_passed(tmp_path: Path) -> None:
    report = report_on(PROGRAM.replace("LATER", "").replace("i < 3", "i < 5"), tmp_path, bound=2)
    assert isinstance(report.verdict, Unknown)
    assert lines(report, Status.PROVED) == {4, 7}
    explored = {each.site.span.line: each.explored for each in report.checks if each.site.span}
    assert explored[10] == 2 and explored[12] == 2 and explored[7] == 0


def test_calls_through_pointers_may_reach_every_check(tmp_path: Path) -> None:
    called = "int (*f)(int *) = __VERIFIER_nondet_uint() ? checked : 0; if (f) f(p);"
    report = report_on(PROGRAM.replace("LATER", called), tmp_path, bound=4)
    assert lines(report, Status.PROVED) == set()


def test_the_judge_rejects_a_claim_about_a_check_ahead(tmp_path: Path) -> None:
    """A check that a run beyond the bound can reach needs a larger bound, whatever the claim says."""
    text = "int main(void) { int a[2] = {0}; a[1] = 1; for (int i = 0; i < 4; i++)\na[i % 3] = i; return a[0]; }"
    goal = replace(goal_for(text, tmp_path, DEFAULT), accepts_partial_claims=True)
    solvers, budget = SolverFactory(), Budget.seconds(60)
    claim = next(iter(claims_of(Bmc(max_bound=1), goal, solvers, budget)))
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, CompleteUnrolling)
    assert isinstance(judge(claim, goal, (), solvers, budget), Safe)
    ahead = [site for site in claim.ignored if site.kind not in LEAK_KINDS]
    assert {site.kind for site in ahead} == {CheckKind.INVALID_DEREFERENCE, CheckKind.SIGNED_OVERFLOW}
    for site in ahead:
        tampered = replace(claim, ignored=claim.ignored - {site})
        assert isinstance(judge(tampered, goal, (), solvers, budget), Unknown)


@pytest.mark.parametrize("engine", ["kind", "bkind"])
def test_induction_continues_after_a_claim_about_passed_checks(tmp_path: Path, engine: str) -> None:
    source = tmp_path / "program.c"
    source.write_text(
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { int n = __VERIFIER_nondet_int();\n"
        "if (n == 2147483647) return 0;\nn = n + 1; unsigned i = 0;\n"
        "while (i < 1000) i += 2;\nint a[1001]; return a[i] = 0; }\n"
    )
    with override(LIMITS, passed_checks_seconds=0.0):
        report = api.check(source, engine=engine)
    assert isinstance(report.verdict, Safe), report.verdict
