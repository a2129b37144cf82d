"""Accelerated loops as edges of a control system, against single rounds."""

import random

import pytest

from corpus.random_systems import number
from corpus.small_systems import error, system_of
from surefoot.logic import (
    TRUE,
    Evaluator,
    Term,
    Value,
    and_,
    bv,
    bvadd,
    bvmul,
    bvslt,
    bvsub,
    bvult,
    eq,
    extract,
    ite,
    not_,
    sign_extend,
    variables_of,
    zero_extend,
)
from surefoot.systems.closed_forms.acceleration import with_accelerated_loops
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge
from surefoot.systems.limits import LIMITS

State = dict[Term, Value]
WIDTH = 5
MOST_ROUNDS = 40


def loop_of(edge: Edge) -> ControlSystem:
    start = {symbol: bv(0, symbol.sort.width) for symbol in edge.update}
    return system_of([Edge(ENTRY, "loop", TRUE, start), edge, Edge("loop", error(), not_(edge.guard))])


def after(edge: Edge, state: State, rounds: int) -> State | None:
    """Return the state after ``rounds`` rounds, if the guard holds in all of them."""
    here = dict(state)
    for _ in range(rounds):
        now = Evaluator(here.__getitem__)
        if not now.value(edge.guard):
            return None
        here = {symbol: now.value(value) for symbol, value in edge.update.items()}
    return here


def random_edge(choose: random.Random) -> Edge:
    """Return a loop with a counter, a sum of it and a sum of that; comparisons are about the counter."""
    i, s, t = (number(name, WIDTH) for name in "ist")
    wide = number("w", WIDTH + 3)
    step = choose.choice([1, 1, 2, 3, 31, 30])
    bounds = [bv(choose.choice([3, 7, 11, 13, 18, 25, 29]), WIDTH) for _ in range(2)]
    less = choose.choice([bvult, bvslt])
    guard = choose.choice([less(i, bounds[0]), not_(less(i, bounds[0])), not_(eq(i, bounds[0]))])
    is_steady = [] if step % 2 else [eq(extract(i, 0, 0), bv(0, 1))]
    split = choose.choice([less(i, bounds[1]), not_(eq(i, bounds[1])), *is_steady])
    grown = choose.choice([bvadd(s, i), bvsub(s, i), bvadd(s, bvmul(i, bv(3, WIDTH)))])
    extended = choose.choice([zero_extend, sign_extend])(i, WIDTH + 3)
    update = {
        i: bvadd(i, bv(step, WIDTH)),
        s: ite(split, grown, s) if choose.random() < 0.5 else grown,
        t: bvadd(t, s),
        wide: bvadd(wide, extended),
    }
    return Edge("loop", "loop", guard, update)


@pytest.mark.parametrize("seed", range(60))
def test_accelerated_step_equals_its_rounds(seed: int) -> None:
    choose = random.Random(seed)
    edge = random_edge(choose)
    system = with_accelerated_loops(loop_of(edge), ["loop"])
    assert system is not None
    count = next(each for each in system.location("loop").inputs if each.sort.width == LIMITS.iteration_count_bits)
    leaps = [each for each in system.edges_from("loop") if each.target == "loop"]
    taken = 0
    for _ in range(200):
        state: State = {symbol: choose.randrange(1 << symbol.sort.width) for symbol in edge.update}
        rounds = choose.choice([1, 2, choose.randrange(MOST_ROUNDS)])
        now = Evaluator({**state, count: rounds}.__getitem__)
        possible = [leap for leap in leaps if now.value(leap.guard)]
        assert len(possible) <= 1
        if not possible:
            assert rounds != 1 or after(edge, state, 1) is None, "single rounds are leaps, too"
            continue
        taken += 1
        is_leap = count in variables_of(possible[0].guard)
        expected = after(edge, state, rounds if is_leap else 1)
        assert expected == {symbol: now.value(value) for symbol, value in possible[0].update.items()}
    assert taken


def test_accelerated_sums() -> None:
    i, s = number("i", 32), number("s", 64)
    edge = Edge("loop", "loop", bvult(i, bv(10**9, 32)), {i: bvadd(i, bv(1, 32)), s: bvadd(s, zero_extend(i, 64))})
    system = with_accelerated_loops(loop_of(edge), ["loop"])
    assert system is not None
    (leap,) = (each for each in system.edges_from("loop") if each.target == "loop")
    (count,) = system.location("loop").inputs
    now = Evaluator({i: 0, s: 5, count: 10**9}.__getitem__)
    assert now.value(leap.guard)
    assert now.value(leap.update[s]) == 5 + 10**9 * (10**9 - 1) // 2
    assert not Evaluator({i: 0, s: 5, count: 10**9 + 1}.__getitem__).value(leap.guard)


def test_loops_without_closed_form_or_with_inputs_are_unchanged() -> None:
    i, free = number("i", 8), number("free", 8)
    squares = Edge("loop", "loop", bvult(i, bv(9, 8)), {i: bvmul(i, i)})
    assert with_accelerated_loops(loop_of(squares), ["loop"]) is None
    asking = Edge("loop", "loop", and_(bvult(i, bv(9, 8)), bvult(free, bv(3, 8))), {i: bvadd(i, bv(1, 8))})
    assert with_accelerated_loops(loop_of(asking), ["loop"]) is None
    counting = Edge("loop", "loop", bvult(i, bv(9, 8)), {i: bvadd(i, bv(1, 8))})
    assert with_accelerated_loops(loop_of(counting), []) is None
    assert with_accelerated_loops(loop_of(counting), ["loop"]) is not None


def test_loop_with_very_many_paths_is_unchanged() -> None:
    i, s = number("i", 32), number("s", 32)
    grown = s
    for each in range(40):
        grown = ite(eq(extract(i, each % 32, each % 32), bv(1, 1)), bvadd(grown, bv(each + 1, 32)), grown)
    edge = Edge("loop", "loop", bvult(i, bv(10**6, 32)), {i: bvadd(i, bv(1, 32)), s: grown})
    assert with_accelerated_loops(loop_of(edge), ["loop"]) is None
