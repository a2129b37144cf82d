"""Effort of a check that ended without a verdict by function, and commands that may get further."""

import shlex
from collections.abc import Sequence
from typing import Any

from surefoot.report.document import CostEntry, ReportDocument
from surefoot.report.limits import LIMITS

_LIMITS_REACHED = ("time-limit", "memory-limit", "interrupted")


def with_costs(document: ReportDocument, costs: Sequence[Sequence[Any]]) -> ReportDocument:
    """Return ``document`` with the functions in ``costs`` and suggestions, if a limit ended the
    check; see `surefoot.verify.costs`.
    """
    evidence = document["evidence"]
    if evidence["kind"] != "reason" or evidence["why"] not in _LIMITS_REACHED or not costs:
        return document
    results = document["checks"]["results"] if "checks" in document else []
    entries: list[CostEntry] = [
        {
            "function": name,
            "location": {"file": file, "line": line, "column": 0},
            "blocks": blocks,
            "loops": [{"file": file, "line": each, "column": 0} for each in loops],
            "undecided": sum(each["status"] == "undecided" and each["function"] == name for each in results),
        }
        for name, file, line, blocks, loops in costs
    ]
    extended = document.copy()
    extended["costs"] = entries
    extended["suggestions"] = _suggestions(document, entries)
    return extended


def _suggestions(document: ReportDocument, costs: Sequence[CostEntry]) -> list[str]:
    """Return what the user can try next, commands first."""
    command = shlex.join(["surefoot", "check", *document["files"]])
    entry = document["function"]
    found = [f"{command} --function {each['function']}" for each in costs if each["function"] != entry]
    found = found[: LIMITS.suggested_functions]
    within = "" if entry == "main" else f" --function {entry}"
    if entry != "main":
        found.append(f"{command} --function {entry} --array-size PARAMETER=4")
    found.append(f"{command}{within} --bounded 4")
    loop = next(((each, each["loops"][0]) for each in costs if each["loops"]), None)
    if loop is not None:
        of, place = loop
        found.append(
            f"a loop invariant before {place['file']}:{place['line']}, or a contract of {of['function']} and --modular "
            "(docs/contracts.md)"
        )
    return found
