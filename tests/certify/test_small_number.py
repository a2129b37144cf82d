"""Confirmation with high bits replaced by zeros where formulas bound a number."""

import random
from contextlib import closing

import pytest

from surefoot.base.budget import Budget
from surefoot.discharge.small_numbers import with_small_numbers
from surefoot.logic import (
    BitVecSort,
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
    not_,
    or_,
    variable,
    variables_of,
)
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.smt.registry import open_solver

WIDTH = 8


def number(name: str) -> Term:
    return variable(name, bit_vector(WIDTH))


X, Y = number("x"), number("y")


def below(term: Term, limit: int) -> Term:
    return bvult(term, bv(limit, WIDTH))


def smaller(*formulas: Term) -> list[Term] | None:
    with closing(open_solver("z3", Budget())) as solver:
        return with_small_numbers(formulas, solver)


def is_satisfiable(formula: Term) -> bool:
    with closing(open_solver("bitwuzla", Budget())) as solver:
        answer = solver.check([formula])
        assert not isinstance(answer, NoAnswer)
        return isinstance(answer, Sat)


def bits_of(formula: Term) -> set[int]:
    return {each.sort.width for each in variables_of(formula) if isinstance(each.sort, BitVecSort)}


@pytest.mark.parametrize("seed", range(40))
def test_satisfiability_is_preserved(seed: int) -> None:
    choose = random.Random(seed)

    def any_term(depth: int) -> Term:
        if depth == 0:
            return choose.choice([X, Y, bv(choose.randrange(8), WIDTH)])
        return choose.choice([bvadd, bvmul, bvudiv, bvurem])(any_term(depth - 1), any_term(depth - 1))

    formulas = [
        and_(below(X, choose.randrange(1, 9)), below(Y, choose.randrange(1, 9)), eq(any_term(2), any_term(2)))
        for _ in range(3)
    ]
    found = smaller(*formulas)
    assert found is not None
    for before, after in zip(formulas, found, strict=True):
        assert is_satisfiable(before) == is_satisfiable(after)
        assert all(width <= 3 for width in bits_of(after))


def test_all_formulas_must_bound_the_number() -> None:
    division = eq(bvurem(X, Y), bv(3, WIDTH))
    kept = and_(below(X, 6), below(Y, 6), division)
    free = and_(below(X, 6), division)
    found = smaller(kept, free)
    assert found is not None
    assert all(bits_of(formula) == {3, WIDTH} for formula in found)
    assert smaller(or_(kept, division)) is None


def test_signed_bound_alone_does_not_bound_the_number() -> None:
    division = eq(bvurem(X, bv(5, WIDTH)), bv(3, WIDTH))
    assert smaller(and_(bvslt(X, bv(6, WIDTH)), division)) is None
    found = smaller(and_(bvslt(X, bv(6, WIDTH)), not_(bvslt(X, bv(0, WIDTH))), division))
    assert found is not None
    assert bits_of(found[0]) == {3}


def test_unanswered_bound_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = and_(below(X, 200), eq(bvmul(X, X), bv(4, WIDTH)))
    monkeypatch.setattr("surefoot.discharge.small_numbers.values_in", lambda _parts, _number: range(4))
    assert smaller(formula) is None


def test_unsatisfiable_formulas_are_discharged() -> None:
    found = smaller(and_(below(X, 7), below(Y, 7), eq(bvmul(X, Y), bv(37, WIDTH))))
    assert found is not None
    with closing(open_solver("bits", Budget())) as solver:
        assert isinstance(solver.check([found[0]]), Unsat)
