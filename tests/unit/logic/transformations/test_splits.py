"""Splits of comparisons of conditional terms are equivalent to the originals."""

import random
from itertools import product

from surefoot.logic import (
    BOOL,
    Evaluator,
    Op,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvslt,
    bvult,
    eq,
    ite,
    not_,
    postorder,
    variable,
    with_split_comparisons,
)
from surefoot.logic.limits import LIMITS

NUMBER = bit_vector(2)
X, Y = variable("x", NUMBER), variable("y", NUMBER)
P, Q = variable("p", BOOL), variable("q", BOOL)
ASSIGNMENTS = [{X: x, Y: y, P: p, Q: q} for x, y, p, q in product(range(4), range(4), (False, True), (False, True))]


def random_number(generator: random.Random, depth: int) -> Term:
    if depth == 0:
        return generator.choice([X, Y, bv(generator.randrange(4), 2)])
    match generator.randrange(4):
        case 0:
            return bvadd(random_number(generator, depth - 1), bv(generator.randrange(4), 2))
        case 1:
            return bvmul(random_number(generator, depth - 1), random_number(generator, depth - 1))
        case _:
            condition = random_formula(generator, depth - 1)
            return ite(condition, random_number(generator, depth - 1), random_number(generator, depth - 1))


def random_formula(generator: random.Random, depth: int) -> Term:
    if depth <= 0:
        return generator.choice([P, Q, not_(P), not_(Q)])
    if generator.random() < 0.3:
        return and_(random_formula(generator, depth - 1), not_(random_formula(generator, depth - 1)))
    compare = generator.choice([eq, bvult, bvslt])
    return compare(random_number(generator, depth - 1), random_number(generator, depth - 1))


def compared_choices(formula: Term) -> list[Term]:
    compared = [each for term in postorder([formula]) if term.op in {Op.EQ, Op.BVULT, Op.BVSLT} for each in term.args]
    sums = [each.args[0] for each in compared if each.op is Op.BVADD and each.args[1].op is Op.CONSTANT]
    return [each for each in (*compared, *sums) if each.op is Op.ITE]


def test_split_formulas_are_equivalent_and_compare_unconditionally() -> None:
    generator = random.Random(7)
    memo: dict[Term, Term] = {}
    formulas = [random_formula(generator, 5) for _ in range(400)]
    evaluators = [Evaluator(each.__getitem__) for each in ASSIGNMENTS]
    assert sum(bool(compared_choices(formula)) for formula in formulas) > 100
    for formula in formulas:
        split = with_split_comparisons(formula, memo)
        assert compared_choices(split) == []
        assert all(each.value(split) == each.value(formula) for each in evaluators)


def test_a_chain_of_conditional_increments_is_compared_by_its_start() -> None:
    wide = bit_vector(32)
    start, other = variable("start", wide), variable("other", wide)
    conditions = [variable(f"c{number}", BOOL) for number in range(8)]
    total = start
    for condition in conditions:
        total = ite(condition, bvadd(total, bv(1, 32)), total)
    split = with_split_comparisons(eq(total, other), {})
    compared = {term for term in postorder([split]) if term.op is Op.EQ}
    assert len(compared) == 9
    assert {eq(bvadd(start, bv(number, 32)), other) for number in range(9)} == compared


def test_comparisons_with_too_many_cases_are_not_split() -> None:
    wide = bit_vector(32)

    def chosen(name: str, count: int) -> Term:
        found = variable(name, wide)
        for number in range(count):
            found = ite(variable(f"{name} {number}", BOOL), variable(f"{name} is {number}", wide), found)
        return found

    many = eq(chosen("left", LIMITS.split_cases // 4), chosen("right", LIMITS.split_cases // 4))
    assert with_split_comparisons(many, {}) is many
    few = eq(chosen("left", 4), chosen("right", 4))
    assert compared_choices(with_split_comparisons(few, {})) == []
