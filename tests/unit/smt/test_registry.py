"""The registry of solvers."""

import os
import subprocess
import sys

import pytest

from surefoot.base.budget import Budget
from surefoot.base.errors import UsageError
from surefoot.logic import BOOL, not_, variable
from surefoot.smt.contracts import Sat, Unsat, Use
from surefoot.smt.model_checking import CheckedSolver
from surefoot.smt.registry import SolverFactory, open_solver
from surefoot.smt.statistics import QueryStatistics

p = variable("p", BOOL)


def test_an_unknown_solver_names_the_choices() -> None:
    with pytest.raises(UsageError, match="no solver 'yices'; choose from bitwuzla, z3, cvc5, bits"):
        open_solver("yices", Budget())


def test_missing_library_error_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    monkeypatch.delitem(sys.modules, "surefoot.smt.adapters.z3", raising=False)
    with pytest.raises(UsageError, match="pip install z3-solver"):
        open_solver("z3", Budget())


def test_libraries_are_imported_when_they_are_opened() -> None:
    script = "import surefoot.smt, sys; print(sorted({'bitwuzla', 'z3', 'cvc5', 'pysolvers'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.strip() == "[]"


def test_the_other_solvers_are_other_libraries() -> None:
    factory = SolverFactory(main="z3")
    assert factory.new().name == "z3"
    assert factory.confirming == ("bitwuzla", "cvc5", "bits")
    for name in factory.confirming:
        assert factory.open_confirming(name, Use.ONE_SHOT, Budget()).name == name
    with pytest.raises(UsageError, match="cannot confirm its own answers"):
        factory.open_confirming("z3", Use.ONE_SHOT, Budget())


def test_decorators_are_put_on_by_the_factory() -> None:
    assert isinstance(SolverFactory(check_models=True).new(), CheckedSolver)
    assert not isinstance(SolverFactory().new(), CheckedSolver)


def test_statistics_divide_the_time() -> None:
    statistics = QueryStatistics()
    factory = SolverFactory(statistics=statistics)
    solver = factory.new()
    solver.add(p)
    assert isinstance(solver.check(purpose="step"), Sat)
    assert isinstance(solver.check([not_(p)], purpose="step"), Unsat)
    factory.open_confirming("z3", Use.ONE_SHOT, Budget()).check(purpose="certify")
    assert list(statistics.by_purpose) == ["step", "certify"]
    step = statistics.by_purpose["step"]
    assert (step.sat, step.unsat, step.no_answer, step.checks, statistics.checks) == (1, 1, 0, 2, 3)
    assert 0 < step.slowest_seconds <= step.seconds <= statistics.solving_seconds
    assert statistics.translating_seconds > 0
