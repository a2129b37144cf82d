"""Vacuous proofs are no verdict; each program has a twin that differs in one place and is proved or
violated.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from limits import override
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.claims import Why
from surefoot.verify import api
from surefoot.verify.limits import LIMITS
from surefoot.verify.modular import check_modular
from surefoot.verify.request import Report

PRELUDE = """#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
"""
AFTER_A_LOOP = """int main(void) {{
    int i = 0;
    while (__VERIFIER_nondet_int()) {{ i = (i + 1) & 7; }}
    __VERIFIER_assume({assumed});
    assert({asserted});
    return 0;
}}"""
AT_THE_START = """int main(void) {{
    int i = 0, n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 3 && n < {most});
    while (__VERIFIER_nondet_int()) {{ i = (i + 1) & 7; assert(i < 8); }}
    assert(i {then});
    return 0;
}}"""
IN_A_BRANCH = """int main(void) {{
    int i = 0, n = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {{ i = (i + 1) & 7; }}
    if (n > 3) {{
        __VERIFIER_assume(n < {most});
        assert(i == 77);
    }}
    assert(i < 8);
    return 0;
}}"""
REQUIRES = """/*@ requires x > 3 && x < {most}; ensures \\result {then}; assigns \\nothing; */
int f(int x) {{ int i = 0; while (__VERIFIER_nondet_int()) {{ i = (i + 1) & 7; }} return i; }}"""
ENSURES = """/*@ ensures \\result == {value}; */
int f(int x) {{ while ({condition}) {{ x = (x & 3) + 1; }} return 7; }}"""
CALLEE = """/*@ ensures \\result > 3 && \\result < {most}; assigns \\nothing; */
int outside(void);
/*@ ensures \\result {then}; assigns \\nothing; */
int f(int x) {{ int i = outside(); while (__VERIFIER_nondet_int()) {{ x = x & 7; }} return i; }}"""
NEVER_RETURNS = """/*@ requires code > 0{more}; ensures \\false; */
void f(int code) {{ if (code > {least}) exit(code); }}"""

PROVERS = ["auto", "kind", "ic3", "cegar", "ufo", "spacer"]


@pytest.fixture(autouse=True)
def enough_time() -> Iterator[None]:
    """Give the search for runs enough time on slow machines."""
    with override(LIMITS, reachability_seconds=60.0, run_end_seconds=60.0):
        yield


def report_on(text: str, folder: Path, engine: str = "auto", **options: object) -> Report:
    path = folder / "program.c"
    path.write_text(PRELUDE + text)
    return api.check(path, engine=engine, time_limit=100, **options)  # type: ignore[arg-type]


def is_about_nothing(verdict: Verdict) -> bool:
    return isinstance(verdict, Unknown) and verdict.why is Why.NOTHING_CHECKED


@pytest.mark.parametrize("engine", PROVERS)
@pytest.mark.parametrize(
    ("nothing", "twin"),
    [
        (
            AFTER_A_LOOP.format(assumed="i > 8", asserted="i == 77"),
            AFTER_A_LOOP.format(assumed="i > 6", asserted="i == 7"),
        ),
        (AT_THE_START.format(most=2, then="== 77"), AT_THE_START.format(most=5, then="< 8")),
    ],
    ids=["after a loop", "at the start"],
)
def test_unsatisfiable_assumptions_are_vacuous(engine: str, nothing: str, twin: str, tmp_path: Path) -> None:
    assert is_about_nothing(report_on(nothing, tmp_path, engine, first=True).verdict)
    assert isinstance(report_on(twin, tmp_path, engine, first=True).verdict, Safe)


@pytest.mark.parametrize(
    "violated", [AFTER_A_LOOP.format(assumed="i > 6", asserted="i == 77"), AT_THE_START.format(most=5, then="== 77")]
)
def test_satisfiable_assumptions_allow_a_violation(violated: str, tmp_path: Path) -> None:
    assert isinstance(report_on(violated, tmp_path, first=True).verdict, Unsafe)


def test_each_check_states_whether_it_is_vacuous(tmp_path: Path) -> None:
    """The assertion behind the assumption is unreachable and no run ends; the proof of the check in
    the loop is reported.
    """
    report = report_on(AFTER_A_LOOP.format(assumed="i > 8", asserted="i == 77"), tmp_path, first=False)
    assert is_about_nothing(report.verdict)
    told = {result.site.kind.name: result.status.value for result in report.checks}
    assert told == {"SIGNED_OVERFLOW": "proved", "ASSERTION": "unreachable"}


@pytest.mark.parametrize(("most", "status"), [(2, "unreachable"), (5, "violated")])
def test_assumption_in_one_branch_affects_that_branch_only(most: int, status: str, tmp_path: Path) -> None:
    report = report_on(IN_A_BRANCH.format(most=most), tmp_path, first=False)
    told = {result.site.span.line: result.status.value for result in report.checks if result.site.span}
    assert told[12] == status
    assert told[14] == "proved"
    assert isinstance(report.verdict, Safe if status == "unreachable" else Unsafe)


@pytest.mark.parametrize("engine", ["auto", "kind", "ic3"])
def test_vacuity_is_not_checked_for_the_competition(engine: str, tmp_path: Path) -> None:
    text = AFTER_A_LOOP.format(assumed="i > 8", asserted="i == 77").replace("assert(i == 77)", "reach_error()")
    report = report_on(text, tmp_path, engine, property="unreach-call", first=True)
    assert isinstance(report.verdict, Safe)
    assert not report.warnings


@pytest.mark.parametrize("engine", ["auto", "kind", "ic3"])
@pytest.mark.parametrize("first", [True, False])
def test_unsatisfiable_precondition_is_vacuous(engine: str, first: bool, tmp_path: Path) -> None:
    nothing, safe = REQUIRES.format(most=2, then="== 7"), REQUIRES.format(most=5, then="<= 7")
    assert is_about_nothing(report_on(nothing, tmp_path, engine, function="f", first=first).verdict)
    assert isinstance(report_on(safe, tmp_path, engine, function="f", first=first).verdict, Safe)
    assert isinstance(
        report_on(REQUIRES.format(most=5, then="== 7"), tmp_path, engine="auto", function="f").verdict, Unsafe
    )


@pytest.mark.parametrize(
    ("engine", "condition"),
    [("bmc", "1"), ("auto", "1"), ("auto", "x > 0 || x <= 0"), ("kind", "x > 0 || x <= 0"), ("ic3", "x > 0 || x <= 0")],
)
def test_function_that_never_returns_has_a_vacuous_postcondition(engine: str, condition: str, tmp_path: Path) -> None:
    """Clang detects that `while (1)` has no end; the other loop needs a proof."""
    text = ENSURES.format(value=8, condition=condition)
    assert is_about_nothing(report_on(text, tmp_path, engine, function="f", first=True).verdict)


@pytest.mark.parametrize(("value", "expected"), [(7, Safe), (8, Unsafe)])
def test_function_that_sometimes_returns_is_not_vacuous(value: int, expected: type, tmp_path: Path) -> None:
    text = ENSURES.format(value=value, condition="x > 0")
    assert isinstance(report_on(text, tmp_path, function="f", first=True).verdict, expected)


def test_unreachable_checks_are_reported(tmp_path: Path) -> None:
    report = report_on(ENSURES.format(value=8, condition="x > 0 || x <= 0"), tmp_path, function="f", first=False)
    told = {result.site.kind.name: result.status.value for result in report.checks}
    assert told["CONTRACT"] == "unreachable"


def test_unsatisfiable_postcondition_is_vacuous(tmp_path: Path) -> None:
    """The assumed contract of a function without a body may be contradictory."""
    for most, then, expected in ((2, "== 77", Unknown), (5, "== 4", Safe)):
        path = tmp_path / "program.c"
        path.write_text(PRELUDE + CALLEE.format(most=most, then=then))
        report = api.check(path, function="f", time_limit=100, first=True)
        assert isinstance(report.verdict, expected)
        assert is_about_nothing(report.verdict) == (expected is Unknown)
        assert isinstance(check_modular(report.request).verdict, expected)


def test_non_termination_can_be_ensured(tmp_path: Path) -> None:
    r"""``ensures \false`` states that the function does not return; some run has to reach its end."""
    assert isinstance(report_on(NEVER_RETURNS.format(more="", least=0), tmp_path, function="f").verdict, Safe)
    assert isinstance(report_on(NEVER_RETURNS.format(more="", least=1), tmp_path, function="f").verdict, Unsafe)
    assert is_about_nothing(
        report_on(NEVER_RETURNS.format(more=" && code < 0", least=0), tmp_path, function="f").verdict
    )


def test_undecided_vacuity_is_a_warning(tmp_path: Path) -> None:
    """The proof stands."""
    with override(LIMITS, run_end_seconds=0.0, reachability_share=0.0):
        report = report_on(AFTER_A_LOOP.format(assumed="i > 8", asserted="i == 77"), tmp_path, "ic3", first=True)
    assert isinstance(report.verdict, Safe)
    assert any("whether some run reaches its end" in warning for warning in report.warnings)
