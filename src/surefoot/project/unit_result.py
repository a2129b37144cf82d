"""The task and the result of the check of one function."""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from surefoot.base.caveats import Direction
from surefoot.base.records import replace
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.evidence.claims import Why
from surefoot.frontend.acsl.contracts import harness_name
from surefoot.frontend.environment import Annotations
from surefoot.program.statements import Assume
from surefoot.project.document import PreconditionEntry
from surefoot.project.preconditions import ArgumentAssumptions, violated_run
from surefoot.project.recheck import positions_of, statuses_of
from surefoot.report.document import (
    CheckEntry,
    LocatedFormulaEntry,
    ReportDocument,
    TraceEntry,
    UnsafeEvidence,
)
from surefoot.report.text.runs import violation_summary
from surefoot.verify.certification import certificate_text
from surefoot.verify.request import Report, Request


class UnitTask(TypedDict):
    """A function to check, and the options; ``sources`` are path, flags and data model."""

    kind: str
    sources: list[Any]
    function: str
    property: str
    folder: str
    seconds: float
    megabytes: int | None
    malloc_may_fail: bool
    changes_globals: bool
    store: str
    """Folder of the store; empty if results are not kept."""
    tool: str
    """Digest of surefoot."""
    trusts_store: bool
    """Whether stored certificates are not checked again."""
    retries: bool
    """Whether stored results without a verdict are not used."""
    key: NotRequired[str]
    """Key of the unit in the store, if it is known."""
    path: NotRequired[list[Any]]
    """The path that runs have to follow, packed; absent for all paths."""
    path_program: NotRequired[list[Any]]
    """The path whose path program is checked, packed."""
    certifies: NotRequired[bool]
    """Whether the result has the certificate, by default false."""
    infers: NotRequired[bool]
    """Whether preconditions that exclude violations are inferred, by default true; otherwise every
    check is decided for arbitrary arguments and global variables.
    """


class KeptEvidence(TypedDict):
    """Assumptions, statuses and certificate of a result, for the store."""

    assumed: dict[str, Any]
    statuses: list[str]
    traces: list[TraceEntry]
    certificate: str
    positions: str


class UnitResult(TypedDict):
    """Verdict of a unit: ``safe``, ``unsafe``, ``argument`` (only some arguments violate it) or
    ``unknown``.
    """

    verdict: str
    reason: str
    preconditions: list[Any]
    violations: list[UnsafeEvidence]
    results: list[CheckEntry]
    assumptions: list[str]
    loop_invariants: list[LocatedFormulaEntry]
    stages: dict[str, float]
    seconds: float
    cached: bool
    kept: NotRequired[KeptEvidence]
    certificate: NotRequired[str]
    arguments: NotRequired[list[str]]
    """Arguments of ``surefoot certify`` for the program, without those for its path."""
    key: NotRequired[str]
    """Key of the result in the store, if it is there."""
    store_fault: NotRequired[str]
    """Why the result could not be stored."""


def without_verdict(reason: str) -> UnitResult:
    """Return the result of a check that ended for ``reason`` before anything was decided."""
    return {
        "verdict": "unknown",
        "reason": reason,
        "preconditions": [],
        "violations": [],
        "results": [],
        "assumptions": [],
        "loop_invariants": [],
        "stages": {},
        "seconds": 0.0,
        "cached": False,
    }


