"""Walks, substitution and evaluation, also of deep terms."""

import pytest

from surefoot.logic import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    Evaluator,
    FunctionSymbol,
    Op,
    SortError,
    Term,
    Value,
    apply,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvult,
    bvxor,
    dag_size,
    eq,
    evaluate,
    fold,
    int_constant,
    ite,
    rebuild,
    substitute,
    variable,
    variables_of,
)
from surefoot.logic.smtlib import parse_script, parse_term, print_script, print_term

X, Y = (variable(name, bit_vector(8)) for name in "xy")
P = variable("p", BOOL)
DEPTH = 40_000
"""Far more than Python can recurse."""


@pytest.fixture(scope="module")
def deep() -> Term:
    """Return a term of great depth with each level used twice: as a tree, it has more nodes than
    there are atoms.
    """
    term = X
    for _ in range(DEPTH // 2):
        term = bvxor(bvmul(term, Y), term)
    return term


def test_fold_visits_each_subterm_once_arguments_first() -> None:
    visited: list[Term] = []

    def visit(term: Term, results: list[int]) -> int:
        visited.append(term)
        return 1 + max(results, default=0)

    total = bvadd(X, Y)
    term = bvult(total, bvmul(total, X))
    assert fold(term, visit) == 4
    assert visited == [X, Y, total, term.args[1], term]


def test_fold_shares_a_memo() -> None:
    memo: dict[Term, str] = {X: "known"}
    assert fold(bvadd(X, Y), lambda term, results: "".join(results) or str(term), memo) == "knowny"
    assert memo[Y] == "y"


def test_substitution_simplifies() -> None:
    term = ite(P, bvadd(X, bv(1, 8)), Y)
    assert substitute(term, {P: TRUE, X: bv(2, 8)}) is bv(3, 8)
    assert substitute(term, {P: FALSE}) is Y


def test_substitution_replaces_outermost_terms_at_once() -> None:
    total = bvadd(X, Y)
    assert substitute(bvult(total, X), {total: Y, X: Y}) is FALSE
    assert substitute(bvult(X, Y), {X: Y, Y: X}) is bvult(Y, X)
    assert substitute(X, {X: Y}) is Y and substitute(X, {}) is X
    assert substitute(total, {total: X}) is X


def test_substitution_keeps_unaffected_terms() -> None:
    term = bvult(bvadd(X, Y), bvmul(X, Y))
    assert substitute(term, {P: TRUE}) is term


def test_substitution_shares_a_memo() -> None:
    memo: dict[Term, Term] = {}
    total = bvmul(X, Y)
    substitute(total, {X: bv(2, 8), Y: bv(3, 8)}, memo)
    assert memo[total] is bv(6, 8)
    assert substitute(bvult(total, X), {X: bv(2, 8), Y: bv(3, 8)}, memo) is FALSE


def test_substitution_checks_sorts() -> None:
    with pytest.raises(SortError):
        substitute(bvadd(X, Y), {X: P})


def test_rebuild_of_leaves() -> None:
    assert rebuild(X, ()) is X and rebuild(TRUE, ()) is TRUE


def test_variables_and_size() -> None:
    term = bvult(bvadd(X, Y), bvmul(X, bv(3, 8)))
    assert variables_of(term) == (X, Y)
    assert variables_of(P, term) == tuple(sorted([X, Y, P], key=lambda symbol: symbol.id))
    assert dag_size(term) == 6 and dag_size(term, X) == 6 and dag_size() == 0


def test_evaluation_reads_variables_and_functions() -> None:
    symbol = FunctionSymbol("f", (INT,), INT)
    n = variable("n", INT)
    term = apply(symbol, n)
    assert Evaluator(lambda _: 3, lambda _, values: values[0]).value(term) == 3
    with pytest.raises(LookupError, match="no interpretation is given for f"):
        evaluate(term, {n: 3})
    with pytest.raises(KeyError):
        evaluate(n, {})


def test_evaluation_checks_assigned_values() -> None:
    symbol = FunctionSymbol("g", (INT,), BOOL)
    with pytest.raises(SortError):
        evaluate(X, {X: 256})
    with pytest.raises(SortError):
        Evaluator(lambda _: 3, lambda _, __: 3).value(apply(symbol, int_constant(1)))


def test_evaluation_shares_work() -> None:
    asked: list[Term] = []

    def value_of(symbol: Term) -> Value:
        asked.append(symbol)
        return 1

    evaluator = Evaluator(value_of)
    assert evaluator.value(bvadd(X, Y)) == 2 and evaluator.value(bvmul(X, Y)) == 1
    assert sorted(asked, key=lambda symbol: symbol.id) == [X, Y]


def test_deep_terms_can_be_walked(deep: Term) -> None:
    assert dag_size(deep) == DEPTH + 2
    assert variables_of(deep) == (X, Y)
    assert fold(deep, lambda _, results: 1 + max(results, default=0)) == DEPTH + 1
    assert len(repr(deep)) < 500


def test_deep_terms_can_be_evaluated_and_substituted(deep: Term) -> None:
    expected = 3
    for _ in range(DEPTH // 2):
        expected = (expected * 6 % 256) ^ expected
    assert evaluate(deep, {X: 3, Y: 6}) == expected
    assert substitute(deep, {X: bv(3, 8), Y: bv(6, 8)}) is bv(expected, 8)
    assert substitute(deep, {P: TRUE}) is deep
    renamed = substitute(deep, {X: Y})
    assert renamed is not deep and renamed.op is Op.BVXOR


def test_deep_terms_can_be_printed_and_parsed(deep: Term) -> None:
    assert len(print_term(deep)) < 100 * DEPTH
    part = deep
    for _ in range(DEPTH - 10_000):
        part = max(part.args, key=lambda argument: argument.id)
    assert parse_term(print_term(part), {"x": X, "y": Y}) is part
    assert parse_script(print_script([eq(part, bv(1, 8))])).assertions == (eq(part, bv(1, 8)),)


def test_deep_chains_without_sharing_can_be_printed_and_parsed() -> None:
    term = X
    for number in range(20_000):
        term = bvmul(term, variable(f"factor{number}", bit_vector(8)))
    symbols = {str(symbol): symbol for symbol in variables_of(term)}
    text = print_term(term)
    assert len(text) < 60 * dag_size(term)
    assert parse_term(text, symbols) is term
