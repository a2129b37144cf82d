"""Calls of functions without body or model: they leave those checks undecided that depend on them."""

from pathlib import Path

import pytest

from surefoot.certify.survey import Status
from surefoot.certify.verdicts import Safe, Unknown
from surefoot.evidence.claims import Why
from surefoot.verify import api
from surefoot.verify.request import Report

WITHOUT_MODEL = """#include <regex.h>

#include <stdlib.h>
int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[1] = 1;
    regex_t expression;
    regcomp(&expression, "a*", 0);
    p[1] = INDEX;
    int left = p[1];
    free(p);
    return left;
}
"""
EXTERNAL = """
#include <stdlib.h>
void step(int *p);
EFFECT
static int own(int *p) { return p[1]; }
int main(void) {
    int a[2] = {0, 0}, *p = malloc(8);
    p[1] = 1;
    int first = own(a);
    step(a);
    p[1] = a[1] == 3;
    first = first / 2 + USE;
    free(p);
    return first;
}
"""
LOOP = """int first = 0;
    do {
        first = p[1];
        step(a);
    } while (a[0]);"""


def report_on(text: str, folder: Path) -> Report:
    path = folder / "program.c"
    path.write_text(text)
    return api.check(path, time_limit=60)


def lines(report: Report, status: Status) -> set[int]:
    return {each.site.span.line for each in report.checks if each.status is status and each.site.span}


def test_a_library_function_without_model_is_an_assumption(tmp_path: Path) -> None:
    """It is assumed to write only to the objects that it is passed."""
    report = report_on(WITHOUT_MODEL.replace("INDEX", "7"), tmp_path)
    assert isinstance(report.verdict, Safe)
    assert report.program is not None
    assumed = [each.text for each in report.program.caveats if "regcomp has no model" in each.text]
    assert any("writes only to the objects" in each for each in assumed)


def test_a_check_that_its_result_decides_has_no_verdict(tmp_path: Path) -> None:
    report = report_on(WITHOUT_MODEL.replace("INDEX", "p[(expression.re_nsub & 1) + 1]"), tmp_path)
    assert isinstance(report.verdict, Unknown)
    assert "regcomp" in report.verdict.detail and "no model" in report.verdict.detail
    assert {6, 10, 11} <= lines(report, Status.PROVED) and lines(report, Status.UNDECIDED) == {9}


@pytest.mark.parametrize(
    "effect",
    ["int shared;", "static int kept; int callback(void) { return kept++; } int use(void) { return kept; }"],
    ids=["global", "callback"],
)
def test_checks_before_an_external_function_are_decided(tmp_path: Path, effect: str) -> None:
    """Its unmodelled effects cannot reach back, but it may call functions of the program."""
    use = "shared" if "shared" in effect else "use()"
    report = report_on(EXTERNAL.replace("EFFECT", effect).replace("USE", use), tmp_path)
    assert isinstance(report.verdict, Unknown) and report.verdict.why is Why.CAVEAT
    assert "step has no body" in report.verdict.detail
    assert lines(report, Status.PROVED) == {7, 8}
    assert {5, 11, 13} <= lines(report, Status.UNDECIDED)


def test_a_loop_around_the_call_leads_back(tmp_path: Path) -> None:
    text = EXTERNAL.replace("EFFECT", "int shared;").replace("USE", "shared")
    text = text.replace("int first = own(a);\n    step(a);", LOOP)
    report = report_on(text, tmp_path)
    assert isinstance(report.verdict, Unknown) and lines(report, Status.PROVED) == {7, 8}
