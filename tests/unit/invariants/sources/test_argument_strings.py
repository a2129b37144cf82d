"""Candidates about argument strings."""

from pathlib import Path

from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.frontend.loading import load_program
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.sources.argument_strings import argument_string_candidates
from surefoot.logic import ArraySort, bv, bvule, eq, not_, or_, select, zero_extend
from surefoot.program.program import DataModel
from surefoot.program.properties import MEMORY_SAFETY
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import Aspect, ControlSystem
from surefoot.systems.encode.program_system import encode_program

CHARACTERS = """int main(int argc, char **argv) {
  int n = 0;
  for (int i = 1; i < argc; i++)
    for (char *p = argv[i]; *p; p++)
      n ^= *p;
  return n;
}"""


def system_of(folder: Path, text: str) -> ControlSystem:
    file = folder / "program.c"
    file.write_text(text, encoding="utf-8")
    program = load_program([file], DataModel.LP64, MEMORY_SAFETY).program
    return encoded(encode_program(program, MEMORY_SAFETY, Budget())).system


def test_pointers_are_within_their_strings(tmp_path: Path) -> None:
    system = system_of(tmp_path, CHARACTERS)
    inner = next(name for name in system.names if name.endswith(":4"))
    parts = {each.referent.aspect: each.symbol for each in system.location(inner).variables}
    offset, instance, target = parts[Aspect.OFFSET], parts[Aspect.INSTANCE], parts[Aspect.TARGET]
    lengths = next(each for each in system.parameters if str(each).startswith("lengths"))
    stays = bvule(offset, zero_extend(select(lengths, instance), offset.sort.width))
    candidates = argument_string_candidates(system)
    assert stays in candidates[inner] and instance.sort is INSTANCE
    kept = inductive_subset(system, candidates, SystemSolver(system, SolverFactory().new()), Budget.seconds(60))
    first = eq(target, bv(0, target.sort.width))
    assert stays in kept[inner] or or_(not_(first), stays) in kept[inner]


def test_programs_without_argument_strings_have_no_candidates(tmp_path: Path) -> None:
    assert (
        argument_string_candidates(system_of(tmp_path, "int main(void) { for (int i = 0; i < 9; i++) ; return 0; }"))
        == {}
    )


def test_summarised_objects_are_no_strings(tmp_path: Path) -> None:
    text = """#include <stdlib.h>
    struct node { struct node *next; long key; };
    int main(void) {
      struct node *head = 0;
      for (int i = 0; i < 99; i++) {
        struct node *made = malloc(sizeof *made);
        made->next = head;
        made->key = (long)head;
        head = made;
      }
      for (struct node *p = head; p; p = p->next)
        if (p->key == 7) return 1;
      return 0;
    }"""
    system = system_of(tmp_path, text)
    assert any(isinstance(each.sort, ArraySort) for each in system.parameters)
    assert argument_string_candidates(system) == {}
