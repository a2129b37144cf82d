"""Quantified invariants printed in C."""

import pytest

from corpus.engine_runs import encoding_of
from corpus.small_goals import goal_for
from surefoot.logic import (
    TRUE,
    Term,
    and_,
    bv,
    bvadd,
    bvsle,
    bvule,
    bvult,
    eq,
    extract,
    implies,
    not_,
    select,
    sign_extend,
)
from surefoot.report.c.quantified import c_quantified
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.encode.program_system import ProgramSystem

PROGRAM = """int a[99], b[99];
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 99) return 0;
  for (int i = 0; i < n; i++) { a[i] = 42; b[i] = 7; }
  int s = a[n - 1]; int j = 0; while (j < s) j += b[j % n]; return j;
}"""
BOUND = bound_symbol(bv(0, 64).sort)


def symbol(system: ControlSystem, place: str, name: str) -> Term:
    return next(each.symbol for each in system.location(place).variables if str(each.referent) == name)


@pytest.fixture(scope="module")
def encoding(tmp_path_factory: pytest.TempPathFactory) -> ProgramSystem:
    found = encoding_of(goal_for(PROGRAM, tmp_path_factory.mktemp("goal")))
    assert isinstance(found, ProgramSystem)
    return found


def test_printed_invariants(encoding: ProgramSystem) -> None:
    place = "main:3"
    i, n, a, b = (symbol(encoding.system, place, name) for name in ("main::i", "main::n", "a[]", "b[]"))
    wide = sign_extend(i, 64)
    cell, other = select(a, BOUND), select(b, BOUND)

    def printed(where: Term, fact: Term) -> str:
        return c_quantified(QuantifiedInvariant(BOUND, implies(where, fact)), encoding, place)

    below = bvult(BOUND, wide)
    assert printed(below, eq(cell, bv(42, 32))) == "for all j < i: a[j] == 42"
    assert printed(bvult(BOUND, bv(9, 64)), eq(cell, other)) == "for all j < 9: a[j] == b[j]"
    assert printed(and_(bvule(bv(2, 64), BOUND), below), bvsle(cell, n)) == "for all 2 <= j < i: n >= a[j]"
    assert printed(and_(bvule(bv(1, 64), BOUND), below), eq(cell, n)) == "for all j < i with j != 0: n == a[j]"
    assert (
        printed(and_(bvult(wide, BOUND), bvult(BOUND, bv(9, 64))), eq(cell, other)) == "for all i < j < 9: a[j] == b[j]"
    )
    assert printed(TRUE, not_(eq(cell, bv(0, 32)))) == "for all j: a[j] != 0"
    assert printed(below, eq(select(a, bvadd(BOUND, bv(1, 64))), cell)) == "for all j < i: a[j] == a[j + 1]"
    assert printed(below, eq(cell, extract(BOUND, 31, 0))) == "for all j < i: a[j] == (int32_t)j"
    odd = and_(below, eq(extract(BOUND, 0, 0), bv(1, 1)))
    assert printed(odd, eq(cell, bv(5, 32))) == "for all j < i with (j & 1) == 1: a[j] == 5"


def test_bound_variable_avoids_names_of_the_program(encoding: ProgramSystem) -> None:
    place = "main:4"
    j, b = symbol(encoding.system, place, "main::j"), symbol(encoding.system, place, "b[]")
    invariant = QuantifiedInvariant(BOUND, implies(bvult(BOUND, sign_extend(j, 64)), eq(select(b, BOUND), bv(7, 32))))
    assert c_quantified(invariant, encoding, place) == "for all k < j: b[k] == 7"
