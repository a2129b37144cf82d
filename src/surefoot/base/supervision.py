"""Supervision of a job in a child process with limits on time and memory.

The job returns a JSON value; events, result and errors cross a pipe as one JSON document per line.
Before `supervise` returns, whether after success, crash, limit or Ctrl-C, the child and its
descendants have ended and its temporary folder is removed. This module imports nothing heavy.
"""

import contextlib
import errno
import gc
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from surefoot.base.budget import cpu_seconds
from surefoot.base.enums import Enum
from surefoot.base.errors import (
    CompileError,
    Diagnostic,
    EnvironmentFault,
    InputError,
    OutOfBudget,
    SurefootError,
    UnsupportedError,
    UsageError,
)
from surefoot.base.events import (
    BoundRaised,
    ChecksExplored,
    CircuitReduced,
    EngineCounted,
    ProgressEvent,
    ProofFound,
    QueryAnswered,
    StageStarted,
)
from surefoot.base.limits import LIMITS
from surefoot.base.process_tree import adopt_orphans, die_with_parent, end_descendants, resident_mb
from surefoot.base.records import asdict, dataclass, field
from surefoot.base.spans import Span

START = "start"
"""The stage before the first `StageStarted`."""
_EVENTS: dict[str, type[ProgressEvent]] = {
    kind.__name__: kind
    for kind in (StageStarted, BoundRaised, ChecksExplored, QueryAnswered, EngineCounted, CircuitReduced, ProofFound)
}
_ERRORS: dict[str, type[SurefootError]] = {
    kind.__name__: kind
    for kind in (SurefootError, UsageError, InputError, CompileError, UnsupportedError, EnvironmentFault, OutOfBudget)
}


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """Wall-clock seconds and megabytes of memory the child may use; ``None`` means any amount."""

    seconds: float | None = None
    megabytes: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Resources used by the child and its descendants: CPU and wall-clock seconds, peak megabytes."""

    cpu_seconds: float
    wall_seconds: float
    peak_memory_mb: float


@dataclass(frozen=True, slots=True)
class JobReturned:
    """The job returned ``value``."""

    value: Any


@dataclass(frozen=True, slots=True)
class JobRefused:
    """The job raised ``error``, which the user can act on."""

    error: SurefootError


class End(Enum):
    """Reason why a child ended without a result."""

    TIME = "time limit"
    MEMORY = "memory limit"
    INTERRUPT = "interrupted"
    NESTING = "nested too deeply"
    SIGNAL = "killed by a signal"
    DEFECT = "defect"


@dataclass(frozen=True, slots=True)
class JobStopped:
    """The child ended without a result; ``detail`` is one line, ``traceback`` is set for defects."""

    end: End
    detail: str
    traceback: str = ""


JobOutcome = JobReturned | JobRefused | JobStopped


@dataclass(slots=True)
class Progress:
    """The state of a running job, updated in place as events arrive.

    ``stages`` are CPU seconds by stage, ``reductions`` the reduced circuits, ``signals`` the
    received signals.
    """

    began: float
    stage: str = START
    bound: int | None = None
    explored: list[int] = field(default_factory=list)
    """The bounds of the latest `ChecksExplored`."""
    costs: list[Any] = field(default_factory=list)
    """Its most unrolled functions."""
    queries: int = 0
    has_unconfirmed_proof: bool = False
    memory_mb: float = 0.0
    peak_memory_mb: float = 0.0
    notes: dict[str, Any] = field(default_factory=dict)
    stages: dict[str, float] = field(default_factory=dict)
    reductions: list[CircuitReduced] = field(default_factory=list)
    counts: dict[str, dict[str, float]] = field(default_factory=dict)
    """The latest totals of each engine."""
    signals: list[int] = field(default_factory=list)

    def note(self, event: ProgressEvent, used: float) -> None:
        """Update the state by ``event``, at which the job had used ``used`` CPU seconds."""
        match event:
            case StageStarted(name):
                self.charge(used)
                self.stage = name
            case BoundRaised(_, bound):
                self.bound = bound
            case ChecksExplored(bounds, costs):
                self.explored, self.costs = bounds, costs
            case QueryAnswered():
                self.queries += 1
            case EngineCounted(engine, counts):
                self.counts[engine] = counts
            case CircuitReduced():
                self.reductions.append(event)
            case ProofFound():
                self.has_unconfirmed_proof = True

    def charge(self, used: float) -> None:
        """Add the CPU time since the start of the present stage to that stage."""
        self.stages[self.stage] = self.stages.get(self.stage, 0.0) + max(0.0, used - sum(self.stages.values()))

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since the start."""
        return time.monotonic() - self.began


