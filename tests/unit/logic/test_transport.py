"""Terms, sorts and values sent to another process stay identical."""

import copy
import multiprocessing
import pickle
import random

import pytest

from corpus.applications import random_pool
from surefoot.logic import (
    BOOL,
    FLOAT32,
    INT,
    ROUNDING_MODE,
    TRUE,
    ArrayValue,
    FunctionSymbol,
    Op,
    RoundingMode,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    and_,
    apply,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    constant,
    dag_size,
    eq,
    float_sort,
    ite,
    not_,
    pack,
    uninterpreted_sort,
    unpack,
    variable,
)
from surefoot.logic.terms import intern

WORD = bit_vector(32)
X, Y = (variable(name, WORD) for name in "xy")
SORTS: list[Sort] = [
    BOOL,
    INT,
    ROUNDING_MODE,
    WORD,
    FLOAT32,
    float_sort(4, 7),
    array_sort(WORD, array_sort(INT, BOOL)),
    uninterpreted_sort("S"),
]


@pytest.mark.parametrize("sort", SORTS, ids=str)
def test_sorts_stay_one_object(sort: Sort) -> None:
    assert pickle.loads(pickle.dumps(sort)) is sort  # noqa: S301
    assert copy.deepcopy(sort) is sort


def test_values_stay_equal() -> None:
    value = ArrayValue(RoundingMode.RTZ, {1: RoundingMode.RNE})
    again = pickle.loads(pickle.dumps(value))  # noqa: S301
    assert again == value
    assert again[1] is RoundingMode.RNE


@pytest.mark.parametrize("seed", range(40))
def test_terms_stay_one_object(seed: int) -> None:
    choose = random.Random(seed)
    pool = random_pool(choose)
    for _ in range(60):
        pool.grow(choose)
    for term in pool.values:
        assert pickle.loads(pickle.dumps(term)) is term  # noqa: S301


def test_symbols_of_equal_spelling_stay_distinct() -> None:
    chosen = variable(Symbol(SymbolKind.CHOICE, "x", 1, "x"), WORD)
    assert pickle.loads(pickle.dumps((X, chosen))) == (X, chosen)  # noqa: S301


def test_unsimplified_terms_stay_unsimplified() -> None:
    term = intern(Op.AND, (TRUE, TRUE), BOOL)
    assert and_(TRUE, TRUE) is TRUE
    assert pickle.loads(pickle.dumps(term)) is term  # noqa: S301


def deep_term(depth: int) -> Term:
    """Return a term with shared arguments, which is larger than any memory if it is written as a tree."""
    term = X
    for _ in range(depth):
        term = bvmul(bvadd(term, Y), term)
    return term


def test_depth_and_sharing_are_no_limit() -> None:
    term = deep_term(50_000)
    assert len(pack([term]).rows) == dag_size(term) > 100_000
    assert pickle.loads(pickle.dumps(term)) is term  # noqa: S301


def test_packed_terms_share_their_rows() -> None:
    shared = deep_term(10)
    terms = [eq(shared, bv(number, 32)) for number in range(20)]
    packed = pack(terms)
    assert len(packed.rows) == dag_size(*terms)
    assert unpack(pickle.loads(pickle.dumps(packed))) == tuple(terms)  # noqa: S301
    assert unpack(pack([X, X])) == (X, X)
    assert unpack(pack([])) == ()


def exchanged_terms() -> list[Term]:
    function = FunctionSymbol("f", (WORD, BOOL), uninterpreted_sort("S"))
    address = variable(Symbol(SymbolKind.ADDRESS, "x", 1, "&x#1"), WORD)
    applied = apply(function, bvadd(address, X), eq(X, Y))
    return [
        not_(eq(applied, constant(3, uninterpreted_sort("S")))),
        ite(eq(X, Y), deep_term(9), bv(7, 32)),
        deep_term(20_000),
    ]


def answer(received: list[Term]) -> tuple[list[bool], list[Term]]:
    """Return, in the other process, which terms are identical to its own, and send some of its own.

    Terms are built in another order there, so that the ids differ.
    """
    own = list(reversed([variable("z", WORD), *reversed(exchanged_terms())]))
    again = [bvmul(variable("new there", WORD), received[1])]
    return [mine is theirs for mine, theirs in zip(own, received, strict=False)], again


def test_two_processes_exchange_terms() -> None:
    terms = exchanged_terms()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        same, (product,) = pool.apply(answer, (terms,))
    assert same == [True] * len(terms)
    assert product.op is Op.BVMUL
    assert set(product.args) == {variable("new there", WORD), terms[1]}
