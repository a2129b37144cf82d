"""The decorator that writes queries as SMT-LIB scripts."""

from pathlib import Path

import pytest

from corpus.terms import CORPUS, Labelled
from surefoot.base.budget import Budget
from surefoot.logic import BOOL, bit_vector, bv, bvmul, bvult, eq, not_, variable
from surefoot.logic.smtlib import parse_script
from surefoot.smt.contracts import NoAnswer, Sat, Unsat, Use
from surefoot.smt.recording import RecordedSolver, Recorder
from surefoot.smt.registry import SolverFactory, open_solver

x, p = variable("x", bit_vector(8)), variable("p", BOOL)
SQUARE = eq(bvmul(x, x), bv(49, 8))


def replayed(path: Path, name: str) -> str:
    solver = open_solver(name, Budget.seconds(20))
    for formula in parse_script(path.read_text(encoding="utf-8")).assertions:
        solver.add(formula)
    match solver.check():
        case Sat():
            return "sat"
        case Unsat():
            return "unsat"
        case NoAnswer(reason):
            return reason


def test_every_check_is_a_script_with_the_formulas_in_force(tmp_path: Path) -> None:
    solver = SolverFactory(recorder=Recorder(tmp_path / "queries")).new()
    solver.add(SQUARE)
    with solver.scope():
        solver.add(bvult(x, bv(7, 8)))
        solver.check(purpose="base case")
    solver.check([not_(p), p])
    first, second = sorted((tmp_path / "queries").iterdir())
    assert [first.name, second.name] == ["00001-bitwuzla-base-case.smt2", "00002-bitwuzla.smt2"]
    assert set(parse_script(first.read_text()).assertions) == {SQUARE, bvult(x, bv(7, 8))}
    assert set(parse_script(second.read_text()).assertions) == {SQUARE, not_(p), p}
    assert second.read_text().endswith("; answer: unsat\n")


@pytest.mark.parametrize("labelled", CORPUS[::4], ids=lambda labelled: labelled.name.replace(" ", "_"))
def test_a_replay_gives_the_recorded_answer(labelled: Labelled, tmp_path: Path) -> None:
    solver = RecordedSolver(open_solver("z3", Budget.seconds(20)), Recorder(tmp_path))
    solver.add(labelled.formula)
    solver.check()
    (path,) = tmp_path.iterdir()
    assert path.read_text().splitlines()[-1] == f"; answer: {replayed(path, 'z3')}"


def test_scripts_of_several_solvers_are_numbered_together(tmp_path: Path) -> None:
    factory = SolverFactory(recorder=Recorder(tmp_path))
    factory.new().check()
    factory.open_confirming("z3", Use.ONE_SHOT, Budget()).check()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["00001-bitwuzla.smt2", "00002-z3.smt2"]


def test_a_script_is_written_before_its_check(tmp_path: Path) -> None:
    path = Recorder(tmp_path).begin("some", "dies", [p])
    assert path is not None and parse_script(path.read_text()).assertions == (p,)
    assert "answer" not in path.read_text()


def test_unwritable_folder_does_not_affect_the_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    recorder = Recorder(tmp_path / "file")
    solver = SolverFactory(recorder=recorder).new()
    solver.add(SQUARE)
    assert isinstance(solver.check(), Sat) and isinstance(solver.check([not_(SQUARE)]), Unsat)
    assert recorder.failure.startswith("cannot record a query")
    assert (tmp_path / "file").read_text() == ""
