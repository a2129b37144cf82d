"""Closed forms of random terms against their values in each round."""

import random

import pytest

from corpus.random_terms import Signature, TermGenerator
from surefoot.logic import BOOL, BitVecSort, Evaluator, Sort, Term, bit_vector, same_value, variable, variables_of
from surefoot.systems.closed_forms.newton import FOREVER, reduced, value_at
from surefoot.systems.closed_forms.term_iterations import Course, PolynomialCourse, Steady, TermIterations, number_in

MOST_ROUNDS = 40
PLAIN = Signature(floats=False, arrays=False, functions=False)


def some_course(choose: random.Random, sort: Sort) -> Course:
    if not isinstance(sort, BitVecSort):
        return Steady(choose.random() < 0.5)
    slow = choose.random() < 0.5
    drift = [choose.choice([0, 1, 1, 2, sort.mask]) if slow else choose.randrange(sort.mask + 1) for _ in range(2)]
    return PolynomialCourse(reduced((choose.randrange(sort.mask + 1), *drift[: choose.randint(0, 2)]), sort.mask + 1))


def values_in(courses: dict[Term, Course], number: int) -> Evaluator:
    known = {
        symbol: value_at(course.polynomial, number) % (symbol.sort.mask + 1)
        if isinstance(course, PolynomialCourse)
        else course.value
        for symbol, course in courses.items()
    }
    return Evaluator(known.__getitem__)


@pytest.mark.parametrize("seed", range(400))
def test_closed_form_holds_in_all_stated_rounds(seed: int) -> None:
    choose = random.Random(seed)
    generator = TermGenerator(choose, PLAIN)
    sorts: list[Sort] = [BOOL, *(bit_vector(width) for width in (1, 3, 5, 8))]
    sort = choose.choice(sorts)
    for _ in range(5):
        term = generator.term(sort, choose.randint(1, 4))
        courses = {symbol: some_course(choose, symbol.sort) for symbol in variables_of(term)}
        found = TermIterations(courses).course(term)
        assert found.iterations >= 1
        for number in range(min(found.iterations, MOST_ROUNDS)):
            value = number_in(found, sort.width, number) if isinstance(found, PolynomialCourse) else found.value
            assert same_value(value, values_in(courses, number).value(term), sort), (term, courses, number)


def test_terms_without_polynomial_hold_for_one_round() -> None:
    from surefoot.logic import bv, bvudiv, bvxor

    x = variable("x", bit_vector(8))
    terms = TermIterations({x: PolynomialCourse((1, 1))})
    assert terms.numbers(bvxor(x, bv(5, 8))).iterations == 1
    assert terms.numbers(bvudiv(bv(200, 8), x)) == PolynomialCourse((200,), 1)


def test_remainders_and_quotients_of_counters_with_steps_of_the_divisor() -> None:
    from surefoot.logic import bv, bvudiv, bvult, bvurem

    x = variable("x", bit_vector(32))
    terms = TermIterations({x: PolynomialCourse((7, 6))})
    whole = ((1 << 32) - 1 - 7) // 6 + 1
    assert terms.numbers(bvurem(x, bv(3, 32))) == PolynomialCourse((1,), whole)
    assert terms.numbers(bvudiv(x, bv(3, 32))) == PolynomialCourse((2, 2), whole)
    assert terms.truth(bvult(x, bv(1007, 32))) == Steady(value=True, iterations=167)
    assert TermIterations({x: PolynomialCourse((7, 0))}).truth(bvult(x, bv(8, 32))) == Steady(
        value=True, iterations=FOREVER
    )
