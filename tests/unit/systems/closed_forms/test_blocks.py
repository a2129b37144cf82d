"""Blocks of rounds of random loops against execution round by round."""

import random

import pytest

from corpus.random_systems import number
from surefoot.logic import (
    FALSE,
    Evaluator,
    Term,
    Value,
    bv,
    bvadd,
    bvand,
    bvmul,
    bvslt,
    bvult,
    bvurem,
    eq,
    ite,
    not_,
    zero_extend,
)
from surefoot.systems.closed_forms.blocks import BlockOfIterations, LoopIterations
from surefoot.systems.closed_forms.newton import FOREVER, reduced
from surefoot.systems.closed_forms.term_iterations import PolynomialCourse
from surefoot.systems.control.system import Edge

State = dict[Term, Value]


def stepped(edge: Edge, state: State) -> State | None:
    now = Evaluator(state.__getitem__)
    return {each: now.value(value) for each, value in edge.update.items()} if now.value(edge.guard) else None


def check(edge: Edge, start: State, block: BlockOfIterations, most: int) -> None:
    """Follow the block round by round."""
    here: State | None = start
    for count in range(min(block.times, most) + 1):
        assert here is not None
        assert {**here, **block.state(count)} == here
        for _ in range(block.period if count < min(block.times, most) else 0):
            here = stepped(edge, here)
            assert here is not None, "the guard holds throughout a block"


class RandomLoops:
    """Loops over three numbers of ``width`` bits with branches on comparisons, parities and
    remainders.
    """

    def __init__(self, width: int, choose: random.Random) -> None:
        self.width = width
        self.choose = choose
        self.symbols = [number(name, width) for name in "xyz"]

    def constant(self) -> Term:
        return bv(self.choose.randrange(1 << self.width), self.width)

    def condition(self) -> Term:
        left = self.choose.choice(self.symbols)
        right = self.choose.choice([*self.symbols, self.constant(), self.constant()])
        match self.choose.randrange(6):
            case 0:
                found = bvslt(left, right)
            case 1:
                found = eq(bvand(left, bv(1, self.width)), bv(0, self.width))
            case 2:
                found = eq(bvurem(left, bv(3, self.width)), bv(self.choose.randrange(3), self.width))
            case 3:
                found = eq(left, right)
            case _:
                found = bvult(left, right)
        return not_(found) if self.choose.random() < 0.5 else found

    def update(self, symbol: Term) -> Term:
        other = self.choose.choice(self.symbols)
        small = bv(self.choose.choice([1, 1, 2, 3, (1 << self.width) - 1]), self.width)
        match self.choose.randrange(8):
            case 0:
                return symbol
            case 1 | 2 | 3:
                return bvadd(symbol, small)
            case 4:
                return bvadd(symbol, other)
            case 5:
                return bvadd(bvmul(symbol, self.constant()), small)
            case 6:
                return self.constant()
            case _:
                return bvadd(symbol, bvmul(other, other))

    def edge(self) -> Edge:
        split = self.condition()
        update = {
            each: ite(split, self.update(each), self.update(each)) if self.choose.random() < 0.5 else self.update(each)
            for each in self.symbols
        }
        return Edge("loop", "loop", self.condition(), update)


@pytest.mark.parametrize("width", [3, 5, 8])
@pytest.mark.parametrize("seed", range(60))
def test_blocks_of_random_loops_agree_with_single_rounds(width: int, seed: int) -> None:
    loops = RandomLoops(width, random.Random(1000 * width + seed))
    for _ in range(4):
        edge = loops.edge()
        start: State = {each: loops.choose.randrange(1 << width) for each in loops.symbols}
        block = LoopIterations(edge).block(start)
        if block is not None:
            check(edge, start, block, 600)


@pytest.mark.parametrize("width", [3, 5, 8])
def test_tampered_closed_forms_are_rejected(width: int) -> None:
    loops = RandomLoops(width, random.Random(width))
    choose = loops.choose
    tampered = 0
    for _ in range(400):
        edge = loops.edge()
        start: State = {each: choose.randrange(1 << width) for each in loops.symbols}
        rounds = LoopIterations(edge)
        block = rounds.block(start)
        if block is None or not rounds.moving:
            continue
        for _ in range(20):
            symbol = choose.choice(list(rounds.moving))
            course = block.courses[symbol]
            assert isinstance(course, PolynomialCourse)
            coefficients = [*course.polynomial, 0]
            place = choose.randrange(min(len(coefficients), block.times))  # later rounds do not affect this block
            coefficients[place] = (coefficients[place] + choose.randrange(1, 1 << width)) % (1 << width)
            wrong = {**block.courses, symbol: PolynomialCourse(reduced(coefficients, 1 << width))}
            assert rounds.checked(wrong, start, block.period) is None
            tampered += 1
    assert tampered >= 300


def counting(guard: Term, **updates: Term) -> tuple[Edge, State]:
    symbols = {name: number(name, value.sort.width) for name, value in updates.items()}
    edge = Edge("loop", "loop", guard, {symbols[name]: value for name, value in updates.items()})
    return edge, dict.fromkeys(symbols.values(), 0)


def test_sums_of_counters_have_the_block_that_the_guard_allows() -> None:
    i, total = number("i", 32), number("total", 64)
    edge, start = counting(
        bvult(i, bv(3_000_000_000, 32)), i=bvadd(i, bv(1, 32)), total=bvadd(total, zero_extend(i, 64))
    )
    block = LoopIterations(edge).block(start)
    assert block is not None
    assert block.iterations == 3_000_000_000
    assert block.state(block.times) == {i: 3_000_000_000, total: 3_000_000_000 * 2_999_999_999 // 2}


def test_loop_with_alternating_branches_has_blocks_of_two_rounds() -> None:
    i, odd = number("i", 32), number("odd", 32)
    is_even = eq(bvand(i, bv(1, 32)), bv(0, 32))
    edge, start = counting(
        bvult(i, bv(1_000_001, 32)), i=bvadd(i, bv(1, 32)), odd=ite(is_even, odd, bvadd(odd, bv(1, 32)))
    )
    block = LoopIterations(edge).block(start)
    assert block is not None
    assert (block.times, block.period) == (500_000, 2)
    assert block.state(block.times) == {i: 1_000_000, odd: 500_000}


def test_block_ends_where_wrapping_changes_a_comparison() -> None:
    x = number("x", 32)
    edge, start = counting(not_(bvult(x, bv(10, 32))), x=bvadd(x, bv(2, 32)))
    block = LoopIterations(edge).block({x: 10})
    assert block is not None
    assert block.state(block.times)[x] in {(1 << 32) - 2, 0}
    assert LoopIterations(edge).block(start) is None


def test_endless_loop_has_an_endless_block() -> None:
    x = number("x", 32)
    edge, start = counting(not_(eq(x, bv(3, 32))), x=bvadd(x, bv(2, 32)))
    block = LoopIterations(edge).block(start)
    assert block is not None
    assert block.times >= FOREVER


def test_rounds_with_other_effects_are_in_no_block() -> None:
    x = number("x", 32)
    edge, start = counting(bvult(x, bv(1000, 32)), x=bvadd(x, bv(1, 32)))
    block = LoopIterations(edge, [eq(x, bv(700, 32))]).block(start)
    assert block is not None
    assert block.iterations == 700
    free = LoopIterations(edge, [FALSE]).block(start)
    assert free is not None
    assert free.iterations == 1000
