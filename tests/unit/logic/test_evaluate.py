"""Lazy evaluation: only relevant subterms are evaluated, with the result of full evaluation."""

import random
from collections.abc import Mapping

import pytest

from corpus.random_terms import Signature, TermGenerator
from surefoot.logic import (
    BOOL,
    Evaluator,
    Op,
    Term,
    Value,
    and_,
    bit_vector,
    bv,
    default_value,
    eq,
    evaluate,
    fold,
    ite,
    or_,
    variable,
    variables_of,
)
from surefoot.logic.semantics import MEANINGS

WORD = bit_vector(8)
X, Y = variable("x", WORD), variable("y", WORD)
P, Q = variable("p", BOOL), variable("q", BOOL)


def naive(term: Term, assignment: Mapping[Term, Value]) -> Value:
    """Return the value of ``term``, by those of all its parts."""

    def meaning(each: Term, values: list[Value]) -> Value:
        if each.op is Op.VARIABLE:
            return assignment[each]
        if each.op is Op.CONSTANT:
            value: Value = each.payload
            return value
        return MEANINGS[each.op](each.args[-1].sort, each.payload, *values)

    return fold(term, meaning)


@pytest.mark.parametrize("seed", range(200))
def test_lazy_evaluation_agrees_with_full_evaluation(seed: int) -> None:
    generator = TermGenerator(random.Random(seed), Signature(floats=False, functions=False))
    terms = [generator.term(BOOL, 5) for _ in range(4)]
    formula = ite(terms[0], or_(*terms[1:]), and_(*terms[1:]))
    assignment = {each: default_value(each.sort) for each in variables_of(formula, *terms)}
    for each in assignment:
        if each.sort is BOOL:
            assignment[each] = bool(seed & 1)
    evaluator = Evaluator(assignment.__getitem__)
    assert evaluator.value(formula) == naive(formula, assignment)
    for each in terms:
        assert evaluator.value(each) == naive(each, assignment)


@pytest.mark.parametrize("is_true", [True, False])
def test_branch_not_taken_is_not_evaluated(*, is_true: bool) -> None:
    chosen = {P: is_true, X if is_true else Y: 7}
    assert evaluate(ite(P, X, Y), chosen) == 7


def test_one_argument_may_suffice() -> None:
    decided = {P: True}
    assert evaluate(or_(P, Q), decided) is True
    assert evaluate(and_(P, eq(X, bv(1, 8))), {P: False}) is False
    with pytest.raises(KeyError):
        evaluate(and_(P, Q), decided)


def test_long_disjunction_is_resumed() -> None:
    asked: list[Term] = []
    choices = [eq(variable(f"x{number}", WORD), bv(1, 8)) for number in range(50)]

    def value(symbol: Term) -> Value:
        asked.append(symbol)
        return int(len(asked) == 40)

    assert Evaluator(value).value(or_(*choices)) is True
    assert len(asked) == len(set(asked)) == 40
