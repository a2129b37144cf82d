"""The functions that were proved one by one, as part of the report document."""

from collections.abc import Sequence

from surefoot.certify.verdicts import Part
from surefoot.report.document import Document, evidence_of


def parts_entry(parts: Sequence[Part]) -> list[Document]:
    """One entry a function: its verdict, why, whose contracts it rests on, and why its own contract is used nowhere, if that is so."""
    return [
        {
            "function": part.function,
            "verdict": type(part.verdict).__name__.lower(),
            "summary": evidence_of(part.verdict)["summary"],
            "contracts_used": list(part.used),
            "runs_body_because": part.limit,
        }
        for part in parts
    ]
