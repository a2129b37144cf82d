"""Symbols for products keep satisfiable formulas satisfiable, and refute what congruence refutes."""

from functools import reduce
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.discharge.congruent_products import CongruentProducts
from surefoot.logic import (
    Evaluator,
    Term,
    Value,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvsub,
    bvult,
    eq,
    not_,
    variable,
    variables_of,
    zero_extend,
)
from surefoot.smt.contracts import Sat, Unsat
from surefoot.smt.registry import SolverFactory

I, K, N = (variable(name, bit_vector(64)) for name in "ikn")  # noqa: E741 - as in C
C = variable("c", bit_vector(32))
SMALL = [variable(name, bit_vector(3)) for name in "xyz"]

plain = st.sampled_from([*SMALL, *(bv(value, 3) for value in range(8))])
words = st.recursive(
    plain,
    lambda inner: st.builds(
        lambda operation, left, right: operation(left, right), st.sampled_from([bvadd, bvsub, bvmul]), inner, inner
    ),
    max_leaves=6,
)
atoms = st.builds(lambda relation, left, right: relation(left, right), st.sampled_from([eq, bvult]), words, words)


def answer(formula: Term) -> type:
    products = CongruentProducts()
    solver = SolverFactory().new()
    found = solver.check([products.of(formula), *products.take_congruences()])
    solver.close()
    return type(found)


@settings(max_examples=150, deadline=None)
@given(st.lists(atoms, min_size=1, max_size=3))
def test_satisfiable_formulas_stay_satisfiable(conjuncts: list[Term]) -> None:
    formula = and_(*conjuncts)

    def holds(values: tuple[Value, ...]) -> bool:
        return bool(Evaluator(dict(zip(SMALL, values, strict=True)).__getitem__).value(formula))

    if variables_of(formula) and any(holds(values) for values in product(range(8), repeat=3)):
        assert answer(formula) is Sat


@pytest.mark.parametrize(
    "formula",
    [
        and_(eq(I, K), not_(eq(bvmul(I, N), bvmul(N, K)))),
        and_(eq(I, zero_extend(C, 64)), not_(eq(bvmul(I, I), bvmul(zero_extend(C, 64), zero_extend(C, 64))))),
        and_(eq(I, K), not_(eq(bvmul(bvmul(I, I), N), bvmul(bvmul(N, K), K)))),
        not_(eq(bvmul(bvadd(I, N), bvsub(I, N)), bvsub(bvmul(I, I), bvmul(N, N)))),
        and_(eq(N, bv(0, 64)), bvult(I, bvmul(I, N))),
    ],
)
def test_congruence_and_expansion_refute(formula: Term) -> None:
    assert answer(formula) is Unsat


def test_laws_of_the_values_are_not_known() -> None:
    assert answer(and_(bvult(I, bv(9, 64)), not_(bvult(bvmul(I, I), bv(65, 64))))) is Sat


def test_products_of_long_sums_stay_as_they_are() -> None:
    left, right = (
        reduce(bvadd, [variable(f"{name}{number}", bit_vector(32)) for number in range(40)]) for name in "xy"
    )
    formula = eq(bvmul(left, right), C)
    assert CongruentProducts().of(formula) is formula
