"""The judge accepts evidence of engines, and rejects it after any change."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus import small_goals
from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat, Direction
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.engines.bmc import Bmc
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.program.trace import Chosen, Placed, Trace
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory(check_models=True)


def claim_of(goal: Goal) -> Claim:
    return first_claim(Bmc(), goal, SOLVERS, Budget.seconds(30), ignore)


def verdict_on(claim: Claim, goal: Goal, *caveats: Caveat) -> Verdict:
    return judge(claim, goal, caveats, SOLVERS, Budget.seconds(30))


def trace_of(goal: Goal) -> Trace:
    claim = claim_of(goal)
    assert isinstance(claim, ClaimsUnsafe)
    assert isinstance(verdict_on(claim, goal), Unsafe)
    return claim.trace


def certificate_of(goal: Goal) -> CompleteUnrolling:
    claim = claim_of(goal)
    assert isinstance(claim, ClaimsSafe)
    assert isinstance(verdict_on(claim, goal), Safe)
    assert isinstance(claim.certificate, CompleteUnrolling)
    return claim.certificate


def is_rejected(verdict: Verdict) -> bool:
    return isinstance(verdict, Unknown) and verdict.why is Why.REJECTED


@pytest.mark.parametrize("text", [small_goals.COUNT_TO_TEN, small_goals.BOUNDED_BY_INPUT])
def test_a_bound_that_is_too_small_is_rejected(text: str, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    certificate = certificate_of(goal)
    for bound in range(-1, certificate.bound):
        pruned = tuple(each for each in certificate.pruned if each <= bound)
        assert is_rejected(verdict_on(ClaimsSafe(replace(certificate, bound=bound, pruned=pruned)), goal))


def test_pruning_of_feasible_states_is_no_proof(tmp_path: Path) -> None:
    goal = goal_for(small_goals.UNBOUNDED, tmp_path)
    for pruned in ((), (1,), (1, 2, 3)):
        assert is_rejected(verdict_on(ClaimsSafe(CompleteUnrolling(3, pruned, "bitwuzla")), goal))


def test_pruning_beyond_the_bound_is_rejected(tmp_path: Path) -> None:
    goal = goal_for(small_goals.COUNT_TO_TEN, tmp_path)
    assert is_rejected(verdict_on(ClaimsSafe(CompleteUnrolling(3, (20,), "bitwuzla")), goal))


def test_a_proof_of_an_unsafe_program_is_rejected(tmp_path: Path) -> None:
    for text in (small_goals.COUNT_TO_NINE, small_goals.TWO_INPUTS, small_goals.UNKNOWN_BYTES):
        goal = goal_for(text, tmp_path)
        assert is_rejected(verdict_on(ClaimsSafe(CompleteUnrolling(50, (), "bitwuzla")), goal))


def test_a_proof_of_another_program_is_rejected(tmp_path: Path) -> None:
    certificate = certificate_of(goal_for(small_goals.COUNT_TO_TEN, tmp_path))
    assert is_rejected(verdict_on(ClaimsSafe(certificate), goal_for(small_goals.UNBOUNDED, tmp_path)))


def test_proof_with_dropped_behaviour_is_rejected(tmp_path: Path) -> None:
    goal = goal_for(small_goals.COUNT_TO_TEN, tmp_path)
    claim = ClaimsSafe(certificate_of(goal))
    drops = verdict_on(claim, goal, Caveat("test", Direction.DROPS_BEHAVIOUR, "something is missing"))
    assert isinstance(drops, Unknown) and drops.why is Why.CAVEAT
    assert isinstance(verdict_on(claim, goal, Caveat("test", Direction.ADDS_BEHAVIOUR, "something is more")), Safe)


def test_every_single_choice_is_checked(tmp_path: Path) -> None:
    goal = goal_for(small_goals.TWO_INPUTS, tmp_path)
    trace = trace_of(goal)
    for index, choice in enumerate(trace.choices):
        assert isinstance(choice, Chosen)
        other = Chosen((int(choice.value) + 1) % 2**32)  # type: ignore[arg-type]
        changed = (*trace.choices[:index], other, *trace.choices[index + 1 :])
        assert is_rejected(verdict_on(ClaimsUnsafe(replace(trace, choices=changed)), goal))


def test_a_shortened_trace_is_rejected(tmp_path: Path) -> None:
    goal = goal_for(small_goals.TWO_INPUTS, tmp_path)
    trace = trace_of(goal)
    for length in range(len(trace.choices)):
        assert is_rejected(verdict_on(ClaimsUnsafe(replace(trace, choices=trace.choices[:length])), goal))


def test_choices_of_the_wrong_kind_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(small_goals.TWO_INPUTS, tmp_path)
    trace = trace_of(goal)
    for wrong in (Placed(0x2000, {}), Chosen(2**40), Chosen(-1)):
        changed = replace(trace, choices=(wrong, *trace.choices[1:]))
        assert is_rejected(verdict_on(ClaimsUnsafe(changed), goal))


def test_impossible_addresses_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(small_goals.HEAP_ORDER, tmp_path)
    trace = trace_of(goal)
    places = [index for index, choice in enumerate(trace.choices) if isinstance(choice, Placed)]
    assert len(places) == 2
    first, second = (trace.choices[index] for index in places)
    for bad in (second, Placed(0, {}), Placed(first.address + 1, {})):  # type: ignore[union-attr,operator]
        choices = list(trace.choices)
        choices[places[0]] = bad
        assert is_rejected(verdict_on(ClaimsUnsafe(replace(trace, choices=tuple(choices))), goal))


def test_unknown_bytes_are_checked(tmp_path: Path) -> None:
    goal = goal_for(small_goals.UNKNOWN_BYTES, tmp_path)
    trace = trace_of(goal)
    choices = tuple(Placed(c.address, {}) if isinstance(c, Placed) else c for c in trace.choices)
    assert is_rejected(verdict_on(ClaimsUnsafe(replace(trace, choices=choices)), goal))


def test_a_trace_of_a_safe_program_is_rejected(tmp_path: Path) -> None:
    goal = goal_for(small_goals.COUNT_TO_TEN, tmp_path)
    assert is_rejected(verdict_on(ClaimsUnsafe(Trace({}, {}, ())), goal))


def test_giving_up_is_unknown(tmp_path: Path) -> None:
    goal = goal_for(small_goals.COUNT_TO_TEN, tmp_path)
    verdict = verdict_on(GaveUp(Why.BOUND, "not far enough", "go further"), goal)
    assert verdict == Unknown(Why.BOUND, "not far enough", "go further")
