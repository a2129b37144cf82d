"""Lemmas and simple paths of a certificate are checked."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe
from surefoot.engines.registry import make_engine
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, Goal
from surefoot.logic import FALSE, TRUE, not_
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory()
MACHINE = """int main(void) { int s = 1; while (1) { int in = __VERIFIER_nondet_int();
    if (in == 1 && s == 1) s = 2; else if (in == 2 && s == 2) s = 3; else if (in == 3 && s %s) reach_error(); } }"""


def certificate_of(goal: Goal, engine: str) -> KInductive:
    claim = first_claim(make_engine(engine), goal, SOLVERS, Budget.seconds(30), ignore)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive)
    return claim.certificate


def is_accepted(certificate: KInductive, goal: Goal) -> bool:
    return isinstance(judge(ClaimsSafe(certificate), goal, (), SOLVERS, Budget.seconds(30)), Safe)


def variants(certificate: KInductive) -> Iterator[KInductive]:
    """Yield the certificate with other numbers, and with lemmas that are negated, false, trivial or gone."""
    lemmas = certificate.lemmas
    changes = (
        lambda terms: terms,
        lambda terms: (*terms, FALSE),
        lambda terms: tuple(not_(term) for term in terms),
        lambda _terms: (TRUE,),
        lambda _terms: (),
    )
    for k, change, simple in product(range(1, 5), changes, (False, True)):
        changed = {place: change(terms) for place, terms in lemmas.items()}
        yield replace(certificate, k=k, lemmas=changed, simple_paths=simple)


@pytest.mark.parametrize("engine", ["bkind{invariants=no}", "kind{invariants=no,simple-path}"])
def test_unsafe_twin_is_not_proved(engine: str, tmp_path: Path) -> None:
    safe, unsafe = goal_for(MACHINE % "> 3", tmp_path), goal_for(MACHINE % "> 2", tmp_path)
    certificate = certificate_of(safe, engine)
    assert is_accepted(certificate, safe)
    assert not any(is_accepted(each, unsafe) for each in variants(certificate))


def test_lemmas_that_some_run_violates_are_rejected(tmp_path: Path) -> None:
    goal = goal_for(MACHINE % "> 3", tmp_path)
    certificate = certificate_of(goal, "bkind{invariants=no}")
    assert certificate.lemmas and is_accepted(certificate, goal)
    wrong = {place: tuple(not_(term) for term in terms) for place, terms in certificate.lemmas.items()}
    for k in range(1, 5):
        assert not is_accepted(replace(certificate, lemmas=wrong, k=k), goal)
