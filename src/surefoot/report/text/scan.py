"""The result of a scan as text: a table of functions, and the violations."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from surefoot.report.text.runs import change_text, violation_text
from surefoot.report.text.terminal import Style

_WORDS = {
    "proved": "safe",
    "proved-under-precondition": "safe",
    "precondition-unchecked": "safe",
    "violated": "unsafe",
}


def render_scan(document: Mapping[str, Any], style: Style, *, every: bool) -> str:
    """Return the table of functions with their outcomes, the violations, and the summary; proved
    functions are counted unless ``every`` one is to be shown.
    """
    units: Sequence[Mapping[str, Any]] = document["units"]
    shown = [each for each in units if every or each["outcome"] != "proved"]
    lines = [*_table(shown, style)]
    for unit in units:
        if unit["outcome"] == "violated":
            lines += ["", *_violations(unit, style)]
    if document["assumptions"]:
        lines += ["", "assumed:"]
        lines += [f"  {each['text']} ({_functions(len(each['units']))})" for each in document["assumptions"]]
    counts = ", ".join(f"{count} {outcome}" for outcome, count in document["summary"].items() if count)
    cached = sum(each["cached"] for each in units)
    kept = f", {cached} results were kept from earlier scans" if cached else ""
    lines += ["", f"{_functions(len(units))}: {counts or 'none'}  ({document['seconds']:.0f} s{kept})"]
    return "\n".join(lines).lstrip("\n") + "\n"


def _table(units: Sequence[Mapping[str, Any]], style: Style) -> Iterator[str]:
    failures = Counter(_failure(each) for each in units)
    units = [*{_failure(each) or number: each for number, each in enumerate(units)}.values()]
    places = [f"{each['file']}:{each['line']}" for each in units]
    width = min(48, max(map(len, places), default=0))
    names = min(32, max((len(each["function"]) for each in units), default=0))
    for place, unit in zip(places, units, strict=True):
        outcome = unit["outcome"]
        yield f"{place:<{width}}  {unit['function']:<{names}}  {style.verdict_as(_WORDS.get(outcome, 'unknown'), outcome)}{_detail(unit)}{_in_files(unit, failures)}"


def _failure(unit: Mapping[str, Any]) -> tuple[str, int, str] | None:
    """Return the place and text of the error if ``unit`` is a file that does not compile."""
    return (unit["file"], unit["line"], unit["reason"]) if unit["outcome"] == "not-compiled" else None


def _in_files(unit: Mapping[str, Any], failures: Mapping[tuple[str, int, str] | None, int]) -> str:
    """Return the number of files that have the error of ``unit``, if there are several."""
    failure = _failure(unit)
    return f" (in {failures[failure]} files)" if failure is not None and failures[failure] > 1 else ""


def _detail(unit: Mapping[str, Any]) -> str:
    if unit["outcome"] in {"undecided", "not-compiled"}:
        return f": {unit['reason']}"
    conditions = "; ".join(each["text"] for each in unit["preconditions"])
    return f": {conditions}" if conditions and unit["outcome"] != "violated" else ""


def _violations(unit: Mapping[str, Any], style: Style) -> Iterator[str]:
    for violation, chain in zip(unit["violations"], unit["call_chains"], strict=False):
        yield f"{style.verdict_as('unsafe', 'violated')}: {violation_text(violation['violation'])}"
        if len(chain) > 1:
            yield f"  called by {' -> '.join(chain)}"
        values = ", ".join(change_text(each, style) for each in violation["violation"]["values"])
        if expression := violation["violation"]["expression"]:
            yield f"  in {expression}" + (f" where {values}" if values else "")


def _functions(number: int) -> str:
    return f"{number} function{'s' * (number != 1)}"
