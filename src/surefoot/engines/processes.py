"""Portfolio of processes: the parts of an engine search in child processes of one coordinator.

| direction | line | content |
|---|---|---|
| to the coordinator | ``claim`` | a claim; the child waits for ``continue`` before it searches on |
| | ``message`` | a message for the board |
| | ``event`` | a progress event |
| | ``statistics`` | all its solver queries so far |
| | ``end`` | the child has ended its search: the reason |
| to a child | ``message`` | a message of the coordinator or of another child |
| | ``continue`` | its claim was judged; what follows from it was sent before |

A line is a JSON list of its kind and a text (`engines.transport`). Claims are judged in the
coordinator, one at a time, as those of a single process. A child that dies ends only its own
search. Children are forks, so they share the loaded program, and end with the coordinator, whatever
ends it.
"""

import contextlib
import gc
import json
import os
import select
import signal
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from typing import NoReturn

from surefoot.base.budget import Budget, cpu_seconds
from surefoot.base.enums import Enum
from surefoot.base.errors import OutOfBudget, SurefootError, UnsupportedError, invariant
from surefoot.base.events import ProgressEvent
from surefoot.base.process_tree import die_with_parent, end_descendants, limit_address_space
from surefoot.base.records import dataclass, field, replace
from surefoot.engines.board import Board, Message
from surefoot.engines.contracts import Engine, HasParts
from surefoot.engines.limits import LIMITS
from surefoot.engines.runner import Runner
from surefoot.engines.transport import printed, read
from surefoot.evidence.claims import Claim, GaveUp, Goal, Why
from surefoot.smt.statistics import QueryStatistics


class _Kind(Enum):
    """Kinds of lines."""

    CLAIM = "claim"
    MESSAGE = "message"
    EVENT = "event"
    STATISTICS = "statistics"
    END = "end"
    CONTINUE = "continue"


_NO_MORE_CLAIMS = GaveUp(Why.BOUND, "no engine decided the program", "raise --time-limit, or use another --engine")
_RANK_OF_END = {
    reason: rank
    for rank, reason in enumerate((Why.UNSUPPORTED, Why.TIME_LIMIT, Why.MEMORY_LIMIT, Why.CRASHED), start=2)
}
"""Of the reasons for which the children ended, that of the highest rank is reported; `Why.BOUND` is
the lowest.
"""


def claims_by_jobs(
    engine: HasParts, jobs: int, runner: Runner, goal: Goal, budget: Budget
) -> Generator[Claim, None, None]:
    """Yield the claims of ``engine`` about ``goal``, by at most ``jobs`` processes.

    This process searches alone for `EngineLimits.single_process_seconds` of CPU time, in which most
    programs are decided, always by the same evidence; then its parts start from the beginning, with
    the encodings and messages so far.
    """
    alone = budget.at_most_cpu(LIMITS.single_process_seconds)
    try:
        yield from runner.claims_about_rest(engine, goal, alone)
    except OutOfBudget:
        budget.spend()
        yield from claims_of_processes(engine.parts(jobs), runner, goal, budget)


def claims_of_processes(
    parts: Sequence[Engine], runner: Runner, goal: Goal, budget: Budget
) -> Generator[Claim, None, None]:
    """Yield the claims about ``goal`` that ``parts`` make in processes of their own, one at a time.

    Raises `OutOfBudget` if a part ended by it and none decided the goal.

    Requires: no other thread of this process works.
    Ensures: no child is left, also when the consumer abandons the iterator.
    """
    portfolio = _Portfolio(runner, goal, budget)
    try:
        portfolio.start(parts)
        yield from portfolio.claims()
    finally:
        portfolio.close()


@dataclass(slots=True)
class _Child:
    """A searching child process, and the pipes to it."""

    process: int
    reader: int
    writer: int
    position: int
    """Number of messages of the board that it has received or posted."""
    rest: bytes = b""
    """First part of a line that has not arrived completely."""
    unsent: deque[bytes] = field(default_factory=deque)
    """Lines for which the pipe had no room."""
    own: set[int] = field(default_factory=set)
    """Positions on the board of messages that it has posted."""
    statistics: QueryStatistics = field(default_factory=QueryStatistics)
    has_ended: bool = False
    """True if it has sent the reason for the end of its search."""

    def send(self, kind: _Kind, text: str = "") -> None:
        """Send a line as soon as the pipe has room for it."""
        self.unsent.append(_line(kind, text))
        self.flush()

    def flush(self) -> None:
        """Write unsent lines as far as the pipe has room."""
        with contextlib.suppress(BlockingIOError, BrokenPipeError):
            while self.unsent:
                data = self.unsent.popleft()
                written = 0
                try:
                    written = os.write(self.writer, data)
                finally:
                    if written < len(data):
                        self.unsent.appendleft(data[written:])


