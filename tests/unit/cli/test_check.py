"""Results of ``surefoot check`` for each way in which its child process ends."""

from pathlib import Path
from typing import Any

import pytest

from surefoot.base.errors import CompileError, Diagnostic, EnvironmentFault, SurefootError, UnsupportedError, UsageError
from surefoot.base.spans import Span
from surefoot.base.supervision import End, EndedJob, JobOutcome, JobRefused, JobStopped, Progress, ResourceLimits, Usage
from surefoot.certify.survey import Status
from surefoot.report.building import ReportBuilder
from surefoot.report.completion import final_document
from surefoot.report.document import RequestEntry
from surefoot.verify.api import check
from surefoot.verify.request import Report

REQUEST: RequestEntry = {
    "files": ["a.c"],
    "property": {"name": "assertions", "text": ""},
    "data_model": "LP64",
    "function": "main",
    "engine": "auto",
    "solver": "bitwuzla",
    "certify": "strict",
}
VERDICT = {"verdict": "unsafe", "statistics": {"stages": {"certify": 1.0}}}


def document(outcome: JobOutcome, **notes: object) -> tuple[Any, str]:
    ended = EndedJob(outcome, Progress(0.0, notes=dict(notes)), Usage(0.0, 0.0, 0.0))
    return final_document(ended, REQUEST, ResourceLimits(30.0, 4000))


@pytest.mark.parametrize(
    "outcome",
    [
        JobRefused(EnvironmentFault("no space left on the disk")),
        JobRefused(UnsupportedError("no trace")),
        *(JobStopped(end, "stopped") for end in End),
    ],
    ids=str,
)
def test_verdict_stands_whatever_ends_the_child_afterwards(outcome: JobOutcome) -> None:
    found, warning = document(outcome, request=REQUEST, verdict=VERDICT)
    assert found == VERDICT
    assert warning.startswith("the verdict stands, but the report is incomplete: ")


@pytest.mark.parametrize("error", [UsageError("no solver"), CompileError([Diagnostic("expected ';'", Span("a.c", 1))])])
def test_input_errors_are_errors(error: SurefootError) -> None:
    with pytest.raises(type(error)):
        document(JobRefused(error), request=REQUEST)


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        (JobRefused(UnsupportedError("not supported", Span("a.c", 3, 1))), "unsupported"),
        (JobRefused(EnvironmentFault("no compiler")), "crashed"),
        (JobStopped(End.TIME, "time limit"), "time-limit"),
        (JobStopped(End.MEMORY, "memory limit"), "memory-limit"),
        (JobStopped(End.INTERRUPT, "interrupted"), "interrupted"),
        (JobStopped(End.NESTING, "nested too deeply"), "unsupported"),
        (JobStopped(End.SIGNAL, "received SIGSEGV"), "crashed"),
        (JobStopped(End.DEFECT, "KeyError: 3"), "crashed"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_end_without_verdict_is_a_reason(outcome: JobOutcome, why: str) -> None:
    found, _ = document(outcome, request=REQUEST)
    assert (found["verdict"], found["evidence"]["why"]) == ("unknown", why)


def test_checks_are_listed_if_none_was_decided() -> None:
    checks = {"kinds": [], "undecided_reason": "", "results": [{"kind": "assertion", "status": "undecided"}]}
    found, _ = document(JobStopped(End.TIME, "time limit"), request=REQUEST, undecided=checks)
    assert found["checks"]["results"] == checks["results"] and "time limit" in found["checks"]["undecided_reason"]
    assert (found["verdict"], found["violations"]) == ("unknown", [])


def test_all_checks_are_reported_before_any_is_decided(tmp_path: Path) -> None:
    path = tmp_path / "quotient.c"
    path.write_text("int main(int count, char **words) { return 1 / count + 2 / (count + 1); }\n", encoding="utf-8")
    told: list[Report] = []
    decided = check(path, on_progress=told.append)
    assert {each.status for each in told[0].checks} == {Status.UNDECIDED}
    assert [each.site for each in told[0].checks] == [each.site for each in decided.checks]


def test_statistics_after_a_hard_stop_list_the_stages() -> None:
    progress = Progress(
        0.0, stage="certify", stages={"start": 0.5, "front end": 1.0, "certify": 2.0}, notes={"request": REQUEST}
    )
    ended = EndedJob(JobStopped(End.SIGNAL, "received SIGKILL"), progress, Usage(3.5, 4.0, 100.0))
    document, _ = final_document(ended, REQUEST, ResourceLimits())
    found: Any = document
    assert found["statistics"]["stages"] == {"front end": 1.0, "certify": 2.0}
    assert "in stage certify" in found["evidence"]["summary"]


@pytest.mark.parametrize("first", [True, False])
def test_violation_is_reported_before_its_steps(first: bool, tmp_path: Path) -> None:
    program = tmp_path / "fails.c"
    program.write_text("#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); return 0; }\n")
    report = check(program, property="assertions", first=first)
    builder = ReportBuilder(REQUEST)
    assert not builder.has_all_steps(report)
    bare: Any = builder.document(report, with_steps=False)
    assert not builder.has_all_steps(report)
    whole: Any = builder.document(report)
    assert builder.has_all_steps(report)
    assert not bare["evidence"]["steps"] and whole["evidence"]["steps"]
    assert bare["verdict"] == whole["verdict"] == "unsafe"
    assert bare["evidence"]["trace"] == whole["evidence"]["trace"]
    assert builder.document(report, with_steps=False) == whole
