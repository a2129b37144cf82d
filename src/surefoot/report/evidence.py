"""Evidence of a verdict as a part of the report document."""

from collections.abc import Mapping
from typing import Any, Final

from surefoot.base.caveats import Caveat
from surefoot.base.enums import Enum
from surefoot.base.errors import SurefootError
from surefoot.base.spans import Span
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.program.statements import CheckKind
from surefoot.program.trace import Choice, Chosen, Placed, Trace
from surefoot.report.document import (
    CaveatEntry,
    ErrorEvidence,
    LocationEntry,
    ObjectEntry,
    SafeEvidence,
    TraceEntry,
    UnknownEvidence,
    UnsafeEvidence,
    ViolationEntry,
)
from surefoot.semantics.interpreter import ConcreteObject, Violated
from surefoot.systems.closed_forms.accelerated_iterations import accelerated_iterations_text


def evidence_of(verdict: Verdict) -> SafeEvidence | UnsafeEvidence | UnknownEvidence:
    """Return the evidence of ``verdict``; that of an unsafe one has no steps yet."""
    match verdict:
        case Safe():
            from surefoot.report.proofs import proof_evidence  # many checks end without a proof

            return proof_evidence(verdict)
        case Unsafe():
            return violation_evidence(verdict)
        case Unknown():
            return unknown_evidence(verdict)


def violation_evidence(verdict: Unsafe) -> UnsafeEvidence:
    """Return the evidence of a violation, without the steps of its run."""
    evidence: UnsafeEvidence = {
        "kind": "trace",
        "summary": verdict.summary,
        "violation": _violation(verdict.violated),
        "steps": [],
        "omitted_steps": 0,
        "trace": _trace(verdict.trace),
    }
    if verdict.accelerated:
        evidence["accelerated"] = accelerated_iterations_text(verdict.accelerated)
    if verdict.derivation:
        from surefoot.report.horn import derivation_entry  # few inputs are Horn clauses

        evidence["derivation"] = derivation_entry(verdict.derivation)
    return evidence


def unknown_evidence(unknown: Unknown) -> UnknownEvidence:
    """Return the reason why there is no verdict."""
    return {
        "kind": "reason",
        "summary": unknown.detail,
        "why": member_name(unknown.why),
        "advice": unknown.advice,
        "location": location_entry(unknown.span),
    }


def error_evidence(error: SurefootError) -> ErrorEvidence:
    """Return the errors that prevented a check."""
    return {
        "kind": "error",
        "summary": str(error),
        "errors": [
            {"message": each.message, "location": location_entry(each.span), "shown": list(each.shown)}
            for each in error.diagnostics()
        ],
    }


def caveat_entry(caveat: Caveat) -> CaveatEntry:
    """Return an approximation as an entry."""
    return {
        "source": caveat.source,
        "lean": member_name(caveat.direction),
        "text": caveat.text,
        "location": location_entry(caveat.span),
    }


def location_entry(span: Span | None) -> LocationEntry | None:
    """Return a position in the source as an entry."""
    return None if span is None else {"file": span.file, "line": span.line, "column": span.column}


def member_name(member: Enum) -> str:
    """Return the name of ``member`` in reports."""
    return member.name.lower().replace("_", "-")


def _violation(violated: Violated) -> ViolationEntry:
    return {
        "kind": member_name(violated.kind),
        "description": _description(violated),
        "text": violated.text,
        "function": violated.function,
        "location": location_entry(violated.span),
        "values": [],
        "expression": "",
        "object": None if violated.about is None else _object(violated.about),
    }


def _description(violated: Violated) -> str:
    """Return the violation in the words of sanitizers; memory errors by the begin of their texts."""
    kind: str = violated.kind.value
    if violated.kind not in {CheckKind.INVALID_DEREFERENCE, CheckKind.INVALID_FREE}:
        return kind
    if violated.text.endswith("which is constant"):
        return "write to constant object"
    return next((each for each in _MEMORY_ERRORS if violated.text.startswith(f"{each} ")), kind)


_MEMORY_ERRORS: Final = (
    "null pointer dereference",
    "out-of-bounds read",
    "out-of-bounds write",
    "use after free",
    "use after scope",
    "use after return",
    "double free",
    "invalid read",
    "invalid write",
)
"""Descriptions with which the interpreter begins the texts of memory errors."""


def _object(about: ConcreteObject) -> ObjectEntry:
    end = about.lifetime_end
    return {
        "name": about.name,
        "kind": member_name(about.region),
        "size": about.size,
        "location": location_entry(about.span),
        "ended": None if end is None else {"manner": end.manner, "location": location_entry(end.span)},
    }


def _trace(trace: Trace) -> TraceEntry:
    return {
        "globals": dict(trace.globals),
        "contents": {symbol: _bytes(contents) for symbol, contents in trace.contents.items()},
        "choices": [_choice(choice) for choice in trace.choices],
        "outside": [
            {"name": each.name, "address": each.address, "size": each.size, "contents": _bytes(each.contents)}
            for each in trace.outside
        ],
    }


def _choice(choice: Choice) -> dict[str, Any]:
    match choice:
        case Chosen(value):
            return {"value": value if isinstance(value, int) else str(value)}
        case Placed(address, contents):
            return {"address": address, "contents": _bytes(contents)}


def _bytes(contents: Mapping[int, int]) -> dict[str, int]:
    return {str(offset): byte for offset, byte in contents.items()}
