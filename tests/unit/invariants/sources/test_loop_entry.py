"""Candidates about variables that loops leave unchanged."""

from pathlib import Path

from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.frontend.loading import load_program
from surefoot.invariants.sources.loop_entry import entry_candidates
from surefoot.logic import Term, bv, bvsub, bvult, variables_of
from surefoot.program.program import DataModel
from surefoot.program.properties import MEMORY_SAFETY
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.encode.program_system import encode_program

TWO_LOOPS = """
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int(), at = 0, other = 0;
  if (low >= high)
    return 0;
  while (at < low)
    at++;
  while (at < high) {
    at++;
    other += STEP;
    CHANGE
  }
  char cells[4];
  return cells[low + high + other - at];
}
"""


def system_of(tmp_path: Path, step: str, change: str) -> ControlSystem:
    file = tmp_path / "loops.c"
    file.write_text(TWO_LOOPS.replace("STEP", step).replace("CHANGE", change), encoding="utf-8")
    program = load_program([file], DataModel.LP64, MEMORY_SAFETY).program
    return encoded(encode_program(program, MEMORY_SAFETY, Budget())).system


def symbols_at(system: ControlSystem, name: str) -> dict[str, Term]:
    return {each.referent.owner.rpartition("::")[2]: each.symbol for each in system.location(name).variables}


def test_conditions_before_loops_are_candidates_for_unchanged_variables(tmp_path: Path) -> None:
    system = system_of(tmp_path, step="1", change="")
    candidates = entry_candidates(system, {})
    for name in system.names:
        own = symbols_at(system, name)
        assert any({own["low"], own["high"]} <= set(variables_of(candidate)) for candidate in candidates[name])


def test_changed_variables_have_no_candidates(tmp_path: Path) -> None:
    system = system_of(tmp_path, step="1", change="high -= __VERIFIER_nondet_int();")
    _, second = system.names
    own = symbols_at(system, second)
    assert not any(own["high"] in variables_of(candidate) for candidate in entry_candidates(system, {})[second])


def test_entry_facts_of_variables_in_step_bound_their_distance(tmp_path: Path) -> None:
    for step, is_guessed in (("1", True), ("2", False)):
        system = system_of(tmp_path, step, change="")
        first, second = system.names
        limit = bv(77, 32)
        known = {first: (bvult(symbols_at(system, first)["at"], limit),)}
        own = symbols_at(system, second)
        distance = bvult(bvsub(own["at"], own["other"]), limit)
        assert (distance in entry_candidates(system, known)[second]) is is_guessed
