"""The report as data: the one source of what is printed, written with ``--json`` and compared by other tools."""

from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from surefoot import __version__
from surefoot.base.caveats import Caveat
from surefoot.base.errors import SurefootError
from surefoot.base.spans import Span
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.program.properties import violated_property
from surefoot.program.trace import Choice, Chosen, Placed, Trace
from surefoot.semantics.interpreter import ConcreteObject, Violated
from surefoot.systems.closed_forms.accelerated_rounds import told_leaps
from surefoot.systems.formats.model import is_horn_file

SCHEMA = "surefoot-report/1"
"""Changes when a reader of the old one could break."""
Document = dict[str, Any]


def answered(
    asked: Document,
    verdict: Verdict,
    caveats: Sequence[Caveat],
    warnings: Sequence[str],
    statistics: Mapping[str, Any],
) -> Document:
    """The whole document.

    ``asked`` has the entries files, property, data_model, function, engine and solver. The evidence of an unsafe
    verdict has room for the steps of the run, which `trace.steps_of` tells.
    """
    return {
        "schema": SCHEMA,
        "tool": {"name": "surefoot", "version": __version__},
        "verdict": type(verdict).__name__.lower(),
        "competition_verdict": competition_verdict(verdict),
        **_answer(asked, verdict),
        **asked,
        "evidence": evidence_of(verdict),
        "caveats": [_caveat(caveat) for caveat in caveats],
        "warnings": list(warnings),
        "statistics": dict(statistics),
    }


def _answer(asked: Document, verdict: Verdict) -> Document:
    """Whether Horn clauses have a solution, if they are what is asked about."""
    if not is_horn_file(Path(asked["files"][0])):
        return {}
    match verdict:
        case Safe():
            return {"answer": "sat"}
        case Unsafe():
            return {"answer": "unsat"}
        case Unknown():
            return {"answer": "unknown"}


def refused(asked: Document, error: SurefootError) -> Document:
    """The document of a request that was not carried out because its options or its input are wrong."""
    wrong = [
        {"message": each.message, "location": location_entry(each.span), "shown": list(each.shown)}
        for each in error.diagnostics()
    ]
    return {
        "schema": SCHEMA,
        "tool": {"name": "surefoot", "version": __version__},
        "verdict": "error",
        "competition_verdict": "error",
        **asked,
        "evidence": {"kind": "error", "summary": str(error), "errors": wrong},
        "caveats": [],
        "warnings": [],
        "statistics": {"stages": {}, "queries": {}, "translating_seconds": 0.0},
    }


def competition_verdict(verdict: Verdict) -> str:
    """The verdict in the competition's words."""
    match verdict:
        case Safe():
            return "true"
        case Unsafe(_, violated):
            return f"false({violated_property(violated.kind)})"
        case Unknown():
            return "unknown"


def evidence_of(verdict: Verdict) -> Document:
    """What a verdict rests on; that of an unsafe one has room for the steps of the run."""
    match verdict:
        case Safe():
            from surefoot.report.proofs import proof_entry  # many checks end without a proof

            return proof_entry(verdict)
        case Unsafe(trace=trace, violated=violated, summary=summary, leaps=leaps, derivation=derivation):
            replayed: Document = {"leaps": told_leaps(leaps)} if leaps else {}
            if derivation:
                from surefoot.report.clauses import derivation_entry  # few checks are about clauses

                replayed["derivation"] = derivation_entry(derivation)
            return replayed | {
                "kind": "trace",
                "summary": summary,
                "violation": _violation(violated),
                "steps": [],
                "omitted_steps": 0,
                "trace": _trace(trace),
            }
        case Unknown(why, detail, advice, span):
            place = location_entry(span)
            return {"kind": "reason", "summary": detail, "why": member_name(why), "advice": advice, "location": place}


def _violation(violated: Violated) -> Document:
    return {
        "kind": member_name(violated.kind),
        "description": violated.kind.value,
        "text": violated.text,
        "function": violated.function,
        "location": location_entry(violated.span),
        "values": [],
        "expression": "",
        "object": None if violated.about is None else _object(violated.about),
    }


def _object(about: ConcreteObject) -> Document:
    """An object of the run, where it was declared or allocated, and what became of it."""
    lifetime_end = about.lifetime_end
    return {
        "name": about.name,
        "kind": member_name(about.region),
        "size": about.size,
        "location": location_entry(about.span),
        "ended": None
        if lifetime_end is None
        else {"manner": lifetime_end.manner, "location": location_entry(lifetime_end.span)},
    }


def _trace(trace: Trace) -> Document:
    return {
        "globals": dict(trace.globals),
        "contents": {symbol: _bytes(contents) for symbol, contents in trace.contents.items()},
        "choices": [_choice(choice) for choice in trace.choices],
    }


def _choice(choice: Choice) -> Document:
    match choice:
        case Chosen(value):
            return {"value": value if isinstance(value, int) else str(value)}
        case Placed(address, contents):
            return {"address": address, "contents": _bytes(contents)}


def _bytes(contents: Mapping[int, int]) -> dict[str, int]:
    return {str(offset): byte for offset, byte in contents.items()}


def _caveat(caveat: Caveat) -> Document:
    return {
        "source": caveat.source,
        "lean": member_name(caveat.lean),
        "text": caveat.text,
        "location": location_entry(caveat.span),
    }


def location_entry(span: Span | None) -> Document | None:
    """A position in the source."""
    return None if span is None else {"file": span.file, "line": span.line, "column": span.column}


def member_name(member: Enum) -> str:
    """The name of ``member`` in reports."""
    return member.name.lower().replace("_", "-")
