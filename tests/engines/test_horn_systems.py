"""Horn clauses with known answers, by surefoot's engines and by Z3's HORN solver."""

from pathlib import Path

import pytest
import z3

from corpus.horn_systems import LINEAR, NON_LINEAR, HornCase
from surefoot.certify.verdicts import Safe, Unsafe, Verdict
from surefoot.evidence.certificates import HornSolution
from surefoot.systems.formats.horn_reader import read_horn
from surefoot.systems.formats.registry import write_model
from surefoot.systems.formats.vmt_writer import write_relation
from surefoot.systems.horn.transition_encodings import functional, relational
from surefoot.verify import api

ALL = [*LINEAR, *NON_LINEAR]
MILLISECONDS = 500
"""How long Z3 may take: what it does not answer then is not compared."""
SLOW = {"memory unsat"}
"""Equations between arrays: unfoldings of the program have none, those of the clauses do."""


def named(case: HornCase) -> str:
    return case.name


def verdict_of(case: HornCase, engine: str, folder: Path) -> Verdict:
    path = folder / "clauses.smt2"
    path.write_text(case.text)
    return api.check(path, engine=engine, time_limit=60).verdict


def test_there_are_enough() -> None:
    systems = [read_horn(case.text, case.name).system for case in ALL]
    assert sum(system.is_linear for system in systems) == len(LINEAR) >= 30
    assert sum(not system.is_linear for system in systems) == len(NON_LINEAR) >= 10


@pytest.mark.parametrize("case", ALL, ids=named)
def test_auto(tmp_path: Path, case: HornCase) -> None:
    assert isinstance(verdict_of(case, "auto", tmp_path), Safe if case.is_satisfiable else Unsafe)


@pytest.mark.parametrize("case", [case for case in ALL if case.name not in SLOW], ids=named)
def test_clauses_without_translation(tmp_path: Path, case: HornCase) -> None:
    verdict = verdict_of(case, "horn", tmp_path)
    if case.is_satisfiable:
        assert isinstance(verdict, Safe) and isinstance(verdict.certificate, HornSolution)
        assert verdict.certificate.solver == "z3" and "confirmed by z3" not in verdict.summary
    else:
        assert isinstance(verdict, Unsafe)
        assert verdict.derivation[-1].relation is None and len(verdict.derivation) > 1


@pytest.mark.parametrize(
    "case", [case for case in LINEAR if case.name.startswith(("counter", "bytes", "chain"))], ids=named
)
@pytest.mark.parametrize("engine", ["bmc", "kind", "ic3", "spacer"])
def test_engines_on_control_systems(tmp_path: Path, case: HornCase, engine: str) -> None:
    if engine == "bmc" and case.is_satisfiable and not case.name.startswith("counter"):
        pytest.skip("bounded model checking has no proofs for endless runs")
    assert isinstance(verdict_of(case, engine, tmp_path), Safe if case.is_satisfiable else Unsafe)


@pytest.mark.parametrize("case", [case for case in ALL if "declare-rel" not in case.text], ids=named)
def test_z3_agrees(case: HornCase) -> None:
    solver = z3.SolverFor("HORN")
    solver.set("timeout", MILLISECONDS)
    solver.from_string(case.text)
    assert str(solver.check()) in {"unknown", "sat" if case.is_satisfiable else "unsat"}


@pytest.mark.parametrize(
    "case", [case for case in LINEAR if case.name.startswith(("wrap", "lock", "nullary", "twins"))], ids=named
)
@pytest.mark.parametrize("style", ["functional", "relational"])
def test_encodings_as_transition_systems(tmp_path: Path, case: HornCase, style: str) -> None:
    clauses = read_horn(case.text, case.name)
    path = tmp_path / "clauses.vmt"
    is_relation = style == "relational"
    path.write_text(write_relation(relational(clauses)) if is_relation else write_model(functional(clauses), "vmt"))
    verdict = api.check(path, engine="spacer", time_limit=60).verdict
    assert isinstance(verdict, Safe if case.is_satisfiable else Unsafe)