class _Portfolio:
    """The coordinator's state."""

    def __init__(self, runner: Runner, goal: Goal, budget: Budget) -> None:
        self._runner = runner
        self._goal = goal
        self._budget = budget
        self._children: list[_Child] = []
        self._ends: list[GaveUp] = []
        self._texts: dict[int, str] = {}
        """Texts of messages by their position on the board."""

    def claims(self) -> Generator[Claim, None, None]:
        """Yield the claims of all children; the last one is the reason why no other is left."""
        while self._children:
            self._budget.spend()
            self._relay()
            for child, kind, text in self._received():
                claim = self._note(child, kind, text)
                if isinstance(claim, GaveUp) and claim.why is not Why.UNDEFINED_BEHAVIOUR:
                    self._ends.append(claim)
                elif claim is not None:
                    yield claim
                if claim is not None:
                    self._relay()
                    child.send(_Kind.CONTINUE)
        reason = max(self._ends, key=lambda end: _RANK_OF_END.get(end.why, end.why is not Why.BOUND), default=None)
        match reason:
            case GaveUp(Why.TIME_LIMIT, detail):
                raise OutOfBudget(detail)
            case GaveUp(Why.MEMORY_LIMIT):
                raise MemoryError
            case _:
                yield reason or _NO_MORE_CLAIMS

    def close(self) -> None:
        """End all children, and add their statistics to those of this run."""
        for child in self._children:
            self._end(child)
        self._children.clear()

    # ---- children

    def start(self, parts: Sequence[Engine]) -> None:
        """Start a child for each part; the memory is shared out among them."""
        posted = self._runner.board.since(0)
        for part in parts:
            self._children.append(self._started(part, len(parts), posted))

    def _started(self, part: Engine, count: int, posted: Sequence[Message]) -> _Child:
        reader, to_coordinator = os.pipe()
        from_coordinator, writer = os.pipe()
        process = os.fork()
        if process == 0:
            for each in self._children:
                os.close(each.reader)
                os.close(each.writer)
            os.close(reader)
            os.close(writer)
            self._search(part, count, posted, _Link(from_coordinator, to_coordinator))
        os.close(to_coordinator)
        os.close(from_coordinator)
        os.set_blocking(writer, False)
        return _Child(process, reader, writer, len(posted))

    def _end(self, child: _Child) -> int:
        """End ``child`` and its descendants; return its exit status."""
        os.close(child.reader)
        os.close(child.writer)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.process, signal.SIGSTOP)
        end_descendants(child.process)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.process, signal.SIGKILL)
        _, status = os.waitpid(child.process, 0)
        self._runner.solvers.statistics.include(child.statistics)
        return status

    # ---- lines

    def _received(self) -> Iterator[tuple[_Child, _Kind, str]]:
        """Yield the lines that have arrived; wait for some if there are none yet."""
        poll = select.poll()
        by_reader = {child.reader: child for child in self._children}
        for child in self._children:
            poll.register(child.reader, select.POLLIN | select.POLLHUP)
            if child.unsent:
                poll.register(child.writer, select.POLLOUT)
        ready = poll.poll(1000 * LIMITS.process_poll_seconds)
        for child in self._children:
            child.flush()
        for descriptor, _ in ready:
            if descriptor not in by_reader:
                continue
            child = by_reader[descriptor]
            data = os.read(descriptor, 1 << 20)
            *lines, child.rest = (child.rest + data).split(b"\n")
            for line in lines:
                kind, text = json.loads(line)
                yield child, _Kind(kind), text
            if not data:
                self._note_death(child)

    def _note(self, child: _Child, kind: _Kind, text: str) -> Claim | None:
        """Enter a line of ``child``; return the claim if it is one."""
        found = read(text)
        match kind:
            case _Kind.CLAIM:
                invariant(isinstance(found, Claim), "a child sends claims")
                return found  # type: ignore[return-value]
            case _Kind.MESSAGE:
                invariant(isinstance(found, Message), "a child sends messages")
                child.own.add(self._runner.board.size)
                self._runner.board.post(found)  # type: ignore[arg-type]
            case _Kind.EVENT:
                self._runner.on_event(found)  # type: ignore[arg-type]
            case _Kind.STATISTICS:
                invariant(isinstance(found, QueryStatistics), "a child sends statistics")
                child.statistics = found  # type: ignore[assignment]
            case _Kind.END:
                invariant(isinstance(found, GaveUp), "the end of a child has a reason")
                self._ends.append(found)  # type: ignore[arg-type]
                child.has_ended = True
            case _Kind.CONTINUE:
                raise AssertionError("only the coordinator continues")
        return None

    def _note_death(self, child: _Child) -> None:
        """Reap ``child``, which has closed its pipe; without an end of its search, it died."""
        self._children.remove(child)
        code = os.waitstatus_to_exitcode(self._end(child))
        if not child.has_ended:
            how = f"received signal {signal.Signals(-code).name}" if code < 0 else f"exited with code {code}"
            self._ends.append(GaveUp(Why.CRASHED, f"a process of the search {how}", "use --jobs 1"))

    def _relay(self) -> None:
        """Send each child the messages that it lacks."""
        for child in self._children:
            for position, message in enumerate(self._runner.board.since(child.position), start=child.position):
                if position not in child.own:
                    if position not in self._texts:
                        self._texts[position] = printed(message)
                    child.send(_Kind.MESSAGE, self._texts[position])
                child.position = position + 1

    # ---- in the child

    def _search(self, part: Engine, count: int, posted: Sequence[Message], link: "_Link") -> NoReturn:
        """Search by ``part``, send what it yields, and exit without clean-up that could hang."""
        reason = GaveUp(Why.CRASHED, "a process of the search ended")
        try:
            die_with_parent(signal.SIGKILL)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            gc.disable()  # native terms of solvers must not be freed in arbitrary order, nor during a query
            budget = replace(self._budget, begun=cpu_seconds())
            for claim in self._child_runner(count, posted, link).claims_about_rest(part, self._goal, budget):
                link.claim(claim)
            reason = _NO_MORE_CLAIMS
        except OutOfBudget as error:
            reason = GaveUp(Why.TIME_LIMIT, error.message)
        except UnsupportedError as error:
            reason = GaveUp(Why.UNSUPPORTED, error.message, "remove the construct, or model it", error.span)
        except MemoryError:
            reason = GaveUp(Why.MEMORY_LIMIT, "memory limit of a process of the search")
        except RecursionError:
            reason = GaveUp(Why.CRASHED, "the program is nested too deeply")
        except SurefootError as error:
            reason = GaveUp(Why.UNSUPPORTED, error.message, "", error.span)
        except Exception as error:  # noqa: BLE001 a defect ends only this search
            reason = GaveUp(Why.CRASHED, f"a defect in surefoot: {type(error).__name__}: {error}")
        finally:
            try:
                link.end(reason)
                end_descendants(os.getpid())
            finally:
                os._exit(0)

    def _child_runner(self, count: int, posted: Sequence[Message], link: "_Link") -> Runner:
        """Return the services of a child: a board that is connected, and its part of the memory."""
        solvers = self._runner.solvers
        if solvers.limits.memory_mb is not None:
            share = limit_address_space(solvers.limits.memory_mb, count)
            solvers = replace(solvers, limits=replace(solvers.limits, memory_mb=share))
        board = Board(lambda message: link.send(_Kind.MESSAGE, message), link.arrivals)
        for message in posted:
            board.include(message)
        solvers = replace(solvers, budget=self._budget, statistics=link.statistics)
        return Runner(solvers, link.event, board, self._runner.views)


