"""Decision of formulas with few assignments by enumeration."""

import random

import pytest

from surefoot.base.budget import Budget
from surefoot.discharge.few_values import decide_by_enumeration, has_few_values
from surefoot.logic import (
    FLOAT32,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvslt,
    bvudiv,
    bvult,
    bvurem,
    eq,
    evaluate,
    fp_is_nan,
    not_,
    or_,
    variable,
)
from surefoot.smt.contracts import Sat, Unsat
from surefoot.smt.registry import open_solver


def number(name: str, width: int = 32) -> Term:
    return variable(name, bit_vector(width))


X, Y = number("x"), number("y")


def small(term: Term, limit: int) -> Term:
    return bvult(term, bv(limit, 32))


@pytest.mark.parametrize("seed", range(40))
def test_enumeration_agrees_with_a_solver(seed: int) -> None:
    choose = random.Random(seed)

    def any_term(depth: int) -> Term:
        if depth == 0:
            return choose.choice([X, Y, bv(choose.randrange(4), 32)])
        operator = choose.choice([bvadd, bvmul, bvudiv, bvurem])
        return operator(any_term(depth - 1), any_term(depth - 1))

    def case() -> Term:
        return and_(small(X, 6), small(Y, choose.randrange(1, 6)), eq(any_term(2), any_term(1)))

    formula = or_(*(case() for _ in range(choose.randrange(1, 4))))
    found = decide_by_enumeration(formula, Budget())
    expected = open_solver("bitwuzla", Budget()).check([formula])
    assert type(found) is type(expected)
    if isinstance(found, Sat):
        assert evaluate(formula, {X: found.model.value(X), Y: found.model.value(Y)})


def test_negative_numbers_are_enumerated() -> None:
    between = and_(bvslt(bv(-4, 32), X), bvslt(X, bv(3, 32)))
    square = eq(bvmul(X, X), bv(9, 32))
    assert isinstance(decide_by_enumeration(and_(between, square), Budget()), Sat)
    assert isinstance(decide_by_enumeration(and_(between, eq(bvmul(X, X), bv(5, 32))), Budget()), Unsat)


def test_unbounded_case_has_too_many_values() -> None:
    bounded = and_(small(X, 10), eq(bvurem(X, bv(3, 32)), bv(4, 32)))
    assert has_few_values(bounded)
    assert not has_few_values(or_(bounded, not_(eq(X, bv(0, 32)))))
    assert decide_by_enumeration(or_(bounded, not_(eq(X, bv(0, 32)))), Budget()) is None


def test_words_of_64_bits_have_too_many_values() -> None:
    wide = number("wide", 64)
    assert decide_by_enumeration(not_(eq(bvurem(wide, bv(10, 64)), bv(3, 64))), Budget()) is None
    assert (
        decide_by_enumeration(and_(bvslt(wide, bv(5, 64)), eq(bvurem(wide, bv(10, 64)), bv(3, 64))), Budget()) is None
    )
    few = and_(bvult(wide, bv(50, 64)), eq(bvurem(wide, bv(10, 64)), bv(11, 64)))
    assert isinstance(decide_by_enumeration(few, Budget()), Unsat)


def test_variable_without_a_value_makes_the_formula_unsatisfiable() -> None:
    contradiction = and_(bvult(X, bv(5, 32)), bvult(bv(9, 32), X))
    assert isinstance(decide_by_enumeration(and_(eq(bvurem(Y, X), bv(1, 32)), contradiction), Budget()), Unsat)


def test_floats_are_not_enumerated() -> None:
    some_float = variable("f", FLOAT32)
    assert decide_by_enumeration(fp_is_nan(some_float), Budget()) is None


def test_no_time_is_no_answer() -> None:
    formula = and_(small(X, 50), small(Y, 50), eq(bvmul(X, Y), bv(2401 + 1, 32)))
    assert decide_by_enumeration(formula, Budget().at_most_work(0.0)) is None
