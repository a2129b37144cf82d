"""Use of stored results: certificates are checked and traces replayed on the program as it is today,
and checks are reported at today's positions.
"""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.certify.judge import judge
from surefoot.certify.survey import CheckResult, Status, Survey
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.claims import ClaimsUnsafe, Goal, Why
from surefoot.program.check_sites import CheckSite, check_sites
from surefoot.program.program import Program
from surefoot.program.text.printer import program_text_without_spans
from surefoot.program.trace import Choice, Chosen, OutsideObject, Placed, Trace
from surefoot.project.store import StoredResult
from surefoot.smt.contracts import Limits
from surefoot.smt.registry import SolverFactory
from surefoot.verify.certification import certify_text
from surefoot.verify.deciding import Statistics
from surefoot.verify.loading import Loaded
from surefoot.verify.request import Report, Request

_ORIGIN: Final = Path("the store")
_CALL_SITE: Final = re.compile(r"@\d+:\d+")
"""Position of the call that a copy of a library model is named after."""
_POSITION: Final = re.compile(r"(?<=[:@])(\d+)(:\d+)?")
"""Line, and column if there is one, in the name of a location or of a copy of a model."""


class NotReproduced(Exception):
    """The stored result does not hold for the program, or cannot be read."""


@dataclass(frozen=True, slots=True)
class CheckedResult:
    """A report with today's positions, and whether its proof was checked again."""

    report: Report
    is_checked: bool


def key_of(request: Request, program: Program, *context: str) -> str:
    """Return the key of results for ``program``, that of ``request``: the hash of its text without
    positions, its options, and ``context``.
    """
    text = program_text_without_spans(program)
    numbers: dict[str, str] = {}
    text = _CALL_SITE.sub(lambda found: numbers.setdefault(found[0], f"@#{len(numbers)}"), text)
    parts = [request.checked.name, request.data_model.name, request.entry, *context, text]
    return sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()


def positions_of(program: Program) -> str:
    """Return the position of each statement in the order of the program."""
    blocks = (block for function in program.functions.values() for block in function.blocks.values())
    spans = (each.span for block in blocks for each in (*block.statements, block.terminator))
    return " ".join(f"{span.line}:{span.column}" if span else "-" for span in spans)


def statuses_of(report: Report) -> list[str]:
    """Return the status of each check site in the order of the program."""
    if report.program is None:
        return []
    known = {each.site: each.status for each in report.checks}
    sites = check_sites(report.program, report.request.checked)
    return [known.get(site, Status.UNDECIDED).name for site in sites]


def reproduced(request: Request, loaded: Loaded, stored: StoredResult, *, trusts: bool) -> CheckedResult:
    """Return the stored result for the ``loaded`` program of ``request``.

    A certificate is checked unless the caller ``trusts`` it, and traces are replayed. Raises
    `NotReproduced` if that fails.
    """
    if stored["verdict"] == "safe" and stored["certificate"] and not trusts:
        text = _moved(stored["certificate"], stored["positions"], positions_of(loaded.program))
        report = certify_text(request, text, _ORIGIN, known=loaded)
        if not isinstance(report.verdict, Safe) or report.program is None:
            raise NotReproduced
        return CheckedResult(_with_checks(report, report.program, stored, ()), is_checked=True)
    budget = Budget.seconds(request.time_limit)
    goal = Goal(loaded.program, request.checked)
    solvers = SolverFactory(budget=budget, limits=Limits(memory_mb=request.memory_limit))
    violations: list[Unsafe] = []
    for packed in stored["traces"]:
        verdict = judge(ClaimsUnsafe(_trace(packed)), goal, loaded.program.caveats, solvers, budget)
        if not isinstance(verdict, Unsafe):
            raise NotReproduced
        violations.append(verdict)
    verdict = violations[0] if violations else Unknown(Why.TIME_LIMIT, stored["reason"], "raise --unit-time")
    report = Report(request, verdict, loaded.program, loaded.program.caveats, loaded.warnings, Statistics())
    return CheckedResult(_with_checks(report, loaded.program, stored, violations), is_checked=False)


def _moved(certificate: str, before: str, now: str) -> str:
    """Return ``certificate`` with the positions in its names as they are ``now``.

    Raises `NotReproduced` if statements at one position are at several ones now.
    """
    old, new = before.split(), now.split()
    if len(old) != len(new):
        raise NotReproduced
    places: dict[str, set[str]] = {}
    for was, is_now in zip(old, new, strict=True):
        places.setdefault(was, set()).add(is_now)
        places.setdefault(was.partition(":")[0], set()).add(is_now.partition(":")[0])

    def moved(found: re.Match[str]) -> str:
        targets = places.get(found[0], {found[0]})
        if len(targets) > 1:
            raise NotReproduced
        return next(iter(targets))

    return _POSITION.sub(moved, certificate)


def _with_checks(report: Report, program: Program, stored: StoredResult, violations: Sequence[Unsafe]) -> Report:
    """Return ``report`` with the stored status of each check at its position today."""
    request = report.request
    sites = check_sites(program, request.checked)
    if len(sites) != len(stored["statuses"]):
        raise NotReproduced
    failed = {each.violated.site: each for each in violations}
    statuses = dict(zip(sites, map(_status, stored["statuses"]), strict=True))
    if len(failed) != len(violations) or any(
        statuses.get(site, Status.VIOLATED) is not Status.VIOLATED for site in failed
    ):
        raise NotReproduced
    if not failed.keys() >= {site for site, status in statuses.items() if status is Status.VIOLATED}:
        raise NotReproduced
    survey = Survey(Goal(program, request.checked))
    for each in violations:
        survey.note_violation(each)
    checks = tuple(_with_status(each, statuses) for each in survey.results)
    is_proved = isinstance(report.verdict, Safe)
    if is_proved and any(each.status not in {Status.PROVED, Status.UNREACHABLE} for each in checks):
        raise NotReproduced
    return replace(report, checks=checks, obstacle=_obstacle(report.verdict))


def _with_status(result: CheckResult, statuses: Mapping[CheckSite, Status]) -> CheckResult:
    return result if result.violation else replace(result, status=statuses[result.site])


def _obstacle(verdict: Verdict) -> Unknown | None:
    return verdict if isinstance(verdict, Unknown) else None


def _status(name: str) -> Status:
    try:
        return Status[name]
    except KeyError:
        raise NotReproduced from None


def _trace(packed: Mapping[str, Any]) -> Trace:
    """Return the trace of an entry of the report document."""
    try:
        return Trace(
            {str(name): int(value) for name, value in packed["globals"].items()},
            {str(name): _bytes(cells) for name, cells in packed["contents"].items()},
            tuple(_choice(each) for each in packed["choices"]),
            outside=tuple(
                OutsideObject(str(each["name"]), int(each["address"]), int(each["size"]), _bytes(each["contents"]))
                for each in packed["outside"]
            ),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise NotReproduced from None


def _choice(packed: Mapping[str, Any]) -> Choice:
    if "value" not in packed:
        return Placed(packed["address"], _bytes(packed["contents"]))
    value = packed["value"]
    if not isinstance(value, int):  # arrays and rounding modes are not stored as data
        raise NotReproduced
    return Chosen(value)


def _bytes(packed: Mapping[str, Any]) -> dict[int, int]:
    return {int(offset): int(byte) for offset, byte in packed.items()}
