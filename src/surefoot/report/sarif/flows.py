"""Runs as code flows: source lines with the values that they assign, loops folded."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from surefoot.report.document import ChangeEntry, LocationEntry, StepEntry, UnsafeEvidence
from surefoot.report.limits import LIMITS
from surefoot.report.sarif.places import Places
from surefoot.report.trace.folding import FoldedIterations, Gap, UnchangingLines, shortened


def code_flow(evidence: UnsafeEvidence, where: LocationEntry, message: str, places: Places) -> dict[str, Any]:
    """Return the run as a ``codeFlow``; its last location is the violation.

    Ensures: it has at most ``LIMITS.flow_locations`` locations.
    """
    missing = Gap(evidence["omitted_steps"], evidence.get("unseen_statements", 0))
    shown = [*visible_steps(shortened(evidence["steps"], missing))]
    kept, omitted = _kept(shown, LIMITS.flow_locations - 2)
    flow: list[dict[str, Any]] = []
    for index, step in enumerate(kept):
        if omitted and index == len(kept) // 2:
            flow.append(_location(step, f"… {omitted} lines of the run are omitted …", places, ()))
        flow.append(_location(step, step_message(step), places, step["changes"]))
    last = {"location": places.location(where, message), "importance": "essential"}
    depth = evidence["steps"][-1]["depth"] if evidence["steps"] else 0
    flow.append({**last, "nestingLevel": depth})
    for number, each in enumerate(flow, 1):
        each["executionOrder"] = number
    return {"threadFlows": [{"locations": flow}]}


def visible_steps(shown: Sequence[StepEntry | FoldedIterations | UnchangingLines | Gap]) -> Iterator[StepEntry]:
    """Yield the steps; what was folded is announced by the source text of the next one."""
    note = ""
    for each in shown:
        match each:
            case FoldedIterations(line, iterations, _):
                note = f"{iterations} more iteration{'s' * (iterations > 1)} of the loop at line {line}"
            case UnchangingLines(lines, _):
                note = f"{lines} lines that change nothing"
            case Gap(lines, statements):
                note = f"{statements} statements not recorded" if statements else f"{lines} lines not recorded"
            case _:
                step = each.copy()
                step["source"] = f"(after {note}) {each['source']}" if note else each["source"]
                note = ""
                yield step


def _kept(steps: Sequence[StepEntry], most: int) -> tuple[Sequence[StepEntry], int]:
    """Return the first and the last of ``steps``, and the number of those between them."""
    if len(steps) <= most:
        return steps, 0
    half = most // 2
    return [*steps[:half], *steps[-half:]], len(steps) - 2 * half


def step_message(step: StepEntry) -> str:
    """Return the values that a step assigns, or its source text."""
    changes = ", ".join(f"{each['name']} = {each['value']}" for each in step["changes"][: LIMITS.cells])
    more = len(step["changes"]) - LIMITS.cells
    return f"{changes}, and {more} more" if more > 0 else changes or step["source"] or f"line {step['line']}"


def _location(step: StepEntry, message: str, places: Places, changes: Sequence[ChangeEntry]) -> dict[str, Any]:
    where: LocationEntry = {"file": step["file"], "line": step["line"], "column": 0}
    location = places.location(where, message)
    location["logicalLocations"] = [{"name": step["function"], "kind": "function"}]
    found: dict[str, Any] = {
        "location": location,
        "nestingLevel": step["depth"],
        "importance": "important" if changes else "unimportant",
    }
    if changes:
        found["state"] = _state(changes)
    return found


def _state(changes: Sequence[ChangeEntry]) -> Mapping[str, Any]:
    return {each["name"]: {"text": each["value"] or "?"} for each in changes[: LIMITS.flow_values] if each["name"]}
