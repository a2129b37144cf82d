"""The result of a triage as one page for browsers: the analyser's notes beside the violating run."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from surefoot.report.text.runs import run_text
from surefoot.report.text.terminal import Style

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1d1f21 }
h2 { font-size: 1rem; margin: 2rem 0 .3rem; font-weight: 600 }
.both { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem }
@media (max-width: 50rem) { .both { grid-template-columns: 1fr } }
h3 { font-size: .85rem; margin: .6rem 0 .2rem; color: #555 }
pre, ol { font: 12.5px/1.4 ui-monospace, monospace; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
ol { padding-left: 0; list-style: none } li b { color: #555; font-weight: 400 }
table { border-collapse: collapse } td, th { padding: .2rem .8rem .2rem 0; text-align: right }
td:first-child, th:first-child { text-align: left }
.refuted { color: #1a7f37 } .confirmed { color: #b42318 } .open { color: #8a5a00 }
"""


def triage_page(document: Mapping[str, Any], verdicts: Sequence[str]) -> str:
    """Return the page of ``document``, which lists counts in the order of ``verdicts``."""
    count = len(document["reports"])
    seconds = document["seconds"]
    parts = [
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width'><title>surefoot: decided reports</title>",
        f"<style>{_STYLE}</style></head><body><h1>{count} report{'s' * (count != 1)}, decided</h1>",
        f"<p>Method {document['method']}, analyser {seconds['analysis']:.1f} s, decisions {seconds['decisions']:.1f} s.</p>",
        *_table(document["summary"], verdicts),
        *(part for each in document["reports"] for part in _report(each)),
        *(f"<p>{escape(each['file'])}: not analysed: {escape(each['reason'])}</p>" for each in document["failures"]),
        "</body></html>\n",
    ]
    return "\n".join(parts)


def _table(summary: Mapping[str, Mapping[str, int]], verdicts: Sequence[str]) -> Iterator[str]:
    shown = [each for each in verdicts if any(each in counts for counts in summary.values())]
    yield "<table><tr><th>checker</th>" + "".join(f"<th>{each}</th>" for each in shown) + "</tr>"
    for rule, counts in summary.items():
        cells = "".join(f"<td>{counts.get(each) or '-'}</td>" for each in shown)
        yield f"<tr><td>{escape(rule)}</td>{cells}</tr>"
    yield "</table>"


def _report(report: Mapping[str, Any]) -> Iterator[str]:
    where, decision = report["location"], report["decision"]
    verdict = decision["verdict"]
    look = "refuted" if "refuted" in verdict else "confirmed" if verdict == "confirmed" else "open"
    place = escape(f"{where['file']}:{where['line']}")
    yield f"<section><h2>{place}: {escape(report['message'])} [{escape(report['rule'])}]</h2>"
    yield f"<p><strong class='{look}'>{verdict}</strong>: {escape(decision['reason'])}</p>"
    if decision["assumptions"]:
        yield "<ul>" + "".join(f"<li>assumed: {escape(each)}</li>" for each in decision["assumptions"]) + "</ul>"
    if decision.get("certify"):
        yield f"<pre>surefoot certify {escape(' '.join(decision['certify']))}</pre>"
    notes = "".join(f"<li><b>{each['line']}</b>  {escape(each['text'])}</li>" for each in report["path"])
    yield f"<div class='both'><div><h3>the analyser's notes</h3><ol>{notes}</ol></div>"
    yield f"<div><h3>surefoot</h3>{_evidence(decision)}</div></div></section>"


def _evidence(decision: Mapping[str, Any]) -> str:
    if decision["violation"] is not None:
        return f"<pre>{escape(chr(10).join(run_text(decision['violation'], Style(), full_trace=False)))}</pre>"
    checks = [
        f"<li><b>{each['location']['line'] if each['location'] else ''}</b>  {escape(each['kind'])}: {each['status']}</li>"
        for each in decision["checks"]
    ]
    return f"<ol>{''.join(checks)}</ol>" if checks else "<p>no check was decided</p>"
