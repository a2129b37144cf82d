"""Formulas as cases: together with what is common to them, they say the same as the formula."""

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


def test_cases_say_what_the_formula_says() -> None:
    for seed in range(300):
        formula = _random_formula(Random(seed), 4)
        common, cases = cases_of(formula)
        assert _same(formula, and_(*common, or_(*cases))), f"seed {seed}"
        assert _same(formula, and_(*conjuncts_of(formula))), f"seed {seed}"
        assert _same(formula, or_(*disjuncts_of(formula))), f"seed {seed}"


def test_the_largest_choice_is_split() -> None:
    common, cases = cases_of(and_(or_(X, Y), not_(and_(X, not_(and_(Y, Z)), W))))
    assert common == [or_(X, Y)]
    assert set(cases) == {not_(X), and_(Y, Z), not_(W)}


def test_choices_inside_of_cases_are_split() -> None:
    _, cases = cases_of(or_(X, and_(Y, or_(Z, W))))
    assert set(cases) == {X, and_(Y, Z), and_(Y, W)}


def test_what_is_certain_excludes_cases() -> None:
    common, cases = cases_of(and_(X, or_(not_(X), Y, and_(not_(X), W), Z)))
    assert common == [X]
    assert set(cases) == {Y, Z}


def test_what_is_certain_settles_choices() -> None:
    """The larger choice says nothing that is not certain, and so it is not the one to split."""
    common, cases = cases_of(and_(X, or_(Y, Z), or_(X, not_(Y), not_(Z), W)))
    assert common == [X]
    assert set(cases) == {Y, Z}


def test_a_choice_is_certain_where_it_stands_in_a_larger_one() -> None:
    """As in what a check says of the checks before it: if they hold, so does this one."""
    passed = or_(X, Y)
    common, cases = cases_of(and_(passed, or_(not_(passed), Z, W, V)))
    assert common == [passed]
    assert set(cases) == {Z, W, V}


def test_a_contradiction_is_found() -> None:
    common, cases = cases_of(and_(X, or_(not_(X), Y), or_(not_(Y), Z), or_(not_(Y), not_(Z))))
    assert (common, cases) == ([FALSE], [TRUE])


def test_a_formula_without_a_choice_is_one_case() -> None:
    common, cases = cases_of(and_(X, Y))
    assert set(common) == {X, Y}
    assert cases == [TRUE]
