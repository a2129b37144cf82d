"""Member of a portfolio: a sequence of engine runs for one role, executed in time slices."""

from collections.abc import Callable, Iterator
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import SurefootError
from surefoot.base.records import dataclass, replace
from surefoot.engines.auto.shares import MemberRole
from surefoot.engines.auto.time_slices import SlicedThread
from surefoot.engines.contracts import Engine
from surefoot.engines.limits import LIMITS
from surefoot.engines.runner import Runner
from surefoot.engines.tasks import EngineTask
from surefoot.evidence.claims import Claim, GaveUp, Why

Work = Callable[[EngineTask, Budget, Callable[[Claim], None]], None]
"""Function that works on a task, and passes its claims to its last argument."""


@dataclass(frozen=True, slots=True)
class EngineWork:
    """Work: the run of an engine."""

    engine: Engine
    solver: str | None = None
    """Name of the main solver; ``None`` for that of the task."""

    def __call__(self, task: EngineTask, budget: Budget, publish: Callable[[Claim], None]) -> None:
        """Run the engine, with solvers that share its budget."""
        solvers = replace(task.solvers, budget=budget, main=self.solver or task.solvers.main)
        runner = Runner(solvers, task.on_event, task.board, task.views)
        for claim in runner.claims(self.engine, task.goal, budget):
            publish(claim)


class Member:
    """Sequence of work on ``task``; ``None`` in it ends the current time slice."""

    def __init__(self, role: MemberRole, task: EngineTask, work: Iterator[Work | None]) -> None:
        self.role = role
        self.ignored = task.goal.ignored
        """The checks that its claims are not about."""
        self.is_over = False
        self._task = task
        self._work = work
        self._thread: SlicedThread | None = None
        self._is_engine = False
        """True while an engine works: its overdrawn time counts, that of the encoding, which all
        members use, does not.
        """
        self._engine: Engine | None = None
        """The engine that works."""
        self._claims: list[Claim] = []
        self._overdrawn = 0.0
        """Seconds used beyond the ends of earlier slices, since engines pause only between queries;
        at most those of ``max_slices_skipped`` slices.
        """

    def run_slice(self, budget: Budget, seconds: float) -> list[Claim]:
        """Work for about ``seconds``, less the overdrawn time; return the claims made in this
        slice.
        """
        left = budget.remaining()
        length = seconds if left is None else min(seconds, left)
        seconds = length - self._overdrawn
        self._overdrawn = max(0.0, -seconds)
        while not self._claims and seconds > 0:
            if self._thread is None:
                try:
                    work = next(self._work)
                except StopIteration:
                    self.is_over = True
                    break
                if work is None:
                    break
                self._thread = self._new_thread(work)
                self._is_engine = isinstance(work, EngineWork)
                self._engine = work.engine if isinstance(work, EngineWork) else None
            used = self._thread.seconds
            try:
                self._thread.run_slice(seconds)
            except (SurefootError, MemoryError, RecursionError):
                raise
            except Exception as failure:  # noqa: BLE001 - a defect of one member ends only its work
                self._claims.append(_crashed(self._engine, failure))
            seconds -= self._thread.seconds - used
            skipped = LIMITS.max_slices_skipped * length
            self._overdrawn = min(skipped, max(0.0, -seconds)) if self._is_engine else 0.0
            if not self._thread.is_done:
                break
            self._thread = None
        claims, self._claims[:] = list(self._claims), []
        return claims

    def _new_thread(self, work: Work) -> SlicedThread:
        def publish(claim: Claim) -> None:
            self._claims.append(claim)
            thread.end_slice()

        thread = SlicedThread("engine", lambda own: work(self._task, own, publish))
        return thread

    def close(self) -> None:
        """Cancel work that has begun."""
        if self._thread is not None:
            self._thread.cancel()


def _crashed(engine: Engine | None, failure: Exception) -> GaveUp:
    """Return the claim that a defect of surefoot ended the work of ``engine``."""
    import traceback

    place = traceback.extract_tb(failure.__traceback__)[-1]
    name = "a search" if engine is None else type(engine).__name__
    detail = f"a defect in surefoot in {name}: {type(failure).__name__}: {failure} ({Path(place.filename).name}:{place.lineno})"
    advice = "report the file, the command and this message as a defect of surefoot"
    return GaveUp(Why.CRASHED, detail, advice)
