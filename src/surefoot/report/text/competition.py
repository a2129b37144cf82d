"""The verdict in the words of software verification competitions, for scripts that run many tools."""

from surefoot.base.text import printable
from surefoot.report.document import ReportDocument

_RESULTS = {"time-limit": "TIMEOUT", "memory-limit": "OUT OF MEMORY"}
"""Results of reasons for which there is no verdict; others are ``unknown``."""


def competition_text(document: ReportDocument) -> str:
    """Return the result, such as ``result: false(valid-deref)``, and a line with its reason."""
    evidence = document["evidence"]
    found = document["competition_verdict"]
    if evidence["kind"] == "reason":
        found = _RESULTS.get(evidence["why"], found)
    return f"result: {found}\n{printable(' '.join(evidence['summary'].split()))}\n"
