"""A SARIF log with the decisions on its results: suppressions, runs, and properties."""

from collections.abc import Iterable
from pathlib import Path

from surefoot.report.document import LocationEntry
from surefoot.report.sarif.flows import code_flow
from surefoot.report.sarif.places import Places
from surefoot.triage.deciding import DecidedReport
from surefoot.triage.reports import SarifEntry

_SUPPRESSED = {
    "refuted": "accepted",
    "refuted-under-assumptions": "underReview",
    "path-refuted": "underReview",
    "path-refuted-under-assumptions": "underReview",
}
"""Status of the suppression of a refuted result."""
_KNOWN = frozenset({"verdict", "reason", "function", "assumptions", "inputs", "certificate", "certify"})
"""Parts of a decision that are properties of its result."""


def write_decisions(items: Iterable[tuple[DecidedReport, SarifEntry]], root: Path) -> None:
    """Add to each result what was decided: a suppression if it is refuted, the violating run as a
    further code flow, and a property ``surefoot``.
    """
    places = Places(root)
    for item, result in items:
        decision = item.decision
        verdict, violation = decision["verdict"], decision["violation"]
        justification = "; ".join([f"surefoot: {decision['reason']}", *decision["assumptions"]])
        if verdict in _SUPPRESSED:
            entry = {"kind": "external", "status": _SUPPRESSED[verdict], "justification": justification}
            result["suppressions"] = [*(result.get("suppressions") or ()), entry]
        if violation is not None:
            region = item.report.region
            reported: LocationEntry = {"file": item.report.file, "line": region.line, "column": region.column}
            flow = code_flow(violation, violation["violation"]["location"] or reported, decision["reason"], places)
            result["codeFlows"] = [*(result.get("codeFlows") or ()), flow]
        known = {name: value for name, value in decision.items() if name in _KNOWN}
        result["properties"] = {**(result.get("properties") or {}), "surefoot": known}
