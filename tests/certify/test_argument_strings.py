"""Proofs for any number of arguments: confirmation, agreement of runs, and rejection of tampered
certificates.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.corroborate.concrete_runs import NoContradiction, RunDisagrees, sample_runs
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe
from surefoot.engines.induction.engine import KInduction
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, Goal
from surefoot.evidence.encodings import encode_goal
from surefoot.logic import Term, bv, bvule, eq, not_, or_
from surefoot.program.properties import MEMORY_SAFETY
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import Aspect, ControlSystem
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.program_system import ProgramSystem

SOLVERS = SolverFactory()
CHARACTERS = """int main(int argc, char **argv) {
  int found = 0;
  for (int i = 1; i %s argc; i++)
    for (char *p = argv[i]; *p; p++)
      found |= *p == 'A';
  return found;
}"""


def characters(folder: Path, less: str = "<") -> Goal:
    return goal_for(CHARACTERS % less, folder, MEMORY_SAFETY)


def certificate_of(goal: Goal) -> KInductive:
    claim = first_claim(KInduction(search=False, directed_seconds=0.0), goal, SOLVERS, Budget.seconds(60), ignore)
    assert isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive)
    return claim.certificate


def is_accepted(certificate: KInductive, goal: Goal) -> bool:
    return isinstance(judge(ClaimsSafe(certificate), goal, (), SOLVERS, Budget.seconds(60)), Safe)


def translation_of(goal: Goal) -> ProgramSystem:
    found = encoding_of(goal)
    assert isinstance(found, ProgramSystem)
    return found


def part(system: ControlSystem, name: str, aspect: Aspect) -> Term:
    return next(each.symbol for each in system.location(name).variables if each.referent.aspect is aspect)


def test_unsafe_twin_is_not_proved(tmp_path: Path) -> None:
    goal = characters(tmp_path)
    certificate = certificate_of(goal)
    assert is_accepted(certificate, goal)
    other = tmp_path / "other"
    other.mkdir()
    unsafe = characters(other, "<=")
    assert not any(is_accepted(replace(certificate, k=k), unsafe) for k in range(1, 4))


def test_proof_without_needed_invariants_is_rejected(tmp_path: Path) -> None:
    goal = characters(tmp_path)
    certificate = certificate_of(goal)
    assert not is_accepted(replace(certificate, invariants={}, k=1), goal)
    denied = {name: tuple(not_(each) for each in terms) for name, terms in certificate.invariants.items()}
    assert not is_accepted(replace(certificate, invariants=denied), goal)


def test_runs_agree_with_the_system(tmp_path: Path) -> None:
    goal = characters(tmp_path)
    encoding = translation_of(goal)
    assert not encoding.is_exact
    found = sample_runs(goal, encoding, {}, 0.5, SOLVERS)
    assert isinstance(found, NoContradiction)
    assert found.statistics.comparison.states > 20
    assert found.statistics.comparison.slots > found.statistics.comparison.skipped_slots


@pytest.mark.parametrize("least", [0, 1, 2])
def test_runs_contradict_invariants_that_fail_for_some_string(least: int, tmp_path: Path) -> None:
    goal = characters(tmp_path)
    encoding = translation_of(goal)
    system = encoding.system
    inner = next(name for name in system.names if name.endswith(":4"))
    offset, instance = (part(system, inner, aspect) for aspect in (Aspect.OFFSET, Aspect.INSTANCE))
    wrong = or_(not_(eq(instance, bv(1, INSTANCE.width))), bvule(offset, bv(least, offset.sort.width)))
    assert isinstance(sample_runs(goal, encoding, {inner: (wrong,)}, 3.0, SOLVERS), RunDisagrees)


@pytest.mark.parametrize("statement", ["argv[i] = argv[0];", "argv[i][0] = 0;", "((char *)argv)[i] = 0;"])
def test_programs_that_write_to_their_arguments_have_no_system(statement: str, tmp_path: Path) -> None:
    text = "int main(int argc, char **argv) { for (int i = 1; i < argc; i++) { %s } return 0; }"
    goal = goal_for(text % statement, tmp_path, MEMORY_SAFETY)
    found = encode_goal(goal, Budget())
    assert isinstance(found, NotEncodable) and "writes to the strings" in found.reason
