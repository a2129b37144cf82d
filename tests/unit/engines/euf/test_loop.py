"""Search and refinement against brute force on small random systems, in every mode."""

from contextlib import closing

import pytest

from corpus.random_systems import RandomSystems, is_proof, reachable_errors
from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.engines.euf.abstraction import Operator, Theory
from surefoot.engines.euf.loop import RefinementLoop, Strategy
from surefoot.engines.euf.projection import Terms
from surefoot.engines.euf.refinement import InfeasiblePath, Lemma, LemmaRefinement
from surefoot.engines.ic3.generalisation import Effort
from surefoot.engines.ic3.paths import Path
from surefoot.engines.ic3.search import Inductive
from surefoot.logic import (
    BOOL,
    TRUE,
    Op,
    Term,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvslt,
    bvult,
    constant_array,
    eq,
    not_,
    select,
    store,
    variable,
)
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Invariants

SOLVERS = SolverFactory(check_models=True)
KINDS = {
    "one location": RandomSystems(3, ("a",), has_parameter=False),
    "two locations and a parameter": RandomSystems(2, ("a", "b"), has_parameter=True),
}
STRATEGIES = {
    "expressed": Strategy(),
    "printed": Strategy(terms=Terms.PRINTED),
    "composed": Strategy(terms=Terms.COMPOSED),
    "no rewriting": Strategy(rewriting=False),
    "composed, no rewriting": Strategy(rewriting=False, terms=Terms.COMPOSED),
    "lemmas only": Strategy(max_lemmas=0, paths=0),
    "schemata": Strategy(schemata=True),
    "interpolants": Strategy(interpolants=True, paths=3),
    "interpolants, printed": Strategy(interpolants=True, terms=Terms.PRINTED, rewriting=False, paths=3),
    "order has its meaning": Strategy(
        concrete=(Operator(Op.BVULT, None, (bit_vector(2), bit_vector(2)), BOOL),), rewriting=False
    ),
}


def outcome(system: ControlSystem, strategy: Strategy) -> tuple[Inductive | Run | NoAnswer, list[tuple[int, int]]]:
    """Return the result of the loop, and the numbers of lemmas and operators of each refinement."""
    seen: list[tuple[int, int]] = []
    budget = Budget.seconds(50)
    loop = RefinementLoop(
        system, {}, strategy, Effort(), SOLVERS, budget, lambda _: None, lambda *each: seen.append(each)
    )
    with closing(loop):
        return loop.result(lambda _: True), seen


@pytest.mark.parametrize("mode", STRATEGIES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_result_agrees_with_brute_force(kind: str, seed: int, mode: str) -> None:
    system = KINDS[kind].make(seed)
    errors = reachable_errors(system)
    result, _ = outcome(system, STRATEGIES[mode])
    if errors:
        assert isinstance(result, Run)
        assert result.error in errors
        assert len(states_along(system, result)) == len(result.steps)
    else:
        assert isinstance(result, Inductive)
        assert is_proof(system, result.invariants)


@pytest.mark.parametrize("mode", ["no rewriting", "composed, no rewriting", "interpolants, printed"])
@pytest.mark.parametrize("seed", range(12))
def test_lemmas_are_valid_and_not_by_equality_alone(seed: int, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Term, Term]] = []
    refuted = LemmaRefinement.refuted

    def noted(self: LemmaRefinement, path: Path, lemmas: Invariants) -> Run | Lemma | InfeasiblePath:
        found = refuted(self, path, lemmas)
        if isinstance(found, Lemma):
            seen.append((found.formula, self._abstract.abstraction.original(found.formula)))
        return found

    monkeypatch.setattr(LemmaRefinement, "refuted", noted)
    system = KINDS["two locations and a parameter"].make(seed)
    outcome(system, STRATEGIES[mode])
    for abstract, original in seen:
        with closing(SOLVERS.new()) as solver:
            assert isinstance(solver.check([not_(abstract)]), Sat)
            assert isinstance(solver.check([not_(original)]), Unsat)


def fixed_element(*, moves: bool, written: Term) -> ControlSystem:
    """Return a[i] := ``written`` in every step; an error if it is not 0. If it ``moves``, i is
    anything in the next step.
    """
    word = bit_vector(8)
    memory = array_sort(word, word)
    array, index, other = variable("A", memory), variable("i", word), variable("other", word)
    zero = constant_array(memory, bv(0, 8))
    start = Edge(ENTRY, "head", TRUE, {array: zero, index: other})
    bad = not_(eq(select(array, index), bv(0, 8)))
    again = {array: store(array, index, written), index: other if moves else index}
    return system_of([start, Edge("head", error(), bad), Edge("head", "head", not_(bad), again)])


