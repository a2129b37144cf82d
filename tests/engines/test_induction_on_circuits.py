"""Induction in engine aig on the invariants of the program's author: base, step, and use of
inductive facts.
"""

from pathlib import Path

import pytest

from corpus.engine_runs import first_claim, system_task
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.certify.context import Confirmation
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.engines.aig.engine import Aig, InductionOnCircuits, induction_on_circuits
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, Goal, Why
from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.program import load_j
from surefoot.program.properties import DEFAULT_OF_J
from surefoot.smt.registry import BITS, SolverFactory

SOLVERS = SolverFactory(check_models=True)
COUNT = """
int s = {first}; int i = 5;
while (i > 0) @invariant sum {{ {invariant} }} {{ s = s + {step}; i = i - 1; }}
@post p {{ {post} }}
"""


def count(invariant: str, *, first: int = 0, step: int = 1, post: str = "s == 5") -> str:
    return COUNT.format(first=first, step=step, invariant=invariant, post=post)


def goal_of(text: str, folder: Path) -> Goal:
    path = folder / "program.j"
    path.write_text(text)
    return Goal(load_j(path, DEFAULT_OF_J, bounds=Bounds(bits=5)), DEFAULT_OF_J)


def induction(text: str, folder: Path) -> InductionOnCircuits:
    goal = goal_of(text, folder)
    return induction_on_circuits(system_task(goal, SOLVERS, Budget.seconds(50)))


def test_inductive_and_sufficient_invariants_are_a_proof(tmp_path: Path) -> None:
    goal = goal_of(count("s + i == 5 && 0 <= i && i <= 5"), tmp_path)
    claim = first_claim(Aig(), goal, SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(claim, ClaimsSafe)
    certificate = claim.certificate
    assert isinstance(certificate, KInductive)
    assert (certificate.k, certificate.solver) == (1, BITS)
    assert certificate.invariants
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), Safe)
    followed = replace(SOLVERS, only_checked_bits=True)
    verdict = judge(claim, goal, (), followed, Budget.seconds(50), Confirmation.REFUTATION)
    assert isinstance(verdict, Unknown), "bits does not confirm itself"
    assert verdict.why is Why.UNCONFIRMED


@pytest.mark.parametrize(
    "text",
    [
        count("s + i == 6 && 0 <= i && i <= 5", post="s == 6"),
        count("s + i == 5 && 0 <= i && i <= 5", first=1),
        count("s + i == 5 && 0 <= i && i <= 5", step=2),
    ],
    ids=["kept, but never established", "another start", "another step"],
)
def test_base_and_step_are_checked(text: str, tmp_path: Path) -> None:
    """In the first program every step preserves the invariant, and it implies the postcondition:
    only the base fails.
    """
    assert not induction(text, tmp_path).proves
    goal = goal_of(text, tmp_path)
    claim = first_claim(Aig(first_seconds=0.5), goal, SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), Unsafe)


def test_inductive_but_insufficient_invariants_are_given_to_provers(tmp_path: Path) -> None:
    text = count("0 <= i && i <= 5")
    found = induction(text, tmp_path)
    assert not found.proves
    assert any(found.invariants.values())
    goal = goal_of(text, tmp_path)
    claim = first_claim(Aig(first_seconds=0.5), goal, SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), Safe)


def test_programs_without_annotations_add_no_facts(tmp_path: Path) -> None:
    text = count("true").replace("@invariant sum { true }", "")
    assert induction(text, tmp_path) == InductionOnCircuits({}, proves=False)
