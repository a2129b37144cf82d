"""Annotated loop invariants, each without those checked before it."""

from pathlib import Path

from corpus.engine_runs import encoding_of
from surefoot.base.budget import Budget
from surefoot.evidence.claims import Goal
from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.program import load_j
from surefoot.invariants.sources.annotated import annotated_invariants
from surefoot.logic import Term, and_, dag_size, not_
from surefoot.program.properties import DEFAULT_OF_J
from surefoot.smt.contracts import Limits, Unsat, Use
from surefoot.smt.registry import open_solver
from surefoot.systems.control.system import ControlSystem, Error

EXAMPLE = """
void fill(int[] a, int n) {
  @pre sane { 0 <= n && n <= MAXSIZE }
  for (int i = 0; i < n; i++)
    @invariant ranges { 0 <= i && i <= n && n <= MAXSIZE }
    @invariant filled { forall (k [0 .. MAXSIZE - 1]) { k < i -> a[k] == 1 } }
    @invariant last { i > 0 -> a[i - 1] == 1 }
  { a[i] = 1; }
  @post sane { forall (k [0 .. MAXSIZE - 1]) { k < n -> a[k] == 1 } }
}
"""


def _system(elements: int, tmp_path: Path) -> ControlSystem:
    file = tmp_path / "fill.j"
    file.write_text(EXAMPLE, encoding="utf-8")
    program = load_j(file, DEFAULT_OF_J, bounds=Bounds(bits=6, elements=elements))
    return encoding_of(Goal(program, DEFAULT_OF_J)).system


def _is_unsatisfiable(*formulas: Term) -> bool:
    solver = open_solver("bitwuzla", Budget(), Limits(), Use.ONE_SHOT)
    for formula in formulas:
        solver.add(formula)
    return isinstance(solver.check(), Unsat)


def test_candidates_together_exclude_failed_invariant_checks(tmp_path: Path) -> None:
    system = _system(3, tmp_path)
    [name] = system.names
    stated = and_(*annotated_invariants(system, name))
    failures = [(edge.guard, edge.target) for edge in system.edges_from(name) if isinstance(edge.target, Error)]
    last = max(number for number, (_, error) in enumerate(failures) if error.text.startswith("loop invariant"))
    failing = [guard for guard, _ in failures[: last + 1]]
    assert all(_is_unsatisfiable(stated, guard) for guard in failing)
    assert _is_unsatisfiable(not_(stated), *map(not_, failing))


def test_no_candidate_repeats_earlier_ones(tmp_path: Path) -> None:
    system = _system(7, tmp_path)
    [name] = system.names
    ranges, filled, *_, last = annotated_invariants(system, name)
    assert dag_size(ranges) < 20
    assert dag_size(last) < dag_size(filled)
