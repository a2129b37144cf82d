"""Processes that search together: claims, messages, deaths, limits, and the end of all of them."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from corpus.small_goals import COUNT_TO_NINE, COUNT_TO_TEN, UNBOUNDED, goal_for
from limits import override
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget, UnsupportedError
from surefoot.base.events import BoundRaised, ProgressEvent, ignore
from surefoot.certify.survey import Status
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.engines.auto.engine import Auto
from surefoot.engines.auto.shares import ALL_ROLES, parts_of_roles
from surefoot.engines.board import CheckViolated, UnrollingComplete, UnrollingManner
from surefoot.engines.limits import LIMITS
from surefoot.engines.processes import claims_of_processes
from surefoot.engines.runner import runner_for
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.program.check_sites import CheckSite
from surefoot.program.properties import ASSERTIONS
from surefoot.program.statements import CheckKind
from surefoot.program.trace import Chosen, Trace
from surefoot.smt.contracts import Limits
from surefoot.smt.registry import SolverFactory
from surefoot.verify import pipeline
from surefoot.verify.request import Request

LONG = 60.0
SITE = CheckSite(CheckKind.ERROR_CALL, "main", None)


@dataclass(frozen=True, slots=True)
class Part:
    """An engine that does what ``work`` does."""

    name: ClassVar[str] = "part"
    view: ClassVar[type[EngineTask]] = ProgramTask
    work: Callable[[ProgramTask], Iterator[Claim]]

    def claims(self, task: ProgramTask) -> Iterator[Claim]:
        return self.work(task)


def numbered(number: int) -> ClaimsUnsafe:
    return ClaimsUnsafe(Trace({}, {}, (Chosen(number),)))


def claims_by(
    *work: Callable[[ProgramTask], Iterator[Claim]], goal: Goal, seconds: float = LONG, megabytes: int | None = None
) -> Generator[Claim, None, None]:
    solvers = SolverFactory(limits=Limits(memory_mb=megabytes))
    parts = [Part(each) for each in work]
    return claims_of_processes(parts, runner_for(goal, solvers, ignore), goal, Budget.seconds(seconds))


def sleeping(_: ProgramTask) -> Iterator[Claim]:
    time.sleep(LONG)
    yield numbered(0)


def one_claim(_: ProgramTask) -> Iterator[Claim]:
    yield numbered(7)


def is_running(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.fixture
def goal(tmp_path: Path) -> Goal:
    return goal_for(COUNT_TO_TEN, tmp_path)


@pytest.fixture(autouse=True)
def no_child_is_left() -> Iterator[None]:
    before = _children()
    yield
    assert _children() <= before


def _children() -> set[str]:
    """Return the children of this process, those of other tests included."""
    return {each for path in Path("/proc/self/task").glob("*/children") for each in path.read_text().split()}


def test_claims_of_all_parts_arrive(goal: Goal) -> None:
    def two(_: ProgramTask) -> Iterator[Claim]:
        yield numbered(1)
        yield numbered(2)

    *claims, last = claims_by(two, one_claim, goal=goal)
    assert [each for each in claims if each != numbered(7)] == [numbered(1), numbered(2)]
    assert numbered(7) in claims
    assert isinstance(last, GaveUp) and last.why is Why.BOUND


def test_the_first_claim_ends_the_others(goal: Goal, tmp_path: Path) -> None:
    def with_a_child_of_its_own(_: ProgramTask) -> Iterator[Claim]:
        sleeper = subprocess.Popen(["/bin/sleep", "60"], start_new_session=True)
        (tmp_path / "sleeper").write_text(str(sleeper.pid))
        time.sleep(LONG)
        yield numbered(0)

    def later(_: ProgramTask) -> Iterator[Claim]:
        while not (tmp_path / "sleeper").exists() or not (tmp_path / "sleeper").read_text():
            time.sleep(0.01)
        yield numbered(7)

    with (
        closing(claims_by(later, with_a_child_of_its_own, goal=goal)) as claims,
    ):
        assert next(claims) == numbered(7)
    while is_running(int((tmp_path / "sleeper").read_text())):
        time.sleep(0.01)  # it was killed; nobody reaps it


def test_messages_reach_the_others_and_the_judge_answers(goal: Goal) -> None:
    def posts(task: ProgramTask) -> Iterator[Claim]:
        task.board.post(UnrollingComplete(UnrollingManner.AT_ONCE))
        time.sleep(LONG)
        yield numbered(0)

    def waits(task: ProgramTask) -> Iterator[Claim]:
        while not task.board.receive(UnrollingComplete):
            time.sleep(0.01)
        yield numbered(1)
        assert [each.site for each in task.board.receive(CheckViolated)] == [SITE]  # it was sent before
        yield numbered(2)

    runner = runner_for(goal, SolverFactory(), ignore)
    parts = [Part(posts), Part(waits)]
    with (
        closing(claims_of_processes(parts, runner, goal, Budget())) as claims,
    ):
        assert next(claims) == numbered(1)
        runner.board.post(CheckViolated(SITE))
        assert next(claims) == numbered(2)
        assert len(runner.board.receive(UnrollingComplete)) == 1


def test_processes_know_earlier_messages(goal: Goal) -> None:
    def looks(task: ProgramTask) -> Iterator[Claim]:
        yield numbered(len(task.board.receive(UnrollingComplete)))

    runner = runner_for(goal, SolverFactory(), ignore)
    runner.board.post(UnrollingComplete(UnrollingManner.AT_ONCE))
    assert next(claims_of_processes([Part(looks)], runner, goal, Budget())) == numbered(1)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_dead_child_costs_its_own_work_only(goal: Goal, number: signal.Signals) -> None:
    def dies(_: ProgramTask) -> Iterator[Claim]:
        os.kill(os.getpid(), number)
        yield numbered(0)

    *claims, last = claims_by(dies, one_claim, goal=goal)
    assert claims == [numbered(7)]
    assert isinstance(last, GaveUp) and last.why is Why.CRASHED and number.name in last.detail


def test_a_defect_costs_its_own_work_only(goal: Goal) -> None:
    def fails(_: ProgramTask) -> Iterator[Claim]:
        yield numbered(1 // len(()))

    *claims, last = claims_by(fails, one_claim, goal=goal)
    assert claims == [numbered(7)] and isinstance(last, GaveUp) and "ZeroDivisionError" in last.detail


def test_each_process_has_a_part_of_the_memory(goal: Goal) -> None:
    def takes(_: ProgramTask) -> Iterator[Claim]:
        yield numbered(len(bytearray(400 << 20)))

    present = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    claims = claims_by(takes, one_claim, goal=goal, megabytes=present + 600)
    assert next(claims) == numbered(7)
    with pytest.raises(MemoryError):
        next(claims)
    assert next(claims_by(takes, goal=goal, megabytes=present + 600)) == numbered(400 << 20)


def test_time_limits_end_all(goal: Goal) -> None:
    with pytest.raises(OutOfBudget):
        next(claims_by(sleeping, sleeping, goal=goal, seconds=0.3))


def test_reasons_of_all_parts_are_weighed(goal: Goal) -> None:
    def gives_up(_: ProgramTask) -> Iterator[Claim]:
        yield GaveUp(Why.BOUND, "no more bounds")

    def refuses(_: ProgramTask) -> Iterator[Claim]:
        raise UnsupportedError("no model")
        yield numbered(0)

    def is_slow(_: ProgramTask) -> Iterator[Claim]:
        raise OutOfBudget("over")
        yield numbered(0)

    assert [each.detail for each in claims_by(gives_up, refuses, goal=goal) if isinstance(each, GaveUp)] == ["no model"]
    with pytest.raises(OutOfBudget):
        list(claims_by(refuses, is_slow, goal=goal))


def test_much_text_is_no_deadlock(goal: Goal) -> None:
    def talks(task: ProgramTask) -> Iterator[Claim]:
        for number in range(3000):
            task.on_event(BoundRaised("x" * 500, number))
            task.board.post(UnrollingComplete(UnrollingManner.AT_ONCE))
        yield numbered(1)

    seen: list[ProgressEvent] = []
    runner = runner_for(goal, SolverFactory(), seen.append)
    claims = claims_of_processes([Part(talks), Part(talks)], runner, goal, Budget.seconds(LONG))
    assert [each for each in claims if isinstance(each, ClaimsUnsafe)] == [numbered(1)] * 2
    assert len(seen) == 6000 and len(runner.board.receive(UnrollingComplete)) == 6000


@pytest.mark.parametrize("count", range(1, 10))
def test_parts_are_a_partition(count: int) -> None:
    parts = parts_of_roles(count)
    assert 1 <= len(parts) <= count and all(parts)
    assert sorted(each.name for roles in parts for each in roles) == sorted(each.name for each in ALL_ROLES)
    assert [each.roles for each in Auto().parts(count)] == list(parts)


# ---- the whole pipeline

CHECKS = """extern int __VERIFIER_nondet_int(void); extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) do { if (!(c)) __assert_fail(#c, "", 0, ""); } while (0)
int main(void) { unsigned n = __VERIFIER_nondet_int(), i = 0;
    while (i < n) i++;
    assert(i == n);
    assert(n < 7);
    assert(i != 3);
    if (n > 20) assert(i > 19);
}"""


@pytest.fixture
def no_search_alone() -> Iterator[None]:
    with override(LIMITS, single_process_seconds=0.0):
        yield


@pytest.mark.usefixtures("no_search_alone")
@pytest.mark.parametrize("jobs", [2, 5])
def test_twins(jobs: int, tmp_path: Path) -> None:
    for name, text, verdict in (
        ("ten", COUNT_TO_TEN, Safe),
        ("nine", COUNT_TO_NINE, Unsafe),
        ("free", UNBOUNDED, Safe),
    ):
        source = tmp_path / f"{name}.c"
        source.write_text(f"extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);{text}")
        report = pipeline.check(Request((source,), ASSERTIONS, time_limit=LONG, jobs=jobs))
        assert isinstance(report.verdict, verdict)


@pytest.mark.usefixtures("no_search_alone")
def test_every_check_has_the_status_of_one_process(tmp_path: Path) -> None:
    source = tmp_path / "checks.c"
    source.write_text(CHECKS)
    reports = [
        pipeline.check(Request((source,), ASSERTIONS, time_limit=LONG, stop_at_first=False, jobs=jobs))
        for jobs in (1, 2, 3)
    ]
    wanted = [Status.PROVED, Status.VIOLATED, Status.VIOLATED, Status.UNREACHABLE]
    assert [[each.status for each in report.checks] for report in reports] == [wanted] * 3
    assert all(report.statistics.queries.checks for report in reports)
