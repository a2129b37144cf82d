"""Unsimplified applications have the value of their operator, and are not rewritten."""

import random

import pytest

from corpus.applications import APPLIED, interpret, random_application, random_pool
from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT32,
    INT,
    ROUNDING_MODE,
    TRUE,
    Evaluator,
    FunctionSymbol,
    Op,
    SortError,
    Term,
    array_sort,
    bit_vector,
    bv,
    int_constant,
    same_value,
    uninterpreted_sort,
    variable,
)
from surefoot.logic.constructors.unsimplified import unsimplified

BYTE = bit_vector(8)
X = variable("x", BYTE)
N = variable("n", INT)
P = variable("p", BOOL)


@pytest.mark.parametrize("op", APPLIED, ids=lambda op: op.name)
def test_every_operator_has_the_sort_and_the_value_of_its_constructor(op: Op) -> None:
    for seed in range(20):
        choose = random.Random(seed)
        pool = random_pool(choose)
        application = random_application(op, choose)
        if any(sort not in pool.terms for sort in application.sorts):
            continue
        args = [choose.choice(pool.terms[sort]) for sort in application.sorts]
        term = unsimplified(op, args, application.payload)
        assert term.sort is application.build(args).sort
        value = application.value([pool.values[argument] for argument in args])
        found = Evaluator(pool.assignment.__getitem__, interpret).value(term)
        assert same_value(found, value, term.sort)


def test_nothing_is_rewritten() -> None:
    conjunction = unsimplified(Op.AND, (TRUE, FALSE))
    assert (conjunction.op, conjunction.args) == (Op.AND, (TRUE, FALSE))
    total = unsimplified(Op.BVADD, (bv(1, 8), X))
    assert (total.op, total.args) == (Op.BVADD, (bv(1, 8), X))
    assert unsimplified(Op.NOT, (unsimplified(Op.NOT, (P,)),)) is not P


def test_results_without_application_have_equal_value() -> None:
    assert unsimplified(Op.AND, ()) is TRUE
    assert unsimplified(Op.OR, ()) is FALSE
    assert unsimplified(Op.OR, (P,)) is P
    assert unsimplified(Op.ZERO_EXTEND, (X,), 8) is X
    for op, at_zero in ((Op.INT_DIV, int_constant(0)), (Op.INT_MOD, N)):
        condition, otherwise, division = unsimplified(op, (N, N)).args
        assert condition is unsimplified(Op.EQ, (N, int_constant(0)))
        assert (otherwise, division.op, division.args) == (at_zero, op, (N, N))


FLOAT, MODE, ARRAY = variable("f", FLOAT32), variable("m", ROUNDING_MODE), variable("a", array_sort(BYTE, BOOL))
ELEMENT = variable("e", uninterpreted_sort("Element"))
FUNCTION = FunctionSymbol("f", (BYTE,), BOOL)


@pytest.mark.parametrize(
    ("op", "args", "payload"),
    [
        (Op.NOT, (X,), None),
        (Op.NOT, (P, P), None),
        (Op.AND, (P, X), None),
        (Op.ITE, (P, X, P), None),
        (Op.ITE, (X, P, P), None),
        (Op.EQ, (X, P), None),
        (Op.BVADD, (X, N), None),
        (Op.BVADD, (X, bv(1, 4)), None),
        (Op.BVADD, (X,), None),
        (Op.BVULT, (P, P), None),
        (Op.BVNOT, (ELEMENT,), None),
        (Op.EXTRACT, (X,), (8, 0)),
        (Op.EXTRACT, (X,), (2, 3)),
        (Op.EXTRACT, (X,), None),
        (Op.ZERO_EXTEND, (X,), 7),
        (Op.CONCAT, (X, P), None),
        (Op.FP_ADD, (FLOAT, FLOAT), None),
        (Op.FP_ADD, (MODE, FLOAT), None),
        (Op.FP_ADD, (MODE, FLOAT, FLOAT, FLOAT), None),
        (Op.FP_LT, (FLOAT, X), None),
        (Op.FP_FROM_IEEE_BV, (X,), FLOAT32),
        (Op.FP_FROM_SIGNED, (MODE, FLOAT), FLOAT32),
        (Op.FP_TO_SIGNED, (FLOAT, FLOAT), 8),
        (Op.SELECT, (ARRAY, P), None),
        (Op.STORE, (ARRAY, X, X), None),
        (Op.CONSTANT_ARRAY, (X,), ARRAY.sort),
        (Op.INT_ADD, (N, X), None),
        (Op.APPLY, (P,), FUNCTION),
        (Op.APPLY, (), FunctionSymbol("c", (), BOOL)),
    ],
)
def test_sorts_are_checked(op: Op, args: tuple[Term, ...], payload: object) -> None:
    with pytest.raises(SortError):
        unsimplified(op, args, payload)
