"""Effort of a check that ended without a verdict by function, and commands that may get further."""

import re
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
    undecided = [each["function"] for each in document.get("functions", ()) if each["verdict"] == "unknown"]
    entry = undecided[0] if undecided else document["function"]
    found = [f"{command} --function {each['function']}" for each in costs if each["function"] != entry]
    found = found[: LIMITS.suggested_functions]
    within = "" if entry == "main" else f" --function {entry}"
    found += [f"{command} --function {entry} --array-size {each}=4" for each in array_parameters(document)[:1]]
    found.append(f"{command}{within} --bounded 4")
    loop = next(((each, each["loops"][0]) for each in costs if each["loops"]), None)
    if loop is not None:
        of, place = loop
        contract = "" if document.get("functions") else f", or a contract of {of['function']} and --modular"
        found.append(f"a loop invariant before {place['file']}:{place['line']}{contract} (docs/contracts.md)")
    return found


def array_parameters(document: ReportDocument) -> list[str]:
    """Return the parameters of the entry function that point to arrays of any length."""
    texts = (each["text"] for each in document["caveats"])
    matches = (re.match(r"parameter (\w+) .*array of \d+ to \d+ elements", text) for text in texts)
    return [found[1] for found in matches if found]
