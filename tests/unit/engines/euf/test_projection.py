"""Projections: cubes contain the state they are computed from."""

from contextlib import closing

import pytest

from corpus.random_systems import RandomSystems
from corpus.small_systems import error, system_of
from surefoot.engines.euf.abstraction import AbstractSystem, DataAbstraction, Theory, compares_arrays
from surefoot.engines.euf.projection import Projection, TermGrowth, Terms, Universe, equalities_in
from surefoot.engines.limits import LIMITS
from surefoot.logic import (
    TRUE,
    ArrayValue,
    Evaluator,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvslt,
    bvsub,
    eq,
    evaluate,
    ite,
    not_,
    postorder,
    variable,
    variables_of,
)
from surefoot.smt.contracts import Sat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, Edge

SOLVERS = SolverFactory()
WORD = bit_vector(8)
X1, X2 = variable("x1", WORD), variable("x2", WORD)


def state_of(*formulas: Term) -> Evaluator:
    """Return a state with uninterpreted functions in which ``formulas`` hold."""
    with closing(SOLVERS.new()) as solver:
        answer = solver.check(formulas)
        assert isinstance(answer, Sat)
        return Evaluator(answer.model.value, answer.model.apply)


def worked_example() -> AbstractSystem:
    """Return x1' = (x1 = x2 ? x1 + 1 : x1 - 3), x2' = x1; an error if x1 > x2."""
    update = {X1: ite(eq(X1, X2), bvadd(X1, bv(1, 8)), bvsub(X1, bv(3, 8))), X2: X1}
    start = Edge(ENTRY, "a", TRUE, {X1: variable("i", WORD), X2: variable("j", WORD)})
    system = system_of([start, Edge("a", "a", TRUE, update), Edge("a", error(), bvslt(X2, X1))])
    return AbstractSystem(system, DataAbstraction())


def worked_state(abstract: AbstractSystem, reached: Term) -> Evaluator:
    """Return a state with x1 = x2 and x1 + 1 = 1 in which x1 equals none of the constants."""
    total = abstract.abstraction.abstract(bvadd(X1, bv(1, 8)))
    facts = [eq(X1, X2), eq(total, bv(1, 8)), not_(eq(X1, bv(1, 8))), not_(eq(X1, bv(3, 8)))]
    return state_of(reached, *facts)


def test_printed_projection_has_the_equal_terms_of_the_branch() -> None:
    abstract = worked_example()
    edge = abstract.system.edges_into("a")[1]
    preconditions = abstract.preconditions(rewriting=False)
    reached = preconditions.of(edge, abstract.abstraction.abstract(bvslt(X2, X1)))
    state = worked_state(abstract, reached)
    projection = Projection(abstract, Universe(abstract, has_all_formulas=False), is_bounded=True, rewriting=False)
    lifted = projection.lifted("a", reached, state)
    cube = {*lifted.literals, *lifted.kept}
    total = abstract.abstraction.abstract(bvadd(X1, bv(1, 8)))
    assert eq(X1, X2) in cube
    assert eq(total, bv(1, 8)) in cube
    assert not_(eq(X1, bv(1, 8))) in cube
    shown = {str(each) for literal in cube for each in postorder([literal])}
    assert not any("bvsub" in each or "bvslt" in each for each in shown)
    assert all(state.value(literal) for literal in cube)


def test_composed_projection_holds_after_the_step() -> None:
    abstract = worked_example()
    edge = abstract.system.edges_into("a")[1]
    preconditions = abstract.preconditions(rewriting=False)
    reached = preconditions.of(edge, abstract.abstraction.abstract(bvslt(X2, X1)))
    lifted = Projection(abstract, None, is_bounded=True, rewriting=False).lifted(
        "a", reached, worked_state(abstract, reached)
    )
    expected = {eq(X1, X2), abstract.abstraction.abstract(bvslt(X1, bvadd(X1, bv(1, 8))))}
    assert set(lifted.literals) == expected
    assert not lifted.kept
    assert not lifted.assumed


