"""Clusters of dask.distributed: real schedulers and workers that are killed, stopped and restarted."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.in_this_process import surefoot
from corpus import cluster_tasks
from limits import override
from surefoot.base.errors import EnvironmentFault, UsageError
from surefoot.bench.results import read_rows
from surefoot.project.cluster import ClusterWorkers
from surefoot.project.limits import LIMITS

pytestmark = [
    pytest.mark.timeout(180),
    pytest.mark.filterwarnings("ignore"),  # those of distributed, about machines and lost connections
]
ROOT = Path(__file__).resolve().parents[2]
TASKS = 9


class Cluster:
    """A scheduler and workers, each a process, on the loopback interface."""

    def __init__(self, **settings: str) -> None:
        self.settings = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "4s", **settings}
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self.start_scheduler()
        self.workers: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self) -> "subprocess.Popen[bytes]":
        return self._start("scheduler", "--host=127.0.0.1", f"--port={self.port}", "--no-dashboard")

    def start_workers(self, count: int) -> None:
        own = ("--host=127.0.0.1", "--nthreads=1", "--no-nanny", "--no-dashboard", "--memory-limit=0")
        self.workers += [self._start("worker", self.address, *own) for _ in range(count)]

    def _start(self, program: str, *options: str) -> "subprocess.Popen[bytes]":
        environment = {**os.environ, **self.settings, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests'}"}
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *options]
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    try:
        yield made
    finally:
        made.end()


class Collected:
    """The results of `TASKS` tasks."""

    def __init__(self, workers: ClusterWorkers) -> None:
        self.workers = workers
        self.waiting = list(range(TASKS))
        self.results: list[tuple[int, int]] = []

    def collect(self, count: int) -> None:
        """Continue until there are ``count`` results."""
        while len(self.results) < count:
            while self.waiting and self.workers.start((self.waiting[0], {"number": self.waiting[0], "seconds": 0.3})):
                del self.waiting[0]
            self.results += [(number, result["square"]) for number, result in self.workers.finished()]

    def assert_complete(self) -> None:
        """Check that nothing is lost, nothing wrong and nothing counted twice."""
        self.collect(TASKS)
        self.results += [(number, -1) for number, _ in self.workers.finished(1.0)]
        assert sorted(self.results) == [(number, number**2) for number in range(TASKS)]
        assert not self.workers.running


def test_killed_and_stopped_workers(cluster: Cluster) -> None:
    cluster.start_workers(3)
    with ClusterWorkers(cluster.address, cluster_tasks.perform) as workers:
        found = Collected(workers)
        found.collect(1)
        while len(workers._client.nthreads()) < 3:
            time.sleep(0.1)
        found.collect(2)
        cluster.workers[0].kill()
        cluster.workers[1].send_signal(signal.SIGSTOP)
        found.collect(TASKS)
        cluster.workers[1].send_signal(signal.SIGCONT)  # what it completes now counts no more
        found.assert_complete()


def test_restarted_scheduler(cluster: Cluster) -> None:
    cluster.start_workers(1)
    with ClusterWorkers(cluster.address, cluster_tasks.perform) as workers:
        found = Collected(workers)
        found.collect(2)
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        cluster.scheduler = cluster.start_scheduler()
        cluster.start_workers(2)
        found.assert_complete()


def test_another_version_is_refused(cluster: Cluster) -> None:
    cluster.start_workers(1)
    with (
        ClusterWorkers(cluster.address, cluster_tasks.perform, _tool="0123") as workers,
        pytest.raises(EnvironmentFault, match="another version of surefoot"),
    ):
        Collected(workers).collect(1)


def test_a_task_that_kills_its_workers_has_no_result() -> None:
    cluster = Cluster(DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
    try:
        cluster.start_workers(2)
        with override(LIMITS, cluster_attempts=1), ClusterWorkers(cluster.address, cluster_tasks.perform) as workers:
            assert workers.start((5, {"number": 5, "seconds": 0, "kills": True}))
            found: list[object] = []
            while not found:
                found = list(workers.finished())
            assert found == [(5, None)]
    finally:
        cluster.end()


@pytest.mark.parametrize("address", ["local:0", "local:many", "host:8786", "http://host:8786"])
def test_malformed_addresses(address: str) -> None:
    with pytest.raises(UsageError, match="expected"):
        ClusterWorkers(address, cluster_tasks.perform).__enter__()


def test_no_scheduler() -> None:
    with override(LIMITS, connect_seconds=0.2), pytest.raises(EnvironmentFault, match="no scheduler at tcp://127"):
        ClusterWorkers("tcp://127.0.0.1:9", cluster_tasks.perform).__enter__()


def test_bench_and_scan_on_a_local_cluster(tmp_path: Path) -> None:
    texts = {
        "proof": "int main(void) { return 0; }",
        "alarm": "void reach_error(void); int main(void) { reach_error(); }",
    }
    lines = ["yml,property,expected"]
    for name, text in texts.items():
        (tmp_path / f"{name}.c").write_text(text)
        (tmp_path / f"{name}.yml").write_text(
            f"format_version: '2.0'\ninput_files: {name}.c\nproperties:\n  - property_file: unreach-call.prp\n"
        )
        lines.append(f"{name}.yml,unreach-call,{name == 'proof'}")
    (tmp_path / "tasks.csv").write_text("\n".join(lines) + "\n")
    rows = []
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    for name, more in (("here", []), ("there", ["--cluster=local:2"])):
        command = [sys.executable, "-m", "surefoot", "bench", str(tmp_path / "tasks.csv")]
        command += ["--limit=30", "--memory=2000", f"--out={tmp_path / name}.csv", *more]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        found = read_rows(tmp_path / f"{name}.csv")
        rows.append(sorted((each.yml, each.verdict, each.correct, each.reason) for each in found))
    assert rows[0] == rows[1] and [each[1:3] for each in rows[0]] == [
        ("false(unreach-call)", "correct"),
        ("true", "correct"),
    ]


def test_scan_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    cluster.start_workers(1)
    (tmp_path / "a.c").write_text("int div(int a, int b) { return a / b; }\nint half(int a) { return a / 2; }\n")
    arguments = ("scan", tmp_path, "--unit-time=20", "--no-store", "--quiet", "--json")
    here, there = surefoot(*arguments), surefoot(*arguments, f"--cluster={cluster.address}")
    assert there.returncode == here.returncode
    outcomes = [
        [(each["function"], each["outcome"]) for each in json.loads(each.stdout)["units"]] for each in (here, there)
    ]
    assert outcomes[0] == outcomes[1] and len(outcomes[0]) == 2
