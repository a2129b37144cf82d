"""Candidates for each call that shares a copy of a function."""

from pathlib import Path

from corpus.engine_runs import encoding_of
from corpus.small_goals import goal_for
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.invariants.limits import LIMITS
from surefoot.invariants.sampling import sample_states
from surefoot.invariants.sources.active_calls import candidates_by_call
from surefoot.logic import bv, eq, implies, or_
from surefoot.systems.encode.encoding import Calls, encode

TEXT = """
static unsigned up(unsigned n) { unsigned s = 0; while (s < n) s++; return s; }
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (up(x) != x) reach_error();
    if (up(y) != y) reach_error();
    if (up(7) != 7) reach_error();
}"""


def test_arguments_of_each_call_are_candidates(tmp_path: Path) -> None:
    goal = goal_for(TEXT, tmp_path)
    system = encoded(encode(goal.program, goal.checked, None, Budget(), Calls.SHARED)).system
    samples = sample_states(system, {}, 1, Budget())["up called"]
    symbols = {str(each.symbol): each.symbol for each in system.location("up called").variables}
    number, n = symbols["call of up"], symbols["up::n"]
    first, second, third = (eq(number, bv(call, 32)) for call in (1, 2, 3))
    candidates = candidates_by_call(system, "up called", samples)
    assert or_(first, second, third) in candidates
    assert implies(first, eq(n, symbols["main::x"])) in candidates
    assert implies(second, eq(n, symbols["main::y"])) in candidates
    assert implies(third, eq(n, bv(7, 32))) in candidates
    assert implies(second, eq(n, symbols["main::x"])) not in candidates


def test_each_call_has_its_samples(tmp_path: Path) -> None:
    goal = goal_for(TEXT, tmp_path)
    system = encoded(encode(goal.program, goal.checked, None, Budget(), Calls.SHARED)).system
    samples = sample_states(system, {}, 1, Budget())["up:2"]
    number = next(each.symbol for each in system.location("up:2").variables if each.is_return_site)
    for call in (1, 2, 3):
        assert 4 < sum(each[number] == call for each in samples) <= LIMITS.samples_of_call


def test_systems_without_active_calls_have_no_candidates(tmp_path: Path) -> None:
    goal = goal_for(TEXT, tmp_path)
    system = encoding_of(goal).system
    samples = sample_states(system, {}, 1, Budget())
    assert all(candidates_by_call(system, name, samples[name]) == [] for name in system.names)
