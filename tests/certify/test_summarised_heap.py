"""Proofs about any number of heap objects: confirmed with few object numbers, rejected unless they
hold for all.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.engines.induction.engine import KInduction
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, Goal
from surefoot.logic import Term, bv, bvult, eq, not_, or_, select
from surefoot.program.properties import MEMORY_SAFETY
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import ControlSystem, ReferentKind

SOLVERS = SolverFactory()
STACK = """void *malloc(unsigned long); void free(void *);
struct node { struct node *below; };
int main(void) {
  struct node *top = 0;
  while (__VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); if (!n) break; n->below = top; top = n; }
  while (top) { struct node *below = top->below; free(top); top = below; %s }
}"""
MAKING = "main:5"


def stack(folder: Path, statement: str = "") -> Goal:
    return goal_for(STACK % statement, folder, MEMORY_SAFETY)


@pytest.fixture(name="proof", scope="module")
def proof_of_stack(tmp_path_factory: pytest.TempPathFactory) -> KInductive:
    goal = stack(tmp_path_factory.mktemp("stack"))
    claim = first_claim(KInduction(search=False, directed_seconds=0.0), goal, SOLVERS, Budget.seconds(60), ignore)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive)
    return claim.certificate


def finding(proof: KInductive, system: ControlSystem) -> Finding:
    return check_system(system, proof, SOLVERS, Budget.seconds(60))


def symbol(system: ControlSystem, kind: ReferentKind) -> Term:
    return next(each.symbol for each in system.location(MAKING).variables if each.referent.kind is kind)


def test_found_certificate_is_confirmed(proof: KInductive, tmp_path: Path) -> None:
    assert isinstance(finding(proof, encoding_of(stack(tmp_path)).system), Accepted)


def test_certificate_without_a_needed_part_is_rejected(proof: KInductive, tmp_path: Path) -> None:
    system = encoding_of(stack(tmp_path)).system
    count = 0
    for name, stated in proof.quantified.items():
        for each in stated:
            rest = tuple(other for other in stated if other is not each)
            assert isinstance(finding(replace(proof, quantified={**proof.quantified, name: rest}), system), Rejected)
            count += 1
    assert count > 1


@pytest.mark.parametrize("most", [1, 60, 1000, 1 << 40])
def test_invariant_for_few_objects_only_is_rejected(most: int, proof: KInductive, tmp_path: Path) -> None:
    system = encoding_of(stack(tmp_path)).system
    limit, number = bv(most, INSTANCE.width), bound_symbol(INSTANCE)
    few = bvult(symbol(system, ReferentKind.ALLOCATED), limit)
    invariants = {**proof.invariants, MAKING: (*proof.invariants.get(MAKING, ()), few)}
    assert isinstance(finding(replace(proof, invariants=invariants), system), Rejected)
    lives = eq(select(symbol(system, ReferentKind.ALIVE), number), bv(1, 1))
    none_beyond = QuantifiedInvariant(number, or_(bvult(number, limit), not_(lives)))
    quantified = {**proof.quantified, MAKING: (*proof.quantified.get(MAKING, ()), none_beyond)}
    assert isinstance(finding(replace(proof, quantified=quantified), system), Rejected)


@pytest.mark.parametrize(
    "wrong", ["if (!__VERIFIER_nondet_int()) break;", "if (below) below = below->below, top = below;"]
)
def test_unsafe_twin_is_not_proved(wrong: str, proof: KInductive, tmp_path: Path) -> None:
    assert isinstance(finding(proof, encoding_of(stack(tmp_path, wrong)).system), Rejected)
