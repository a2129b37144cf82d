"""Rewrites and sorts of arrays, integers and uninterpreted functions."""

from collections.abc import Callable

import pytest

from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT16,
    INT,
    TRUE,
    FunctionSymbol,
    Op,
    SortError,
    Term,
    apply,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    constant_array,
    eq,
    evaluate,
    int_add,
    int_constant,
    int_div,
    int_le,
    int_lt,
    int_mod,
    int_mul,
    int_neg,
    int_sub,
    not_,
    select,
    store,
    variable,
)

MEMORY = array_sort(bit_vector(32), bit_vector(8))
A = variable("a", MEMORY)
INDEX, J = (variable(name, bit_vector(32)) for name in "ij")
V, W = (variable(name, bit_vector(8)) for name in "vw")
ZEROS = constant_array(MEMORY, bv(0, 8))
N, M = (variable(name, INT) for name in "nm")
F = FunctionSymbol("f", (INT, BOOL), INT)


def number(value: int) -> Term:
    return int_constant(value)


def index(value: int) -> Term:
    return bv(value, 32)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (select(store(A, INDEX, V), INDEX), V),
        (select(store(A, index(1), V), index(2)), select(A, index(2))),
        (select(store(store(A, INDEX, V), bvadd(INDEX, index(1)), W), INDEX), V),
        (select(store(A, bvadd(INDEX, index(4)), W), bvadd(INDEX, index(8))), select(A, bvadd(INDEX, index(8)))),
        (select(ZEROS, INDEX), bv(0, 8)),
        (select(store(ZEROS, index(1), V), index(2)), bv(0, 8)),
        (store(store(A, INDEX, V), INDEX, W), store(A, INDEX, W)),
        (store(A, INDEX, select(A, INDEX)), A),
        (store(ZEROS, INDEX, bv(0, 8)), ZEROS),
        (store(store(ZEROS, INDEX, V), INDEX, bv(0, 8)), ZEROS),
    ],
)
def test_arrays(left: Term, right: Term) -> None:
    assert left is right


def test_writes_that_may_alias_remain() -> None:
    written = store(A, INDEX, V)
    assert select(written, J).args == (written, J)
    assert select(written, index(3)).args == (written, index(3))
    floats = variable("floats", array_sort(FLOAT16, INT))
    x, y = variable("fx", FLOAT16), variable("fy", FLOAT16)
    assert select(store(floats, x, N), y).op is Op.SELECT


def test_reading_through_a_long_chain_of_writes() -> None:
    chain = A
    for position in range(100_000):
        chain = store(chain, index(position), V)
    assert select(chain, index(200_000)) is select(A, index(200_000))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (int_neg(int_neg(N)), N),
        (int_neg(number(3)), number(-3)),
        (int_add(N, number(0)), N),
        (int_add(number(2), number(3)), number(5)),
        (int_add(int_add(N, number(2)), number(3)), int_add(N, number(5))),
        (int_add(N, M), int_add(M, N)),
        (int_sub(N, N), number(0)),
        (int_sub(N, number(2)), int_add(N, number(-2))),
        (int_sub(number(0), N), int_neg(N)),
        (int_mul(N, number(0)), number(0)),
        (int_mul(number(1), N), N),
        (int_mul(N, number(-1)), int_neg(N)),
        (int_mul(number(3), number(4)), number(12)),
        (int_mul(N, M), int_mul(M, N)),
        (int_div(number(-7), number(2)), number(-4)),
        (int_div(number(-7), number(-2)), number(4)),
        (int_div(number(7), number(-2)), number(-3)),
        (int_mod(number(-7), number(-2)), number(1)),
        (int_div(N, number(0)), number(0)),
        (int_mod(N, number(0)), N),
        (int_lt(N, N), FALSE),
        (int_lt(number(1), number(2)), TRUE),
        (int_le(N, M), not_(int_lt(M, N))),
    ],
)
def test_integers(left: Term, right: Term) -> None:
    assert left is right


def test_division_by_a_variable_is_guarded() -> None:
    """Solvers choose the value of division by zero; ours is fixed."""
    quotient = int_div(N, M)
    assert quotient.op is Op.ITE and quotient.args[0] is eq(M, number(0))
    assert evaluate(quotient, {N: 7, M: 0}) == 0 and evaluate(quotient, {N: 7, M: -2}) == -3
    assert evaluate(int_mod(N, M), {N: 7, M: 0}) == 7
    assert int_div(N, number(2)).op is Op.INT_DIV and int_mod(N, number(2)).op is Op.INT_MOD


def test_functions() -> None:
    assert apply(F, N, TRUE) is apply(F, N, TRUE)
    assert apply(F, N, TRUE).sort is INT


@pytest.mark.parametrize(
    "build",
    [
        lambda: select(INDEX, INDEX),
        lambda: select(A, V),
        lambda: store(A, V, V),
        lambda: store(A, INDEX, INDEX),
        lambda: store(INDEX, INDEX, V),
        lambda: constant_array(MEMORY, INDEX),
        lambda: int_add(N, INDEX),
        lambda: int_neg(INDEX),
        lambda: int_lt(INDEX, N),
        lambda: apply(F, N),
        lambda: apply(F, TRUE, N),
        lambda: apply(FunctionSymbol("g", (), INT)),
    ],
)
def test_ill_sorted_terms_are_refused(build: Callable[[], Term]) -> None:
    with pytest.raises(SortError):
        build()
