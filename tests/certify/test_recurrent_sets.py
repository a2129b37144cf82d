"""Recurrent sets: accepted as found, rejected once anything in them is changed; they and lassos survive as text."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.certify.judge import judge
from surefoot.certify.kernel.certificates_from_files import judge_non_termination_from_file
from surefoot.certify.verdicts import Unknown, Unsafe, Verdict
from surefoot.engines.board import Board
from surefoot.engines.tasks import SystemTask
from surefoot.engines.termination.lassos import sampled_lasso
from surefoot.engines.termination.solver_lassos import SolverLassos
from surefoot.engines.views import Views
from surefoot.evidence.certificate_text import About, parse_non_termination, print_non_termination
from surefoot.evidence.claims import ClaimsNonTermination, Goal, Lasso, Recurrent, Why
from surefoot.evidence.encodings import encode_for_termination
from surefoot.logic import TRUE, bv, variable
from surefoot.logic.terms import declared
from surefoot.program.properties import ASSERTIONS, TERMINATION
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, Step
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.encode.encoding import NotEncodable

CHASE = """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    while (x == y) { y = __VERIFIER_nondet_uint(); x++; }
}"""
ODD = "int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x != 0) x += 2; }"
REPEATING = """
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    while (x == 12345678 + y) { y = 1 - y; x = 12345678 + y; }
}"""
TICKING = "int main(void) { int x = __VERIFIER_nondet_int(), ticks = 0; while (x > 0) ticks++; return ticks; }"
SOLVERS = SolverFactory()


def task_of(goal: Goal) -> SystemTask:
    budget = Budget.seconds(60)
    encoding = encode_for_termination(goal, budget)
    assert not isinstance(encoding, NotEncodable)
    return SystemTask(goal, replace(SOLVERS, budget=budget), budget, ignore, Board(), Views(goal), encoding)


def system_of(goal: Goal) -> ControlSystem:
    return task_of(goal).system


def evidence_of(goal: Goal) -> Iterator[Lasso | Recurrent]:
    search = SolverLassos(task_of(goal))
    yield from (claim.evidence for claim in search.lassos())
    yield from (claim.evidence for claim in search.recurrent_sets(with_invariants=False))


def recurrent_of(goal: Goal) -> Recurrent:
    return next(each for each in evidence_of(goal) if isinstance(each, Recurrent))


def verdict_on(evidence: Lasso | Recurrent, goal: Goal) -> Verdict:
    return judge(ClaimsNonTermination(evidence), goal, (), SOLVERS, Budget.seconds(60))


def is_rejected(verdict: Verdict) -> bool:
    return isinstance(verdict, Unknown) and verdict.why is Why.REJECTED


@pytest.mark.parametrize("text", [CHASE, ODD])
def test_a_recurrent_set_is_accepted_also_as_text(text: str, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path, TERMINATION)
    found = recurrent_of(goal)
    verdict = verdict_on(found, goal)
    assert isinstance(verdict, Unsafe)
    assert verdict.recurrent == found
    system = system_of(goal)
    written = print_non_termination(found, About(), system)
    again = parse_non_termination(written, lambda: system)
    assert again == found
    judged = judge_non_termination_from_file(again, goal, (), SOLVERS, Budget.seconds(60))
    assert isinstance(judged, Unsafe)


def test_tampered_recurrent_sets_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(CHASE, tmp_path, TERMINATION)
    found = recurrent_of(goal)
    (name,) = found.strategy
    ((target, term),) = found.strategy[name].items()
    steps = found.run.steps
    first, last = steps[0], steps[-1]
    unknown = variable(declared("unknown"), target.sort)
    (some, *_) = first.inputs
    changes = [
        replace(found, proof=replace(found.proof, invariants={})),  # not closed
        replace(found, proof=replace(found.proof, invariants={name: (TRUE,)})),
        replace(found, strategy={name: {target: bv(7, 32)}}),
        replace(found, strategy={name: {}}),
        replace(found, strategy={name: {target: unknown}}),
        replace(found, strategy={name: {target: bv(7, 8)}}),
        replace(found, strategy={name: {unknown: term}}),
        replace(found, strategy={}),
        replace(found, strategy={"nowhere": {}, **found.strategy}),
        replace(found, run=Run({}, (Step(first.edge, {**first.inputs, some: 5}), *steps[1:]))),
        replace(found, run=Run({}, (*steps[:-1], Step(last.edge, {target: 5})))),
        replace(found, run=Run({}, steps[1:])),
        replace(found, run=Run({}, ())),
    ]
    for changed in changes:
        assert is_rejected(verdict_on(changed, goal)), changed
    exit_edge = next(edge for edge in system_of(goal).edges_from(name) if not isinstance(edge.target, str))
    assert is_rejected(verdict_on(replace(found, run=Run({}, (*steps, Step(exit_edge, {})))), goal))


def test_a_recurrent_set_is_about_termination_and_its_own_program(tmp_path: Path) -> None:
    goal = goal_for(ODD, tmp_path, TERMINATION)
    found = recurrent_of(goal)
    other = goal_for(ODD.replace("x != 0", "x > 3"), tmp_path, TERMINATION)
    assert is_rejected(verdict_on(found, other))
    reached = goal_for(ODD, tmp_path, ASSERTIONS)
    assert is_rejected(judge_non_termination_from_file(found, reached, (), SOLVERS, Budget.seconds(60)))


def test_made_up_results_are_no_evidence(tmp_path: Path) -> None:
    text = "double j0(double); " + CHASE.replace("x == y", "x == y && j0(1.5) < 2.0")
    goal = goal_for(text, tmp_path, TERMINATION)
    assert not any(isinstance(verdict_on(each, goal), Unsafe) for each in evidence_of(goal))


def test_solvers_find_lassos_that_samples_miss(tmp_path: Path) -> None:
    goal = goal_for(REPEATING, tmp_path, TERMINATION)
    claim = next(SolverLassos(task_of(goal)).lassos())
    assert isinstance(claim.evidence, Lasso)
    assert isinstance(verdict_on(claim.evidence, goal), Unsafe)
    written = print_non_termination(claim.evidence, About())
    again = parse_non_termination(written, lambda: system_of(goal))
    assert again == claim.evidence
    choice = str(claim.evidence.trace.choices[0].value)  # type: ignore[union-attr]
    changed = parse_non_termination(written.replace(f"(chosen {choice})", "(chosen 3)"), lambda: system_of(goal))
    assert changed is not None
    assert is_rejected(verdict_on(changed, goal))


def test_no_run_through_an_overflow_is_evidence(tmp_path: Path) -> None:
    goal = goal_for(TICKING, tmp_path, TERMINATION)
    assert not any(isinstance(verdict_on(each, goal), Unsafe) for each in evidence_of(goal))


def test_texts_of_lassos_are_checked(tmp_path: Path) -> None:
    goal = goal_for("int main(void) { while (1) ; }", tmp_path, TERMINATION)
    lasso = sampled_lasso(goal, 5, Budget.seconds(10))
    assert lasso is not None
    written = print_non_termination(lasso, About())
    assert parse_non_termination(written, lambda: system_of(goal)) == lasso
    for old, new in (("(stem", "(stems"), ("(trace", "(trance"), ("visits ", "visits x"), ("(place", "(palace")):
        with pytest.raises(InputError):
            parse_non_termination(written.replace(old, new), lambda: system_of(goal))
