"""Quantified invariants on systems with few states: accepted ones hold in all reachable states."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from surefoot.base.budget import Budget
from surefoot.certify.kernel.finding import Accepted
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.certify.kernel.quantified import instances
from surefoot.discharge.system_solver import SystemSolver
from surefoot.evidence.certificates import KInductive
from surefoot.invariants.quantified.houdini import inductive_quantified
from surefoot.invariants.quantified.instances import chosen_instances
from surefoot.logic import (
    TRUE,
    ArrayValue,
    Evaluator,
    Symbol,
    SymbolKind,
    Term,
    Value,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvsub,
    bvult,
    eq,
    extract,
    implies,
    ite,
    not_,
    or_,
    select,
    store,
    variable,
)
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import Instantiated, QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import (
    ENTRY,
    ControlSystem,
    Edge,
    Exit,
    Location,
    Referent,
    ReferentKind,
    StateVariable,
    validate,
)

WIDTH = 2
NUMBER = bit_vector(WIDTH)
BIT = bit_vector(1)
ARRAY = array_sort(NUMBER, BIT)
NUMBERS = range(1 << WIDTH)
BOUND = bound_symbol(NUMBER)
PLACE = "loop"
SEEDS = range(10)
State = tuple[Value, ...]


def symbol(name: str, kind: SymbolKind = SymbolKind.STATE, sort: object = NUMBER) -> Term:
    return variable(Symbol(kind, name, 0, name), sort)  # type: ignore[arg-type]


COUNTER, N = symbol("i"), symbol("n")
A, B = symbol("a", sort=ARRAY), symbol("b", sort=ARRAY)
X = symbol("x", SymbolKind.CHOICE)
START = (symbol("a at first", SymbolKind.CHOICE, ARRAY), symbol("n at first", SymbolKind.CHOICE))
VARIABLES = (COUNTER, N, A, B)


def number(random: Random, leaves: tuple[Term, ...]) -> Term:
    leaf = random.choice((*leaves, bv(random.randrange(1 << WIDTH), WIDTH)))
    return random.choice([leaf, bvadd(leaf, bv(1, WIDTH)), bvsub(random.choice(leaves), leaf)])


def bit(random: Random, leaves: tuple[Term, ...]) -> Term:
    """Return a random bit for a cell."""
    cell = select(random.choice((A, B)), number(random, leaves))
    return random.choice([bv(random.randrange(2), 1), cell, extract(number(random, leaves), 0, 0)])


def condition(random: Random, leaves: tuple[Term, ...]) -> Term:
    less = bvult(number(random, leaves), number(random, leaves))
    equal = eq(bit(random, leaves), bit(random, leaves))
    return random.choice([less, not_(less), equal, not_(equal)])


def random_system(random: Random) -> ControlSystem:
    """Return one loop with two numbers and two arrays, which writes to an array in every round."""
    leaves = (COUNTER, N, X)
    guard = condition(random, leaves)
    written = store(A, number(random, leaves), bit(random, leaves))
    update = {
        COUNTER: random.choice([bvadd(COUNTER, bv(1, WIDTH)), bvsub(COUNTER, bv(1, WIDTH)), number(random, leaves)]),
        N: random.choice([N, N, number(random, leaves)]),
        A: random.choice([written, ite(condition(random, leaves), written, A)]),
        B: random.choice([B, store(B, number(random, leaves), bit(random, leaves))]),
    }
    first = {
        COUNTER: bv(0, WIDTH),
        N: START[1],
        A: random.choice([START[0], store(START[0], START[1], bv(1, 1))]),
        B: START[0],
    }
    places = {COUNTER: "i", N: "n", A: "a", B: "b"}
    own = tuple(StateVariable(each, Referent(ReferentKind.STATE, places[each])) for each in VARIABLES)
    system = ControlSystem(
        (),
        (),
        (Location(ENTRY, inputs=START), Location(PLACE, own, (X,))),
        (Edge(ENTRY, PLACE, TRUE, first), Edge(PLACE, PLACE, guard, update), Edge(PLACE, Exit(), not_(guard))),
    )
    validate(system)
    return system


def random_quantified(random: Random) -> QuantifiedInvariant:
    where = random.choice(
        [bvult(BOUND, COUNTER), not_(bvult(BOUND, COUNTER)), bvult(BOUND, N), eq(BOUND, COUNTER), TRUE]
    )
    cell = select(A, BOUND)
    fact = random.choice(
        [
            eq(cell, select(B, BOUND)),
            eq(cell, select(B, bvsub(N, BOUND))),
            eq(cell, bv(random.randrange(2), 1)),
            eq(select(B, BOUND), bv(random.randrange(2), 1)),
            eq(cell, extract(BOUND, 0, 0)),
            or_(eq(cell, bv(1, 1)), eq(cell, select(A, bvadd(BOUND, bv(1, WIDTH))))),
            condition(random, (BOUND, COUNTER, N)),
        ]
    )
    return QuantifiedInvariant(BOUND, implies(where, fact))


def arrays() -> Iterator[ArrayValue]:
    for values in product(range(2), repeat=1 << WIDTH):
        yield ArrayValue(0, dict(enumerate(values)))


def reachable(system: ControlSystem) -> frozenset[State]:
    """Return all states of the loop that runs are in."""
    entering, looping, _ = system.edges
    found: set[State] = set()
    for start in product(arrays(), NUMBERS):
        values: dict[Term, Value] = dict(zip(START, start, strict=True))
        evaluator = Evaluator(values.__getitem__)
        found.add(tuple(evaluator.value(entering.update[each]) for each in VARIABLES))
    waiting = list(found)
    while waiting:
        state = waiting.pop()
        for choice in NUMBERS:
            evaluator = Evaluator({**dict(zip(VARIABLES, state, strict=True)), X: choice}.__getitem__)
            if evaluator.value(looping.guard):
                after = tuple(evaluator.value(looping.update[each]) for each in VARIABLES)
                if after not in found:
                    found.add(after)
                    waiting.append(after)
    return frozenset(found)


def holds(invariant: QuantifiedInvariant, states: frozenset[State]) -> bool:
    return all(
        Evaluator({**dict(zip(VARIABLES, state, strict=True)), BOUND: index}.__getitem__).value(invariant.body)
        for state in states
        for index in NUMBERS
    )


@cache
def example(
    seed: int,
) -> tuple[ControlSystem, frozenset[State], tuple[QuantifiedInvariant, ...], frozenset[QuantifiedInvariant]]:
    """Return a system, the states of its loop, some quantified invariants, and those of them that hold there."""
    random = Random(seed)
    system = random_system(random)
    states = reachable(system)
    candidates = tuple(dict.fromkeys(random_quantified(random) for _ in range(24)))
    return system, states, candidates, frozenset(each for each in candidates if holds(each, states))


@pytest.mark.parametrize("seed", SEEDS)
def test_accepted_invariants_hold_in_every_state(seed: int) -> None:
    system, _, candidates, true = example(seed)
    solvers = SolverFactory()
    kept = inductive_quantified(system, {}, {PLACE: candidates}, SystemSolver(system, solvers.new()), Budget())
    assert true.issuperset(kept.get(PLACE, ()))
    assert isinstance(check_system(system, KInductive(1, {}, "", quantified=kept), solvers, Budget()), Accepted)
    for each in candidates:
        alone = KInductive(1, {}, "", quantified={PLACE: (each,)})
        if isinstance(check_system(system, alone, solvers, Budget()), Accepted):
            assert each in true


@pytest.mark.parametrize("seed", SEEDS)
def test_instances_keep_every_run(seed: int) -> None:
    system, states, _, true = example(seed)
    for choosing in (chosen_instances, instances):
        quantified = {PLACE: tuple(sorted(true, key=str))}
        assert reachable(Instantiated(system, quantified, choosing).system) == states


def test_some_quantified_invariants_hold_and_some_do_not() -> None:
    """The tests above cover both."""
    true, false = (
        sum(len(true) for _, _, _, true in map(example, SEEDS)),
        sum(len(candidates) - len(true) for _, _, candidates, true in map(example, SEEDS)),
    )
    assert true > 10 and false > 10
