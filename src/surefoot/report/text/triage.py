"""The result of a triage as text: the reports with what was decided, and a table by rule."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from surefoot.report.text.terminal import Style

_WORDS = {"refuted": "safe", "refuted-under-assumptions": "safe", "confirmed": "unsafe"}


def render_triage(document: Mapping[str, Any], verdicts: Sequence[str], style: Style) -> str:
    """Return the reports, the files that were not analysed, and the counts of ``verdicts`` by rule."""
    lines: list[str] = []
    for report in document["reports"]:
        lines += _report(report, style)
    lines += [f"{each['file']}: not analysed: {each['reason']}" for each in document["failures"]]
    if document["summary"]:
        lines += ["", *_table(document["summary"], verdicts)]
    seconds = document["seconds"]
    count = len(document["reports"])
    lines += [
        "",
        f"{count} report{'s' * (count != 1)}  (analyser {seconds['analysis']:.1f} s, decisions {seconds['decisions']:.1f} s)",
    ]
    return "\n".join(lines).lstrip("\n") + "\n"


def _report(report: Mapping[str, Any], style: Style) -> Iterator[str]:
    where, decided = report["location"], report["decision"]
    verdict = decided["verdict"]
    yield f"{where['file']}:{where['line']}: {report['message']} [{report['rule']}]"
    yield f"  {style.verdict_as(_WORDS.get(verdict, 'unknown'), verdict)}: {decided['reason']}"
    yield from (f"    assumed: {each}" for each in decided["assumptions"])


def _table(summary: Mapping[str, Mapping[str, int]], verdicts: Sequence[str]) -> Iterator[str]:
    width = max(map(len, summary))
    shown = [each for each in verdicts if any(each in counts for counts in summary.values())]
    yield f"{'':<{width}}" + "".join(f"  {each}" for each in shown)
    for rule, counts in summary.items():
        yield f"{rule:<{width}}" + "".join(f"  {counts.get(each) or '-':>{len(each)}}" for each in shown)