@pytest.mark.parametrize("terms", Terms)
@pytest.mark.parametrize("seed", range(40))
def test_state_is_in_its_cube_over_the_location(seed: int, terms: Terms) -> None:
    system = RandomSystems(3, ("a", "b"), has_parameter=True).make(seed)
    abstract = AbstractSystem(system, DataAbstraction())
    universe = None
    if terms is not Terms.COMPOSED:
        universe = Universe(abstract, has_all_formulas=terms is Terms.EXPRESSED)
    projection = Projection(abstract, universe, is_bounded=False, rewriting=True)
    preconditions = abstract.preconditions(rewriting=True)
    for name in system.names:
        own = {*abstract.system.parameters, *abstract.system.location(name).symbols}
        for edge in abstract.system.edges_from(name):
            guard = preconditions.guard(edge)
            with closing(SOLVERS.new()) as solver:
                answer = solver.check([guard])
                if not isinstance(answer, Sat):
                    continue
                state = Evaluator(answer.model.value, answer.model.apply)
                lifted = projection.lifted(name, guard, state)
                cube = (*lifted.literals, *lifted.kept)
                assert all(state.value(literal) for literal in (*cube, *lifted.assumed))
                assert set(variables_of(*cube)) <= own
                if universe is not None:
                    assert all(universe.has(literal) for literal in cube)


def test_formulas_over_terms_of_the_system_need_no_equations() -> None:
    abstract = worked_example()
    edge = abstract.system.edges_into("a")[1]
    reached = abstract.preconditions(rewriting=False).of(edge, abstract.abstraction.abstract(bvslt(X2, X1)))
    universe = Universe(abstract, has_all_formulas=True)
    projection = Projection(abstract, universe, is_bounded=True, rewriting=False)
    lifted = projection.lifted("a", reached, worked_state(abstract, reached))
    assert set(lifted.literals) == {eq(X1, X2), abstract.abstraction.abstract(bvslt(X1, bvadd(X1, bv(1, 8))))}
    assert not lifted.kept


def test_values_of_inputs_under_functions_are_dropped() -> None:
    n, y = variable("n", WORD), variable("y", WORD)
    guard = and_(bvslt(n, y), not_(eq(y, bv(7, 8))), eq(n, bv(3, 8)))
    system = system_of([Edge(ENTRY, "a", TRUE, {n: bv(0, 8)}), Edge("a", error(), guard)])
    abstract = AbstractSystem(system, DataAbstraction())
    formula = abstract.abstraction.abstract(guard)
    projection = Projection(abstract, Universe(abstract, has_all_formulas=True), is_bounded=True, rewriting=True)
    lifted = projection.lifted("a", formula, state_of(formula))
    assert lifted.literals == (eq(n, bv(3, 8)),)
    assert lifted.assumed == (abstract.abstraction.abstract(bvslt(n, y)),)


def test_divergent_constants_are_detected() -> None:
    abstract = worked_example()
    projection = Projection(abstract, None, is_bounded=True, rewriting=True)

    def ask(number: int) -> None:
        literal = abstract.abstraction.abstract(bvslt(X1, bv(number, 8)))
        projection.lifted("a", literal, state_of(literal))

    for number in range(10, 10 + LIMITS.similar_literals):
        ask(number)
    with pytest.raises(TermGrowth) as piles:
        ask(100)
    assert [str(each) for each in piles.value.culprits] == ["bvslt(BitVec(8), BitVec(8))"]


def test_arrays_are_not_compared_with_numbers_of_equal_width() -> None:
    abstraction = DataAbstraction()
    wide = variable("wide", bit_vector(64))
    array, other = (variable(name, array_sort(WORD, WORD)) for name in ("A", "B"))
    terms = [wide, *map(abstraction.abstract, (array, other))]
    state = Evaluator(dict.fromkeys(terms, 9).__getitem__)
    assert list(equalities_in([*terms, bv(9, 64)], state, abstraction.sort)) == [
        eq(wide, bv(9, 64)),
        eq(terms[1], terms[2]),
    ]


def test_identical_arrays_are_not_compared() -> None:
    array, other = (variable(name, array_sort(WORD, WORD)) for name in ("A", "B"))
    abstraction = DataAbstraction([Theory.ARRAYS])
    state = Evaluator({array: ArrayValue(0, {}), other: ArrayValue(0, {})}.__getitem__)
    assert not list(equalities_in(map(abstraction.abstract, (array, other)), state, abstraction.sort))
    assert compares_arrays(and_(eq(X1, X2), not_(eq(array, other))))
    assert not compares_arrays(eq(X1, X2), *map(DataAbstraction().abstract, (eq(array, other),)))


def test_classes_have_one_representative() -> None:
    terms = [variable(name, WORD) for name in "abcd"]
    values = dict(zip(terms, (5, 5, 6, 7), strict=True))
    a, b, c, d = terms
    found = list(equalities_in([*terms, bv(6, 8)], Evaluator(values.__getitem__), DataAbstraction().sort))
    assert set(found) == {
        eq(a, b),
        eq(c, bv(6, 8)),
        not_(eq(a, bv(6, 8))),
        not_(eq(d, bv(6, 8))),
        not_(eq(a, d)),
    }
    assert all(evaluate(each, values) for each in found)
