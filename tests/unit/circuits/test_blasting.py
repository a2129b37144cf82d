"""Circuits against `logic.semantics`: every operator on all values of small words, and on random values of wide ones."""

import random
from collections.abc import Callable, Sequence

import pytest

from surefoot.circuits import words
from surefoot.circuits.blasting import BitBlaster, NotBits
from surefoot.circuits.graph import Graph, Word
from surefoot.circuits.sequential import Simulation
from surefoot.logic import (
    BOOL,
    FLOAT16,
    INT,
    ArraySort,
    FloatSort,
    FunctionSymbol,
    Op,
    Sort,
    Term,
    Value,
    and_,
    apply,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvashr,
    bvlshr,
    bvmul,
    bvneg,
    bvnot,
    bvor,
    bvsdiv,
    bvshl,
    bvslt,
    bvsrem,
    bvsub,
    bvudiv,
    bvult,
    bvurem,
    bvxor,
    concat,
    eq,
    evaluate,
    extract,
    float_sort,
    fp_abs,
    fp_eq,
    fp_from_ieee_bv,
    fp_is_infinite,
    fp_is_nan,
    fp_is_negative,
    fp_is_normal,
    fp_is_positive,
    fp_is_subnormal,
    fp_is_zero,
    fp_le,
    fp_lt,
    fp_neg,
    fp_to_ieee_bv,
    int_lt,
    ite,
    not_,
    or_,
    select,
    sign_extend,
    variable,
    zero_extend,
)
from surefoot.logic.values import canonical_float

