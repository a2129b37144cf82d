"""Completion of the report document in the parent process, when the child process has ended in
whatever way.

Nothing heavy is imported unless the child left no document.
"""

import time
from typing import TYPE_CHECKING

from surefoot.base.errors import EnvironmentFault, OutOfBudget, SurefootError, UnsupportedError
from surefoot.base.supervision import (
    START,
    End,
    EndedJob,
    JobRefused,
    JobReturned,
    JobStopped,
    Progress,
    ResourceLimits,
)

if TYPE_CHECKING:
    from surefoot.base.events import CircuitReduced
    from surefoot.certify.verdicts import Unknown
    from surefoot.report.document import ReductionEntry, ReportDocument, RequestEntry

_OPTIONS = {End.TIME: "--time-limit", End.MEMORY: "--memory-limit"}


def final_document(ended: EndedJob, request: "RequestEntry", limits: ResourceLimits) -> "tuple[ReportDocument, str]":
    """Return the child's document, or one with the reason for its absence, and a warning if it is
    not complete.

    ``request`` is the command line's, and replaced by that of the child if it is known. Raises the
    error in the input or the options that prevented the check.
    """
    resolved, known, decided = (ended.progress.notes.get(name) for name in ("request", "progress", "verdict"))
    match ended.outcome:
        case JobReturned(document):
            return document, ""
        case JobRefused(error):
            if decided is not None:
                return decided, _incomplete(str(error))
            if resolved is None or not isinstance(error, UnsupportedError | OutOfBudget | EnvironmentFault):
                raise error
            return _undecided_document(resolved, _refusal(error), ended.progress), ""
        case JobStopped(end, detail):
            if decided is not None:
                return decided, _incomplete(detail)
            if known is not None:
                ended.progress.has_unconfirmed_proof = False  # the proofs that were found are confirmed
                return _stopped_document(known, ended.progress, obstacle_at(end, detail, ended.progress, limits)), ""
            obstacle = obstacle_at(end, detail, ended.progress, limits)
            found = _undecided_document(resolved or request, obstacle, ended.progress)
            checks = ended.progress.notes.get("undecided")
            if checks is not None:
                found["checks"] = checks
                found["violations"] = []
                found = _stopped_document(found, ended.progress, obstacle)
            return found, ""


def with_usage(document: "ReportDocument", ended: EndedJob) -> "ReportDocument":
    """Return ``document`` with the resources that the check used and the circuits that became
    smaller in it.
    """
    statistics = document["statistics"].copy()
    statistics["cpu_seconds"] = round(ended.usage.cpu_seconds + time.process_time(), 3)
    statistics["wall_seconds"] = round(ended.usage.wall_seconds, 3)
    statistics["peak_memory_mb"] = ended.usage.peak_memory_mb
    if ended.progress.reductions:
        statistics["reductions"] = [_reduction(each) for each in ended.progress.reductions]
    if ended.progress.counts:
        statistics["engines"] = ended.progress.counts
    completed = document.copy()
    completed["statistics"] = statistics
    return completed


def _reduction(event: "CircuitReduced") -> "ReductionEntry":
    return {
        "engine": event.engine,
        "registers": {"before": event.registers, "after": event.registers_left},
        "gates": {"before": event.gates, "after": event.gates_left},
        "levels": {"before": event.levels, "after": event.levels_left},
    }


def _incomplete(reason: str) -> str:
    return f"the verdict stands, but the report is incomplete: {reason}"


def _stopped_document(known: "ReportDocument", progress: Progress, obstacle: "Unknown") -> "ReportDocument":
    """Return the document of what was decided and explored before ``obstacle`` ended the check."""
    from surefoot.report.checks import explored, undecided_checks
    from surefoot.report.evidence import unknown_evidence

    document = known.copy()
    if "checks" in known:
        checks = explored(known["checks"], progress.explored).copy()
        if any(each["status"] == "undecided" for each in checks["results"]):
            checks["undecided_reason"] = obstacle.detail
        document["checks"] = checks
    if known["verdict"] == "unknown":
        document["evidence"] = unknown_evidence(obstacle)
        if "checks" in known:
            document["evidence"]["summary"] += undecided_checks(document["checks"])
    return document


def _undecided_document(request: "RequestEntry", unknown: "Unknown", progress: Progress) -> "ReportDocument":
    from surefoot.report.building import verdict_document

    stages = {name: round(seconds, 3) for name, seconds in progress.stages.items() if name != START}
    return verdict_document(request, unknown, {"stages": stages, "queries": {}, "translating_seconds": 0.0})


def _refusal(error: SurefootError) -> "Unknown":
    from surefoot.certify.verdicts import Unknown
    from surefoot.evidence.claims import Why
    from surefoot.program.properties import PROPERTIES

    match error:
        case UnsupportedError():
            advice = f"choose another --property: {', '.join(PROPERTIES)}"
            return Unknown(Why.UNSUPPORTED, str(error), advice, error.span)
        case OutOfBudget():
            return Unknown(Why.TIME_LIMIT, str(error), "raise --time-limit")
        case _:
            return Unknown(Why.CRASHED, str(error), "mend this and check again")


def obstacle_at(end: End, detail: str, progress: Progress, limits: ResourceLimits) -> "Unknown":
    """Return the reason why a job that ended with ``end`` has no verdict, and the next action."""
    from surefoot.certify.judge_proofs import unconfirmed_detail
    from surefoot.certify.verdicts import Unknown
    from surefoot.evidence.claims import Why

    stage = f"in stage {progress.stage}"
    if progress.bound is not None:
        stage += f" at unwinding depth {progress.bound}"
    if progress.has_unconfirmed_proof and end in _OPTIONS:
        detail = unconfirmed_detail(f"{end.value} reached {stage}")
        return Unknown(Why.UNCONFIRMED, detail, f"raise {_OPTIONS[end]}, or choose another --solver")
    match end:
        case End.TIME:
            detail = f"no proof within {_amount(limits.seconds, 's')} ({end.value} reached {stage})"
            return Unknown(Why.TIME_LIMIT, detail, f"try --time-limit {_more(limits.seconds)}")
        case End.MEMORY:
            detail = f"no proof within {_amount(limits.megabytes, 'MB')} ({end.value} reached {stage})"
            return Unknown(Why.MEMORY_LIMIT, detail, f"try --memory-limit {_more(limits.megabytes)}")
        case End.INTERRUPT:
            return Unknown(Why.INTERRUPTED, f"interrupted {stage}", "run the command again")
        case End.NESTING:
            return Unknown(Why.UNSUPPORTED, detail, "split the deepest expressions and blocks")
        case End.SIGNAL:
            return Unknown(Why.CRASHED, f"{detail} {stage}", "try another --solver, or a --memory-limit")
        case End.DEFECT:
            advice = "run the command with --debug, and report its output as a defect of surefoot"
            return Unknown(Why.CRASHED, f"a defect in surefoot {stage}: {detail}", advice)


def _amount(limit: float | None, unit: str) -> str:
    return "the limit" if limit is None else f"{limit:g} {unit}"


def _more(limit: float | None) -> str:
    """Return four times the limit, for advice."""
    return "N" if limit is None else f"{4 * limit:g}"
