"""The data of an HTML report: functions, checks, runs and sources of a check or scan."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from surefoot.report.c.source_text import SourceLines
from surefoot.report.document import (
    INTERNAL_FACT,
    CheckEntry,
    LocatedFormulaEntry,
    ReportDocument,
    StepEntry,
    UnsafeEvidence,
)
from surefoot.report.limits import LIMITS
from surefoot.report.rules import RULES, rule_of_kind
from surefoot.report.text.runs import violation_summary

_OWN_LINE: Final = re.compile(r"(?:\w[\w \t*]*[ \t*])?(\w+)[ \t]*(?:\[[^\]]*\])*[ \t]*[=;,]")
"""A declaration at the start of a line; blocks are indented."""


def data_of_report(document: ReportDocument) -> dict[str, Any]:
    """Return the data of ``surefoot check``."""
    evidence = document["evidence"]
    violations = list(document.get("violations", []))
    if not violations and evidence["kind"] == "trace":
        violations = [evidence]
    table = document.get("checks")
    results = list(table["results"]) if table else []
    invariants: Sequence[LocatedFormulaEntry] = ()
    if evidence["kind"] == "certificate":
        invariants = evidence["inductive_invariants"] or evidence["certificate"].get("invariants", [])
    names = dict.fromkeys(each["function"] for each in results if each["location"]) or {document["function"]: None}
    runs = [_run(each, ()) for each in violations]
    functions = [
        _function_of_report(name, document, results, [each for each in invariants if each["function"] == name])
        for name in names
    ]
    return {
        **_common("check", document["files"][0], document["property"]["name"], functions, runs),
        "verdict": document["verdict"],
        "summary": evidence["summary"],
        "assumptions": [{"text": each["text"], "units": []} for each in document["caveats"]],
    }


def data_of_scan(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of ``surefoot scan``."""
    runs: list[dict[str, Any]] = []
    functions: list[dict[str, Any]] = []
    for unit in document["units"]:
        first = len(runs)
        chains = unit["call_chains"] or [()] * len(unit["violations"])
        runs += [_run(*each) for each in zip(unit["violations"], chains, strict=True)]
        own = [each for each in unit["results"] if each["location"]]
        functions.append(
            {
                "name": unit["function"] or unit["file"],
                "file": unit["file"],
                "line": unit["line"],
                "lastLine": max(unit["line"], unit["last_line"]),
                "outcome": unit["outcome"],
                "reason": unit["reason"],
                "preconditions": [each["text"] for each in unit["preconditions"]],
                "counts": unit["checks"],
                "seconds": unit["seconds"],
                "cached": unit["cached"],
                "callers": unit["callers"],
                "judgedThrough": unit["judged_through"],
                "assumptions": unit["assumptions"],
                "checks": [_check(each, first) for each in own],
                "runs": [*range(first, len(runs))],
                "invariants": [_invariant(each) for each in _in_source(unit.get("loop_invariants", []))],
                "stages": unit.get("stages", {}),
            }
        )
    return {
        **_common("scan", document["root"], document["property"], functions, runs),
        "verdict": "",
        "summary": "" if document["complete"] else "The scan was interrupted: some functions were not checked.",
        "assumptions": document["assumptions"],
    }


def _common(
    command: str, title: str, checked: str, functions: list[dict[str, Any]], runs: list[dict[str, Any]]
) -> dict[str, Any]:
    lines = SourceLines()
    places = [each["file"] for each in functions]
    places += [step["file"] for run in runs for step in run["steps"]]
    places += [each["file"] for function in functions for each in function["checks"]]
    files = {file: lines.text(file).split("\n") for file in dict.fromkeys(places)}
    shown: dict[str, list[str]] = {}
    left = LIMITS.html_source_characters
    for file, text in files.items():
        left -= sum(map(len, text))
        shown[file] = text if left >= 0 else []
    return {
        "command": command,
        "title": title,
        "property": checked,
        "functions": functions,
        "runs": runs,
        "files": shown,
        "globals": sorted(set(_global_names(shown.values()))),
    }