@dataclass(slots=True)
class _Link:
    """A child's pipes from and to the coordinator."""

    reader: int
    writer: int
    statistics: QueryStatistics = field(default_factory=QueryStatistics)
    """Statistics of the child's queries."""
    _rest: bytes = b""
    _arrived: list[Message] = field(default_factory=list)
    _may_continue: bool = False
    _reported: float = 0.0
    """Time of the last report of the statistics."""

    def send(self, kind: _Kind, value: object) -> None:
        """Write a line."""
        data = memoryview(_line(kind, printed(value)))
        while data:
            data = data[os.write(self.writer, data) :]

    def event(self, event: ProgressEvent) -> None:
        """Send a progress event."""
        self.send(_Kind.EVENT, event)

    def claim(self, claim: Claim) -> None:
        """Send a claim, and wait until it was judged."""
        self.send(_Kind.STATISTICS, self.statistics)
        self.send(_Kind.CLAIM, claim)
        self._may_continue = False
        while not self._may_continue:
            self._read()

    def end(self, reason: GaveUp) -> None:
        """Send the reason for the end of the search."""
        self.send(_Kind.STATISTICS, self.statistics)
        self.send(_Kind.END, reason)

    def arrivals(self) -> list[Message]:
        """Return the messages that arrived since the last call; report the statistics now and then."""
        now = time.monotonic()
        if now >= self._reported + LIMITS.process_report_seconds:
            self._reported = now
            self.send(_Kind.STATISTICS, self.statistics)
        while select.select([self.reader], [], [], 0)[0]:
            self._read()
        found, self._arrived = self._arrived, []
        return found

    def _read(self) -> None:
        """Wait for data, and read it."""
        data = os.read(self.reader, 1 << 20)
        if not data:
            os._exit(0)  # the coordinator has ended
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            kind, text = json.loads(line)
            if _Kind(kind) is _Kind.CONTINUE:
                self._may_continue = True
            else:
                found = read(text)
                invariant(isinstance(found, Message), "the coordinator sends messages")
                self._arrived.append(found)  # type: ignore[arg-type]


def _line(kind: _Kind, text: str) -> bytes:
    return json.dumps([kind.value, text]).encode() + b"\n"
