"""Refinement of abstract paths, and laws that are instantiated with lemmas."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.engines.euf.abstraction import AbstractSystem, DataAbstraction
from surefoot.engines.euf.refinement import InfeasiblePath, Lemma, LemmaRefinement
from surefoot.engines.euf.schemata import instances
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.obligations import FrameObligation
from surefoot.engines.ic3.paths import Path
from surefoot.logic import (
    TRUE,
    Term,
    and_,
    apply,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvslt,
    bvult,
    constant_array,
    eq,
    evaluate,
    extract,
    implies,
    not_,
    or_,
    select,
    store,
    substitute,
    variable,
    variables_of,
)
from surefoot.smt.contracts import Sat, Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

SOLVERS = SolverFactory(check_models=True)
WORD = bit_vector(32)
X, Y, STEP = variable("x", WORD), variable("y", WORD), variable("step", WORD)


def number(value: int) -> Term:
    return bv(value, 32)


def climbing(least: int) -> ControlSystem:
    """Return the system of x = 3; x = x + 3; an error unless x < least."""
    return system_of(
        [
            Edge(ENTRY, "first", TRUE, {X: number(3)}),
            Edge("first", "second", TRUE, {X: bvadd(X, number(3))}),
            Edge("second", error(), not_(bvslt(X, number(least)))),
        ]
    )


@contextmanager
def refining(system: ControlSystem) -> Iterator[tuple[AbstractSystem, LemmaRefinement]]:
    abstract = AbstractSystem(system, DataAbstraction())
    preconditions = abstract.preconditions(rewriting=False)
    with closing(LemmaRefinement(abstract, preconditions, {}, SOLVERS, Budget.seconds(50))) as refinement:
        yield abstract, refinement


def path_through(abstract: AbstractSystem, first: Cube, second: Cube) -> Path:
    """Return the path of a climbing system, with these cubes of the original system on it."""
    into, between, out = abstract.system.edges
    cubes = [tuple(map(abstract.abstraction.abstract, cube)) for cube in (first, second)]
    return Path(into, FrameObligation(cubes[0], between, FrameObligation(cubes[1], out, None)))


def assert_valid(abstract: AbstractSystem, lemma: Lemma) -> None:
    """The core of ``lemma`` is satisfiable with functions, but not in the original system."""
    with closing(SOLVERS.new()) as solver:
        assert isinstance(solver.check(lemma.core), Sat)
    with closing(SolverFactory("z3").new()) as solver:
        assert isinstance(solver.check([abstract.abstraction.original(each) for each in lemma.core]), Unsat)


def test_empty_cube_is_a_lemma() -> None:
    too_much = (bvslt(X, number(4)), not_(bvslt(X, number(7))), not_(eq(X, number(9))))
    with refining(climbing(7)) as (abstract, refinement):
        found = refinement.refuted(path_through(abstract, (), too_much), {})
        assert isinstance(found, Lemma)
        assert found.location == "second"
        assert set(found.core) == set(map(abstract.abstraction.abstract, too_much[:2]))
        assert_valid(abstract, found)


def test_infeasible_step_is_a_lemma() -> None:
    with refining(climbing(7)) as (abstract, refinement):
        found = refinement.refuted(path_through(abstract, (eq(X, number(3)),), (not_(bvslt(X, number(7))),)), {})
        assert isinstance(found, Lemma)
        assert found.location == "first"
        assert_valid(abstract, found)


def test_infeasible_sequences_are_refuted_with_their_conditions() -> None:
    with refining(climbing(7)) as (abstract, refinement):
        found = refinement.refuted(path_through(abstract, (), ()), {})
        assert isinstance(found, InfeasiblePath)
        condition = not_(bvslt(bvadd(X, number(3)), number(7)))
        assert abstract.abstraction.abstract(condition) in found.conditions


def test_interpolants_refute_a_path_step_by_step() -> None:
    """x = 3, then x = 6: lemmas about each step exclude the path from the abstract system."""
    with refining(climbing(7)) as (abstract, refinement):
        reason = refinement.refuted(path_through(abstract, (), ()), {})
        assert isinstance(reason, InfeasiblePath)
        explanations = refinement.explained(reason)
        assert [each.location for each in explanations] == [ENTRY, "first", "second"]
        assert explanations[0].interpolant is TRUE
        for each, value in zip(explanations[1:], (3, 6), strict=True):
            assert evaluate(abstract.abstraction.original(each.interpolant), {X: value}) is True
        assert all(refinement.holds(each.location, each.lemma) for each in explanations)
        with closing(SOLVERS.new()) as solver:
            total = abstract.abstraction.abstract(bvadd(X, number(3)))
            after: dict[str, dict[Term, Term]] = {
                ENTRY: {},
                "first": {X: number(3)},
                "second": {X: substitute(total, {X: number(3)})},
            }
            for each in explanations:
                solver.add(substitute(each.lemma, after[each.location]))
            failing = substitute(abstract.system.edges[-1].guard, after["second"])
            assert isinstance(solver.check([failing]), Unsat)


def test_only_consequences_hold() -> None:
    with refining(climbing(7)) as (abstract, refinement):
        abstracted = abstract.abstraction.abstract
        assert refinement.holds("first", abstracted(implies(eq(X, number(3)), bvslt(X, number(4)))))
        assert not refinement.holds("first", abstracted(implies(eq(X, number(3)), bvslt(X, number(3)))))


ARRAY, OTHER = (variable(name, array_sort(WORD, WORD)) for name in ("A", "B"))
ZERO = number(0)
LEARNT = {
    "constant array": (eq(ARRAY, constant_array(array_sort(WORD, WORD), ZERO)), not_(eq(select(ARRAY, X), ZERO))),
    "read over write": (not_(eq(select(OTHER, X), ZERO)), eq(Y, X), eq(OTHER, store(ARRAY, Y, ZERO))),
    "with bits": (eq(OTHER, store(ARRAY, X, ZERO)), not_(eq(extract(select(OTHER, X), 7, 0), bv(0, 8)))),
    "extensionality": (eq(store(OTHER, X, ZERO), ARRAY), not_(eq(store(ARRAY, X, ZERO), ARRAY))),
    "successor": (eq(Y, bvadd(X, number(1))), eq(X, Y)),
    "successor of the last": (bvult(number(2**32 - 2), X), eq(Y, bvadd(X, number(1))), not_(eq(Y, ZERO))),
}
"""Literals that contradict each other, but not with uninterpreted functions."""


@pytest.mark.parametrize("name", LEARNT)
def test_contradiction_of_a_step_is_a_lemma(name: str) -> None:
    """The lemma states exactly that these literals exclude each other."""
    literals = LEARNT[name]
    irrelevant = bvslt(variable("z", WORD), STEP)
    symbols = variables_of(*literals, irrelevant)
    start = {each: variable(f"any {each}", each.sort) for each in symbols}
    system = system_of([Edge(ENTRY, "a", TRUE, start), Edge("a", error(), and_(*literals, irrelevant))])
    with refining(system) as (abstract, refinement):
        into, out = abstract.system.edges
        found = refinement.refuted(Path(into, FrameObligation((), out, None)), {})
        assert isinstance(found, Lemma)
        assert found.location == "a"
        assert set(found.core) == set(map(abstract.abstraction.abstract, literals))
        assert_valid(abstract, found)


def test_feasible_path_is_a_run() -> None:
    with refining(climbing(6)) as (abstract, refinement):
        found = refinement.refuted(path_through(abstract, (), ()), {})
        assert isinstance(found, Run)
        assert len(found.steps) == 3


def test_laws_are_checked_before_use() -> None:
    abstract = AbstractSystem(climbing(7), DataAbstraction())
    successor = abstract.abstraction.abstract(bvslt(bvadd(X, number(1)), Y))
    other = abstract.abstraction.abstract(bvslt(X, Y))
    further = abstract.abstraction.abstract(bvslt(bvadd(X, STEP), Y))
    law = abstract.abstraction.abstract(implies(bvslt(X, Y), not_(bvslt(Y, bvadd(X, number(1))))))
    wrong = abstract.abstraction.abstract(implies(bvslt(X, Y), not_(bvslt(Y, bvadd(X, STEP)))))
    proposed = list(instances((successor, other, further), abstract.abstraction))
    assert law in proposed
    assert wrong in proposed
    with closing(
        LemmaRefinement(abstract, abstract.preconditions(rewriting=True), {}, SOLVERS, Budget.seconds(50))
    ) as refinement:
        assert refinement.is_valid(law)
        assert not refinement.is_valid(wrong)


@pytest.mark.parametrize("terms", [(X, Y), (X, number(5)), (number(3), number(5))])
def test_order_is_a_law(terms: tuple[Term, Term]) -> None:
    abstraction = DataAbstraction()
    less = abstraction.abstract(bvslt(X, Y)).payload
    abstract = AbstractSystem(climbing(7), abstraction)
    left, right = terms
    core = (apply(less, left, right), apply(less, right, left))
    with (
        closing(
            LemmaRefinement(abstract, abstract.preconditions(rewriting=True), {}, SOLVERS, Budget.seconds(50))
        ) as refinement,
        closing(SOLVERS.new()) as solver,
    ):
        for law in instances(core, abstraction):
            if refinement.is_valid(law):
                solver.add(law)
        assert isinstance(solver.check([or_(core[0], eq(left, right)), core[1]]), Unsat)
