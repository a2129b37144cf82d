"""Serialisation of systems, runs, invariants and certificates between processes, pickled and as
text.
"""

import multiprocessing
import pickle
from pathlib import Path
from typing import Any

import pytest

from corpus.control_systems import PROGRAMS, system_of_program
from corpus.engine_runs import encoding_of
from corpus.machines import counter
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.certify.kernel.finding import Accepted
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.evidence.certificate_text import About, parse_certificate, print_certificate
from surefoot.evidence.certificates import KInductive
from surefoot.logic import not_
from surefoot.smt.contracts import Sat
from surefoot.smt.registry import SolverFactory, open_solver
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.control.text import parse_run, parse_system, print_run, print_system
from surefoot.systems.control.unfolding import Unfolding

PROOF = """(certificate 1)
(k-inductive 1)
(at "main:4" (invariant (not (bvult #x0000000a |main::i|))) (invariant (= |main::i| |main::j|)))
"""


def elsewhere(work: Any, *arguments: object) -> Any:
    """Return the result of ``work`` in a process that shares nothing with this one."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, arguments)


def holds(system: ControlSystem, certificate: KInductive) -> bool:
    return isinstance(check_system(system, certificate, SolverFactory(), Budget.seconds(30)), Accepted)


def holds_as_text(system: str, certificate: str) -> bool:
    read = parse_system(system)
    _, known = parse_certificate(certificate, lambda: read)
    return isinstance(known, KInductive) and holds(read, known)


def step_count(system: ControlSystem, run: Run) -> int:
    return len(states_along(system, run))


def step_count_as_text(system: str, run: str) -> int:
    read = parse_system(system)
    return step_count(read, parse_run(run, read))


def made_elsewhere(system: ControlSystem, certificate: KInductive) -> tuple[ControlSystem, KInductive, str]:
    """Return the arguments as another process received them, and the system as it prints it."""
    return system, certificate, print_system(system)


def system_and_proof(limit: int, folder: Path) -> tuple[ControlSystem, KInductive]:
    system = encoding_of(goal_for(counter(limit), folder)).system
    _, certificate = parse_certificate(PROOF, lambda: system)
    assert isinstance(certificate, KInductive)
    return system, certificate


def run_to_failure(system: ControlSystem) -> Run:
    """Return a shortest run that fails a check."""
    unfolding = Unfolding(system)
    for length in range(1, 30):
        failure = unfolding.layer(length).failure
        solver = open_solver("bitwuzla", Budget.seconds(30))
        solver.add(failure)
        if isinstance(answer := solver.check(), Sat):
            return unfolding.run_of(answer.model, length, [failure])
    raise AssertionError("no run fails")


@pytest.mark.parametrize("name", PROGRAMS)
def test_pickled_systems_are_identical(name: str) -> None:
    system = system_of_program(name)
    copied = pickle.loads(pickle.dumps(system))  # noqa: S301
    assert copied == system
    assert all(mine.guard is theirs.guard for mine, theirs in zip(system.edges, copied.edges, strict=True))
    assert copied.names == system.names and copied.error_edges == system.error_edges


def test_a_proof_is_checked_in_another_process(tmp_path: Path) -> None:
    system, certificate = system_and_proof(10, tmp_path)
    wrong = KInductive(1, {"main:4": tuple(map(not_, certificate.invariants["main:4"]))}, "")
    assert elsewhere(holds, system, certificate)
    assert not elsewhere(holds, system, wrong)
    assert not elsewhere(holds, system_and_proof(9, tmp_path)[0], certificate)


def test_a_proof_is_checked_in_another_process_from_its_text(tmp_path: Path) -> None:
    system, certificate = system_and_proof(10, tmp_path)
    proof = print_certificate(certificate, About(), system)
    assert elsewhere(holds_as_text, print_system(system), proof)
    assert not elsewhere(holds_as_text, print_system(system_and_proof(9, tmp_path)[0]), proof)


def test_deserialised_values_equal_the_originals(tmp_path: Path) -> None:
    system, certificate = system_and_proof(10, tmp_path)
    assert elsewhere(made_elsewhere, system, certificate) == (system, certificate, print_system(system))


def test_a_run_is_followed_in_another_process(tmp_path: Path) -> None:
    system, _ = system_and_proof(9, tmp_path)
    run = run_to_failure(system)
    assert run.error is not None and len(run.steps) == 12
    assert pickle.loads(pickle.dumps(run)) == run  # noqa: S301
    assert parse_run(print_run(system, run), system) == run
    assert elsewhere(step_count, system, run) == 12
    assert elsewhere(step_count_as_text, print_system(system), print_run(system, run)) == 12
