"""The SARIF log of a check or scan, within the limits of GitHub's code scanning."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from surefoot import __version__
from surefoot.base.records import dataclass
from surefoot.report.document import LocationEntry
from surefoot.report.findings import FindingKind, Findings, ReportedFinding
from surefoot.report.limits import LIMITS
from surefoot.report.rules import RULES, FindingRule
from surefoot.report.sarif.fingerprints import fingerprints
from surefoot.report.sarif.flows import code_flow
from surefoot.report.sarif.places import ROOT_NAME, Places, repository_root
from surefoot.report.sarif.suppressions import suppression_of

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


@dataclass(frozen=True, slots=True)
class SarifResult:
    """A finding with its entry in ``results``."""

    finding: ReportedFinding
    entry: dict[str, Any]

    @property
    def is_suppressed(self) -> bool:
        """True if a comment or the baseline suppresses the finding."""
        return bool(self.entry.get("suppressions"))


def sarif_results(findings: Findings, folder: Path) -> tuple[list[SarifResult], Places]:
    """Return the results of all findings, and their places relative to the repository of
    ``folder``.
    """
    places = Places(repository_root(folder))
    listed = findings.findings[: LIMITS.sarif_results]
    names = list(dict.fromkeys(each.rule for each in listed))
    flows = LIMITS.sarif_flow_locations
    results: list[SarifResult] = []
    for each, prints in zip(listed, fingerprints(listed, places), strict=True):
        entry = _result(each, names.index(each.rule), prints, places)
        if each.evidence is not None and flows > 0:
            entry["codeFlows"] = [code_flow(each.evidence, each.location, each.message, places)]
            flows -= len(entry["codeFlows"][0]["threadFlows"][0]["locations"])
        results.append(SarifResult(each, entry))
    return results, places


def sarif_log(findings: Findings, results: Sequence[SarifResult], places: Places, command: str) -> dict[str, Any]:
    """Return the log of ``command`` with these results."""
    omitted = len(findings.findings) - LIMITS.sarif_results
    notices = [_fault(each.message, each.location, places) for each in findings.faults]
    if omitted > 0:
        text = f"{omitted} findings are omitted, which are proofs unless there are more violations and open checks"
        notices.append({"level": "note", "message": {"text": text}})
    files = dict.fromkeys(each.finding.location["file"] for each in results)
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "surefoot",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(RULES[name]) for name in dict.fromkeys(each.finding.rule for each in results)],
            }
        },
        "automationDetails": {"id": f"surefoot/{command}/"},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {ROOT_NAME: {"uri": f"{places.root.as_uri().rstrip('/')}/"}},
        "invocations": [{"executionSuccessful": not findings.faults, "toolExecutionNotifications": notices}],
        "artifacts": [_artifact(file, places) for file in files],
        "results": [each.entry for each in results],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _artifact(file: str, places: Places) -> dict[str, Any]:
    found: dict[str, Any] = {"location": places.artifact(file)}
    return {**found, "sourceLanguage": "c"} if file.endswith((".c", ".h", ".i")) else found


def _rule(rule: FindingRule) -> dict[str, Any]:
    markdown = f"**{rule.title}** (CWE-{rule.cwe}). {rule.explanation}\n\n{rule.advice}"
    return {
        "id": rule.identifier,
        "name": "".join(part.capitalize() for part in rule.identifier.split("-")),
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.explanation},
        "help": {"text": rule.help, "markdown": markdown},
        "helpUri": f"https://cwe.mitre.org/data/definitions/{rule.cwe}.html",
        "defaultConfiguration": {"level": "error"},
        "properties": {
            "tags": ["security", "correctness", f"external/cwe/cwe-{rule.cwe:03}"],
            "precision": "very-high",
            "problem.severity": "error",
            "security-severity": f"{rule.severity:.1f}",
        },
    }


def _result(finding: ReportedFinding, index: int, prints: dict[str, str], places: Places) -> dict[str, Any]:
    is_violated = finding.kind is FindingKind.VIOLATED
    location = places.location(finding.location)
    location["logicalLocations"] = [{"name": finding.function or "main", "kind": "function"}]
    entry: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "kind": finding.kind.value,
        "level": "error" if is_violated else "none",
        "message": {"text": finding.message},
        "locations": [location],
        "partialFingerprints": prints,
    }
    if related := [*_related(finding, places)]:
        entry["relatedLocations"] = [{"id": number, **each} for number, each in enumerate(related, 1)]
    suppression = suppression_of(finding, places) if is_violated else None
    entry["suppressions"] = [suppression] if suppression else []
    return entry


def _related(finding: ReportedFinding, places: Places) -> Iterator[dict[str, Any]]:
    """Yield the allocation or declaration of the object of a memory error, and the end of its
    lifetime.
    """
    about = finding.evidence["violation"]["object"] if finding.evidence else None
    if about is None:
        return
    if about["location"] is not None:
        manner = "allocated" if about["kind"] == "heap" else "declared"
        yield places.location(about["location"], f"{about['name']} ({about['size']} bytes) is {manner} here")
    ended = about["ended"]
    if ended is not None and ended["location"] is not None:
        yield places.location(ended["location"], f"{ended['manner']} here")


def _fault(message: str, where: LocationEntry | None, places: Places) -> dict[str, Any]:
    found: dict[str, Any] = {"level": "error", "message": {"text": message}}
    return {**found, "locations": [places.location(where)]} if where else found
