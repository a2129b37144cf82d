"""Polynomials of terms have the values of the terms, and agree with the certifier's expansion."""

from itertools import product
from random import Random

import pytest

from surefoot.certify.kernel.ring_arithmetic import is_identity
from surefoot.logic import (
    Term,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvashr,
    bvlshr,
    bvmul,
    bvneg,
    bvnot,
    bvor,
    bvsdiv,
    bvshl,
    bvsrem,
    bvsub,
    bvudiv,
    bvurem,
    bvxor,
    concat,
    evaluate,
    extract,
    sign_extend,
    variable,
    zero_extend,
)
from surefoot.logic.ring.lemmas import Equation, RingLemma
from surefoot.logic.ring.normal_forms import NormalForms
from surefoot.logic.ring.polynomials import Polynomial

WIDTH = 3
X, Y = (variable(name, bit_vector(WIDTH)) for name in "xy")
BINARY = (
    bvadd,
    bvsub,
    bvmul,
    bvudiv,
    bvurem,
    bvsdiv,
    bvsrem,
    bvand,
    bvor,
    bvxor,
    bvshl,
    bvlshr,
    bvashr,
)
UNARY = (
    bvneg,
    bvnot,
    lambda term: zero_extend(extract(term, 0, 0), WIDTH),
    lambda term: zero_extend(extract(term, WIDTH - 1, 1), WIDTH),
    lambda term: sign_extend(extract(term, 1, 0), WIDTH),
    lambda term: sign_extend(extract(term, WIDTH - 1, 1), WIDTH),
    lambda term: concat(extract(term, 1, 0), bv(1, 1)),
    lambda term: concat(extract(term, 2, 2), extract(term, 1, 0)),
    lambda term: extract(bvmul(sign_extend(term, 5), zero_extend(term, 5)), WIDTH - 1, 0),
    lambda term: extract(bvadd(concat(term, term), bv(5, 6)), WIDTH, 1),
)


def random_term(random: Random, depth: int) -> Term:
    if depth == 0:
        return random.choice((X, Y, bv(random.randrange(1 << WIDTH), WIDTH)))
    if random.random() < 0.4:
        return random.choice(UNARY)(random_term(random, depth - 1))
    return random.choice(BINARY)(random_term(random, depth - 1), random_term(random, depth - 1))


def value_of(form: Polynomial, values: dict[Term, int]) -> int:
    total = 0
    for monomial, number in form.coefficients.items():
        for factor in monomial:
            found = evaluate(factor, values)
            assert isinstance(found, int)
            number = number * found  # noqa: PLW2901 - the product so far
        total += number
    return total % (1 << form.width)


@pytest.mark.parametrize("seed", range(150))
def test_polynomials_have_the_values_of_their_terms(seed: int) -> None:
    term = random_term(Random(seed), 3)
    form = NormalForms().of(term)
    for x, y in product(range(1 << WIDTH), repeat=2):
        values = {X: x, Y: y}
        assert value_of(form, values) == evaluate(term, values)


@pytest.mark.parametrize("seed", range(150))
def test_expansion_of_the_certifier_agrees(seed: int) -> None:
    term = random_term(Random(seed), 3)
    told = NormalForms().of(term).term()
    assert is_identity(RingLemma((), (), Equation(term, told)))
    assert not is_identity(RingLemma((), (), Equation(term, bvadd(told, bv(4, WIDTH)))))


@pytest.mark.parametrize("seed", range(300))
def test_accepted_identities_are_identities(seed: int) -> None:
    random = Random(seed)
    left, right = random_term(random, 2), random_term(random, 2)
    if is_identity(RingLemma((), (), Equation(left, right))):
        values = [{X: x, Y: y} for x, y in product(range(1 << WIDTH), repeat=2)]
        assert all(evaluate(left, each) == evaluate(right, each) for each in values)


def test_sums_and_products_have_one_form() -> None:
    forms = NormalForms()
    square = bvmul(bvadd(X, Y), bvadd(X, Y))
    expanded = bvadd(bvadd(bvmul(X, X), bvmul(Y, Y)), bvmul(bvmul(bv(2, WIDTH), Y), X))
    assert forms.of(square) == forms.of(expanded)
    assert forms.of(bvmul(bv(4, WIDTH), bvmul(bv(2, WIDTH), X))) == Polynomial(WIDTH, {})


def test_equations_keep_signs_small() -> None:
    form = Polynomial(64, {(): -1, (variable("q", bit_vector(64)),): 1})
    equation = form.equation()
    assert (equation.left, equation.right) == (variable("q", bit_vector(64)), bv(1, 64))
