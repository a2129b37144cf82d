"""Findings of a check or a scan: what SARIF logs, JUnit files and HTML pages list.

A finding is a violation, a group of proved checks of one kind in a function, an undecided check, or
a function without a verdict.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.report.document import CheckEntry, LocationEntry, ReportDocument, UnsafeEvidence
from surefoot.report.rules import PROPERTY, RULES, rule_of, rule_of_kind
from surefoot.report.text.runs import violation_summary

_UNDECIDED: Final = frozenset({"undecided", "violated"})
"""Statuses of open checks in an undecided function: a violation there depends on the arguments."""


class FindingKind(Enum):
    """The status of a finding; values are those of SARIF's ``kind``."""

    VIOLATED = "fail"
    PROVED = "pass"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class ReportedFinding:
    """A finding at a position; column 0 means the whole line."""

    rule: str
    kind: FindingKind
    message: str
    function: str
    location: LocationEntry
    check: str = ""
    """Kind of the check, which may be less precise than ``rule``."""
    evidence: UnsafeEvidence | None = None
    chain: tuple[str, ...] = ()
    """The functions from the start of the run to the violation."""


@dataclass(frozen=True, slots=True)
class InputFault:
    """A file that could not be checked, with its error."""

    message: str
    location: LocationEntry | None


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings, violations first, and the files that could not be checked."""

    findings: tuple[ReportedFinding, ...]
    faults: tuple[InputFault, ...] = ()


def findings_of_report(document: ReportDocument) -> Findings:
    """Return the findings of ``surefoot check``."""
    evidence = document["evidence"]
    if evidence["kind"] == "error":
        return Findings((), tuple(InputFault(each["message"], each["location"]) for each in evidence["errors"]))
    violations = list(document.get("violations", []))
    if not violations and evidence["kind"] == "trace":
        violations = [evidence]
    found = [_violation(each, ()) for each in violations]
    table = document.get("checks")
    if table is not None and table["results"]:
        reason = table["undecided_reason"] or "not decided"
        found += _proved(table["results"], "")
        found += _open(table["results"], reason, frozenset({"undecided"}))
    elif document["verdict"] != "unsafe":
        place: LocationEntry = {"file": document["files"][0], "line": 1, "column": 0}
        is_safe = document["verdict"] == "safe"
        if evidence["kind"] == "reason" and evidence["location"] is not None:
            place = evidence["location"]
        kind = FindingKind.PROVED if is_safe else FindingKind.OPEN
        found.append(ReportedFinding(PROPERTY, kind, evidence["summary"], document["function"], place))
    return _ordered(found)


def findings_of_scan(document: Mapping[str, Any]) -> Findings:
    """Return the findings of ``surefoot scan``; a violation that several functions reach is one."""
    found: dict[tuple[str, str, int, int], ReportedFinding] = {}
    others: list[ReportedFinding] = []
    faults: list[InputFault] = []
    units: Sequence[Mapping[str, Any]] = document["units"]
    for unit in sorted(units, key=_chain_length):
        if unit["outcome"] == "not-compiled":
            where: LocationEntry = {"file": unit["file"], "line": unit["line"], "column": 0}
            fault = InputFault(unit["reason"], where)
            faults += [] if fault in faults else [fault]
            continue
        if unit["outcome"] == "violated":
            for violation, chain in zip(unit["violations"], unit["call_chains"], strict=False):
                each = _violation(violation, chain)
                found.setdefault((each.rule, *_position(each)), each)
        others += _of_unit(unit)
    return _ordered([*found.values(), *others], faults)


def _chain_length(unit: Mapping[str, Any]) -> int:
    return max((len(chain) for chain in unit["call_chains"]), default=0)


def _of_unit(unit: Mapping[str, Any]) -> Iterator[ReportedFinding]:
    """Yield the proved and the open checks in the body of the function."""
    own = [each for each in unit["results"] if each["function"] == unit["function"]]
    conditions = "; ".join(each["text"] for each in unit["preconditions"])
    yield from _proved(own, f" if {conditions}" if conditions else "")
    if unit["outcome"] != "undecided":
        return
    is_open = [*_open(own, unit["reason"], _UNDECIDED)]
    yield from is_open
    if not is_open:
        place: LocationEntry = {"file": unit["file"], "line": unit["line"], "column": 0}
        yield ReportedFinding(
            PROPERTY, FindingKind.OPEN, f"{unit['function']}: {unit['reason']}", unit["function"], place
        )


def _violation(evidence: UnsafeEvidence, chain: Sequence[str]) -> ReportedFinding:
    violation = evidence["violation"]
    rule = rule_of(violation)
    values = ", ".join(f"{each['name']} = {each['value']}" for each in violation["values"])
    message = violation_summary(violation)
    if violation["expression"]:
        message += f" in {violation['expression']}"
    if values:
        message += f" where {values}"
    if len(chain) > 1:
        message += f"; called by {' -> '.join(chain)}"
    where = violation["location"] or _last_place(evidence)
    function = violation["function"]
    return ReportedFinding(
        rule, FindingKind.VIOLATED, message, function, where, violation["kind"], evidence, tuple(chain)
    )


def _last_place(evidence: UnsafeEvidence) -> LocationEntry:
    """Return the last line of a run whose violation has no position."""
    if not evidence["steps"]:
        return {"file": "", "line": 1, "column": 0}
    last = evidence["steps"][-1]
    return {"file": last["file"], "line": last["line"], "column": 0}


def _proved(results: Sequence[CheckEntry], condition: str) -> Iterator[ReportedFinding]:
    """Yield one finding for the proved checks of a kind in a function."""

    def group(each: CheckEntry) -> tuple[str, str]:
        return each["function"], each["kind"]

    proved = [each for each in results if each["status"] == "proved" and each["location"] is not None]
    for (function, kind), same in groupby(sorted(proved, key=group), group):
        checks = list(same)
        rule = rule_of_kind(kind)
        number = f"{len(checks)} check{'s' * (len(checks) > 1)}"
        message = f"proved: no {RULES[rule].title.lower()} in {function} ({number}){condition}"
        yield ReportedFinding(rule, FindingKind.PROVED, message, function, _place(checks[0]), kind)


def _open(results: Iterable[CheckEntry], reason: str, statuses: frozenset[str]) -> Iterator[ReportedFinding]:
    for each in results:
        if each["status"] in statuses and each["location"] is not None:
            rule = rule_of_kind(each["kind"])
            message = f"undecided: {RULES[rule].title.lower()}: {reason}"
            yield ReportedFinding(rule, FindingKind.OPEN, message, each["function"], _place(each), each["kind"])


def _place(check: CheckEntry) -> LocationEntry:
    return check["location"] or {"file": "", "line": 1, "column": 0}


def _position(finding: ReportedFinding) -> tuple[str, int, int]:
    return finding.location["file"], finding.location["line"], finding.location["column"]


def _ordered(found: Sequence[ReportedFinding], faults: Sequence[InputFault] = ()) -> Findings:
    """Return the findings with a position: violations, open checks, proofs, each by position."""
    order = [FindingKind.VIOLATED, FindingKind.OPEN, FindingKind.PROVED]
    located = [each for each in found if each.location["file"]]
    return Findings(tuple(sorted(located, key=lambda each: (order.index(each.kind), _position(each)))), tuple(faults))
