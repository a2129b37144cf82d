"""Supervision of a child process: results, limits, errors and clean-up."""

import faulthandler
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from surefoot.base.errors import CompileError, Diagnostic, EnvironmentFault, InputError, UnsupportedError
from surefoot.base.events import BoundRaised, QueryAnswered, StageStarted
from surefoot.base.spans import Span
from surefoot.base.supervision import (
    Channel,
    End,
    EndedJob,
    Job,
    JobRefused,
    JobReturned,
    JobStopped,
    Progress,
    ResourceLimits,
    supervise,
)


@pytest.fixture(autouse=True)
def temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Set the folder in which jobs create their temporary folders, so that a test can check their
    removal.
    """
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield tmp_path
    assert list(tmp_path.iterdir()) == []


def run(job: Job, limits: ResourceLimits | None = None) -> EndedJob:
    return supervise(job, limits or ResourceLimits(), lambda _: None)


def stopped(job: Job, limits: ResourceLimits | None = None) -> JobStopped:
    outcome = run(job, limits).outcome
    assert isinstance(outcome, JobStopped)
    return outcome


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def is_gone(process: int) -> bool:
    """Return whether ``process`` has ended, waiting for the system to take it away."""
    end = time.monotonic() + 20
    while is_alive(process) and time.monotonic() < end:
        time.sleep(0.01)
    return not is_alive(process)


def test_result_is_returned() -> None:
    ended = run(lambda _: {"numbers": [1, 2], "long": "x" * 3_000_000})
    assert ended.outcome == JobReturned({"numbers": [1, 2], "long": "x" * 3_000_000})
    assert ended.usage.cpu_seconds > 0


def test_events_and_notes_arrive() -> None:
    def job(channel: Channel) -> None:
        channel.note("question", {"files": ["a.c"]})
        channel.event(StageStarted("compile"))
        channel.event(StageStarted("unroll"))
        channel.event(BoundRaised("bmc", 7))
        channel.event(QueryAnswered("base case", 0.5))
        channel.event(QueryAnswered("base case", 0.5))

    progress = run(job).progress
    assert (progress.stage, progress.bound, progress.queries) == ("unroll", 7, 2)
    assert progress.notes == {"question": {"files": ["a.c"]}}


def test_time_is_counted_by_stage_even_if_the_job_never_ends() -> None:
    def job(channel: Channel) -> None:
        channel.event(StageStarted("idle"))
        channel.event(StageStarted("busy"))
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
        channel.event(StageStarted("last"))
        os.kill(os.getpid(), signal.SIGKILL)

    ended = run(job)
    stages = ended.progress.stages
    assert list(stages) == ["start", "idle", "busy", "last"]
    assert stages["idle"] < stages["busy"] and 0.3 <= stages["busy"] <= ended.usage.cpu_seconds
    assert sum(stages.values()) == pytest.approx(ended.usage.cpu_seconds)


@pytest.mark.parametrize("kind", [InputError, UnsupportedError, EnvironmentFault])
def test_errors_keep_their_type(kind: type[InputError | EnvironmentFault]) -> None:
    def job(_: Channel) -> None:
        raise kind("the message")

    outcome = run(job).outcome
    assert isinstance(outcome, JobRefused) and type(outcome.error) is kind and str(outcome.error) == "the message"


def test_errors_keep_their_location_and_all_messages() -> None:
    place = Span("a.c", 3, 7)
    wrong = (Diagnostic("first", place, ("shown",)), Diagnostic("second"))

    def located(_: Channel) -> None:
        raise UnsupportedError("the message", place)

    def several(_: Channel) -> None:
        raise CompileError(wrong)

    refused = run(located).outcome
    assert isinstance(refused, JobRefused) and type(refused.error) is UnsupportedError
    assert (refused.error.message, refused.error.span) == ("the message", place)
    uncompiled = run(several).outcome
    assert isinstance(uncompiled, JobRefused) and type(uncompiled.error) is CompileError
    assert uncompiled.error.diagnostics() == wrong and str(uncompiled.error) == "a.c:3:7: first"


def test_full_disk_is_explained() -> None:
    def job(_: Channel) -> None:
        raise OSError(28, "No space left on device")

    outcome = run(job).outcome
    assert isinstance(outcome, JobRefused) and "TMPDIR" in str(outcome.error)


def test_defect_is_reported_with_its_traceback() -> None:
    def job(_: Channel) -> None:
        raise KeyError("nobody expected this")

    ended = stopped(job)
    assert ended.end is End.DEFECT and "nobody expected this" in ended.detail and "Traceback" in ended.traceback


def test_endless_recursion_is_reported() -> None:
    def job(channel: Channel) -> None:
        job(channel)

    assert stopped(job).end is End.NESTING


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_crash_names_its_signal(number: signal.Signals) -> None:
    def job(_: Channel) -> None:
        faulthandler.disable()
        os.kill(os.getpid(), number)
        time.sleep(10)

    ended = stopped(job)
    assert ended.end is End.SIGNAL and number.name in ended.detail


def test_last_output_of_the_child_is_quoted() -> None:
    def job(_: Channel) -> None:
        os.write(1, b"never shown\n")
        os.write(2, b"assertion failed in solver\n")
        os._exit(9)

    assert stopped(job).detail == "the analysis exited with code 9 (assertion failed in solver)"


def test_failed_native_allocation_is_the_memory_limit() -> None:
    def job(_: Channel) -> None:
        faulthandler.disable()
        os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
        os.abort()

    assert stopped(job).end is End.MEMORY


def test_time_limit_ends_a_child_that_ignores_signals() -> None:

    def job(_: Channel) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)

    assert stopped(job, ResourceLimits(seconds=0.3)).end is End.TIME


def test_memory_limit_is_enforced() -> None:
    def grow(_: Channel) -> None:
        kept = []
        while True:
            kept.append(os.urandom(1 << 20))

    assert stopped(grow, ResourceLimits(megabytes=100, seconds=30)).end is End.MEMORY


def test_one_large_allocation_is_the_memory_limit() -> None:
    assert stopped(lambda _: len(bytearray(8 << 30)), ResourceLimits(megabytes=100)).end is End.MEMORY


def test_memory_of_grandchildren_counts() -> None:
    def job(_: Channel) -> None:
        code = "import time; kept = bytearray(b'x') * (200 << 20); time.sleep(20)"
        subprocess.run([sys.executable, "-c", code], check=False)

    assert stopped(job, ResourceLimits(megabytes=150, seconds=15)).end is End.MEMORY


@pytest.mark.parametrize("own_session", [False, True])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_ends_the_child_and_its_children(number: signal.Signals, own_session: bool) -> None:
    def job(channel: Channel) -> None:
        grandchild = subprocess.Popen(["/bin/sleep", "60"], start_new_session=own_session)
        channel.note("processes", [os.getpid(), grandchild.pid])
        time.sleep(60)

    def watch(progress: Progress) -> None:
        if "processes" in progress.notes:
            os.kill(os.getpid(), number)

    ended = supervise(job, ResourceLimits(), watch)
    assert isinstance(ended.outcome, JobStopped) and ended.outcome.end is End.INTERRUPT
    assert all(is_gone(process) for process in ended.progress.notes["processes"])


@pytest.mark.parametrize("own_session", [False, True])
def test_remaining_children_are_ended(own_session: bool) -> None:
    def job(_: Channel) -> int:
        return subprocess.Popen(["/bin/sleep", "60"], start_new_session=own_session).pid

    outcome = run(job).outcome
    assert isinstance(outcome, JobReturned)
    assert is_gone(outcome.value)


def test_orphans_are_ended() -> None:
    def job(_: Channel) -> int:
        shell = ["/bin/sh", "-c", "/bin/sleep 60 >/dev/null 2>&1 & echo $!"]
        return int(subprocess.run(shell, capture_output=True, check=True, start_new_session=True).stdout)

    outcome = run(job).outcome
    assert isinstance(outcome, JobReturned)
    assert is_gone(outcome.value)


def test_child_has_its_own_temporary_folder() -> None:
    def job(_: Channel) -> str:
        with tempfile.NamedTemporaryFile(delete=False) as file:
            return file.name

    outcome = run(job).outcome
    assert isinstance(outcome, JobReturned)
    assert Path(outcome.value).parent.name.startswith("surefoot-") and not Path(outcome.value).exists()


def test_signal_handlers_are_restored() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    run(lambda _: 1)
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_progress_is_reported(tmp_path: Path) -> None:
    seen: list[float] = []
    enough = tmp_path / "enough"

    def job(_: Channel) -> None:
        while not enough.exists():
            time.sleep(0.01)

    def watch(progress: Progress) -> None:
        seen.append(progress.memory_mb)
        if len(seen) >= 2 and max(seen) > 1:
            enough.touch()

    assert isinstance(supervise(job, ResourceLimits(seconds=50), watch).outcome, JobReturned)
    enough.unlink()


def test_missing_temporary_folder_is_an_environment_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(EnvironmentFault, match="temporary folder"):
        run(lambda _: 1)
