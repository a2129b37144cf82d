"""Findings in the form of gcc's messages, which editors and build servers read:
``FILE:LINE:COLUMN: error: TEXT``.
"""

from collections.abc import Iterator

from surefoot.base.text import printable
from surefoot.report.document import Evidence, LocationEntry, ReportDocument, StepEntry, UnsafeEvidence
from surefoot.report.text.runs import check_summary, inputs_of, violation_summary


def gcc_text(document: ReportDocument) -> str:
    """Return one error for each violation, with a note on its inputs; a warning without a verdict,
    and a note on a proof.
    """
    return "".join(f"{printable(line)}\n" for line in dict.fromkeys(_lines(document)))


def _lines(document: ReportDocument) -> Iterator[str]:
    violations = document.get("violations", [])
    evidence: Evidence = document["evidence"]
    for each in violations or ([evidence] if evidence["kind"] == "trace" else []):
        yield from _of_violation(each, document)
    if evidence["kind"] == "reason":
        advice = f"; {evidence['advice']}" if evidence["advice"] else ""
        yield f"{_place(evidence['location'], document)}: warning: {evidence['summary']}{advice}"
    if "checks" in document:
        descriptions = {row["kind"]: row["description"] for row in document["checks"]["kinds"]}
        for check in document["checks"]["results"]:
            if check["status"] == "undecided":
                described = check_summary(check["kind"], descriptions[check["kind"]], check["text"])
                yield f"{_place(check['location'], document)}: warning: not decided: {described}"
    if evidence["kind"] == "certificate":
        yield f"{_place(None, document)}: note: {document['verdict']}: {evidence['summary']}"


def _of_violation(evidence: UnsafeEvidence, document: ReportDocument) -> Iterator[str]:
    violation = evidence["violation"]
    place = _place(violation["location"], document)
    yield f"{place}: error: {violation_summary(violation)}"
    steps: list[StepEntry] = evidence["steps"]
    if inputs := inputs_of(steps):
        yield f"{place}: note: inputs: {', '.join(inputs)}"


def _place(location: LocationEntry | None, document: ReportDocument) -> str:
    if location is None:
        return document["files"][0]
    column = f":{location['column']}" if location["column"] else ""
    return f"{location['file']}:{location['line']}{column}"
