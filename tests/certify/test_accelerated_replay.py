"""Replay of deep violations by accelerated loops, and rejection of runs that end elsewhere."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.small_goals import goal_for
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.corroborate.concrete_runs import NoContradiction, RunDisagrees, RunFails, RunFinding, sample_runs
from surefoot.certify.judge import judge
from surefoot.certify.kernel.replay import replay
from surefoot.certify.limits import LIMITS
from surefoot.certify.verdicts import Unknown, Unsafe, Verdict
from surefoot.engines.accelerated_runs import LoopAcceleration
from surefoot.evidence.claims import ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.logic import bv, bvule
from surefoot.program.trace import Chosen, Trace
from surefoot.semantics.interpreter import Finished, Violated
from surefoot.smt.registry import SolverFactory
from surefoot.systems.closed_forms.blocks import BlockOfIterations, LoopIterations
from surefoot.systems.control.runs import Assignment

SOLVERS = SolverFactory()
EMPTY = Trace({}, {}, ())
COUNT = "int main(void) { unsigned i = 0; while (i < 2000000000) i += 4; if (i == %d) reach_error(); }"
SUM = """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    unsigned long sum = 0;
    while (i < n) { i++; sum += 2 * (unsigned long)i - 1; }
    if (sum == 4000000000000000000ul) reach_error();
}"""


def verdict_on(trace: Trace, goal: Goal) -> Verdict:
    return judge(ClaimsUnsafe(trace), goal, (), SOLVERS, Budget())


def test_accelerated_replay_is_reported(tmp_path: Path) -> None:
    verdict = verdict_on(EMPTY, goal_for(COUNT % 2000000000, tmp_path))
    assert isinstance(verdict, Unsafe)
    assert sum(leap.iterations for leap in verdict.accelerated) > 499_000_000
    assert "iterations of the loop main:1 in closed form" in verdict.summary


def test_a_run_that_ends_otherwise_is_rejected(tmp_path: Path) -> None:
    verdict = verdict_on(EMPTY, goal_for(COUNT % 2000000001, tmp_path))
    assert isinstance(verdict, Unknown) and verdict.why is Why.REJECTED


def test_short_runs_are_replayed_step_by_step(tmp_path: Path) -> None:
    text = "int main(void) { unsigned i = 0; while (i < 20000) i++; if (i == 20000) reach_error(); }"
    verdict = verdict_on(EMPTY, goal_for(text, tmp_path))
    assert isinstance(verdict, Unsafe)
    assert verdict.accelerated == ()
    assert LIMITS.steps_before_acceleration > 20000


def test_solver_finds_the_only_failing_input(tmp_path: Path) -> None:
    goal = goal_for(SUM, tmp_path)
    claim = first_claim(LoopAcceleration(runs=0), goal, SOLVERS, Budget.seconds(60), ignore)
    assert isinstance(claim, ClaimsUnsafe)
    assert claim.trace.choices == (Chosen(2_000_000_000),)
    assert isinstance(verdict_on(claim.trace, goal), Unsafe)
    for other in (0, 1_999_999_999, 2_000_000_001, 4_294_967_295):
        changed = verdict_on(replace(claim.trace, choices=(Chosen(other),)), goal)
        assert isinstance(changed, Unknown) and changed.why is Why.REJECTED


def test_engine_gives_up_without_violation(tmp_path: Path) -> None:
    goal = goal_for(COUNT % 1999999999, tmp_path)
    assert isinstance(first_claim(LoopAcceleration(runs=5), goal, SOLVERS, Budget.seconds(60), ignore), GaveUp)


def test_too_long_block_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Additional iterations would end the loop in another state; comparison of blocks detects them."""
    honest = LoopIterations.checked

    def sabotaged(self: LoopIterations, guess: object, start: Assignment, period: int) -> BlockOfIterations | None:
        block = honest(self, guess, start, period)  # type: ignore[arg-type]
        if block is None:
            return None
        longer = replace(block, times=block.times + 1)
        self._validate(longer, start)
        return longer

    monkeypatch.setattr(LoopIterations, "checked", sabotaged)
    with pytest.raises(AssertionError, match="an iteration of a block is none of the loop"):
        replay(goal_for(COUNT % 2000000004, tmp_path), EMPTY)


def test_endless_loop_has_no_replayed_violation(tmp_path: Path) -> None:
    text = "int main(void) { unsigned i = 0; while (i != 3) i += 2; reach_error(); }"
    assert not isinstance(replay(goal_for(text, tmp_path), EMPTY).outcome, Violated | Finished)


@pytest.mark.parametrize("number", [1_000_000, 3_999_999])
def test_memory_and_globals_are_written_back(number: int, tmp_path: Path) -> None:
    text = f"""
    struct pair {{ unsigned low; unsigned long high; }} shared;
    unsigned total;
    int main(void) {{
        unsigned box[2] = {{0, 7}};
        unsigned *p = &box[0];
        while (*p < {number}) {{ *p += 1; total += 2; shared.high += box[1]; }}
        if (total == 2 * {number} && shared.high == 7ul * {number} && box[0] == {number}) reach_error();
    }}"""
    found = replay(goal_for(text, tmp_path), EMPTY)
    assert isinstance(found.outcome, Violated)
    assert found.accelerated


def wrong_proof(goal: Goal, bound: int) -> RunFinding:
    """Return the result of concrete runs for the invariant that every loop variable is at most
    ``bound``.

    The only run is executed round by round up to its limit, and then once with loop
    acceleration.
    """
    encoding = encoded(encoding_of(goal))
    (name,) = encoding.system.names
    symbols = encoding.system.location(name).symbols
    stated = {name: tuple(bvule(symbol, bv(bound, symbol.sort.width)) for symbol in symbols)}
    return sample_runs(goal, encoding, stated, 0.5)


def test_concrete_runs_contradict_a_proof_deep_in_a_loop(tmp_path: Path) -> None:
    greatest = (1 << 32) - 1
    assert isinstance(wrong_proof(goal_for(COUNT % 2000000000, tmp_path), greatest), RunFails)
    goal = goal_for(COUNT % 2000000001, tmp_path)
    assert isinstance(wrong_proof(goal, greatest), NoContradiction)
    assert isinstance(wrong_proof(goal, 1_000_000_000), RunDisagrees)
