"""The answers for single checks as part of the report document."""

from collections.abc import Sequence

from surefoot.certify.survey import CheckResult, Status
from surefoot.program.statements import CheckKind
from surefoot.report.document import Document, location_entry, member_name


def checks_entry(results: Sequence[CheckResult], reason: str) -> Document:
    """What is known about each check; ``reason`` says why some are not decided, if there are any.

    A violated check has the number of its violation, from 0, in the order of ``results``.
    """
    numbers = {result.site: number for number, result in enumerate(violated(results))}
    is_decided = all(result.status is not Status.UNDECIDED for result in results)
    return {
        "kinds": [_row(kind, results) for kind in dict.fromkeys(result.site.kind for result in results)],
        "undecided_reason": None if is_decided else reason,
        "results": [
            {
                "kind": member_name(result.site.kind),
                "function": result.site.function,
                "location": location_entry(result.site.span),
                "text": result.text,
                "status": member_name(result.status),
                "violation": numbers.get(result.site),
            }
            for result in results
        ],
    }


def violated(results: Sequence[CheckResult]) -> list[CheckResult]:
    """The checks that some run fails."""
    return [result for result in results if result.status is Status.VIOLATED]


def _row(kind: CheckKind, results: Sequence[CheckResult]) -> Document:
    of_kind = [result.status for result in results if result.site.kind is kind]
    counts = {member_name(status): of_kind.count(status) for status in Status}
    return {"kind": member_name(kind), "description": kind.value, "checks": len(of_kind), **counts}
