"""Circuits of float arithmetic against exact arithmetic: small formats exhaustively, large ones on
extreme and random numbers, all modes.
"""

import random
from collections.abc import Callable, Sequence

import pytest

from surefoot.circuits.blasting import BitBlaster
from surefoot.circuits.graph import Graph
from surefoot.circuits.sequential import Simulation
from surefoot.logic import (
    FLOAT32,
    FLOAT64,
    FloatSort,
    RoundingMode,
    Term,
    bit_vector,
    evaluate,
    float_sort,
    fp_add,
    fp_div,
    fp_from_fp,
    fp_from_signed,
    fp_from_unsigned,
    fp_mul,
    fp_round_to_integral,
    fp_sqrt,
    fp_sub,
    fp_to_ieee_bv,
    fp_to_signed,
    fp_to_unsigned,
    rounding,
    variable,
)
from surefoot.logic.values import canonical_float

SMALL = (float_sort(2, 3), float_sort(3, 3), float_sort(3, 2))
BINARY: dict[str, Callable[[Term, Term, Term], Term]] = {
    "add": fp_add,
    "sub": fp_sub,
    "mul": fp_mul,
    "div": fp_div,
}
UNARY: dict[str, Callable[[Term, Term], Term]] = {"sqrt": fp_sqrt, "integral": fp_round_to_integral}


def check(term: Term, symbols: Sequence[Term], runs: Sequence[Sequence[int]]) -> None:
    """The circuit of ``term`` has the value that its evaluation has, in each run."""
    graph = Graph()
    blaster = BitBlaster(graph)
    given: dict[int, int] = {}
    for column, symbol in enumerate(symbols):
        width = symbol.sort.bits if isinstance(symbol.sort, FloatSort) else symbol.sort.width
        word = graph.inputs(width)
        blaster.define(symbol, word)
        for place, literal in enumerate(word):
            given[literal >> 1] = sum((run[column] >> place & 1) << number for number, run in enumerate(runs))
    simulation = Simulation(graph, given.__getitem__, (1 << len(runs)) - 1)
    columns = [simulation.value(literal) for literal in blaster.word(term)]
    for number, run in enumerate(runs):
        computed = sum((column >> number & 1) << place for place, column in enumerate(columns))
        expected = evaluate(term, dict(zip(symbols, run, strict=True)))
        assert computed == expected, (term, [hex(each) for each in run], hex(computed), expected)


def all_of(sort: FloatSort) -> list[int]:
    return sorted({canonical_float(bits, sort) for bits in range(1 << sort.bits)})


def some_of(sort: FloatSort, choose: random.Random, number: int) -> list[int]:
    """Special and extreme numbers, neighbours of powers of two, and random ones of like and of unlike size."""
    fraction, top = sort.significand - 1, (1 << sort.exponent) - 1
    bias = top >> 1
    exponents = [0, 1, 2, bias - 1, bias, bias + 1, bias + fraction, bias + fraction + 1, top - 1, top]
    fractions = [0, 1, (1 << fraction) - 1, 1 << (fraction - 1)]
    fixed = [sign << (sort.bits - 1) | e << fraction | f for sign in (0, 1) for e in exponents for f in fractions]
    near = [
        choose.getrandbits(1) << (sort.bits - 1)
        | (bias + choose.randint(-3, 3)) << fraction
        | choose.getrandbits(fraction)
        for _ in range(number)
    ]
    anything = [choose.getrandbits(sort.bits) for _ in range(number)]
    return [canonical_float(bits, sort) for bits in (*choose.sample(fixed, 30), *near, *anything)]


@pytest.mark.parametrize("mode", RoundingMode)
@pytest.mark.parametrize("sort", SMALL, ids=str)
@pytest.mark.parametrize("name", BINARY)
def test_every_pair_of_small_floats(name: str, sort: FloatSort, mode: RoundingMode) -> None:
    f, g = variable("f", sort), variable("g", sort)
    values = all_of(sort)
    check(fp_to_ieee_bv(BINARY[name](rounding(mode), f, g)), [f, g], [(a, b) for a in values for b in values])


@pytest.mark.parametrize("mode", RoundingMode)
@pytest.mark.parametrize("sort", [*SMALL, float_sort(4, 4), float_sort(3, 5)], ids=str)
@pytest.mark.parametrize("name", UNARY)
def test_every_small_float(name: str, sort: FloatSort, mode: RoundingMode) -> None:
    f = variable("f", sort)
    check(fp_to_ieee_bv(UNARY[name](rounding(mode), f)), [f], [(a,) for a in all_of(sort)])


@pytest.mark.parametrize("mode", RoundingMode)
@pytest.mark.parametrize("sort", [FLOAT32, FLOAT64], ids=str)
@pytest.mark.parametrize("name", BINARY)
def test_pairs_of_large_floats(name: str, sort: FloatSort, mode: RoundingMode) -> None:
    choose = random.Random(f"{name} {sort} {mode}")
    f, g = variable("f", sort), variable("g", sort)
    values = some_of(sort, choose, 12)
    check(fp_to_ieee_bv(BINARY[name](rounding(mode), f, g)), [f, g], [(a, b) for a in values for b in values])


@pytest.mark.parametrize("mode", RoundingMode)
@pytest.mark.parametrize("sort", [FLOAT32, FLOAT64], ids=str)
@pytest.mark.parametrize("name", UNARY)
def test_large_floats(name: str, sort: FloatSort, mode: RoundingMode) -> None:
    f = variable("f", sort)
    values = some_of(sort, random.Random(f"{name} {sort} {mode}"), 200)
    check(fp_to_ieee_bv(UNARY[name](rounding(mode), f)), [f], [(a,) for a in values])


@pytest.mark.parametrize("mode", RoundingMode)
def test_conversions(mode: RoundingMode) -> None:
    how = rounding(mode)
    choose = random.Random(str(mode))
    tiny, small = float_sort(2, 3), float_sort(3, 5)
    for source, target in (
        (tiny, small),
        (small, tiny),
        (tiny, float_sort(4, 2)),
        (FLOAT32, FLOAT64),
        (FLOAT64, FLOAT32),
    ):
        f = variable("f", source)
        values = all_of(source) if source.bits < 10 else some_of(source, choose, 200)
        check(fp_to_ieee_bv(fp_from_fp(how, f, target)), [f], [(a,) for a in values])
    for convert in (fp_from_signed, fp_from_unsigned):
        for width, target in ((1, tiny), (3, tiny), (7, tiny), (8, small), (32, FLOAT32), (64, FLOAT32), (64, FLOAT64)):
            x = variable("x", bit_vector(width))
            runs = (
                range(1 << width) if width < 10 else [choose.getrandbits(choose.randint(1, width)) for _ in range(200)]
            )
            check(fp_to_ieee_bv(convert(how, x, target)), [x], [(a,) for a in runs])
    for back in (fp_to_signed, fp_to_unsigned):
        for source, width in ((tiny, 1), (tiny, 4), (small, 2), (small, 6), (FLOAT32, 8), (FLOAT32, 32), (FLOAT64, 64)):
            f = variable("f", source)
            values = all_of(source) if source.bits < 10 else some_of(source, choose, 200)
            check(back(how, f, width), [f], [(a,) for a in values])
