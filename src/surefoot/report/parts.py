"""The functions that were proved one by one, as part of the report document."""

from collections.abc import Sequence

from surefoot.certify.verdicts import Part
from surefoot.report.document import evidence_of
from surefoot.report.schema import Document


def parts_entry(parts: Sequence[Part]) -> list[Document]:
    """One entry a function: its verdict, why, and whose contracts it rests on."""
    return [
        {
            "function": part.function,
            "verdict": type(part.verdict).__name__.lower(),
            "summary": evidence_of(part.verdict)["summary"],
            "contracts_used": list(part.used),
        }
        for part in parts
    ]
