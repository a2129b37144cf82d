"""Suppressions of findings by comments: ``// surefoot: ignore[signed-overflow] reason``.

A comment counts for its own line and, if nothing else is on that line, for the next one.
"""

import re
from typing import Any, Final

from surefoot.report.findings import ReportedFinding
from surefoot.report.sarif.places import Places

_COMMENT: Final = re.compile(r"(?://|/\*)\s*surefoot:\s*ignore\[([^\]]*)\]\s*(.*?)\s*(?:\*/.*)?$")


def suppression_of(finding: ReportedFinding, places: Places) -> dict[str, Any] | None:
    """Return the SARIF suppression of ``finding`` by a comment; None if there is none.

    The comment names the rule or the kind of the check.
    """
    file, line = finding.location["file"], finding.location["line"]
    here, above = places.line(file, line), places.line(file, line - 1)
    candidates = [_COMMENT.search(here), _COMMENT.fullmatch(above.strip())]
    for found in candidates:
        names = {name.strip() for name in found[1].split(",")} if found else set()
        if found and names & {finding.rule, finding.check}:
            result = {"kind": "inSource", "status": "accepted"}
            return {**result, "justification": found[2]} if found[2] else result
    return None
