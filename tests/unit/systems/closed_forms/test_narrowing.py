"""Loops over narrow numbers in wide words against execution round by round."""

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
    bvand,
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
from surefoot.systems.closed_forms.blocks import LoopIterations
from surefoot.systems.closed_forms.narrowing import in_few_bits
from surefoot.systems.control.system import ENTRY, Edge
from surefoot.systems.limits import LIMITS

State = dict[Term, Value]
NARROW, WIDE, COUNTER = 3, 7, 6


def word(value: int) -> Term:
    return bv(value % (1 << WIDE), WIDE)


class NarrowLoops:
    """A counter, a narrow number, and two words that hold narrow ones; all are computed with in words."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.counter = number("k", COUNTER)
        self.short = number("x", NARROW)
        self.masked, self.signed_word = number("m", WIDE), number("c", WIDE)

    def words(self) -> list[Term]:
        return [
            zero_extend(self.short, WIDE),
            sign_extend(self.short, WIDE),
            self.masked,
            self.signed_word,
            word(self.choose.randrange(-9, 9)),
        ]

    def computed(self, first: Term) -> Term:
        choose = self.choose
        other = choose.choice(self.words()) if choose.random() < 0.3 else word(choose.randrange(-9, 9))
        match choose.randrange(5):
            case 0:
                return bvsub(first, other)
            case 1:
                return bvadd(bvmul(first, word(2 * choose.randrange(8) + 1)), other)
            case _:
                return bvadd(first, other)

    def condition(self) -> Term:
        left, right = self.choose.choice(self.words()), word(self.choose.randrange(-9, 9))
        found = self.choose.choice([bvult, bvslt, eq])(left, right)
        return not_(found) if self.choose.random() < 0.7 else found

    def edge(self) -> Edge:
        choose = self.choose
        extended = choose.choice([zero_extend, sign_extend])(self.short, WIDE)
        masked = bvand(self.computed(self.masked), word((1 << NARROW) - 1))
        update = {
            self.counter: bvadd(self.counter, bv(1, COUNTER)),
            self.short: extract(self.computed(extended), NARROW - 1, 0),
            self.masked: ite(self.condition(), masked, self.masked) if choose.random() < 0.3 else masked,
            self.signed_word: sign_extend(extract(self.computed(self.signed_word), NARROW - 1, 0), WIDE),
        }
        ends = bvult(self.counter, bv(choose.randrange(20, 60), COUNTER))
        return Edge("loop", "loop", and_(ends, self.condition()) if choose.random() < 0.3 else ends, update)

    def state(self, edge: Edge) -> State:
        """Any state, and often one that a round leads to."""
        here: State = {symbol: self.choose.randrange(1 << symbol.sort.width) for symbol in edge.update}
        here[self.counter] = self.choose.randrange(4)
        after = following(edge, here)
        return after if after is not None and self.choose.random() < 0.6 else here


def following(edge: Edge, state: State) -> State | None:
    now = Evaluator(state.__getitem__)
    return {each: now.value(value) for each, value in edge.update.items()} if now.value(edge.guard) else None


@pytest.mark.parametrize("seed", range(80))
def test_rounds_in_few_bits_are_equal(seed: int) -> None:
    loops = NarrowLoops(seed)
    edge = loops.edge()
    narrow = in_few_bits(edge.guard, edge.update)
    fitting = 0
    for _ in range(60):
        state = loops.state(edge)
        after = following(edge, state)
        if not Evaluator(state.__getitem__).value(narrow.fits):
            continue
        fitting += 1
        values = narrow.narrow_state(state)
        assert narrow.state(values) == state
        now = Evaluator(values.__getitem__)
        assert now.value(narrow.guard) == (after is not None)
        if after is not None:
            assert narrow.state({each: now.value(value) for each, value in narrow.update.items()}) == after
    assert fitting


@pytest.mark.parametrize("seed", range(80))
def test_blocks_agree_with_single_rounds(seed: int) -> None:
    loops = NarrowLoops(seed)
    for _ in range(4):
        edge = loops.edge()
        start = loops.state(edge)
        block = LoopIterations(edge).block(start)
        here: State | None = start
        for count in range(block.times if block is not None else 0):
            assert here is not None and block is not None
            assert {**here, **block.state(count)} == here
            for _ in range(block.period):
                here = None if here is None else following(edge, here)
        assert block is None or (here is not None and {**here, **block.state(block.times)} == here)


@pytest.mark.parametrize("seed", range(60))
def test_accelerated_steps_equal_their_rounds(seed: int) -> None:
    loops = NarrowLoops(seed)
    edge = loops.edge()
    start = {symbol: bv(0, symbol.sort.width) for symbol in edge.update}
    system = with_accelerated_loops(
        system_of([Edge(ENTRY, "loop", TRUE, start), edge, Edge("loop", error(), TRUE)]), ["loop"]
    )
    if system is None:
        return
    (count,) = (each for each in system.location("loop").inputs if each.sort.width == LIMITS.iteration_count_bits)
    for _ in range(100):
        state, rounds = loops.state(edge), loops.choose.choice([1, 2, loops.choose.randrange(50)])
        now = Evaluator({**state, count: rounds}.__getitem__)
        possible = [each for each in system.edges_from("loop") if each.target == "loop" and now.value(each.guard)]
        assert possible or rounds != 1 or following(edge, state) is None
        for leap in possible:
            here: State | None = state
            for _ in range(rounds if count in variables_of(leap.guard) else 1):
                here = None if here is None else following(edge, here)
            assert here == {symbol: now.value(value) for symbol, value in leap.update.items()}


ROUNDS = 1 << 29


@pytest.mark.parametrize("step", [7, -3])
def test_wrapping_numbers_have_one_form_for_all_rounds(step: int) -> None:
    k, x, m, c = number("k", 32), number("x", 16), number("m", 32), number("c", 32)
    by = bv(step % (1 << 32), 32)
    update = {
        k: bvadd(k, bv(1, 32)),
        x: extract(bvadd(zero_extend(x, 32), by), 15, 0),
        m: bvand(bvadd(m, by), bv(0xFFF, 32)),
        c: sign_extend(extract(bvadd(c, by), 7, 0), 32),
    }
    edge = Edge("loop", "loop", bvult(k, bv(ROUNDS + 1, 32)), update)
    start: State = {k: 0, x: 5, m: 9, c: 100}
    block = LoopIterations(edge).block(start)
    assert block is not None and block.iterations == ROUNDS + 1
    assert {symbol: value for symbol, value in block.state(block.times).items() if symbol is not k} == {
        x: (5 + step) % (1 << 16),
        m: 9 + step,
        c: 100 + step,
    }
    system = with_accelerated_loops(
        system_of([Edge(ENTRY, "loop", TRUE, {each: bv(0, each.sort.width) for each in update}), edge]), ["loop"]
    )
    assert system is not None
    (count,) = system.location("loop").inputs
    now = Evaluator({**start, count: ROUNDS}.__getitem__)
    (leap,) = (each for each in system.edges_from("loop") if count in variables_of(each.guard))
    assert now.value(leap.guard)
    assert {each: now.value(leap.update[each]) for each in (x, m, c)} == {x: 5, m: 9, c: 100}


def test_comparison_of_a_wrapping_number_ends_a_block() -> None:
    k, x = number("k", 32), number("x", 8)
    wide = sign_extend(x, 32)
    update = {k: bvadd(k, bv(1, 32)), x: extract(bvadd(wide, bv(1, 32)), 7, 0)}
    edge = Edge("loop", "loop", bvslt(bv(0, 32), wide), update)
    block = LoopIterations(edge).block({k: 0, x: 1})
    assert block is not None and block.iterations == 127
    assert block.state(127)[x] == 128


def test_word_beyond_the_narrow_range_is_no_narrow_number() -> None:
    k, m = number("k", 32), number("m", 32)
    masked = bvand(bvadd(m, bv(1, 32)), bv(0xFF, 32))
    edge = Edge("loop", "loop", TRUE, {k: bvadd(k, bv(1, 32)), m: ite(bvult(k, bv(1000, 32)), m, masked)})
    block = LoopIterations(edge).block({k: 0, m: 70000})
    assert block is not None and block.iterations == 1000
    assert block.state(1000)[m] == 70000
    later = LoopIterations(edge).block({k: 1000, m: 17})
    assert later is not None and 1 << 31 < later.iterations < 1 << 32
    assert later.state(512)[m] == 17
