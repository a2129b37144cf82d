"""The triage document: the JSON value that ``--json`` of ``analyze`` and ``triage`` writes."""

from typing import Final, NotRequired, TypedDict

from surefoot.report.document import CheckEntry, LocationEntry, ToolEntry, UnsafeEvidence

TRIAGE_SCHEMA: Final = "surefoot-triage/1"
"""Version of the document: it changes whenever a reader of the previous one could break."""
VERDICTS: Final = (
    "refuted",
    "refuted-under-assumptions",
    "path-refuted",
    "path-refuted-under-assumptions",
    "confirmed",
    "reachable-under-assumptions",
    "place-reached",
    "undecided",
)


class NoteEntry(TypedDict):
    """A note on the path of the analyser."""

    file: str
    line: int
    text: str


class DecisionEntry(TypedDict):
    """The decision on a report, with its evidence.

    ``function`` is the entry of the runs that were considered. ``checks`` are those that decided,
    ``inputs`` the arguments of the violating run, and ``violation`` is the run itself.
    ``certificate`` is the file with the certificate of a refutation, and ``certify`` the arguments
    of ``surefoot certify`` that check it.
    """

    verdict: str
    reason: str
    function: str
    assumptions: list[str]
    inputs: list[str]
    checks: list[CheckEntry]
    violation: UnsafeEvidence | None
    certificate: NotRequired[str]
    certify: NotRequired[list[str]]


class ReportEntry(TypedDict):
    """A report of the analyser with its decision; ``function`` contains its place."""

    rule: str
    message: str
    location: LocationEntry
    function: str
    path: list[NoteEntry]
    decision: DecisionEntry


class FailureEntry(TypedDict):
    """A file that was not analysed."""

    file: str
    reason: str


class TriageSeconds(TypedDict):
    """Wall-clock seconds of the analyser and of the decisions."""

    analysis: float
    decisions: float


class TriageDocument(TypedDict):
    """The whole result; ``summary`` counts verdicts by rule."""

    schema: str
    tool: ToolEntry
    method: str
    root: str
    complete: bool
    reports: list[ReportEntry]
    failures: list[FailureEntry]
    summary: dict[str, dict[str, int]]
    seconds: TriageSeconds


def new_decision(reason: str, function: str = "") -> DecisionEntry:
    """Return the decision on a report about which nothing is known."""
    return {
        "verdict": "undecided",
        "reason": reason,
        "function": function,
        "assumptions": [],
        "inputs": [],
        "checks": [],
        "violation": None,
    }


def is_refutation(verdict: str) -> bool:
    """Return whether ``verdict`` refutes a report or its path, maybe under assumptions."""
    return verdict.removeprefix("path-").startswith("refuted")
