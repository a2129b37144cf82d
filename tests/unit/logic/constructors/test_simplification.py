"""Simplifying constructors preserve the value of terms."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.applications import APPLIED, BASE_SORTS, interpret, random_application, random_pool, random_value
from surefoot.logic import (
    BOOL,
    TRUE,
    ArraySort,
    Evaluator,
    Op,
    Term,
    Value,
    and_,
    bit_vector,
    constant,
    constructor,
    fp_is_nan,
    rebuild,
    same_value,
    substitute,
    variable,
)
from surefoot.logic.semantics import MEANINGS

BITWISE = [op for op in APPLIED if op.name.startswith("BV")]
STRUCTURE = [Op.CONCAT, Op.EXTRACT, Op.ZERO_EXTEND, Op.SIGN_EXTEND, Op.ITE, Op.EQ, Op.NOT, Op.AND, Op.OR]
THEORIES = {
    "all": (APPLIED, BASE_SORTS),
    "vectors": ([*BITWISE, *STRUCTURE, *STRUCTURE], (BOOL, bit_vector(1), bit_vector(2), bit_vector(4), bit_vector(8))),
    "bits": ([*BITWISE, *STRUCTURE], (BOOL, bit_vector(1))),
    "booleans": ([Op.NOT, Op.AND, Op.OR, Op.ITE, Op.EQ], (BOOL, bit_vector(4))),
    "slices": (STRUCTURE, (BOOL, bit_vector(4), bit_vector(8))),
    "sums": (
        [Op.BVADD, Op.BVSUB, Op.BVNEG, Op.EQ, Op.ITE, Op.BVULT, Op.BVSLT, Op.ZERO_EXTEND, Op.SIGN_EXTEND],
        (BOOL, bit_vector(4)),
    ),
}


def test_every_operator_has_semantics_and_a_constructor() -> None:
    assert {*MEANINGS, Op.APPLY, Op.VARIABLE, Op.CONSTANT} == set(Op)
    choose = random.Random(0)
    assert {random_application(op, choose).op for op in APPLIED} == set(Op) - {Op.VARIABLE, Op.CONSTANT}


@pytest.mark.parametrize("theory", THEORIES)
@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_simplified_terms_keep_their_value(theory: str, seed: int) -> None:
    ops, sorts = THEORIES[theory]
    choose = random.Random(seed)
    pool = random_pool(choose, sorts)
    for _ in range(50):
        pool.grow(choose, [op for op in ops if op is not Op.CONCAT or any(sort.width for sort in sorts)])
    evaluator = Evaluator(pool.assignment.__getitem__, interpret)
    for term, value in pool.values.items():
        assert same_value(evaluator.value(term), value, term.sort), term


def value_of_closed(term: Term) -> Value:
    nothing: dict[Term, Value] = {}
    return Evaluator(nothing.__getitem__, interpret).value(term)


@pytest.mark.parametrize("op", APPLIED, ids=lambda op: op.name)
def test_constants_are_folded(op: Op) -> None:
    choose = random.Random(op.value)
    for _ in range(40):
        application = random_application(op, choose)
        values = [random_value(sort, choose) for sort in application.sorts]
        term = application.build([constant(value, sort) for value, sort in zip(values, application.sorts, strict=True)])
        expected = application.value(values)
        if op in (Op.APPLY, Op.CONSTANT_ARRAY) or any(isinstance(sort, ArraySort) for sort in application.sorts):
            assert same_value(value_of_closed(term), expected, term.sort)
        elif op in (Op.FP_FROM_IEEE_BV, Op.FP_TO_IEEE_BV) and term.args:
            assert value_of_closed(term) == expected
            assert fp_is_nan(term if op is Op.FP_FROM_IEEE_BV else term.args[0]) is TRUE
        else:
            assert term is constant(expected, term.sort)


@pytest.mark.parametrize("op", APPLIED, ids=lambda op: op.name)
def test_rebuilding_with_the_same_arguments_changes_nothing(op: Op) -> None:
    choose = random.Random(op.value)
    for _ in range(20):
        application = random_application(op, choose)
        term = application.build([variable(f"a{i}", sort) for i, sort in enumerate(application.sorts)])
        assert rebuild(term, term.args) is term
        assert constructor(term)(*term.args) is term


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_substituting_values_evaluates(seed: int) -> None:
    choose = random.Random(seed)
    pool = random_pool(choose)
    for _ in range(40):
        pool.grow(choose)
    constants = {symbol: constant(value, symbol.sort) for symbol, value in pool.assignment.items()}
    memo: dict[Term, Term] = {}
    for term, value in pool.values.items():
        result = substitute(term, constants, memo)
        assert same_value(value_of_closed(result), value, term.sort)


def test_conjunction_of_many_terms_is_linear() -> None:
    terms = [variable(f"many{number}", BOOL) for number in range(100_000)]
    assert len(and_(*terms, *terms).args) == 100_000
