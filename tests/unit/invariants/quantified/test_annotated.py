"""Annotated loop invariants that are inductive for every index, but not for one."""

from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.quantified.annotated import quantified_annotations
from surefoot.invariants.source import GenerationContext, InductiveSet
from surefoot.logic import ArraySort, variables_of
from surefoot.program.properties import DEFAULT
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import QuantifiedInvariant
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.encode.program_system import ProgramSystem, encode_program
from surefoot.verify.loading import load
from surefoot.verify.request import Request

PARTITION = r"""
/*@ requires n <= 1000 && \valid(a + (0..n-1));
    assigns a[0..n-1];
    ensures \forall integer i; 0 <= i < \result ==> a[i] < v;
    ensures \forall integer i; \result <= i < n ==> a[i] >= v; */
unsigned partition(int *a, unsigned n, int v) {
    unsigned low = 0;
    /*@ loop invariant low <= i <= n;
        loop invariant \forall integer k; 0 <= k < low ==> a[k] < v;
        loop invariant \forall integer k; low <= k < i ==> a[k] >= v; */
    for (unsigned i = 0; i < n; i++) {
        if (a[i] < v) {
            int t = a[i];
            a[i] = a[low];
            a[low] = t;
            low++;
        }
    }
    return low;
}
"""


def _encoded(text: str, folder: Path) -> ProgramSystem:
    source = folder / "program.c"
    source.write_text(text)
    program = load(Request((source,), DEFAULT, entry="partition"), Budget()).program
    encoded = encode_program(program, DEFAULT, Budget())
    assert isinstance(encoded, ProgramSystem)
    return encoded


def _inductive(text: str, folder: Path) -> InductiveSet:
    def new_solver(system: ControlSystem) -> SystemSolver:
        return SystemSolver(system, SolverFactory().new())

    context = GenerationContext(_encoded(text, folder).system, dict, Budget())
    return quantified_annotations(context, new_solver, Budget())


def _is_about_memory(invariant: QuantifiedInvariant) -> bool:
    return any(isinstance(each.sort, ArraySort) for each in variables_of(invariant.body))


def test_swapped_elements_need_instances_at_other_indices(tmp_path: Path) -> None:
    (found,) = _inductive(PARTITION, tmp_path).quantified.values()
    assert sum(map(_is_about_memory, found)) >= 2, "both loop invariants"


def test_wrong_loop_invariants_are_dropped(tmp_path: Path) -> None:
    wrong = PARTITION.replace("low <= k < i ==> a[k] >= v;", "low <= k < i ==> a[k] > v;", 1)
    right = _inductive(PARTITION, tmp_path).quantified
    found = _inductive(wrong, tmp_path).quantified
    assert sum(map(len, found.values())) < sum(map(len, right.values()))


def test_constant_arguments_are_no_state_variables(tmp_path: Path) -> None:
    system = _encoded(PARTITION, tmp_path).system
    (head,) = (each for each in system.locations if each.variables)
    names = {str(each.symbol.payload).rpartition("::")[2] for each in head.variables}
    assert {"i", "low"} <= names
    assert names.isdisjoint({"n", "v", "a", "a points into"})


REQUIRED = r"""
/*@ requires n <= 1000 && \valid_read(a + (0..n-1));
    requires \forall integer i; 0 <= i < n ==> a[i] <= 9;
    assigns \nothing;
    ensures \result <= 9; */
int partition(const int *a, unsigned n) {
    int most = 0;
    /*@ loop invariant i <= n && most <= 9; */
    for (unsigned i = 0; i < n; i++) {
        if (a[i] > most) { most = a[i]; }
    }
    return most;
}
"""


def test_required_quantifiers_hold_at_every_loop(tmp_path: Path) -> None:
    found = _inductive(REQUIRED, tmp_path)
    heads = [name for name, own in found.quantified.items() if any(map(_is_about_memory, own))]
    assert len(heads) == 2, "the loop that assumes the quantifier, and the loop of the function"
    weaker = _inductive(REQUIRED.replace("a[i] <= 9;", "a[i] <= 10;"), tmp_path)
    (own,) = (terms for name, terms in found.invariants.items() if name == heads[1])
    assert len(weaker.invariants.get(heads[1], ())) < len(own), "most <= 9 is not inductive"
