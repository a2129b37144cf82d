"""Complete unrollings: dropped states are checked by a solver other than the one that dropped them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.certify.kernel import complete_unrolling
from surefoot.certify.kernel.complete_unrolling import check_complete_unrolling
from surefoot.certify.kernel.finding import Accepted
from surefoot.engines.bmc import Bmc
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import ClaimsSafe, ClaimsUnsafe, Goal
from surefoot.logic import Op, Term
from surefoot.program.properties import DEFAULT
from surefoot.semantics.memory.value_sets import ValueSets
from surefoot.semantics.symbolic.state import State
from surefoot.semantics.symbolic.unrolling import Unrolling
from surefoot.smt.registry import SolverFactory

COUNTING = """int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
    if (n > 3) return 0;
    while (i != n) i++;
    while (j != i) j += 1;
    if (j FAILS n) reach_error();
}"""
POINTERS = """struct box { char text[4]; const char *name; };
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    struct box box = {{0}, "a"};
    unsigned char at = __VERIFIER_nondet_uchar();
    if (at < 16) ((char *)&box)[at] = 0;
    if (at >= 8 && at < 16) return 0;
    if (*box.name != 'a') reach_error();
    return 0;
}"""


PADDED = """int main(void) {
    char text[6] = {0};
    unsigned i = 0;
    for (; i < 4 && __VERIFIER_nondet_int(); i++) text[i] = 'x';
    for (; i < 6; i++) text[i] = ' ';
    if (text[5] FAILS ' ') reach_error();
}"""


def certificate_of(goal: Goal) -> CompleteUnrolling:
    claim = first_claim(Bmc(), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, CompleteUnrolling)
    return claim.certificate


def is_accepted(goal: Goal, certificate: CompleteUnrolling) -> bool:
    return isinstance(check_complete_unrolling(goal, certificate, SolverFactory(), Budget()), Accepted)


def test_infeasible_states_are_dropped(tmp_path: Path) -> None:
    goal = goal_for(COUNTING.replace("FAILS", "!="), tmp_path)
    certificate = certificate_of(goal)
    assert certificate.pruned
    assert is_accepted(goal, certificate)


def test_wrongly_dropped_states_are_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = certificate_of(goal_for(COUNTING.replace("FAILS", "!="), tmp_path))
    unsafe = goal_for(COUNTING.replace("FAILS", "=="), tmp_path)

    def likely(_self: object, states: Sequence[State]) -> list[State]:
        return list(states)

    monkeypatch.setattr(complete_unrolling._InfeasibleStates, "likely", likely)
    assert not is_accepted(unsafe, certificate)
    assert not is_accepted(unsafe, CompleteUnrolling(1, (1,), certificate.solver))


def test_certificate_with_wrongly_dropped_states_is_rejected(tmp_path: Path) -> None:
    safe = goal_for(COUNTING.replace("FAILS", "!="), tmp_path)
    unsafe = goal_for(COUNTING.replace("FAILS", "=="), tmp_path)
    certificate = certificate_of(safe)
    unrolling = Unrolling(safe.program, safe.checked, plain_accesses_only=True)
    unrolling.extend(1, Budget())
    everything = frozenset((1, state.frame.position()) for state in unrolling.frontier)
    assert certificate.dropped
    for goal in (safe, unsafe):
        assert not is_accepted(goal, replace(certificate, bound=1, pruned=(1,), dropped=everything))
    assert not is_accepted(
        unsafe, replace(certificate, dropped=everything | certificate.dropped, pruned=(1, *certificate.pruned))
    )
    assert is_accepted(safe, replace(certificate, dropped=frozenset()))


@pytest.mark.parametrize("says_none", [True, False])
def test_wrong_answers_about_dropped_runs_do_not_change_the_verdict(
    says_none: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    safe = goal_for(POINTERS, tmp_path, checked=DEFAULT)
    unsafe = goal_for(POINTERS.replace("return 0;\n    if (*", "at = 0;\n    if (*"), tmp_path, checked=DEFAULT)
    certificate = certificate_of(safe)

    def are_infeasible(_self: object, guards: Sequence[Term]) -> bool:
        return says_none or not guards

    monkeypatch.setattr(complete_unrolling._InfeasibleStates, "are_infeasible", are_infeasible)
    assert not certificate.plain_accesses_only
    for claimed in (certificate, replace(certificate, plain_accesses_only=True)):
        assert is_accepted(safe, claimed)
        assert not is_accepted(unsafe, claimed)


def test_finding_solver_is_not_queried_again_without_dropped_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal = goal_for(COUNTING.replace("FAILS", "!="), tmp_path)
    certificate = certificate_of(goal)
    monkeypatch.delattr(complete_unrolling._InfeasibleStates, "are_infeasible")
    assert certificate.plain_accesses_only
    assert is_accepted(goal, certificate)


def test_counter_of_few_values_ends_its_loop_without_a_solver(tmp_path: Path) -> None:
    """The rounds of the second loop depend on the first, and are never seven."""
    goal = goal_for(PADDED.replace("FAILS", "!="), tmp_path)
    claim = first_claim(Bmc(at_once=True), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, CompleteUnrolling)
    assert is_accepted(goal, claim.certificate)
    failing = goal_for(PADDED.replace("FAILS", "=="), tmp_path)
    assert isinstance(first_claim(Bmc(at_once=True), failing, SolverFactory(), Budget(), ignore), ClaimsUnsafe)


def test_wrongly_decided_branches_are_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = goal_for(PADDED.replace("FAILS", "=="), tmp_path)
    monkeypatch.setattr(ValueSets, "truth", _wrong_truth)
    claim = first_claim(Bmc(at_once=True), goal, SolverFactory(), Budget(), ignore)
    assert isinstance(claim, ClaimsSafe), "nobody goes into the second loop"
    assert isinstance(claim.certificate, CompleteUnrolling)
    assert not is_accepted(goal, claim.certificate)


def _wrong_truth(_sets: ValueSets, condition: Term) -> bool | None:
    """Return a wrong answer: choices among constants are below none of them."""
    return False if condition.op is Op.BVULT and condition.args[0].op is not Op.CONSTANT else None
