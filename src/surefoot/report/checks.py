"""Status of the single checks as a part of the report document."""

from collections.abc import Mapping, Sequence

from surefoot.base.spans import Span
from surefoot.base.text import iterations
from surefoot.certify.survey import CheckResult, Status
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program
from surefoot.program.statements import Call, CheckKind
from surefoot.report.document import CheckKindEntry, CheckTable
from surefoot.report.evidence import location_entry, member_name


def check_table(results: Sequence[CheckResult], reason: str, program: Program | None) -> CheckTable:
    """Return the status of each check of ``program``; ``reason`` is why undecided checks are
    undecided.

    A violated check has the number of its violation, from 0, in the order of ``results``.
    """
    numbers = {result.site: number for number, result in enumerate(_violated(results))}
    calls = {} if program is None else _calls_of_models(program)
    is_decided = all(result.status is not Status.UNDECIDED for result in results)
    table: CheckTable = {
        "kinds": [_row(kind, results) for kind in dict.fromkeys(result.site.kind for result in results)],
        "undecided_reason": None if is_decided else reason,
        "results": [
            {
                "kind": member_name(result.site.kind),
                "function": result.site.function,
                "location": location_entry(_place(result.site, calls)),
                "text": result.text,
                "status": member_name(result.status),
                "violation": numbers.get(result.site),
            }
            for result in results
        ],
    }
    return explored(table, [result.explored for result in results])


def explored(table: CheckTable, bounds: Sequence[int]) -> CheckTable:
    """Return ``table``, whose undecided checks no run fails within ``bounds`` iterations; bounds of
    another number of checks are dropped.
    """
    if len(bounds) != len(table["results"]):
        return table
    extended = table.copy()
    extended["results"] = [
        {**entry, "no_violation_within": bound} if bound and entry["status"] == "undecided" else entry
        for entry, bound in zip(table["results"], bounds, strict=True)
    ]
    return extended


def undecided_checks(table: CheckTable) -> str:
    """Return the number of undecided checks as the end of a sentence; empty if there are none."""
    bounds = [each.get("no_violation_within", 0) for each in table["results"] if each["status"] == "undecided"]
    if not bounds:
        return ""
    least = f", no violation within {iterations(min(bounds))} (bounded)" if min(bounds) else ""
    return f": {len(bounds)} of {len(table['results'])} checks undecided{least}"


def _violated(results: Sequence[CheckResult]) -> list[CheckResult]:
    return [result for result in results if result.status is Status.VIOLATED]


def _place(site: CheckSite, calls: Mapping[str, Span]) -> Span | None:
    """Return the position of a check in the user's source: for one in a library model, the first
    call of the function.
    """
    is_in_model = site.span is not None and site.span.is_library
    return calls.get(site.function, site.span) if is_in_model else site.span


def _calls_of_models(program: Program) -> Mapping[str, Span]:
    """Return the first call of each function in the user's source, direct or through library
    models.
    """
    found: dict[str, Span] = {}
    inner: list[tuple[str, str]] = []
    for function in program.functions.values():
        for block in function.blocks.values():
            for statement in block.statements:
                if not isinstance(statement, Call) or not isinstance(statement.callee, str):
                    continue
                if statement.span is not None and not statement.span.is_library:
                    found.setdefault(statement.callee, statement.span)
                else:
                    inner.append((function.name, statement.callee))
    while new := [(caller, callee) for caller, callee in inner if caller in found and callee not in found]:
        found.update((callee, found[caller]) for caller, callee in new)
    return found


def _row(kind: CheckKind, results: Sequence[CheckResult]) -> CheckKindEntry:
    of_kind = [result.status for result in results if result.site.kind is kind]
    return {
        "kind": member_name(kind),
        "description": kind.value,
        "checks": len(of_kind),
        "proved": of_kind.count(Status.PROVED),
        "violated": of_kind.count(Status.VIOLATED),
        "unreachable": of_kind.count(Status.UNREACHABLE),
        "undecided": of_kind.count(Status.UNDECIDED),
    }