@pytest.mark.parametrize("mode", ["expressed", "printed", "composed", "no rewriting", "composed, no rewriting"])
def test_written_element_is_read_back(mode: str) -> None:
    result, refinements = outcome(fixed_element(moves=False, written=bv(0, 8)), STRATEGIES[mode])
    assert isinstance(result, Inductive)
    assert sum(concretised for _, concretised in refinements) == 0
    result, _ = outcome(fixed_element(moves=False, written=bv(1, 8)), STRATEGIES[mode])
    assert isinstance(result, Run)
    result, _ = outcome(fixed_element(moves=True, written=variable("value", bit_vector(8))), STRATEGIES[mode])
    assert isinstance(result, Run)


def test_arrays_may_be_interpreted_from_the_start() -> None:
    safe = fixed_element(moves=False, written=bv(0, 8))
    strategy = Strategy(rewriting=False, concrete=(Theory.ARRAYS,))
    result, refinements = outcome(safe, strategy)
    assert isinstance(result, Inductive)
    assert not refinements
    _, lazily = outcome(safe, Strategy(rewriting=False))
    assert sum(lemmas for lemmas, _ in lazily) >= 1


def steps_of_three(bound: int) -> ControlSystem:
    """Return the system of i = 0; while (i < 5) i += 3; assert i < bound."""
    i = variable("i", bit_vector(32))
    goes_on = bvslt(i, bv(5, 32))
    fails = not_(bvslt(i, bv(bound, 32)))
    return system_of(
        [
            Edge(ENTRY, "head", TRUE, {i: bv(0, 32)}),
            Edge("head", "head", goes_on, {i: bvadd(i, bv(3, 32))}),
            Edge("head", "end", not_(goes_on), {i: i}),
            Edge("end", error(), fails),
        ]
    )


@pytest.mark.parametrize("mode", [each for each in STRATEGIES if each != "order has its meaning"])
def test_steps_of_three(mode: str) -> None:
    result, _ = outcome(steps_of_three(7), STRATEGIES[mode])
    assert isinstance(result, Inductive)
    result, _ = outcome(steps_of_three(6), STRATEGIES[mode])
    assert isinstance(result, Run)
    assert states_along(steps_of_three(6), result)[-1].value(variable("i", bit_vector(32))) == 6
    assert [step.edge.source for step in result.steps] == [ENTRY, "head", "head", "head", "end"]


def test_without_rewriting_ground_facts_are_lemmas() -> None:
    _, refinements = outcome(steps_of_three(7), Strategy(rewriting=False, max_lemmas=0, paths=0))
    assert sum(lemmas for lemmas, _ in refinements) > 0
    assert sum(concretised for _, concretised in refinements) == 0


def test_three_assignments_need_one_lemma() -> None:
    """x = 3; x = x + 3; assert x < 7."""
    x = variable("x", bit_vector(32))
    system = system_of(
        [
            Edge(ENTRY, "first", TRUE, {x: bv(3, 32)}),
            Edge("first", "second", TRUE, {x: bvadd(x, bv(3, 32))}),
            Edge("second", error(), not_(bvslt(x, bv(7, 32)))),
        ]
    )
    for terms in Terms:
        result, refinements = outcome(system, Strategy(rewriting=False, terms=terms))
        assert isinstance(result, Inductive)
        assert 1 <= sum(lemmas for lemmas, _ in refinements) <= 2
    result, refinements = outcome(system, Strategy())
    assert isinstance(result, Inductive)
    assert sum(lemmas for lemmas, _ in refinements) == 0


def test_operator_with_many_lemmas_regains_its_semantics() -> None:
    """Values below 200 that increase by at most one are below 201: one fact for each number, or one
    or two operators.
    """
    n = variable("n", bit_vector(8))
    below = bvult(n, bv(200, 8))
    system = system_of(
        [
            Edge(ENTRY, "head", TRUE, {n: bv(0, 8)}),
            Edge("head", "head", below, {n: bvadd(n, bv(1, 8))}),
            Edge("head", error(), not_(bvult(n, bv(201, 8)))),
        ]
    )
    result, refinements = outcome(system, Strategy(rewriting=False, max_lemmas=1))
    assert isinstance(result, Inductive)
    assert 1 <= sum(concretised for _, concretised in refinements) <= 2