BINARY: dict[Op, Callable[[Term, Term], Term]] = {
    Op.BVADD: bvadd,
    Op.BVSUB: bvsub,
    Op.BVMUL: bvmul,
    Op.BVUDIV: bvudiv,
    Op.BVUREM: bvurem,
    Op.BVSDIV: bvsdiv,
    Op.BVSREM: bvsrem,
    Op.BVAND: bvand,
    Op.BVOR: bvor,
    Op.BVXOR: bvxor,
    Op.BVSHL: bvshl,
    Op.BVLSHR: bvlshr,
    Op.BVASHR: bvashr,
    Op.BVULT: bvult,
    Op.BVSLT: bvslt,
    Op.CONCAT: concat,
    Op.EQ: eq,
}
UNARY: dict[str, Callable[[Term], Term]] = {
    "not": bvnot,
    "neg": bvneg,
    "high bit": lambda x: extract(x, x.sort.width - 1, x.sort.width - 1),
    "low bits": lambda x: extract(x, x.sort.width // 2, 0),
    "zeros": lambda x: zero_extend(x, x.sort.width + 3),
    "signs": lambda x: sign_extend(x, x.sort.width + 3),
}
FLOATS: dict[str, Callable[[Term, Term], Term]] = {
    "=": eq,
    "abs": lambda f, _: fp_to_ieee_bv(fp_abs(f)),
    "neg": lambda f, _: fp_to_ieee_bv(fp_neg(f)),
    "le": fp_le,
    "lt": fp_lt,
    "eq": fp_eq,
    "nan": lambda f, _: fp_is_nan(f),
    "infinite": lambda f, _: fp_is_infinite(f),
    "zero": lambda f, _: fp_is_zero(f),
    "normal": lambda f, _: fp_is_normal(f),
    "subnormal": lambda f, _: fp_is_subnormal(f),
    "negative": lambda f, _: fp_is_negative(f),
    "positive": lambda f, _: fp_is_positive(f),
}

OPERATIONS: dict[Op, Callable[[Graph, Word, Word], Sequence[int]]] = {
    Op.BVADD: words.add,
    Op.BVSUB: words.subtract,
    Op.BVMUL: words.multiply,
    Op.BVSDIV: lambda graph, a, b: words.divide_signed(graph, a, b)[0],
    Op.BVSREM: lambda graph, a, b: words.divide_signed(graph, a, b)[1],
    Op.BVULT: lambda graph, a, b: [words.less(graph, a, b)],
    Op.BVSLT: lambda graph, a, b: [words.less_signed(graph, a, b)],
}


def bits_of(sort: Sort) -> int:
    return sort.bits if isinstance(sort, FloatSort) else sort.width or 1


def computed(term: Term, symbols: Sequence[Term], runs: Sequence[Sequence[int]]) -> list[int]:
    """Return the value of ``term`` in each run by its circuit, all runs at once."""
    graph = Graph()
    blaster = BitBlaster(graph)
    given: dict[int, int] = {}
    for column, symbol in enumerate(symbols):
        word = graph.inputs(bits_of(symbol.sort))
        blaster.define(symbol, word)
        for place, literal in enumerate(word):
            given[literal >> 1] = sum((run[column] >> place & 1) << number for number, run in enumerate(runs))
    simulation = Simulation(graph, given.__getitem__, (1 << len(runs)) - 1)
    columns = [simulation.value(literal) for literal in blaster.word(term)]
    return [sum((column >> number & 1) << place for place, column in enumerate(columns)) for number in range(len(runs))]


def check(term: Term, symbols: Sequence[Term], runs: Sequence[Sequence[int]]) -> None:
    def value_in(run: Sequence[int]) -> int:
        assignment: dict[Term, Value] = {
            symbol: bool(number) if symbol.sort is BOOL else number for symbol, number in zip(symbols, run, strict=True)
        }
        value = evaluate(term, assignment)
        assert isinstance(value, int)
        return int(value)

    assert computed(term, symbols, runs) == [value_in(run) for run in runs]


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("op", BINARY, ids=lambda op: op.value)
def test_every_pair_of_small_words(op: Op, width: int) -> None:
    x, y = variable("x", bit_vector(width)), variable("y", bit_vector(width))
    term = BINARY[op](x, y)
    assert term.op is op
    check(term, [x, y], [(a, b) for a in range(1 << width) for b in range(1 << width)])


@pytest.mark.parametrize("width", [8, 13, 16, 32, 33, 64])
@pytest.mark.parametrize("op", BINARY, ids=lambda op: op.value)
def test_random_pairs_of_wide_words(op: Op, width: int) -> None:
    choose = random.Random(f"{op.value} {width}")
    x, y = variable("x", bit_vector(width)), variable("y", bit_vector(width))
    extremes = [0, 1, 2, width - 1, width, width + 1, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1]
    some = [each & x.sort.mask for each in extremes] + [choose.getrandbits(choose.randint(1, width)) for _ in range(12)]
    check(BINARY[op](x, y), [x, y], [(a, b) for a in some for b in some])


@pytest.mark.parametrize("value", [0, 1, 2, 3, 7, 8, 100, 127, 128, 255])
@pytest.mark.parametrize("op", [op for op in BINARY if op is not Op.CONCAT], ids=lambda op: op.value)
def test_constants_fold(op: Op, value: int) -> None:
    x = variable("x", bit_vector(8))
    for term in (BINARY[op](x, bv(value, 8)), BINARY[op](bv(value, 8), x)):
        check(term, [x], [(a,) for a in range(256)])


@pytest.mark.parametrize(("left", "right"), [(1, 1), (1, 4), (2, 3), (3, 3), (4, 2), (5, 4)])
@pytest.mark.parametrize("op", [op for op in BINARY if op is not Op.CONCAT], ids=lambda op: op.value)
def test_numbers_smaller_than_their_words(op: Op, left: int, right: int) -> None:
    """Sign bits that are known to be zero or not, and results that need all bits of the word or
    not.
    """
    x, y = variable("x", bit_vector(left)), variable("y", bit_vector(right))
    runs = [(a, b) for a in range(1 << left) for b in range(1 << right)]
    for width in (max(left, right) + 1, left + right, left + right + 3):
        for first in (sign_extend, zero_extend):
            for second in (sign_extend, zero_extend):
                check(BINARY[op](first(x, width), second(y, width)), [x, y], runs)


@pytest.mark.parametrize("value", [-16, -9, -4, -2, -1, 0, 1, 2, 4, 5, 8, 16, 64])
@pytest.mark.parametrize("op", [op for op in BINARY if op is not Op.CONCAT], ids=lambda op: op.value)
def test_small_numbers_and_constants(op: Op, value: int) -> None:
    x = variable("x", bit_vector(5))
    for width in (8, 13):
        known = bv(value % (1 << width), width)
        for term in (BINARY[op](sign_extend(x, width), known), BINARY[op](known, sign_extend(x, width))):
            check(term, [x], [(a,) for a in range(32)])


@pytest.mark.parametrize(
    ("op", "narrow"), [(Op.BVADD, 9), (Op.BVSUB, 9), (Op.BVMUL, 16), (Op.BVSDIV, 9), (Op.BVSREM, 9), (Op.BVSLT, 8), (Op.BVULT, 8)],
    ids=lambda each: each.value if isinstance(each, Op) else str(each),
)  # fmt: skip
def test_width_beyond_the_numbers_costs_nothing(op: Op, narrow: int) -> None:
    def gates(width: int) -> int:
        graph = Graph()
        x, y = (words.extended(graph.inputs(8), width) for _ in range(2))
        return graph.size(OPERATIONS[op](graph, x, y)).ands

    assert gates(64) == gates(narrow) > 0


def test_division_by_a_power_of_two_is_one_sum() -> None:
    graph = Graph()
    dividend = graph.inputs(32)
    quotient, _ = words.divide_signed(graph, dividend, words.constant(256, 32))
    other = Graph()
    summand = other.inputs(32)
    total = words.add(other, summand, (*summand[-1:] * 8, *words.constant(0, 24)))
    assert graph.size(quotient).ands <= other.size(total).ands


@pytest.mark.parametrize("width", [1, 2, 5, 8])
@pytest.mark.parametrize("name", UNARY)
def test_every_word(name: str, width: int) -> None:
    x = variable("x", bit_vector(width))
    check(UNARY[name](x), [x], [(a,) for a in range(1 << width)])


def test_booleans() -> None:
    p, q, r = (variable(letter, BOOL) for letter in "pqr")
    runs = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    for term in (and_(p, q, r), or_(p, q, r), not_(p), eq(p, q), ite(p, q, r), and_(p, or_(q, not_(r)))):
        check(term, [p, q, r], runs)
    x, y = variable("x", bit_vector(3)), variable("y", bit_vector(3))
    check(ite(p, x, y), [p, x, y], [(a, b, c) for a in (0, 1) for b in range(8) for c in range(8)])


@pytest.mark.parametrize("name", FLOATS)
def test_every_pair_of_small_floats(name: str) -> None:
    sort = float_sort(2, 3)
    f, g = variable("f", sort), variable("g", sort)
    values = sorted({canonical_float(bits, sort) for bits in range(1 << sort.bits)})
    check(FLOATS[name](f, g), [f, g], [(a, b) for a in values for b in values])


def test_every_pattern_is_a_float() -> None:
    x = variable("x", bit_vector(16))
    check(fp_to_ieee_bv(fp_from_ieee_bv(x, FLOAT16)), [x], [(a,) for a in range(0, 1 << 16, 7)])


MEMORY = array_sort(bit_vector(2), bit_vector(3))
DOUBLE = FunctionSymbol("double", (bit_vector(2), BOOL), bit_vector(3))


def test_equal_arguments_have_equal_images() -> None:
    x, y, p = variable("x", bit_vector(2)), variable("y", bit_vector(2)), variable("p", BOOL)
    graph = Graph()
    blaster = BitBlaster(graph)
    differ = blaster.literal(and_(eq(x, y), not_(eq(apply(DOUBLE, x, p), apply(DOUBLE, y, p)))))
    inputs = [node for node in graph.cone([differ]) if graph.is_input(node)]
    runs = 1 << len(inputs)
    columns = {node: sum((run >> place & 1) << run for run in range(runs)) for place, node in enumerate(inputs)}
    assert Simulation(graph, columns.__getitem__, (1 << runs) - 1).value(differ) == 0


@pytest.mark.parametrize(
    "term",
    [
        int_lt(variable("i", INT), variable("j", INT)),
        select(variable("tables", array_sort(bit_vector(2), MEMORY)), bv(1, 2)),
        eq(variable("a", ArraySort(bit_vector(9), BOOL)), variable("b", ArraySort(bit_vector(9), BOOL))),
    ],
    ids=["integers", "arrays of arrays", "large arrays"],
)
def test_unsupported_terms_are_refused(term: Term) -> None:
    with pytest.raises(NotBits):
        BitBlaster(Graph()).word(term if term.sort is BOOL else eq(select(term, bv(0, 2)), bv(0, 3)))
