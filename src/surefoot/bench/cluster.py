"""Tasks on a cluster: each is one unit with its limits, and its row comes back."""

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from surefoot.base.records import asdict, dataclass, replace
from surefoot.bench.results import Row
from surefoot.bench.runner import Conditions, RunningTask, run_all
from surefoot.bench.selection import Pair
from surefoot.project.cluster import ClusterWorkers


@dataclass(frozen=True, slots=True)
class _Remote:
    """A task on the cluster."""

    pair: Pair
    began: float

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since it was submitted."""
        return time.monotonic() - self.began


def run_on_cluster(
    pairs: Sequence[Pair],
    conditions: Conditions,
    address: str,
    is_stopped: Callable[[], bool],
    watch: Callable[[Sequence[RunningTask]], None],
) -> Iterator[Row]:
    """Yield a row for each pair as it ends; see `run_all`. Raises `EnvironmentFault` if the cluster
    cannot perform the tasks.
    """
    waiting = deque(enumerate(pairs))
    running: dict[int, _Remote] = {}
    with ClusterWorkers(address, perform) as workers:
        while (waiting or running) and not is_stopped():
            while waiting and workers.start((waiting[0][0], _task(waiting[0][1], conditions))):
                number, pair = waiting.popleft()
                running[number] = _Remote(pair, time.monotonic())
            for number, result in workers.finished():
                pair = running.pop(number).pair
                yield _without_worker(pair, conditions) if result is None else Row(**result)
            watch(list(running.values()))


def perform(task: Mapping[str, Any]) -> dict[str, Any]:
    """Run one task on this machine; return its row."""
    pair = Pair(**{**task["pair"], "path": Path(task["pair"]["path"])})
    (row,) = run_all([pair], Conditions(**task["conditions"]), lambda: False, lambda _: None)
    return asdict(row)


def _task(pair: Pair, conditions: Conditions) -> dict[str, Any]:
    located = replace(pair, path=pair.path.absolute())
    return {"pair": {**asdict(located), "path": str(located.path)}, "conditions": asdict(conditions)}


def _without_worker(pair: Pair, conditions: Conditions) -> Row:
    """Return the row of a task whose workers died again and again."""
    nothing = dict.fromkeys(("correct", "certify_s", "runs_s"), "")
    return Row(
        yml=pair.yml,
        property=pair.property,
        expected="" if pair.expected is None else str(pair.expected),
        verdict="crash",
        cpu_s="0.00",
        wall_s="0.00",
        rss_mb="0",
        reason="workers of the cluster died while they performed it",
        **nothing,
        **conditions.columns(),
    )