@dataclass(frozen=True, slots=True)
class Channel:
    """The pipe from the child to its supervisor."""

    descriptor: int

    def event(self, event: ProgressEvent) -> None:
        """Send a progress event."""
        values = [getattr(event, slot) for slot in event.__slots__]
        self.send("event", [cpu_seconds(), type(event).__name__, *values])

    def note(self, key: str, value: object) -> None:
        """Store ``value`` (JSON) in the supervisor's `Progress.notes`, also if the job is stopped
        later.
        """
        self.send("note", [key, value])

    def send(self, kind: str, content: object) -> None:
        """Write one complete message."""
        data = memoryview(json.dumps([kind, content]).encode() + b"\n")
        while data:
            data = data[os.write(self.descriptor, data) :]


Job = Callable[[Channel], Any]


@dataclass(frozen=True, slots=True)
class EndedJob:
    """An ended job: its outcome, the progress made, and the resources used."""

    outcome: JobOutcome
    progress: Progress
    usage: Usage


def supervise(job: Job, limits: ResourceLimits, watch: Callable[[Progress], None]) -> EndedJob:
    """Run ``job`` in a child process; ``watch`` is called every `BaseLimits.poll_seconds`.

    Ensures: no descendant of the job is left, and its temporary folder is removed.
    """
    began = time.monotonic()
    reader, writer = os.pipe()
    with caught_signals() as signals, _temporary_folder() as folder:
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _run_child(job, Channel(writer), limits, folder)
        os.close(writer)
        with contextlib.suppress(OSError):
            os.setpgid(child, child)
        progress = Progress(began, signals=signals)
        try:
            messages, end = _listen(reader, child, progress, limits, watch)
        finally:
            os.close(reader)
            status, usage = _reap(child, progress)
            progress.charge(usage.cpu_seconds)
        return EndedJob(_outcome(messages, end, status, folder), progress, usage)


def _listen(
    reader: int,
    child: int,
    progress: Progress,
    limits: ResourceLimits,
    watch: Callable[[Progress], None],
) -> tuple[dict[str, Any], End | None]:
    """Read messages until the child closes the pipe or must be stopped; return them and the reason
    to stop.
    """
    poll = select.poll()
    poll.register(reader, select.POLLIN | select.POLLHUP)
    messages: dict[str, Any] = {}
    rest = b""
    looked = -LIMITS.poll_seconds
    while True:
        ready = poll.poll(LIMITS.poll_seconds * 1000)
        if ready:
            data = os.read(reader, 1 << 20)
            if not data:
                return messages, None
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                _receive(line, messages, progress)
        if progress.signals:
            return messages, End.INTERRUPT
        now = progress.seconds
        if now - looked < LIMITS.poll_seconds:
            continue  # messages are frequent, and reading the process table is slow
        looked = now
        progress.memory_mb = resident_mb(child)
        progress.peak_memory_mb = max(progress.peak_memory_mb, progress.memory_mb)
        if limits.megabytes is not None and progress.memory_mb > limits.megabytes:
            return messages, End.MEMORY
        if limits.seconds is not None and now > limits.seconds + _grace(limits.seconds):
            return messages, End.TIME
        watch(progress)


def _receive(line: bytes, messages: dict[str, Any], progress: Progress) -> None:
    kind, content = json.loads(line)
    match kind:
        case "event":
            used, name, *values = content
            progress.note(_EVENTS[name](*values), used)
        case "note":
            progress.notes[content[0]] = content[1]
        case _:
            messages[kind] = content


def _packed(error: SurefootError) -> list[Any]:
    """Return ``error`` as JSON: its class and diagnostics."""
    name = next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in _ERRORS)
    return [name, [asdict(each) for each in error.diagnostics()]]


def _unpacked(name: str, wrong: list[dict[str, Any]]) -> SurefootError:
    found = [
        Diagnostic(each["message"], Span(**each["span"]) if each["span"] else None, tuple(each["shown"]))
        for each in wrong
    ]
    if name == CompileError.__name__:
        return CompileError(found)
    return _ERRORS[name](found[0].message, found[0].span)


