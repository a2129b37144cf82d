"""Decisions about reports from the statuses of checks: what refutes, and what does not."""

from typing import Any

import pytest

from surefoot.project.unit_result import UnitResult, without_verdict
from surefoot.report.document import CheckEntry
from surefoot.triage.decision import decision
from surefoot.triage.document import DecisionEntry
from surefoot.triage.reports import AnalyserReport, ReportedRegion, ReportedStep
from surefoot.triage.rules import rule_of

DIVISION = AnalyserReport("core.DivideZero", "Division by zero", "a.c", ReportedRegion(3, 7, 3, 9))


def check(kind: str, line: int, column: int, status: str, text: str = "") -> CheckEntry:
    where: Any = {"file": "a.c", "line": line, "column": column}
    return {"kind": kind, "function": "f", "location": where, "text": text, "status": status, "violation": None}


def result(verdict: str, reason: str, *checks: CheckEntry) -> UnitResult:
    return {**without_verdict(reason), "verdict": verdict, "results": list(checks)}


def decided(report: AnalyserReport, found: UnitResult, entry: str = "f") -> DecisionEntry:
    rule = rule_of(report)
    assert rule is not None
    return decision(report, rule, entry, found)


@pytest.mark.parametrize("status", ["proved", "unreachable"])
def test_proofs_of_all_checks_on_the_line_refute(status: str) -> None:
    found = decided(DIVISION, result("safe", "", check("division-by-zero", 3, 8, status)))
    assert (found["verdict"], found["assumptions"]) == ("refuted", [])


@pytest.mark.parametrize(
    "checks",
    [
        [check("division-by-zero", 3, 8, "undecided")],
        [check("division-by-zero", 3, 8, "proved"), check("division-by-zero", 3, 20, "undecided")],
        [check("division-by-zero", 3, 20, "proved")],
        [check("division-by-zero", 2, 8, "proved")],
        [check("shift", 3, 8, "proved")],
        [],
    ],
    ids=["undecided", "another undecided", "another column", "another line", "another kind", "none"],
)
def test_anything_less_does_not(checks: list[CheckEntry]) -> None:
    assert decided(DIVISION, result("unknown", "time", *checks))["verdict"] == "undecided"


def test_a_proof_that_is_incomplete_as_a_whole_is_an_assumption() -> None:
    found = decided(DIVISION, result("unknown", "g has no body", check("division-by-zero", 3, 8, "proved")))
    assert found["verdict"] == "refuted-under-assumptions"
    assert any("g has no body" in each for each in found["assumptions"])


def test_other_violated_checks_are_an_assumption() -> None:
    checks = check("division-by-zero", 3, 8, "proved"), check("shift", 1, 1, "violated")
    found = decided(DIVISION, result("unsafe", "shift", *checks))
    assert found["verdict"] == "refuted-under-assumptions"
    assert any("other checks: 1 violated, 0 undecided" in each for each in found["assumptions"])


def test_a_garbage_value_is_about_the_variable_that_the_path_names() -> None:
    steps = (ReportedStep("a.c", 1, "'x' declared without an initial value"),)
    region = ReportedRegion(3, 3, 3, 10)
    report = AnalyserReport("core.uninitialized.UndefReturn", "Undefined or garbage value", "a.c", region, steps)
    of_x, of_y = (check("uninitialised", 3, 10, "proved", name) for name in "xy")
    assert decided(report, result("safe", "", of_x))["verdict"] == "refuted"
    assert decided(report, result("safe", "", of_y))["verdict"] == "undecided"
    unnamed = AnalyserReport(report.rule, report.message, "a.c", region)
    assert decided(unnamed, result("safe", "", of_x))["verdict"] == "undecided"


def test_leaks_are_decided_where_the_function_returns() -> None:
    report = AnalyserReport("unix.Malloc", "Potential leak of memory pointed to by 'p'", "a.c", DIVISION.region)
    found = decided(report, result("safe", "", check("memory-leak", 9, 1, "proved")))
    assert found["verdict"] == "refuted-under-assumptions"
    assert "a run that does not return is not considered" in found["assumptions"][0]
    assert decided(report, result("safe", ""))["verdict"] == "undecided"


def test_a_region_without_a_known_end_covers_its_line() -> None:
    for entry in ({"startLine": 3}, {"startLine": 3, "startColumn": 9, "endLine": 0, "endColumn": 1}):
        region = ReportedRegion.of(entry)
        assert (region.line, region.last_line, region.is_whole_lines) == (3, 3, True)
    assert not ReportedRegion.of({"startLine": 3, "startColumn": 9, "endColumn": 11}).is_whole_lines
