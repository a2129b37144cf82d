"""Integer relaxation of words: implied by them, and equivalent for linear formulas."""

import random
from collections.abc import Callable
from contextlib import closing
from itertools import product

import pytest

from surefoot.base.budget import Budget
from surefoot.logic import (
    INT,
    Evaluator,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvmul,
    bvneg,
    bvslt,
    bvsub,
    bvudiv,
    bvult,
    bvxor,
    concat,
    eq,
    extract,
    ite,
    not_,
    or_,
    sign_extend,
    variable,
    variables_of,
    zero_extend,
)
from surefoot.logic.transformations.linear_integers import in_linear_integers
from surefoot.smt.contracts import Sat, Unsat, Use
from surefoot.smt.registry import open_solver

WIDTH = 3
WORDS = tuple(variable(name, bit_vector(WIDTH)) for name in "xyz")
ALL = [dict(zip(WORDS, values, strict=True)) for values in product(range(1 << WIDTH), repeat=len(WORDS))]


def resized(term: Term) -> Term:
    """Return ``term`` in `WIDTH` bits, by a way that depends on its bits."""
    width = term.sort.width
    if width < WIDTH:
        return sign_extend(term, WIDTH) if term.id % 2 else zero_extend(term, WIDTH)
    low = term.id % (width - WIDTH + 1)
    return extract(term, low + WIDTH - 1, low)


LINEAR: list[Callable[[random.Random, Term, Term], Term]] = [
    lambda _, left, right: bvadd(left, right),
    lambda _, left, right: bvsub(left, right),
    lambda _, left, __: bvneg(left),
    lambda choose, left, _: bvmul(bv(choose.randrange(1 << WIDTH), WIDTH), left),
    lambda _, left, right: resized(bvadd(sign_extend(left, WIDTH + 2), zero_extend(right, WIDTH + 2))),
    lambda _, left, right: resized(concat(left, right)),
    lambda _, left, __: resized(extract(left, 1, 0)),
    lambda _, left, right: ite(bvult(left, right), left, right),
]
OTHERS: list[Callable[[random.Random, Term, Term], Term]] = [
    lambda _, left, right: bvand(left, right),
    lambda _, left, right: bvxor(left, right),
    lambda _, left, right: bvudiv(left, right),
    lambda _, left, right: bvmul(left, right),
]


def some_formula(choose: random.Random, operators: list[Callable[[random.Random, Term, Term], Term]]) -> Term:
    def word(depth: int) -> Term:
        if depth == 0 or choose.random() < 0.2:
            return choose.choice([*WORDS, bv(choose.randrange(1 << WIDTH), WIDTH)])
        return choose.choice(operators)(choose, word(depth - 1), word(depth - 1))

    def condition() -> Term:
        found = choose.choice([eq, bvslt, bvult])(word(2), word(2))
        return not_(found) if choose.random() < 0.3 else found

    first, second, third, fourth = (condition() for _ in range(4))
    return and_(first, second, or_(third, fourth))


def is_satisfiable(formula: Term) -> bool:
    return any(Evaluator(each.__getitem__).value(formula) for each in ALL)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_solutions_in_words_are_solutions_in_integers(name: str, seed: int) -> None:
    choose = random.Random(seed)
    for operators in (LINEAR, LINEAR + OTHERS):
        formula = some_formula(choose, operators)
        with closing(open_solver(name, Budget.seconds(30), use=Use.ONE_SHOT)) as solver:
            solver.add(in_linear_integers([formula]))
            answer = solver.check()
        if is_satisfiable(formula):
            assert isinstance(answer, Sat)
        elif operators is LINEAR:
            assert isinstance(answer, Unsat)


def test_result_has_integers_and_booleans_only() -> None:
    formula = some_formula(random.Random(1), LINEAR + OTHERS)
    assert {symbol.sort for symbol in variables_of(in_linear_integers([formula]))} <= {INT}
