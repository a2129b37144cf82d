"""Markdown of a scan, for the summary of a CI job or a comment on a pull request."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from surefoot.report.limits import LIMITS

_ORDER: Final = (
    "violated",
    "not-compiled",
    "undecided",
    "precondition-unchecked",
    "proved-under-precondition",
    "proved",
)
_SIGNS: Final = {"violated": "❌", "not-compiled": "❌", "undecided": "❔"}


def markdown_of_scan(document: Mapping[str, Any]) -> str:
    """Return a table of the functions, violated ones first, with counts by outcome before it."""
    units = sorted(document["units"], key=lambda each: (_ORDER.index(each["outcome"]), each["file"], each["line"]))
    counts = [(outcome, document["summary"][outcome]) for outcome in _ORDER]
    lines = [
        f"### surefoot: {len(units)} functions",
        "",
        " · ".join(f"{count} {outcome}" for outcome, count in counts if count) or "nothing to check",
        "",
        *_regressions(document.get("regressions", ())),
        "| function | outcome | condition or reason | checks | seconds |",
        "|---|---|---|---:|---:|",
        *map(_row, units[: LIMITS.markdown_rows]),
    ]
    if len(units) > LIMITS.markdown_rows:
        lines += ["", f"{len(units) - LIMITS.markdown_rows} more functions are not shown."]
    return "\n".join(lines) + "\n"


def _regressions(changed: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the functions of which less is proved than in the baseline, as a list."""
    rows = (f"`{each['file']}:{each['line']}` {each['function']} {each['change']}" for each in changed)
    return (
        ["Less is proved than in the baseline:", "", *(f"* ❌ {_escaped(each)}" for each in rows), ""]
        if changed
        else []
    )


def _row(unit: Mapping[str, Any]) -> str:
    conditions: Sequence[str] = [each["text"] for each in unit["preconditions"]]
    detail = "; ".join(conditions) if conditions and unit["outcome"] not in _SIGNS else unit["reason"]
    chains: Sequence[Sequence[str]] = unit["call_chains"]
    if unit["outcome"] == "violated" and chains and len(chains[0]) > 1:
        detail += f" (called by {' → '.join(chains[0])})"
    cells = [
        f"`{unit['file']}:{unit['line']}` {unit['function']}",
        f"{_SIGNS.get(unit['outcome'], '✅')} {unit['outcome']}",
        detail[: LIMITS.markdown_characters],
        str(sum(unit["checks"].values())),
        "kept" if unit["cached"] else f"{unit['seconds']:.1f}",
    ]
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(text: str) -> str:
    return " ".join(text.replace("|", "\\|").replace("<", "&lt;").split())
