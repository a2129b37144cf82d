"""Relaxed systems and sampled equations: omitted parts are unconstrained, and candidates hold in
their samples.
"""

from itertools import product
from random import Random

import pytest

from corpus.small_systems import system_of
from surefoot.base.budget import Budget
from surefoot.certify.kernel.ring_lemmas import _abstracted, _any_comparison, _comparison_with_products, _product
from surefoot.discharge.product_abstraction import ArithmeticAbstraction, Detail, multiplies
from surefoot.invariants.ring.linear_invariants import earlier_comparisons, earlier_values, without_products
from surefoot.invariants.ring.sampled import relaxed, sampled_equations
from surefoot.logic import (
    TRUE,
    Evaluator,
    SymbolKind,
    Term,
    Value,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvsdiv,
    bvsle,
    bvslt,
    bvsub,
    bvudiv,
    bvult,
    eq,
    extract,
    ite,
    not_,
    or_,
    postorder,
    sign_extend,
    variable,
    variables_of,
    zero_extend,
)
from surefoot.logic.ring.fitting import equalities, explanations
from surefoot.logic.ring.membership import Combinations
from surefoot.logic.ring.normal_forms import NormalForms
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, validate

WIDTH = 3
X, Y, N = (variable(name, bit_vector(WIDTH)) for name in "xyn")
LOOP = "loop"


def random_formula(random: Random, depth: int) -> Term:
    if depth == 0:
        left, right = random_number(random, 2), random_number(random, 2)
        return random.choice((eq, bvult, bvslt))(left, right)
    parts = [random_formula(random, depth - 1) for _ in range(2)]
    return random.choice((and_, or_, lambda *each: not_(each[0]), eq))(*parts)


def random_number(random: Random, depth: int) -> Term:
    if depth == 0:
        return random.choice((X, Y, bv(random.randrange(8), WIDTH)))
    left, right = random_number(random, depth - 1), random_number(random, depth - 1)
    if random.random() < 0.2:
        return ite(random.choice((bvult(X, Y), eq(bvmul(X, Y), Y))), left, right)
    return random.choice((bvadd, bvmul, bvudiv, bvsub))(left, right)


def value_with_symbols(view: Term, formula: Term, values: dict[Term, Value]) -> Value:
    """Return the value of ``view`` if every symbol in it is what it stands for in ``formula``."""
    terms = {term.id: term for term in postorder((formula,))}
    evaluator = Evaluator(values.__getitem__)

    def value_of(symbol: Term) -> Value:
        if symbol.payload.kind is SymbolKind.AUXILIARY:
            return evaluator.value(terms[symbol.payload.number])
        return values[symbol]

    return Evaluator(value_of).value(view)


@pytest.mark.parametrize("seed", range(60))
def test_formulas_without_products_are_weaker(seed: int) -> None:
    formula = random_formula(Random(seed), 2)
    views = [ArithmeticAbstraction(detail).of(formula) for detail in Detail]
    views += [_abstracted(formula, each, {}) for each in (_any_comparison, _comparison_with_products, _product)]
    for x, y in product(range(8), repeat=2):
        values: dict[Term, Value] = {X: x, Y: y}
        expected = Evaluator(values.__getitem__).value(formula)
        assert [value_with_symbols(view, formula, values) for view in views] == [expected] * len(views)


def test_each_view_omits_less() -> None:
    formula = and_(bvult(X, Y), bvult(bvmul(X, Y), N))
    cases, linear, symbols = (ArithmeticAbstraction(detail).of(formula) for detail in Detail)
    assert not set(variables_of(cases)) & {X, Y, N}
    assert set(variables_of(linear)) > {X, Y} and N not in variables_of(linear)
    assert set(variables_of(symbols)) > {X, Y, N}
    assert not any(term.op is bvmul(X, Y).op for term in postorder((cases, linear, symbols)))


def loop_of(guard: Term, update: dict[Term, Term]) -> ControlSystem:
    start = dict.fromkeys(update, bv(0, WIDTH))
    return system_of(
        [
            Edge(ENTRY, LOOP, TRUE, {**start, N: variable("input", bit_vector(WIDTH))}),
            Edge(LOOP, LOOP, guard, {**update, N: N}),
        ]
    )