def result_of(report: Report, known: ArgumentAssumptions, task: UnitTask, notes: Sequence[str] = ()) -> UnitResult:
    """Return the result of an attempt under ``known``; ``notes`` are further assumptions.

    A violation that other arguments may avoid does not count beside one that they do not.
    """
    document = report.document()
    evidence = document["evidence"]
    violations = document.get("violations", [])
    table = document.get("checks")
    results = table["results"] if table else []
    traces = [each["trace"] for each in violations]
    if isinstance(report.verdict, Unsafe):
        is_main = task["function"] == "main"
        counts_all = is_main or not task.get("infers", True)
        own = [counts_all or not violated_run(each, known).is_of_argument for each in violations]
        verdict = "unsafe" if any(own) else "argument"
        if any(own):
            results = _without_violations(results, own)
            violations = [each for each, is_own in zip(violations, own, strict=True) if is_own]
    else:
        verdict = "safe" if is_proved(report) else "unknown"
    reason = violation_summary(violations[0]["violation"]) if violations else evidence["summary"]
    certifies = task.get("certifies", False)
    certificate = (certificate_text(report) or "") if task["store"] or certifies else ""
    preconditions = (
        known if task["function"] != "main" and task["changes_globals"] else replace(known, has_initial_globals=False)
    )
    found: UnitResult = {
        "verdict": verdict,
        "reason": "" if verdict == "safe" else reason,
        "preconditions": [*preconditions.entries(), *_contract_entries(report, task["function"])],
        "violations": violations,
        "results": results,
        "assumptions": [
            *notes,
            *(str(each) for each in report.caveats if each.direction is Direction.ASSUMES),
        ],
        "loop_invariants": _invariants(document),
        "stages": document["statistics"]["stages"],
        "seconds": 0.0,
        "cached": False,
        "kept": {
            "assumed": known.packed(),
            "statuses": statuses_of(report),
            "traces": traces,
            "certificate": certificate,
            "positions": positions_of(report.program) if certificate and report.program else "",
        },
    }
    if certifies and certificate:
        found["certificate"], found["arguments"] = certificate, _arguments(report.request)
    return found


def _arguments(request: Request) -> list[str]:
    """Return the arguments of ``surefoot certify`` for the program of ``request``; empty if its
    files have different flags.
    """
    flags = {request.own_flags.get(each, ()) for each in request.files}
    environment = request.environment
    if len(flags) > 1:
        return []
    return [
        *map(str, request.files),
        "--function",
        request.entry,
        "--property",
        request.checked.name,
        "--data-model",
        request.data_model.name,
        *(["--malloc-may-fail"] if environment.malloc_may_fail else []),
        *(["--arbitrary-globals"] if environment.all_globals_arbitrary else []),
        "--contracts",
        "off" if environment.annotations is Annotations.OFF else "on",
        *request.clang_flags,
        *flags.pop(),
    ]


def _contract_entries(report: Report, function: str) -> list[PreconditionEntry]:
    """Return an entry for the contract in the source, if it has preconditions."""
    harness = report.program and report.program.functions.get(harness_name(function))
    statements = (each for block in harness.blocks.values() for each in block.statements) if harness else ()
    if not any(isinstance(each, Assume) for each in statements):
        return []
    return [{"text": "its contract in the source holds", "acsl": ""}]


def _without_violations(results: Sequence[CheckEntry], own: Sequence[bool]) -> list[CheckEntry]:
    """Return ``results`` where violations that are not ``own`` are undecided: other arguments may
    avoid them.
    """
    numbers = dict(zip([at for at, is_own in enumerate(own) if is_own], range(len(own)), strict=False))
    changed: list[CheckEntry] = []
    for each in results:
        number = each["violation"]
        if number is not None:
            each = each.copy()  # noqa: PLW2901 the rest of the loop is about the copy
            each["violation"] = numbers.get(number)
            each["status"] = each["status"] if number in numbers else "undecided"
        changed.append(each)
    return changed


def _invariants(document: ReportDocument) -> list[LocatedFormulaEntry]:
    """Return the invariants of the proof that have a position."""
    evidence = document["evidence"]
    if evidence["kind"] != "certificate":
        return []
    found = evidence["inductive_invariants"] or evidence["certificate"].get("invariants", [])
    return [each for each in found if each["location"] is not None]


def is_proved(report: Report) -> bool:
    """Return whether the function is proved, or contains no operation that can fail."""
    match report.verdict:
        case Safe():
            return True
        case Unknown(why=Why.NOTHING_CHECKED):
            return {each.direction for each in report.caveats} <= {Direction.HAS_NO_CHECKS, Direction.ASSUMES} and any(
                each.direction is Direction.HAS_NO_CHECKS for each in report.caveats
            )
        case _:
            return False
