"""Relations as next-state functions: exact by enumeration of all steps, and solved where they should be."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from surefoot.base.text import FreshNames
from surefoot.logic import (
    BOOL,
    TRUE,
    Sort,
    Term,
    Value,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvult,
    eq,
    evaluate,
    implies,
    ite,
    not_,
    or_,
    variable,
    variables_of,
)
from surefoot.logic.smtlib import parse_script
from surefoot.systems.transitions.relation import RelationalSystem

PAIR = bit_vector(2)
X, X1, Y, Y1, T, U = (variable(name, PAIR) for name in ("x", "x'", "y", "y'", "t", "u"))
P, P1, B = (variable(name, BOOL) for name in ("p", "p'", "b"))
FOLLOWING = {X: X1, Y: Y1, P: P1}
FEW = {X: X1, P: P1}


def system(relation: Term, *inputs: Term, following: dict[Term, Term] = FOLLOWING) -> RelationalSystem:
    return RelationalSystem(following, inputs or (T, U, B), (), TRUE, relation, {"p": P})


def values_of(sort: Sort) -> tuple[Value, ...]:
    return (False, True) if sort is BOOL else tuple(range(1 << sort.width))


def assignments(symbols: list[Term]) -> Iterator[dict[Term, Value]]:
    for chosen in product(*(values_of(each.sort) for each in symbols)):
        yield dict(zip(symbols, chosen, strict=True))


def steps_of_relation(given: RelationalSystem) -> set[tuple[Value, ...]]:
    """Return the pairs of states that the relation connects."""
    symbols = [*variables_of(given.relation)]
    found = set()
    for values in assignments(symbols):
        if evaluate(given.relation, values):
            fixed = [symbol for pair in given.following.items() for symbol in pair]
            free = [symbol for symbol in fixed if symbol not in values]
            for rest in assignments(free):
                found.add(tuple((values | rest)[symbol] for symbol in fixed))
    return found


def steps_of_functions(given: RelationalSystem) -> set[tuple[Value, ...]]:
    """Return the pairs of states that the functions connect."""
    made, _ = given.functional()
    found = set()
    used = {*variables_of(made.enabled, *made.next.values())}
    for inputs in assignments([each for each in made.inputs if each in used]):
        for state in assignments(list(made.states)):
            values = inputs | state
            if evaluate(made.enabled, values):
                after = {each: evaluate(made.next[each], values) for each in made.states}
                found.add(tuple(value for each in given.following for value in (state[each], after[each])))
    return found


def random_relation(choose: random.Random) -> Term:
    """Return a relation of equations, guarded equations, cases and other constraints."""

    def value(depth: int) -> Term:
        kind = choose.randrange(5 if depth else 3)
        if kind < 2:
            return choose.choice((X, X1, T))
        if kind == 2:
            return bv(choose.randrange(4), 2)
        return bvadd(value(depth - 1), value(depth - 1)) if kind == 3 else ite(truth(1), value(0), value(depth - 1))

    def truth(depth: int) -> Term:
        kind = choose.randrange(6 if depth else 3)
        if kind == 0:
            return choose.choice((P, P1, B, not_(P), not_(B), not_(P1)))
        if kind < 3:
            return choose.choice((eq, bvult))(value(0), value(0))
        parts = [truth(depth - 1) for _ in range(choose.randint(2, 3))]
        return choose.choice((and_, or_))(*parts)

    def equation(target: Term) -> Term:
        return eq(target, truth(1) if target.sort is BOOL else value(2))

    def part(depth: int) -> Term:
        target = choose.choice((X1, P1, X1, P1, T, B))
        kind = choose.randrange(7 if depth else 2)
        if kind < 2:
            return equation(target)
        if kind == 2:
            condition = truth(1)
            return and_(implies(condition, equation(target)), implies(not_(condition), equation(target)))
        if kind == 3:
            return implies(truth(1), part(depth - 1))
        if kind == 4:
            return or_(*(and_(truth(0), part(depth - 1), part(depth - 1)) for _ in range(choose.randint(2, 3))))
        if kind == 5:
            return ite(truth(1), part(depth - 1), part(depth - 1))
        return truth(2)

    return and_(*(part(2) for _ in range(choose.randint(1, 4))))


@pytest.mark.parametrize("seed", range(40))
def test_functions_have_the_steps_of_the_relation(seed: int) -> None:
    given = system(random_relation(random.Random(seed)), T, B, following=FEW)
    assert steps_of_functions(given) == steps_of_relation(given)


def test_temporaries_are_inlined() -> None:
    made, temporaries = system(
        and_(eq(T, bvadd(X, bv(1, 2))), eq(U, bvadd(T, Y)), eq(X1, U), eq(Y1, X1), eq(P1, P))
    ).functional()
    assert made.next == {X: bvadd(bvadd(X, bv(1, 2)), Y), Y: bvadd(bvadd(X, bv(1, 2)), Y), P: P}
    assert made.inputs == (B,) and made.enabled is TRUE
    assert temporaries == {T: bvadd(X, bv(1, 2)), U: bvadd(bvadd(X, bv(1, 2)), Y)}


def test_next_states_may_depend_on_later_ones() -> None:
    made, _ = system(and_(eq(X1, ite(P1, Y1, X)), eq(Y1, bvadd(Y, bv(1, 2))), eq(P1, bvult(X, Y)))).functional()
    after = bvadd(Y, bv(1, 2))
    assert made.next == {X: ite(bvult(X, Y), after, X), Y: after, P: bvult(X, Y)} and made.enabled is TRUE


def test_guarded_pair_is_a_conditional() -> None:
    made, _ = system(and_(implies(P, eq(X1, Y)), implies(not_(P), eq(X1, X)), eq(Y1, Y), eq(P1, P))).functional()
    assert made.next[X] is ite(P, Y, X) and made.enabled is TRUE and made.inputs == (T, U, B)


def test_value_without_a_guard_is_free() -> None:
    made, _ = system(and_(implies(P, eq(X1, Y)), eq(Y1, Y), eq(P1, P))).functional()
    free = made.inputs[-1]
    assert made.next[X] is ite(P, Y, free) and str(free.payload) == "free x'" and made.enabled is TRUE


def test_overlapping_guards_have_to_agree() -> None:
    given = system(and_(implies(P, eq(X1, Y)), implies(B, eq(X1, X)), eq(Y1, Y), eq(P1, P)))
    made, _ = given.functional()
    assert made.enabled is not TRUE and steps_of_functions(given) == steps_of_relation(given)


def test_cases_with_exclusive_conditions_need_no_choice() -> None:
    steps = [and_(eq(X, bv(n, 2)), eq(X1, bv(n + 1, 2)), eq(Y1, Y), eq(P1, P)) for n in range(3)]
    made, _ = system(or_(*steps)).functional()
    assert made.inputs == (T, U, B, *(each for each in made.inputs if "free" in str(each.payload)))
    assert steps_of_functions(system(or_(*steps))) == steps_of_relation(system(or_(*steps)))


def test_other_cases_are_chosen_by_an_input() -> None:
    steps = [and_(eq(X1, bvadd(X, bv(n, 2))), eq(Y1, Y), eq(P1, P)) for n in range(3)]
    made, _ = system(or_(*steps)).functional()
    assert [str(each.payload) for each in made.inputs] == ["t", "u", "b", "choice"]
    assert made.next[Y] is Y and made.enabled is TRUE


def test_inputs_of_properties_stay() -> None:
    given = RelationalSystem(
        FOLLOWING, (T,), (), TRUE, and_(eq(T, X), eq(X1, T), eq(Y1, Y), eq(P1, P)), {"p": eq(T, X)}
    )
    made, temporaries = given.functional()
    assert made.inputs == (T,) and not temporaries and made.next[X] is T and made.enabled is eq(T, X)


def test_names_are_fresh() -> None:
    script = parse_script("(declare-fun choice () (_ BitVec 2))")
    (taken,) = script.variables
    given = system(or_(*(eq(X1, bvadd(taken, bv(n, 2))) for n in range(3))), taken)
    made, _ = given.functional()
    assert str(made.inputs[-1].payload) == FreshNames(["choice"]).like("choice")
