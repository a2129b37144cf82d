"""Accesses to pool objects at unknown addresses: claims about all accesses stand, claims about some
do not.
"""

from contextlib import closing
from pathlib import Path

from encoding_results import encoded, refusal
from surefoot.base.budget import Budget
from surefoot.frontend.loading import load_program
from surefoot.invariants.loop_invariants import loop_invariants
from surefoot.program.program import DataModel
from surefoot.program.properties import DEFAULT, UNDEFINED
from surefoot.semantics.memory.addresses import Incompleteness
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.program_system import ProgramSystem, encode_program
from surefoot.verify import api

HIDDEN = """
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long key = __VERIFIER_nondet_ulong(), hidden = key;
  int sum = 0;
  while (__VERIFIER_nondet_int()) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    hidden = (unsigned long)cell ^ key;
  }
  int *found = (int *)(hidden ^ key);
  if (found)
    sum = *found;
  assert(sum CONDITION);
}
"""


def system_of(folder: Path, text: str) -> ProgramSystem:
    path = folder / "program.c"
    path.write_text(text)
    return encoded(encode_program(load_program([path], DataModel.LP64, DEFAULT).program, DEFAULT, Budget()))


def test_undefined_behaviour_is_not_omitted(tmp_path: Path) -> None:
    found = system_of(tmp_path, HIDDEN.replace("CONDITION", "!= 1"))
    sites = {error.site for error in found.system.errors}
    undefined = {site for site in sites if site.kind in UNDEFINED}
    assert found.omitted is Incompleteness.ACCESSES and undefined
    assert encoded(found.without(sites - undefined)).system.errors
    assert "addresses of which nothing is known" in refusal(found.without(undefined))


def test_all_behaviour_is_kept_without_hidden_pointers(tmp_path: Path) -> None:
    found = system_of(tmp_path, HIDDEN.replace("(hidden ^ key)", "0").replace("CONDITION", "== 0"))
    assert found.omitted is Incompleteness.NONE
    assert not encoded(found.without({error.site for error in found.system.errors})).system.errors


def test_invariants_are_not_reported_with_omitted_runs(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HIDDEN.replace("CONDITION", "!= 1"))
    program = load_program([path], DataModel.LP64, DEFAULT).program
    with closing(SolverFactory().new()) as solver:
        found = loop_invariants(program, DEFAULT, solver, lambda _system, _name: {}, Budget())
    assert "nothing is known" in refusal(found)


def test_circuits_assign_arrays_of_addresses(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HIDDEN.replace("CONDITION", "!= 1"))
    found = api.check(path, property="valid-memcleanup", engine="aig", time_limit=5, first=True)
    assert type(found.verdict).__name__ == "Unknown"
