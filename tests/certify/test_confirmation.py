"""``--certify``: only a confirmed proof is safe, and an unconfirmed proof is always reported."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget, UsageError
from surefoot.base.events import ProgressEvent, ProofFound, ignore
from surefoot.base.supervision import End, Progress, ResourceLimits
from surefoot.certify.context import Confirmation
from surefoot.certify.corroborate import corroboration
from surefoot.certify.corroborate.concrete_runs import RunFinding, sample_runs
from surefoot.certify.judge import judge
from surefoot.certify.limits import LIMITS
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.bmc import Bmc
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Goal, Why
from surefoot.report.completion import obstacle_at
from surefoot.smt.registry import SolverFactory
from surefoot.verify import api, deciding
from surefoot.verify.deciding import DecisionOptions, Statistics, decide

LOOP = """
int main(void) {
    unsigned n = __VERIFIER_nondet_int(), sum = 0;
    if (n > 4) return 0;
    while (n--) sum += 2;
    if (sum WRONG) reach_error();
}
"""


@pytest.fixture
def goal(tmp_path: Path) -> Goal:
    return goal_for(LOOP.replace("WRONG", "% 2"), tmp_path)


@pytest.fixture
def proof(goal: Goal) -> ClaimsSafe:
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(claim, ClaimsSafe)
    return claim


def judged(claim: Claim, goal: Goal, confirmation: Confirmation, budget: Budget | None = None) -> Verdict:
    return judge(claim, goal, (), SolverFactory(), budget or Budget(), confirmation)


@pytest.mark.parametrize("confirmation", [Confirmation.FAST, Confirmation.STRICT])
def test_proof_is_confirmed_within_the_time_limit_or_rejected(
    goal: Goal, proof: ClaimsSafe, confirmation: Confirmation
) -> None:
    assert isinstance(judged(proof, goal, confirmation), Safe)
    late = judged(proof, goal, confirmation, Budget.seconds(0))
    assert isinstance(late, Unknown) and late.why is Why.UNCONFIRMED
    assert late.detail.startswith("proof not confirmed: ")


def test_without_confirmation_nothing_is_safe(goal: Goal, proof: ClaimsSafe) -> None:
    verdict = judged(proof, goal, Confirmation.OFF)
    assert isinstance(verdict, Unknown) and verdict.why is Why.UNCONFIRMED and "--certify=strict" in verdict.advice


@dataclass(frozen=True, slots=True)
class Persistent:
    """Claims ``proof``; then it gives up, or its time is over."""

    proof: ClaimsSafe
    is_out_of_time: bool
    name: ClassVar[str] = "persistent"
    view: ClassVar[type[EngineTask]] = ProgramTask

    def claims(self, _task: EngineTask) -> Iterator[Claim]:
        yield self.proof
        if self.is_out_of_time:
            raise OutOfBudget("time limit reached")
        yield GaveUp(Why.BOUND, "no violation within 3 rounds")


@pytest.mark.parametrize("is_out_of_time", [False, True])
def test_later_events_do_not_hide_an_unconfirmed_proof(goal: Goal, proof: ClaimsSafe, is_out_of_time: bool) -> None:
    seen: list[ProgressEvent] = []
    engine = Persistent(proof, is_out_of_time)
    nothing = Budget.seconds(0)
    verdict = decide(goal, engine, DecisionOptions(), SolverFactory(), nothing, Statistics(), seen.append).verdict
    assert isinstance(verdict, Unknown) and verdict.why is Why.UNCONFIRMED
    assert ProofFound("persistent") in seen


@pytest.mark.parametrize(("confirmation", "is_limited"), [(Confirmation.FAST, True), (Confirmation.STRICT, False)])
def test_confirmation_time_is_bounded_by_search_time(
    goal: Goal, proof: ClaimsSafe, confirmation: Confirmation, is_limited: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    def watching(*arguments: Any) -> Verdict:
        given.append(arguments[4].remaining())
        return judge(*arguments)

    monkeypatch.setattr(deciding, "judge", watching)
    engine = Persistent(proof, is_out_of_time=False)
    survey = decide(goal, engine, DecisionOptions(confirmation), SolverFactory(), Budget(), Statistics(), ignore)
    assert isinstance(survey.verdict, Safe)
    assert [each is not None and each <= LIMITS.fast_seconds for each in given] == [is_limited]


@pytest.mark.parametrize(("used", "expected"), [(0.0, LIMITS.least_run_seconds), (30.0, 30.0 * LIMITS.run_share)])
def test_concrete_runs_get_a_share_of_their_own_check_time(
    goal: Goal, proof: ClaimsSafe, used: float, expected: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []

    def watching(goal: Goal, encoding: Any, invariants: Any, seconds: float, *_others: Any, **_more: Any) -> RunFinding:
        given.append(seconds)
        return sample_runs(goal, encoding, invariants, 0.0)

    monkeypatch.setattr(corroboration, "sample_runs", watching)
    monkeypatch.setattr(Budget, "cpu_seconds_used", lambda _budget: used)
    assert isinstance(judged(proof, goal, Confirmation.STRICT), Safe)
    assert given == [expected]


@pytest.mark.parametrize("end", [End.TIME, End.MEMORY])
def test_process_end_does_not_hide_an_unconfirmed_proof(end: End) -> None:
    stopped = Progress(0.0, stage="certify", bound=7)
    assert obstacle_at(end, "", stopped, ResourceLimits(30.0, 4000)).why in {Why.TIME_LIMIT, Why.MEMORY_LIMIT}
    stopped.note(ProofFound("bmc"), 1.0)
    verdict = obstacle_at(end, "", stopped, ResourceLimits(30.0, 4000))
    assert verdict.why is Why.UNCONFIRMED
    assert verdict.detail == f"proof not confirmed: {end.value} reached in stage certify at unwinding depth 7"


@pytest.mark.parametrize(
    ("certify", "condition", "verdict"),
    [
        ("strict", "% 2", Safe),
        ("fast", "% 2", Safe),
        ("off", "% 2", Unknown),
        ("strict", "== 6", Unsafe),
        ("fast", "== 6", Unsafe),
        ("off", "== 6", Unsafe),
    ],
)
def test_alarms_need_only_replay(tmp_path: Path, certify: str, condition: str, verdict: type[Verdict]) -> None:
    path = tmp_path / "program.c"
    path.write_text("void reach_error(void); int __VERIFIER_nondet_int(void);" + LOOP.replace("WRONG", condition))
    assert isinstance(api.check(path, certify=certify).verdict, verdict)


def test_unknown_confirmation_modes_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }")
    with pytest.raises(UsageError, match="choose from off, fast, strict"):
        api.check(tmp_path / "a.c", certify="perhaps")


@pytest.mark.parametrize(
    ("body", "summary"),
    [
        ("return 0;", "no run enters a loop: all runs were followed to their ends, and none"),
        ("if (0) while (1) ; return 0;", "no run enters a loop: all runs were followed to their ends, and none"),
        ("for (int i = 0; i < 3; i++) ; return 0;", "every run ends within 3 iterations of each loop and recursion, and none"),
        ("for (;;) ;", "every run ends within 1 iteration of each loop and recursion, or stays in a loop that changes nothing, and"),
        ("int x = __VERIFIER_nondet_int(); while (x) ; return 0;", "every run ends within 1 iteration of each loop and recursion, or stays"),
    ],
)  # fmt: skip
def test_reason_states_how_runs_end(tmp_path: Path, body: str, summary: str) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        f"int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) {{ if (0) reach_error(); {body} }}"
    )
    verdict = api.check(path, engine="bmc").verdict
    assert isinstance(verdict, Safe) and verdict.summary.startswith(summary)


def test_recursion_counts_as_a_loop(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        "void reach_error(void); int f(int n) { return n ? f(n - 1) : 0; } int main(void) { if (f(2)) reach_error(); }"
    )
    verdict = api.check(path, engine="bmc").verdict
    assert isinstance(verdict, Safe) and verdict.summary.startswith("every run ends within 3 iterations")
