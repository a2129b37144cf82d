"""The solver `bits`: reads and comparison of arrays, and many checks over one set of clauses."""

import random
from contextlib import closing

import pytest

from surefoot.base.budget import Budget
from surefoot.logic import (
    BOOL,
    ArrayValue,
    Term,
    Value,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvult,
    concat,
    constant,
    constant_array,
    eq,
    evaluate,
    ite,
    not_,
    select,
    store,
    variable,
)
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.smt.model_checking import CheckedSolver
from surefoot.smt.registry import open_solver

MEMORY = array_sort(bit_vector(2), bit_vector(3))
memory, other = variable("memory", MEMORY), variable("other", MEMORY)
i, j, v = variable("i", bit_vector(2)), variable("j", bit_vector(2)), variable("v", bit_vector(3))
p = variable("p", BOOL)
TERMS = (
    select(memory, i),
    concat(select(memory, i), select(memory, j)),
    select(store(store(memory, i, v), j, bv(5, 3)), bvadd(i, j)),
    select(store(ite(p, store(memory, i, v), other), j, v), bv(2, 2)),
    select(ite(p, constant_array(MEMORY, v), memory), i),
    concat(select(store(memory, i, v), j), select(memory, j)),
    ite(eq(store(memory, i, v), other), bv(1, 3), bv(0, 3)),
)


def denoting(value: ArrayValue) -> Term:
    array = constant_array(MEMORY, constant(value.default, MEMORY.element))
    for index, element in value.entries.items():
        array = store(array, constant(index, MEMORY.index), constant(element, MEMORY.element))
    return array


@pytest.mark.parametrize("number", range(len(TERMS)))
def test_arrays_are_read_back(number: int) -> None:
    term = TERMS[number]
    choose = random.Random(number)
    for _ in range(15):
        contents = ArrayValue(0, {index: choose.getrandbits(3) for index in range(4)})
        same = choose.random() < 0.3
        assignment: dict[Term, Value] = {
            memory: contents,
            other: contents if same else ArrayValue(0, {index: choose.getrandbits(3) for index in range(4)}),
            i: choose.getrandbits(2),
            j: choose.getrandbits(2),
            v: choose.getrandbits(3),
            p: choose.random() < 0.5,
        }
        with closing(CheckedSolver(open_solver("bits", Budget.seconds(20)))) as solver:
            for symbol, value in assignment.items():
                shown = denoting(value) if isinstance(value, ArrayValue) else constant(value, symbol.sort)
                solver.add(eq(symbol, shown))
            is_right = eq(term, constant(evaluate(term, assignment), term.sort))
            assert isinstance(solver.check([is_right]), Sat)
            assert isinstance(solver.check([not_(is_right)]), Unsat)


def test_check_without_answer_does_not_affect_the_next() -> None:
    x, y = variable("x", bit_vector(64)), variable("y", bit_vector(64))
    bounds = [bvult(bv(1, 64), x), bvult(x, bv(1 << 32, 64)), bvult(bv(1, 64), y), bvult(y, bv(1 << 32, 64))]
    with closing(CheckedSolver(open_solver("bits", Budget.seconds(0.5)))) as solver:
        for bound in bounds:
            solver.add(bound)
        prime = eq(bvmul(x, y), bv((1 << 61) - 1, 64))
        assert solver.check([prime]) == NoAnswer("time limit")
    with closing(CheckedSolver(open_solver("bits", Budget.seconds(20)))) as solver:
        for bound in bounds:
            solver.add(bound)
        answer = solver.check([eq(bvmul(x, y), bv(15, 64)), bvult(x, y), bvult(y, bv(16, 64))])
        assert isinstance(answer, Sat)
        assert (answer.model.value(x), answer.model.value(y)) == (3, 5)


def test_many_scopes_over_one_set_of_clauses() -> None:
    x = variable("x", bit_vector(16))
    with closing(CheckedSolver(open_solver("bits", Budget.seconds(30)))) as solver:
        solver.add(bvult(x, bv(200, 16)))
        for number in range(0, 400, 7):
            with solver.scope():
                solver.add(eq(x, bv(number, 16)))
                assert isinstance(solver.check(), Sat if number < 200 else Unsat)
        assert isinstance(solver.check(), Sat)
