"""Results as JSON values of bounded size."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from surefoot.project.document import UnitEntry
from surefoot.report.document import CheckEntry, LocationEntry
from surefoot.report.findings import FindingKind, findings_of_scan
from surefoot.report.rules import RULES, rule_of
from surefoot.report.sarif.flows import step_message, visible_steps
from surefoot.report.text.runs import inputs_of, violation_summary
from surefoot.report.trace.folding import Gap, shortened
from surefoot.service.limits import LIMITS

AGENT_SCHEMA: Final = "surefoot-agent/1"
"""Version of the answers: it changes whenever a reader of the previous one could break."""


def function_row(entry: UnitEntry) -> dict[str, Any]:
    """Return the result of a function."""
    violations = [_violation_row(number, each) for number, each in enumerate(entry["violations"])]
    return {
        "function": entry["function"],
        "file": entry["file"],
        "line": entry["line"],
        "outcome": entry["outcome"],
        "reason": entry["reason"],
        "checks": entry["checks"],
        "preconditions": entry["preconditions"],
        "violations": violations,
        "assumptions": entry["assumptions"],
        "callers": entry["callers"],
    }


def _violation_row(number: int, evidence: Mapping[str, Any]) -> dict[str, Any]:
    violation = evidence["violation"]
    return {
        "number": number,
        "rule": rule_of(violation),
        "summary": violation_summary(violation),
        "expression": violation["expression"],
        "location": violation["location"],
    }


def undecided_rows(entry: UnitEntry) -> Iterator[dict[str, Any]]:
    """Yield the checks of a function that are not decided."""
    if entry["outcome"] != "undecided":
        return
    explored = {_place(each): each.get("no_violation_within", 0) for each in entry["results"]}
    for finding in findings_of_scan({"units": [entry]}).findings:
        if finding.kind is FindingKind.OPEN:
            where = finding.location
            yield {
                "function": entry["function"],
                "rule": finding.rule,
                "kind": finding.check,
                "location": where,
                "reason": entry["reason"],
                "no_violation_within": explored.get((finding.check, where["line"], where["column"]), 0),
            }


def _place(check: CheckEntry) -> tuple[str, int, int]:
    where: LocationEntry | None = check["location"]
    return (check["kind"], where["line"], where["column"]) if where else (check["kind"], 0, 0)


def explanation(entry: UnitEntry, number: int) -> dict[str, Any]:
    """Return a violation with its run; loops are folded, and the last steps are the ones that count."""
    evidence = entry["violations"][number]
    violation = evidence["violation"]
    rule = RULES[rule_of(violation)]
    missing = Gap(evidence["omitted_steps"], evidence.get("unseen_statements", 0))
    steps = list(visible_steps(shortened(evidence["steps"], missing)))
    shown = steps[-LIMITS.shown_steps :]
    return {
        **_violation_row(number, evidence),
        "function": entry["function"],
        "explanation": rule.explanation,
        "advice": rule.advice,
        "cwe": rule.cwe,
        "inputs": inputs_of(evidence["steps"]),
        "values": [{"name": each["name"], "value": each["value"]} for each in violation["values"]],
        "object": violation["object"],
        "call_chain": entry["call_chains"][number] if number < len(entry["call_chains"]) else [],
        "omitted_steps": len(steps) - len(shown) + evidence["omitted_steps"],
        "steps": [
            {
                "file": each["file"],
                "line": each["line"],
                "function": each["function"],
                "depth": each["depth"],
                "source": each["source"],
                "effect": step_message(each) if each["changes"] else "",
            }
            for each in shown
        ],
        "assumptions": entry["assumptions"],
    }


def changes(before: Mapping[str, Any], now: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return how the rows ``now`` differ from those of an earlier run, by file and function."""
    found: list[dict[str, Any]] = []
    for row in now:
        known = before.get(row_key(row))
        present = summary_of(row)
        if known != present:
            found.append({"file": row["file"], "function": row["function"], "before": known, "now": present})
    return {"changed": found, "unchanged": len(now) - len(found)}


def row_key(row: Mapping[str, Any]) -> str:
    """Return the key of a function's result."""
    return f"{row['file']}:{row['function']}"


def summary_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what two runs are compared by: outcome, rules of the violations, undecided checks."""
    return {
        "outcome": row["outcome"],
        "violations": sorted(each["rule"] for each in row["violations"]),
        "undecided": row["checks"]["undecided"],
    }


def bounded(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``answer`` with the schema's version, and with shorter lists and texts if it is too large;
    ``truncated`` states whether it is.
    """
    entries = LIMITS.listed_entries
    while True:
        short = {key: _shortened(value, entries) for key, value in answer.items()}
        found = {"schema": AGENT_SCHEMA, "truncated": short != dict(answer), **short}
        if entries <= 1 or len(json.dumps(found)) <= LIMITS.answer_characters:
            return found
        entries //= 2


def _shortened(value: Any, entries: int) -> Any:  # noqa: ANN401 any JSON value
    match value:
        case str() if len(value) > LIMITS.text_characters:
            return f"{value[: LIMITS.text_characters - 1]}…"
        case list():
            return [_shortened(each, entries) for each in value[:entries]]
        case dict():
            return {key: _shortened(each, entries) for key, each in value.items()}
        case _:
            return value
