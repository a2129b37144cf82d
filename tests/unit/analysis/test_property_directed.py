"""Property-directed invariants, and why formulas are true, against brute force on small systems."""

import random
from itertools import product

import pytest

from surefoot.analysis.justification import justification
from surefoot.analysis.property_directed import property_directed
from surefoot.budget import Budget
from surefoot.logic import (
    Evaluator,
    Term,
    Value,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvslt,
    bvult,
    eq,
    evaluate,
    ite,
    not_,
    or_,
    variable,
)
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.addresses import AddressBook
from surefoot.systems.cutpoints import Place
from surefoot.systems.layout import Layout
from surefoot.systems.segments import Edge

WIDTH = 3
NUMBERS = range(1 << WIDTH)
HEAD: Place = (("main", "head", 0),)
X, Y, CHOICE = (variable(name, bit_vector(WIDTH)) for name in ("x", "y", "choice"))
STATES = list(product(NUMBERS, NUMBERS))


def random_term(generator: random.Random, depth: int) -> Term:
    if depth == 0:
        return generator.choice([X, Y, CHOICE, bv(generator.choice(NUMBERS), WIDTH)])
    left, right = (random_term(generator, depth - 1) for _ in range(2))
    if generator.random() < 0.4:
        return ite(random_formula(generator, depth - 1), left, right)
    return bvadd(left, right)


def random_formula(generator: random.Random, depth: int) -> Term:
    if depth == 0 or generator.random() < 0.3:
        compare = generator.choice([eq, bvult, bvslt])
        return compare(random_term(generator, depth), random_term(generator, depth))
    parts = [random_formula(generator, depth - 1) for _ in range(2)]
    return generator.choice([and_(*parts), or_(*parts), not_(parts[0])])


def assigned(x: int, y: int, choice: int = 0) -> dict[Term, Value]:
    return {X: x, Y: y, CHOICE: choice}


def reachable(edges: list[Edge]) -> set[tuple[int, int]]:
    """The states at the head that runs along ``edges`` are in."""
    seen: set[tuple[int, int]] = set()
    first, loop = edges
    todo = [_after(first, assigned(0, 0, choice)) for choice in NUMBERS]
    while todo:
        state = todo.pop()
        if state is not None and state not in seen:
            seen.add(state)
            todo += [_after(loop, assigned(*state, choice)) for choice in NUMBERS]
    return seen


def _after(edge: Edge, values: dict[Term, Value]) -> tuple[int, int] | None:
    if not evaluate(edge.guard, values):
        return None
    return int(evaluate(edge.values[X], values)), int(evaluate(edge.values[Y], values))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(40))
def test_invariants_separate_the_reachable_from_the_failing_states(seed: int) -> None:
    generator = random.Random(seed)
    start = {X: bv(generator.choice(NUMBERS), WIDTH), Y: generator.choice([CHOICE, bv(0, WIDTH)])}
    step = {X: random_term(generator, 2), Y: random_term(generator, 2)}
    edges = [Edge(None, HEAD, bvult(CHOICE, bv(5, WIDTH)), start), Edge(HEAD, HEAD, random_formula(generator, 1), step)]
    failure = and_(random_formula(generator, 1), eq(X, bv(generator.choice(NUMBERS), WIDTH)))
    states = reachable(edges)
    fails = any(evaluate(failure, assigned(*state, choice)) for state in states for choice in NUMBERS)
    solver = SolverFactory().new()
    found = property_directed(
        edges,
        {HEAD: failure},
        {},
        {HEAD: frozenset({X, Y})},
        solver,
        Layout(AddressBook(64)),
        Budget.seconds(60),
    )
    solver.close()
    assert (found is None) == fails
    if found is not None:
        kept = {state for state in STATES if all(evaluate(term, assigned(*state)) for term in found[HEAD])}
        assert states <= kept
        assert all(
            after is None or after in kept
            for state in kept
            for choice in NUMBERS
            for after in [_after(edges[1], assigned(*state, choice))]
        )
        assert not any(evaluate(failure, assigned(*state, choice)) for state in kept for choice in NUMBERS)


@pytest.mark.parametrize("seed", range(60))
def test_a_justification_holds_and_suffices(seed: int) -> None:
    generator = random.Random(seed)
    formula = random_formula(generator, 3)
    for x, y in generator.sample(STATES, 6):
        for choice in (0, 5):
            here = assigned(x, y, choice)
            if not evaluate(formula, here):
                continue
            literals = justification(formula, Evaluator(here.__getitem__), {X, Y}.__contains__)
            assert all(evaluate(literal, assigned(x, y)) for literal in literals)
            for state in STATES:
                if all(evaluate(literal, assigned(*state)) for literal in literals):
                    assert evaluate(formula, assigned(*state, choice))