def _outcome(messages: dict[str, Any], end: End | None, status: int, folder: Path) -> JobOutcome:
    if "result" in messages:
        return JobReturned(messages["result"])
    if "error" in messages:
        return JobRefused(_unpacked(*messages["error"]))
    if end is not None:
        return JobStopped(end, end.value)
    if "stopped" in messages:
        name, detail, traceback = messages["stopped"]
        return JobStopped(End[name], detail, traceback)
    line = _last_line(folder / "stderr")
    if "bad_alloc" in line or "out of memory" in line.lower():
        return JobStopped(End.MEMORY, line)
    code = os.waitstatus_to_exitcode(status)
    how = f"received signal {signal.Signals(-code).name}" if code < 0 else f"exited with code {code}"
    return JobStopped(End.SIGNAL, f"the analysis {how}" + (f" ({line})" if line else ""))


def _reap(child: int, progress: Progress) -> tuple[int, Usage]:
    """Kill the child and its descendants, then reap it; its id cannot be reused before."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGSTOP)
    end_descendants(child)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    peak = max(progress.peak_memory_mb, used.ru_maxrss / 1024)
    return status, Usage(used.ru_utime + used.ru_stime, progress.seconds, round(peak, 1))


def _grace(seconds: float) -> float:
    """Return the seconds after the limit in which the child may stop by itself, which keeps its
    statistics.
    """
    return min(0.5, max(0.25, 0.05 * seconds))


# In the child


def _run_child(job: Job, channel: Channel, limits: ResourceLimits, folder: Path) -> NoReturn:
    """Run the job, send its outcome, and exit without clean-up that could hang."""
    code = 1
    try:
        _isolate(limits, folder)
        gc.disable()  # native terms of solvers must not be freed in arbitrary order, nor during a query
        channel.send("result", job(channel))
        code = 0
    except SurefootError as error:
        channel.send("error", _packed(error))
    except MemoryError:
        channel.send("stopped", [End.MEMORY.name, End.MEMORY.value, ""])
    except RecursionError:
        channel.send("stopped", [End.NESTING.name, "the program is nested too deeply", ""])
    except OSError as error:
        channel.send("error", _packed(EnvironmentFault(_explain(error))))
    except Exception as error:  # noqa: BLE001 a defect of surefoot becomes an outcome
        import traceback

        channel.send("stopped", [End.DEFECT.name, f"{type(error).__name__}: {error}", traceback.format_exc()])
    finally:
        try:
            end_descendants(os.getpid())
        finally:
            os._exit(code)


def _isolate(limits: ResourceLimits, folder: Path) -> None:
    """Give the child its own process group and temporary folder, no output, and an address space
    limit.

    The child ends with its parent, and adopts descendants whose parent ends, so that
    `end_descendants` finds them.
    """
    import resource

    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    die_with_parent(signal.SIGKILL)
    adopt_orphans()
    os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = str(folder)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)
    os.dup2(os.open(folder / "stderr", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if limits.megabytes is not None:
        size = (limits.megabytes + LIMITS.address_space_slack_mb) << 20
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or size <= hard:
            resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def _explain(error: OSError) -> str:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "no space left on the disk; free some, or set TMPDIR to a folder on another one"
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or error}"


# In the parent


@contextlib.contextmanager
def _temporary_folder() -> Iterator[Path]:
    try:
        folder = Path(tempfile.mkdtemp(prefix="surefoot-"))
    except OSError as error:
        raise EnvironmentFault(f"cannot make a temporary folder: {_explain(error)}") from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def caught_signals() -> Iterator[list[int]]:
    """Yield a list that receives the number of each SIGINT, SIGTERM or SIGHUP while the body runs.

    Signals that are ignored, as under ``nohup``, stay ignored.
    """
    received: list[int] = []

    def remember(number: int, _frame: object) -> None:
        received.append(number)

    stopping = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    caught = [number for number in stopping if signal.getsignal(number) is not signal.SIG_IGN]
    previous = {number: signal.signal(number, remember) for number in caught}
    try:
        yield received
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _last_line(path: Path) -> str:
    with contextlib.suppress(OSError):
        lines = path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return lines[-1][:200] if lines else ""
    return ""
