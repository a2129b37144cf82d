"""Candidates from comparisons, and one variable of each class of equal ones."""

from pathlib import Path

from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.frontend.loading import load_program
from surefoot.invariants.sources.equal_variables import equal_variables
from surefoot.invariants.sources.guard_comparisons import comparison_candidates
from surefoot.logic import Term, bvadd, bvule, bvult, eq
from surefoot.program.program import DataModel
from surefoot.program.properties import MEMORY_SAFETY
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.encode.program_system import encode_program

COPIES = """
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static unsigned long scan(const char *text, unsigned long begin, unsigned long size, unsigned long length) {
  unsigned long i = begin, other = length;
  while (i < begin + size && text[i] != 0) {
    i++;
    CHANGE
  }
  return i + other + length + size;
}
int main(void) {
  unsigned long length = __VERIFIER_nondet_ulong(), size = __VERIFIER_nondet_ulong();
  char *text = malloc(length);
  unsigned long end = scan(text, length / 2, size, length);
  free(text);
  return end + length == 7;
}
"""


def system_of(tmp_path: Path, change: str) -> ControlSystem:
    file = tmp_path / "copies.c"
    file.write_text(COPIES.replace("CHANGE", change), encoding="utf-8")
    program = load_program([file], DataModel.LP64, MEMORY_SAFETY).program
    return encoded(encode_program(program, MEMORY_SAFETY, Budget())).system


def symbols_at(system: ControlSystem, name: str) -> dict[str, Term]:
    return {each.referent.owner: each.symbol for each in system.location(name).variables}


def test_copies_of_one_value_are_equal(tmp_path: Path) -> None:
    system = system_of(tmp_path, "")
    (name,) = system.names
    own, equal = symbols_at(system, name), equal_variables(system)[name]
    first = own["main::length"]
    assert equal.firsts == {own["scan::length"]: first, own["scan::other"]: first}
    assert set(equal.parameters) >= {first}
    candidate = bvult(own["scan::i"], own["scan::other"])
    assert equal.without_copies([candidate, bvult(own["scan::i"], first)]) == [bvult(own["scan::i"], first)]


def test_variables_that_an_edge_tells_apart_are_not_equal(tmp_path: Path) -> None:
    system = system_of(tmp_path, "other = i;")
    (name,) = system.names
    own, equal = symbols_at(system, name), equal_variables(system)[name]
    assert equal.firsts == {own["scan::length"]: own["main::length"]}
    assert eq(own["scan::other"], own["main::length"]) not in equal.equations()


def test_comparisons_of_guards_are_weakened(tmp_path: Path) -> None:
    system = system_of(tmp_path, "")
    (name,) = system.names
    own = symbols_at(system, name)
    end = bvadd(own["scan::begin"], own["scan::size"])
    assert bvule(own["scan::i"], end) in comparison_candidates(system, name)
