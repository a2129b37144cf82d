"""Formulas as cases: cases and common conjuncts together are equivalent to the formula."""

from itertools import product
from random import Random

from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    Evaluator,
    Term,
    and_,
    cases_of,
    conjuncts_of,
    disjuncts_of,
    not_,
    or_,
    variable,
)

SYMBOLS = [variable(f"x{number}", BOOL) for number in range(5)]
X, Y, Z, W, V = SYMBOLS


def _random_formula(random: Random, depth: int) -> Term:
    if depth == 0:
        return random.choice(SYMBOLS)
    combine = random.choice((and_, or_))
    made = combine(*(_random_formula(random, depth - 1) for _ in range(random.randint(1, 3))))
    return not_(made) if random.random() < 0.4 else made


def _same(one: Term, other: Term) -> bool:
    for values in product((False, True), repeat=len(SYMBOLS)):
        evaluator = Evaluator(dict(zip(SYMBOLS, values, strict=True)).__getitem__)
        if evaluator.value(one) != evaluator.value(other):
            return False
    return True


def test_cases_are_equivalent_to_the_formula() -> None:
    for seed in range(300):
        formula = _random_formula(Random(seed), 4)
        common, cases = cases_of(formula)
        assert _same(formula, and_(*common, or_(*cases))), f"seed {seed}"
        assert _same(formula, and_(*conjuncts_of(formula))), f"seed {seed}"
        assert _same(formula, or_(*disjuncts_of(formula))), f"seed {seed}"


def test_largest_disjunction_is_split() -> None:
    common, cases = cases_of(and_(or_(X, Y), not_(and_(X, not_(and_(Y, Z)), W))))
    assert common == [or_(X, Y)]
    assert set(cases) == {not_(X), and_(Y, Z), not_(W)}


def test_nested_disjunctions_are_split() -> None:
    _, cases = cases_of(or_(X, and_(Y, or_(Z, W))))
    assert set(cases) == {X, and_(Y, Z), and_(Y, W)}


def test_common_conjuncts_exclude_cases() -> None:
    common, cases = cases_of(and_(X, or_(not_(X), Y, and_(not_(X), W), Z)))
    assert common == [X]
    assert set(cases) == {Y, Z}


def test_common_conjuncts_decide_disjunctions() -> None:
    """The larger disjunction is implied by the common conjuncts, so it is not split."""
    common, cases = cases_of(and_(X, or_(Y, Z), or_(X, not_(Y), not_(Z), W)))
    assert common == [X]
    assert set(cases) == {Y, Z}


def test_disjunction_inside_a_larger_one_is_implied() -> None:
    """A check often implies the checks before it."""
    passed = or_(X, Y)
    common, cases = cases_of(and_(passed, or_(not_(passed), Z, W, V)))
    assert common == [passed]
    assert set(cases) == {Z, W, V}


def test_contradiction_is_detected() -> None:
    common, cases = cases_of(and_(X, or_(not_(X), Y), or_(not_(Y), Z), or_(not_(Y), not_(Z))))
    assert (common, cases) == ([FALSE], [TRUE])


def test_formula_without_disjunction_is_one_case() -> None:
    common, cases = cases_of(and_(X, Y))
    assert set(common) == {X, Y}
    assert cases == [TRUE]
