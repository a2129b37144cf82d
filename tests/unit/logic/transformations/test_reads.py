"""Reads of written arrays, split into cases, keep their value."""

import random

import pytest

from surefoot.logic import (
    ArrayValue,
    Op,
    Term,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvult,
    constant_array,
    eq,
    evaluate,
    ite,
    select,
    store,
    variable,
    with_split_reads,
)

NUMBER = bit_vector(2)
ARRAY = array_sort(NUMBER, NUMBER)
A, B = variable("a", ARRAY), variable("b", ARRAY)
X, Y = variable("x", NUMBER), variable("y", NUMBER)


def random_number(generator: random.Random, depth: int) -> Term:
    if depth == 0:
        return generator.choice([X, Y, bv(generator.randrange(4), 2)])
    if generator.random() < 0.6:
        return select(random_array(generator, depth - 1), random_number(generator, depth - 1))
    return bvadd(random_number(generator, depth - 1), random_number(generator, depth - 1))


def random_array(generator: random.Random, depth: int) -> Term:
    if depth == 0:
        return generator.choice([A, B, constant_array(ARRAY, bv(generator.randrange(4), 2))])
    first = random_array(generator, depth - 1)
    if generator.random() < 0.5:
        return store(first, random_number(generator, depth - 1), random_number(generator, depth - 1))
    condition = bvult(random_number(generator, depth - 1), random_number(generator, depth - 1))
    return ite(condition, first, random_array(generator, depth - 1))


def reads(term: Term) -> list[Term]:
    seen: dict[Term, None] = {}
    todo = [term]
    while todo:
        current = todo.pop()
        if current not in seen:
            seen[current] = None
            todo.extend(current.args)
    return [each for each in seen if each.op is Op.SELECT]


@pytest.mark.parametrize("seed", range(100))
def test_split_reads_keep_their_value(seed: int) -> None:
    generator = random.Random(seed)
    memo: dict[Term, Term] = {}
    pairs: dict[tuple[Term, Term], Term] = {}
    for _ in range(5):
        term = eq(random_number(generator, 3), random_number(generator, 3))
        split = with_split_reads(term, memo, pairs)
        assert all(each.args[0].op is Op.VARIABLE for each in reads(split))
        for _ in range(10):
            values = {each: generator.randrange(4) for each in (X, Y)}
            arrays = {each: ArrayValue(0, {at: generator.randrange(4) for at in range(4)}) for each in (A, B)}
            assert evaluate(split, {**values, **arrays}) == evaluate(term, {**values, **arrays})


def test_long_chain_of_writes_is_supported() -> None:
    array = A
    for number in range(5000):
        array = store(array, bvadd(X, bv(number, 2)), Y)
    assert all(each.args[0] is A for each in reads(with_split_reads(select(array, X), {}, {})))
