"""Candidates of quantified invariants: positions equal indices without overflow, and facts come
from the program.
"""

from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of
from corpus.small_goals import goal_for
from surefoot.invariants.quantified.candidates import quantified_candidates
from surefoot.invariants.quantified.facts import suggested_facts
from surefoot.invariants.quantified.instances import chosen_instances
from surefoot.invariants.quantified.positions import PositionKind, position_of, solved, suggested_positions, sum_of
from surefoot.invariants.quantified.vocabulary import Vocabulary
from surefoot.logic import INT as INT_SORT
from surefoot.logic import (
    TRUE,
    Evaluator,
    Term,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvlshr,
    bvmul,
    bvsub,
    bvult,
    concat,
    constant_array,
    eq,
    extract,
    implies,
    int_constant,
    select,
    sign_extend,
    store,
    variable,
    zero_extend,
)
from surefoot.logic.terms import declared
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import (
    ENTRY,
    ControlSystem,
    Edge,
    Location,
    Referent,
    ReferentKind,
    StateVariable,
)

LONG, INT = bit_vector(64), bit_vector(32)
I, N = (variable(declared(name), INT) for name in "in")  # noqa: E741 - as in C
P = variable(declared("p"), bit_vector(62))
J = bound_symbol(LONG)
WIDE_I, WIDE_N = sign_extend(I, 64), sign_extend(N, 64)


def byte_index(offset: Term, shift: int = 2) -> Term:
    return bvlshr(offset, bv(shift, 64))


INDICES = [
    (byte_index(bvmul(WIDE_I, bv(4, 64))), lambda i, _n: i),
    (byte_index(bvadd(bvmul(WIDE_I, bv(8, 64)), bv(4, 64))), lambda i, _n: 2 * i + 1),
    (byte_index(bvmul(sign_extend(bvadd(I, bv(1, 32)), 64), bv(4, 64))), lambda i, _n: i + 1),
    (sign_extend(bvsub(bvsub(N, I), bv(1, 32)), 64), lambda i, n: n - i - 1),
    (zero_extend(bvadd(I, bv((1 << 32) - 1, 32)), 64), lambda i, _n: i - 1),
    (bvadd(bvmul(WIDE_I, bv(70, 64)), WIDE_N), lambda i, n: 70 * i + n),
]


@pytest.mark.parametrize(("index", "expected"), INDICES)
def test_positions_are_indices_without_overflow(index: Term, expected: object) -> None:
    for i in (1, 2, 7, 100):
        for n in (101, 999):
            evaluator = Evaluator({I: i, N: n}.__getitem__)
            assert evaluator.value(index) == evaluator.value(position_of(index)) == expected(i, n)  # type: ignore[operator]


@pytest.mark.parametrize(("index", "expected"), INDICES)
def test_an_index_is_solved_for_its_counter(index: Term, expected: object) -> None:
    value = solved(index, I, J)
    assert value is not None
    for i in (1, 2, 7, 100):
        at = expected(i, 999)  # type: ignore[operator]
        assert Evaluator({J: at, N: 999}.__getitem__).value(value) == i


def test_positions_are_simplified_if_they_cannot_overflow() -> None:
    assert position_of(byte_index(bvmul(WIDE_I, bv(4, 64)))) is WIDE_I
    assert position_of(sign_extend(bvadd(extract(J, 31, 0), bv(1, 32)), 64)) is bvadd(J, bv(1, 64))
    assert sum_of(concat(P, bv(0, 2))).parts == {zero_extend(P, 64): 4}


def test_instances_are_the_read_and_written_indices() -> None:
    array = variable(declared("a"), array_sort(LONG, INT))
    invariant = QuantifiedInvariant(J, implies(bvult(J, bv(9, 64)), eq(select(array, J), bv(42, 32))))
    plain = QuantifiedInvariant(J, bvult(I, N))
    written = store(array, WIDE_N, bv(1, 32))
    found = chosen_instances([invariant, plain], [eq(select(written, WIDE_I), bv(0, 32))])
    assert set(found) == {invariant.at(WIDE_I), invariant.at(WIDE_N), plain.body}
    assert chosen_instances([invariant], [bvult(I, N)]) == []
    assert plain.is_plain and not invariant.is_plain


COPY = """int a[99], b[99];
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 99) return 0;
  for (int i = 0; i < n; i++)
    a[i] = 3 * i;
  for (int k = 0; k < n; k++)
    b[n - 1 - k] = a[k] + 1;
  for (int m = 0; m < n; m++)
    if (b[m] > n) reach_error();
}"""


def printed(term: Term) -> str:
    return (
        str(term).replace("main::", "").replace("18446744073709551615:64", "-1").replace(":32", "").replace(":64", "")
    )


def test_facts_and_positions_of_a_program(tmp_path: Path) -> None:
    system = encoding_of(goal_for(COPY, tmp_path)).system
    vocabulary = Vocabulary(system)
    a, b = vocabulary.arrays
    mirrored = bvadd(bvsub(sign_extend(_common(vocabulary, "main::n"), 64), J), bv((1 << 64) - 1, 64))
    facts = suggested_facts(system, vocabulary)
    low = extract(J, 31, 0)
    assert eq(select(a, J), bvmul(low, bv(3, 32))) in facts
    assert eq(select(b, J), bvadd(select(a, mirrored), bv(1, 32))) in facts
    assert any(b in each.args[0].args or b in each.args[1].args for each in facts if each.op.value == "=")
    places = suggested_positions(system, vocabulary)["main:3"]
    kinds = {printed(each.term): each.kind for each in places if a in each.arrays}
    assert kinds["(sign_extend[64] i)"] is PositionKind.HERE
    assert kinds["0"] is PositionKind.START
    assert kinds["(sign_extend[64] n)"] is PositionKind.END


def _common(vocabulary: Vocabulary, name: str) -> Term:
    return next(symbol for symbol in vocabulary.symbols if str(symbol) == name)


def test_arrays_over_other_sorts_are_skipped() -> None:
    array = variable(declared("m"), array_sort(INT_SORT, INT_SORT))
    own = StateVariable(array, Referent(ReferentKind.STATE, "m"))
    update = {array: store(array, int_constant(0), select(array, int_constant(1)))}
    location = Location("loop", (own,))
    edges = (Edge(ENTRY, "loop", TRUE, {array: constant_array(array_sort(INT_SORT, INT_SORT), int_constant(0))}),)
    system = ControlSystem((), (), (Location(ENTRY), location), (*edges, Edge("loop", "loop", TRUE, update)))
    assert quantified_candidates(system, {}, lambda _name, _formula: True, 9) == {"loop": []}


def test_every_location_has_candidates(tmp_path: Path) -> None:
    text = """int a[5000]; int main(void) { int n = __VERIFIER_nondet_int(); int sum = 0; a[n & 15] = n;
    for (int i = 0; i < 5000; i++) sum += a[i]; for (int i = 0; i < 5000; i++) sum -= a[i];
    if (sum) __VERIFIER_error(); return 0; }"""
    system = encoding_of(goal_for(text, tmp_path)).system
    assert set(quantified_candidates(system, {}, lambda _name, _formula: True, 20)) == set(system.names)


def test_read_of_a_written_array_is_no_write(tmp_path: Path) -> None:
    text = """int a[5000]; int main(void) { unsigned last = 0; for (unsigned i = 0; i < 5000; i++) {
    a[i] = 3; last = a[(i + last) % 5000]; } if (last > 3) __VERIFIER_error(); return 0; }"""
    system = encoding_of(goal_for(text, tmp_path)).system
    assert any(suggested_facts(system, Vocabulary(system)))
