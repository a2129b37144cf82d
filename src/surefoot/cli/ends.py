"""The report of a check whose child process has ended, in whatever way."""

from typing import TYPE_CHECKING, Any

from surefoot.base.errors import EnvironmentFault, OutOfBudget, SurefootError, UnsupportedError
from surefoot.base.supervision import START, End, EndedJob, JobRefused, JobReturned, JobStopped, Progress
from surefoot.cli.output import complain, tell

if TYPE_CHECKING:
    from surefoot.certify.verdicts import Unknown

_LIMITS = {End.TIME: "--time-limit", End.MEMORY: "--memory-limit"}


def final_document(finished: EndedJob, question: dict[str, Any], *, debug: bool) -> dict[str, Any]:
    """The child's report, or one made here that says why there is none; raises what is wrong with the input.

    ``question`` is what was asked, as far as the command line tells.
    """
    asked, known, noted = (finished.progress.notes.get(name) for name in ("question", "progress", "verdict"))
    match finished.outcome:
        case JobReturned(document):
            return dict(document)
        case JobRefused(error) if noted is not None:
            return _incomplete(noted, str(error))
        case JobRefused(error):
            if asked is None or not isinstance(error, UnsupportedError | OutOfBudget | EnvironmentFault):
                raise error
            return _unanswered(asked, _refusal(error), finished.progress)
        case JobStopped(end, detail, traceback):
            if debug and traceback:
                tell(*traceback.splitlines())
            if noted is not None:
                return _incomplete(noted, detail)
            if known is not None:
                finished.progress.has_unconfirmed_proof = False  # those that were found were confirmed
                return _as_far_as_known(known, obstacle_at(end, detail, finished.progress))
            obstacle = obstacle_at(end, detail, finished.progress)
            told = _unanswered(asked or question, obstacle, finished.progress)
            if (checks := finished.progress.notes.get("undecided")) is not None:
                told |= {"checks": {**checks, "undecided_reason": obstacle.detail}, "violations": []}
            return told


def _incomplete(noted: dict[str, Any], reason: str) -> dict[str, Any]:
    """The report as far as it had come when something ended what follows the verdict."""
    complain(f"the verdict stands, but what follows it is not complete: {reason}")
    return dict(noted)


def _as_far_as_known(known: dict[str, Any], obstacle: "Unknown") -> dict[str, Any]:
    """The report of what was decided before ``obstacle`` ended the search for the rest; where one violation is enough, there is no table of checks."""
    told = {**known}
    if "checks" in known:
        told["checks"] = {**known["checks"], "undecided_reason": obstacle.detail}
    if known["verdict"] == "unknown":
        from surefoot.report.document import evidence_of

        told["evidence"] = evidence_of(obstacle)
    return told


def _unanswered(asked: dict[str, Any], unknown: "Unknown", progress: Progress) -> dict[str, Any]:
    from surefoot.report.document import answered

    stages = {name: round(seconds, 3) for name, seconds in progress.stages.items() if name != START}
    return answered(asked, unknown, (), (), {"stages": stages, "queries": {}, "translating_seconds": 0.0})


def _refusal(error: SurefootError) -> "Unknown":
    from surefoot.certify.verdicts import Unknown
    from surefoot.evidence.claims import Why
    from surefoot.program.properties import PROPERTIES

    match error:
        case UnsupportedError():
            return Unknown(Why.UNSUPPORTED, str(error), f"one of the properties {', '.join(PROPERTIES)}", error.span)
        case OutOfBudget():
            return Unknown(Why.TIME_LIMIT, str(error), "a larger --time-limit")
        case _:
            return Unknown(Why.CRASHED, str(error), "")


def obstacle_at(end: End, detail: str, progress: Progress) -> "Unknown":
    """What it means for the verdict that the job ended so, as far as it had come."""
    from surefoot.certify.judge_proofs import unconfirmed_detail
    from surefoot.certify.verdicts import Unknown
    from surefoot.evidence.claims import Why

    reached = f" in stage {progress.stage}"
    if progress.bound is not None:
        reached += f" at unwinding depth {progress.bound}"
    if progress.has_unconfirmed_proof and end in {End.TIME, End.MEMORY}:
        detail = unconfirmed_detail(f"{end.value} reached{reached}")
        return Unknown(Why.UNCONFIRMED, detail, f"a larger {_LIMITS[end]}, or another --solver")
    match end:
        case End.TIME:
            return Unknown(Why.TIME_LIMIT, f"{end.value} reached{reached}", f"a larger {_LIMITS[end]}")
        case End.MEMORY:
            return Unknown(Why.MEMORY_LIMIT, f"{end.value} reached{reached}", f"a larger {_LIMITS[end]}")
        case End.INTERRUPT:
            return Unknown(Why.INTERRUPTED, f"interrupted{reached}", "")
        case End.NESTING:
            return Unknown(Why.UNSUPPORTED, detail, "splitting its deepest expressions and blocks")
        case End.SIGNAL:
            return Unknown(Why.CRASHED, f"{detail}{reached}", "another --solver, or a --memory-limit")
        case End.DEFECT:
            advice = "the same command with --debug, and send what it prints with your report"
            return Unknown(Why.CRASHED, f"a defect in surefoot{reached}: {detail}", advice)
