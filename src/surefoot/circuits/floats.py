"""Circuits for floating-point numbers as far as no rounding is needed: they are words of their IEEE bits, where every NaN is the canonical one.

What is here follows `logic.softfloat`; what rounds is in `float_arithmetic`.
"""

from surefoot.circuits import words
from surefoot.circuits.graph import FALSE, Graph, Literal, Word
from surefoot.logic import FloatSort
from surefoot.logic.values import canonical_nan


def canonical(graph: Graph, sort: FloatSort, word: Word) -> Word:
    """The float that IEEE bits stand for."""
    return words.mux(graph, is_nan(graph, sort, word), words.constant(canonical_nan(sort), sort.bits), word)


def absolute(_graph: Graph, _sort: FloatSort, word: Word) -> Word:
    """Without the sign; the canonical NaN has none."""
    return (*word[:-1], FALSE)


def negate(graph: Graph, sort: FloatSort, word: Word) -> Word:
    """With the other sign, but for NaN."""
    return (*word[:-1], graph.and_(word[-1] ^ 1, is_nan(graph, sort, word) ^ 1))


def is_nan(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Whether it is no number."""
    return graph.and_(_exponent_is_full(graph, sort, word), graph.any(_fraction(sort, word)))


def is_infinite(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Whether it is one of the infinities."""
    return graph.and_(_exponent_is_full(graph, sort, word), graph.any(_fraction(sort, word)) ^ 1)


def is_zero(graph: Graph, _sort: FloatSort, word: Word) -> Literal:
    """Whether it is one of the zeros."""
    return graph.any(word[:-1]) ^ 1


def is_normal(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Whether it has a hidden bit."""
    return graph.and_(graph.any(_exponent(sort, word)), _exponent_is_full(graph, sort, word) ^ 1)


def is_subnormal(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Whether it is no zero and has no hidden bit."""
    return graph.and_(graph.any(_exponent(sort, word)) ^ 1, graph.any(_fraction(sort, word)))


def is_negative(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Whether it has a sign and is a number."""
    return graph.and_(word[-1], is_nan(graph, sort, word) ^ 1)


def is_positive(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Whether it has no sign and is a number."""
    return graph.and_(word[-1] ^ 1, is_nan(graph, sort, word) ^ 1)


def equal(graph: Graph, sort: FloatSort, a: Word, b: Word) -> Literal:
    """Whether two floats are the same number: zeros are, NaN is none."""
    zeros = graph.and_(is_zero(graph, sort, a), is_zero(graph, sort, b))
    return graph.and_(_are_numbers(graph, sort, a, b), graph.or_(zeros, words.equal(graph, a, b)))


def less(graph: Graph, sort: FloatSort, a: Word, b: Word) -> Literal:
    """Whether one float is below another; NaN is below none and none is below it."""
    zeros = graph.and_(is_zero(graph, sort, a), is_zero(graph, sort, b))
    magnitudes = words.less(graph, a[:-1], b[:-1]), words.less(graph, b[:-1], a[:-1])
    with_the_same_sign = graph.mux(a[-1], magnitudes[1], magnitudes[0])
    below = graph.mux(graph.xor(a[-1], b[-1]), a[-1], with_the_same_sign)
    return graph.all([_are_numbers(graph, sort, a, b), zeros ^ 1, below])


def less_or_equal(graph: Graph, sort: FloatSort, a: Word, b: Word) -> Literal:
    """Whether one float is below another or equal to it."""
    return graph.or_(less(graph, sort, a, b), equal(graph, sort, a, b))


def _are_numbers(graph: Graph, sort: FloatSort, a: Word, b: Word) -> Literal:
    return graph.and_(is_nan(graph, sort, a) ^ 1, is_nan(graph, sort, b) ^ 1)


def _exponent_is_full(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    return graph.all(_exponent(sort, word))


def _exponent(sort: FloatSort, word: Word) -> Word:
    return word[sort.significand - 1 : -1]


def _fraction(sort: FloatSort, word: Word) -> Word:
    return word[: sort.significand - 1]
