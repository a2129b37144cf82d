"""IC3 as an engine: accepted proofs, replayed runs, and reasons for unknown."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim, system_task
from corpus.loop_twins import HUNDRED_ROUNDS, SAFE_AND_UNSAFE, STATE_MACHINE
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ProgressEvent, ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.engines.board import Board, CandidatesExhausted, published_invariants
from surefoot.engines.ic3.engine import Ic3
from surefoot.engines.ic3.search import FrameSearch
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.tasks import SystemTask
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.logic import TRUE, not_
from surefoot.smt.contracts import Limits
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import Invariants

SOLVERS = SolverFactory(check_models=True)
OUTSIDE = """
int a[4];
int main(void) {
    unsigned i = 0;
    while (__VERIFIER_nondet_int()) { a[i] = 1; i = i + %s; if (i > 4) i = 0; }
    if (%s) reach_error();
}"""


def claim_of(goal: Goal, engine: Ic3, solvers: SolverFactory = SOLVERS) -> Claim:
    return first_claim(engine, goal, solvers, Budget.seconds(50), ignore)


@pytest.mark.parametrize("engine", [Ic3(), Ic3(invariants=False), Ic3(invariants=False, depth=0)], ids=str)
@pytest.mark.parametrize("name", SAFE_AND_UNSAFE)
def test_safe_and_unsafe_twins(name: str, engine: Ic3, tmp_path: Path) -> None:
    for text, expected in zip(SAFE_AND_UNSAFE[name], (Safe, Unsafe), strict=True):
        goal = goal_for(text, tmp_path)
        assert isinstance(judge(claim_of(goal, engine), goal, (), SOLVERS, Budget.seconds(50)), expected)


@pytest.mark.parametrize(("condition", "expected"), [("i > 4", Safe), ("i == 3", Unsafe)])
def test_undefined_behaviour_prevents_proofs_but_no_alarms(condition: str, expected: type, tmp_path: Path) -> None:
    defined, undefined = (goal_for(OUTSIDE % (step, condition), tmp_path) for step in ("(i < 3)", "1"))
    engine = Ic3(invariants=False)
    assert isinstance(judge(claim_of(defined, engine), defined, (), SOLVERS, Budget.seconds(50)), expected)
    claim = claim_of(undefined, engine)
    if expected is Unsafe:
        assert isinstance(claim, ClaimsUnsafe)
    else:
        assert isinstance(claim, GaveUp)
        assert claim.why is Why.UNDEFINED_BEHAVIOUR
        assert claim.detail.endswith("write outside every live object (in main)")


@pytest.mark.parametrize(("compared", "expected"), [("< 3", Safe), ("< 4", Unsafe)])
def test_loop_free_program_is_decided_at_its_entry(compared: str, expected: type, tmp_path: Path) -> None:
    text = "int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x > 2 && x %s) reach_error(); }"
    goal = goal_for(text % compared, tmp_path)
    assert isinstance(judge(claim_of(goal, Ic3()), goal, (), SOLVERS, Budget.seconds(50)), expected)


def test_a_program_without_a_control_system_is_given_up(tmp_path: Path) -> None:
    text = "static int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { return f(__VERIFIER_nondet_int()); }"
    claim = claim_of(goal_for(text, tmp_path), Ic3())
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.UNSUPPORTED


def test_a_solver_that_runs_out_of_memory_is_named(tmp_path: Path) -> None:
    goal = goal_for(STATE_MACHINE % ">", tmp_path)
    claim = claim_of(goal, Ic3(invariants=False), replace(SOLVERS, limits=Limits(memory_mb=1)))
    assert isinstance(claim, GaveUp)
    assert claim.why is Why.SOLVER_GAVE_UP


def test_tampered_proofs_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(STATE_MACHINE % ">", tmp_path)
    claim = claim_of(goal, Ic3(invariants=False))
    assert isinstance(claim, ClaimsSafe)
    certificate = claim.certificate
    assert isinstance(certificate, KInductive)
    assert certificate.k == 1
    ((name, clauses),) = certificate.invariants.items()
    weaker = [clauses[:number] + clauses[number + 1 :] for number in range(len(clauses))]
    wrong = [(*clauses[:number], not_(each), *clauses[number + 1 :]) for number, each in enumerate(clauses)]
    for changed in (*weaker, *wrong, (TRUE,)):
        tampered = ClaimsSafe(replace(certificate, invariants={name: changed}))
        verdict = judge(tampered, goal, (), SOLVERS, Budget.seconds(50))
        assert isinstance(verdict, Unknown)
        assert verdict.why is Why.REJECTED


def test_an_error_behind_two_loops_is_found_and_replays(tmp_path: Path) -> None:
    goal = goal_for(HUNDRED_ROUNDS, tmp_path)
    claim = claim_of(goal, Ic3(invariants=False))
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), Unsafe)


def test_a_deep_error_is_found(tmp_path: Path) -> None:
    text = "int main(void) { int s = 0; while (s < 50) { if (__VERIFIER_nondet_int() == s) s++; } reach_error(); }"
    claim = claim_of(goal_for(text, tmp_path), Ic3(invariants=False))
    assert isinstance(claim, ClaimsUnsafe)
    assert len(claim.trace.choices) == 50


@pytest.mark.parametrize("name", SAFE_AND_UNSAFE)
def test_invariants_generated_meanwhile_are_added(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Invariants] = []
    assume = FrameSearch.assume

    def noted(search: FrameSearch, known: Invariants) -> None:
        taken.append(known)
        assume(search, known)

    monkeypatch.setattr(FrameSearch, "assume", noted)
    for text, expected in zip(SAFE_AND_UNSAFE[name], (Safe, Unsafe), strict=True):
        goal = goal_for(text, tmp_path)
        budget, board = Budget.seconds(50), Board()
        task = system_task(goal, SOLVERS, budget, ignore, board)

        def generate(_event: ProgressEvent, task: SystemTask = task) -> None:
            Strengthening(task).simple()

        claim = first_claim(Ic3(own_invariants=False), goal, SOLVERS, budget, generate, board)
        assert taken[0] == published_invariants(board)
        taken.clear()
        assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), expected)


def test_no_candidates_are_generated_if_disabled(tmp_path: Path) -> None:
    goal = goal_for(STATE_MACHINE % ">", tmp_path)
    board = Board()
    claim = first_claim(Ic3(own_invariants=False), goal, SOLVERS, Budget.seconds(50), ignore, board)
    assert not board.receive(CandidatesExhausted)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), Safe)
