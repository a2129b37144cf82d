"""Candidates that are left where the budget of Houdini ends."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.frontend.loading import load_program
from surefoot.invariants.houdini import inductive_subset
from surefoot.logic import Term, bv, bvule
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS
from surefoot.smt.contracts import TIME_LIMIT, Answer, NoAnswer
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.program_system import encode_program

LOOP = """
#include <assert.h>
int main(void) {
  unsigned i = 0;
  while (i < 10)
    i++;
  assert(i <= 10);
}
"""


class _Interrupted(SystemSolver):
    """A solver whose queries the end of the time interrupts."""

    now = 0.0

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        del assumptions, purpose
        self.now = 2.0
        return NoAnswer(TIME_LIMIT)


def test_an_interrupted_query_drops_no_candidate(tmp_path: Path) -> None:
    file = tmp_path / "loop.c"
    file.write_text(LOOP, encoding="utf-8")
    program = load_program([file], DataModel.LP64, ASSERTIONS).program
    system = encoded(encode_program(program, ASSERTIONS, Budget())).system
    (name,) = system.names
    symbol = next(iter(system.location(name).symbols))
    candidates = {name: (bvule(symbol, bv(10, 32)),)}
    solver = _Interrupted(system, SolverFactory().new())
    left: dict[str, list[Term]] = {}
    with pytest.raises(OutOfBudget):
        inductive_subset(system, candidates, solver, Budget(1.0, lambda: solver.now), left=left)
    assert left == {name: [*candidates[name]]}
    whole = SystemSolver(system, SolverFactory().new())
    assert inductive_subset(system, left, whole, Budget()) == left