def _function_of_report(
    name: str, document: ReportDocument, results: Sequence[CheckEntry], invariants: Sequence[LocatedFormulaEntry]
) -> dict[str, Any]:
    own = [each for each in results if each["function"] == name and each["location"]]
    statuses = [each["status"] for each in own]
    places = [each["location"] for each in own if each["location"]]
    file = places[0]["file"] if places else document["files"][0]
    lines = [each["line"] for each in places if each["file"] == file]
    verdicts = {"safe": "proved", "unsafe": "violated"}
    outcome = verdicts.get(document["verdict"], "undecided")
    if own:
        is_open = any("decided" in each for each in statuses)
        outcome = "violated" if "violated" in statuses else "undecided" if is_open else "proved"
    table = document.get("checks")
    return {
        "name": name,
        "file": file,
        "line": min(lines, default=1),
        "lastLine": max(lines, default=1),
        "outcome": outcome,
        "reason": (table["undecided_reason"] if table else None) or "",
        "preconditions": [],
        "counts": {
            "proved": statuses.count("proved"),
            "violated": statuses.count("violated"),
            "unreachable": statuses.count("unreachable"),
            "undecided": statuses.count("undecided"),
        },
        "seconds": document["statistics"].get("cpu_seconds", 0.0),
        "cached": False,
        "callers": [],
        "judgedThrough": [],
        "assumptions": [],
        "checks": [_check(each, 0) for each in own],
        "runs": sorted({each["violation"] for each in own if each["violation"] is not None})
        or ([0] if document["verdict"] == "unsafe" and not own else []),
        "invariants": [_invariant(each) for each in _in_source(invariants)],
        "stages": document["statistics"]["stages"],
    }


def _check(entry: CheckEntry, first: int) -> dict[str, Any]:
    """Return a check; its run has the number ``first`` plus that of the violation."""
    where = entry["location"] or {"file": "", "line": 0, "column": 0}
    number = entry["violation"]
    return {
        "file": where["file"],
        "line": where["line"],
        "column": where["column"],
        "title": RULES[rule_of_kind(entry["kind"])].title,
        "text": entry["text"],
        "status": entry["status"],
        "run": None if number is None else first + number,
    }


def _in_source(entries: Iterable[LocatedFormulaEntry]) -> Iterator[LocatedFormulaEntry]:
    """Yield the formulas that have a place and are in the words of the source."""
    return (each for each in entries if each["location"] and each["text"] not in {INTERNAL_FACT, "true"})


def _invariant(entry: Mapping[str, Any]) -> dict[str, Any]:
    where = entry["location"]
    return {"file": where["file"], "line": where["line"], "text": entry["text"] or entry["formula"]}


def _run(evidence: UnsafeEvidence, chain: Sequence[str]) -> dict[str, Any]:
    violation = evidence["violation"]
    about = violation["object"]
    return {
        "summary": violation_summary(violation),
        "expression": violation["expression"],
        "values": [[each["name"], each["value"]] for each in violation["values"]],
        "location": violation["location"],
        "chain": list(chain),
        "freed": bool(about and about["ended"]),
        "steps": [*_steps(evidence)],
    }


def _steps(evidence: UnsafeEvidence) -> Iterator[dict[str, Any]]:
    """Yield the steps; of a long run, the first and the last ones, with the changes between them as
    one step.
    """
    steps = evidence["steps"]
    half = LIMITS.html_steps // 2
    hidden = steps[half:-half] if len(steps) > 2 * half else []
    first, last = (steps[:half], steps[-half:]) if hidden else (steps, [])
    if evidence["omitted_steps"]:
        middle = len(first) if hidden else len(steps) // 2
        first, last = steps[:middle], steps[middle + len(hidden) :]
    yield from map(_step, first)
    if hidden or evidence["omitted_steps"]:
        yield _gap(first[-1], hidden, len(hidden) + evidence["omitted_steps"])
    yield from map(_step, last)


def _step(step: StepEntry) -> dict[str, Any]:
    return {
        "file": step["file"],
        "line": step["line"],
        "function": step["function"],
        "depth": step["depth"],
        "changes": _changes([step]),
    }


def _gap(before: StepEntry, hidden: Sequence[StepEntry], lines: int) -> dict[str, Any]:
    return {**_step(before), "changes": _changes(hidden), "gap": lines}


def _changes(steps: Iterable[StepEntry]) -> list[list[Any]]:
    """Return the last value of each variable: depth, name, value, and whether it is an input."""
    found = {
        (step["depth"], change["name"]): [
            step["depth"],
            change["name"],
            change["value"],
            int(change.get("origin") == "input"),
        ]
        for step in steps
        for change in step["changes"]
    }
    return list(found.values())


def _global_names(files: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield names that lines without indentation declare."""
    for lines in files:
        for line in lines:
            if found := _OWN_LINE.match(line):
                yield found[1]