def test_updates_are_inverted_in_order() -> None:
    after = bvadd(X, bv(1, WIDTH))
    system = loop_of(and_(bvult(X, N), bvslt(Y, X)), {X: after, Y: bvsub(bvmul(after, bv(2, WIDTH)), Y)})
    edge = system.edges_from(LOOP)[0]
    earlier = earlier_values(system, edge)
    for x, y, n in product(range(8), repeat=3):
        before: dict[Term, Value] = {X: x, Y: y, N: n}
        state = {symbol: Evaluator(before.__getitem__).value(value) for symbol, value in edge.update.items()}
        found = {symbol: Evaluator(state.__getitem__).value(value) for symbol, value in earlier.items()}
        assert found == before
        if Evaluator(before.__getitem__).value(edge.guard):
            assert all(Evaluator(state.__getitem__).value(each) for each in earlier_comparisons(system, edge))


def test_lost_values_are_no_candidates() -> None:
    system = loop_of(bvult(X, N), {X: bvmul(X, bv(2, WIDTH)), Y: Y})
    assert X not in earlier_values(system, system.edges_from(LOOP)[0])
    assert list(earlier_comparisons(system, system.edges_from(LOOP)[0])) == []


def test_systems_without_products_and_orders_are_systems() -> None:
    system = loop_of(bvult(bvmul(X, Y), N), {X: bvmul(X, Y), Y: ite(bvslt(X, Y), X, Y)})
    assert multiplies(system)
    simpler = without_products(system)
    validate(simpler)
    assert not multiplies(simpler)
    validate(relaxed(system))


@pytest.mark.parametrize("values", list(product(range(8), repeat=2)))
def test_explanations_hold_in_their_state(values: tuple[int, int]) -> None:
    known: dict[Term, Value] = dict(zip((X, Y), values, strict=True))
    state = Evaluator(known.__getitem__)

    def number(term: Term) -> int:
        value = state.value(term)
        assert isinstance(value, int)
        return value

    unknowns = [
        bvsdiv(X, bv(3, WIDTH)),
        bvudiv(Y, bv(2, WIDTH)),
        zero_extend(extract(X, WIDTH - 1, 1), WIDTH),
        sign_extend(bvadd(X, Y), 8),
        zero_extend(bvsub(X, Y), 8),
    ]
    found = list(explanations(unknowns, number, NormalForms().of))
    assert len(found) >= 3
    assert all(state.value(each.formula) for each in found)
    candidate = list(equalities([X, Y], [], number))
    assert all(state.value(each.formula) for each in candidate)
    assert (X in [each.left for each in candidate if each.right is Y]) == (values[0] == values[1])


def test_sampled_equations_are_those_of_the_loop() -> None:
    wide = bit_vector(16)
    i, s = variable("i", wide), variable("s", wide)
    step = bvadd(i, bv(1, 16))
    round_of_loop = Edge(LOOP, LOOP, bvsle(i, s), {i: step, s: bvadd(s, bvadd(step, step))})
    system = system_of([Edge(ENTRY, LOOP, TRUE, dict.fromkeys((i, s), bv(0, 16))), round_of_loop])
    (forms,) = sampled_equations(system, {}, {}, Budget.seconds(20)).values()
    states = [Evaluator({i: n, s: n * (n + 1)}.__getitem__) for n in range(200)]
    assert all(state.value(form.equation().formula) for form in forms for state in states)
    square = NormalForms().of(bvsub(s, bvadd(bvmul(i, i), i)))
    assert Combinations(forms, 16).of(square) is not None


def test_samples_remain_without_wrapping_extensions() -> None:
    narrow, wide = bit_vector(16), bit_vector(32)
    i, s = variable("i", narrow), variable("s", wide)
    wide_i = sign_extend(i, 32)
    round_of_loop = Edge(LOOP, LOOP, bvslt(i, bv(100, 16)), {i: bvadd(i, bv(1, 16)), s: bvadd(s, wide_i)})
    system = system_of([Edge(ENTRY, LOOP, TRUE, {i: bv(0, 16), s: bv(0, 32)}), round_of_loop])
    known = {LOOP: (bvsle(bv(0, 16), i), bvsle(i, bv(100, 16)))}
    (forms,) = sampled_equations(system, {narrow: (100,)}, known, Budget()).values()
    twice_the_sum = NormalForms().of(bvsub(bvmul(bv(2, 32), s), bvsub(bvmul(wide_i, wide_i), wide_i)))
    assert Combinations(forms, 32).of(twice_the_sum) is not None
    (beyond,) = sampled_equations(system, {narrow: (100,)}, {}, Budget()).values()
    assert Combinations(beyond, 32).of(twice_the_sum) is None
