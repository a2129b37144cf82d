"""Circuits for floating-point operations without rounding.

A float is the word of its IEEE bits, and every NaN is the canonical one. The definitions are
those of `logic.softfloat`; `float_arithmetic` has the operations that round.
"""

from surefoot.circuits import words
from surefoot.circuits.graph import FALSE, Graph, Literal, Word
from surefoot.logic import FloatSort
from surefoot.logic.values import canonical_nan


def canonical(graph: Graph, sort: FloatSort, word: Word) -> Word:
    """Return the float that IEEE bits stand for."""
    return words.mux(graph, is_nan(graph, sort, word), words.constant(canonical_nan(sort), sort.bits), word)


def absolute(_graph: Graph, _sort: FloatSort, word: Word) -> Word:
    """Clear the sign; the canonical NaN has none."""
    return (*word[:-1], FALSE)


def negate(graph: Graph, sort: FloatSort, word: Word) -> Word:
    """Flip the sign unless the number is NaN."""
    return (*word[:-1], graph.and_(word[-1] ^ 1, is_nan(graph, sort, word) ^ 1))


def is_nan(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Return whether the number is NaN."""
    return graph.and_(_exponent_is_full(graph, sort, word), graph.any(_fraction(sort, word)))


def is_infinite(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Return whether the number is infinite."""
    return graph.and_(_exponent_is_full(graph, sort, word), graph.any(_fraction(sort, word)) ^ 1)


def is_zero(graph: Graph, _sort: FloatSort, word: Word) -> Literal:
    """Return whether the number is a zero of either sign."""
    return graph.any(word[:-1]) ^ 1


def is_normal(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Return whether the number is normal (it has a hidden bit)."""
    return graph.and_(graph.any(_exponent(sort, word)), _exponent_is_full(graph, sort, word) ^ 1)


def is_subnormal(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Return whether the number is subnormal (not zero, no hidden bit)."""
    return graph.and_(graph.any(_exponent(sort, word)) ^ 1, graph.any(_fraction(sort, word)))


def is_negative(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Return whether the sign bit is set and the number is not NaN."""
    return graph.and_(word[-1], is_nan(graph, sort, word) ^ 1)


def is_positive(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    """Return whether the sign bit is clear and the number is not NaN."""
    return graph.and_(word[-1] ^ 1, is_nan(graph, sort, word) ^ 1)


def equal(graph: Graph, sort: FloatSort, a: Word, b: Word) -> Literal:
    """Return whether two floats are equal as numbers: zeros are equal, NaN equals nothing."""
    zeros = graph.and_(is_zero(graph, sort, a), is_zero(graph, sort, b))
    return graph.and_(_are_numbers(graph, sort, a, b), graph.or_(zeros, words.equal(graph, a, b)))


def less(graph: Graph, sort: FloatSort, a: Word, b: Word) -> Literal:
    """Return whether a < b; false if one of them is NaN."""
    zeros = graph.and_(is_zero(graph, sort, a), is_zero(graph, sort, b))
    magnitudes = words.less(graph, a[:-1], b[:-1]), words.less(graph, b[:-1], a[:-1])
    with_the_same_sign = graph.mux(a[-1], magnitudes[1], magnitudes[0])
    below = graph.mux(graph.xor(a[-1], b[-1]), a[-1], with_the_same_sign)
    return graph.all([_are_numbers(graph, sort, a, b), zeros ^ 1, below])


def less_or_equal(graph: Graph, sort: FloatSort, a: Word, b: Word) -> Literal:
    """Return whether a <= b; false if one of them is NaN."""
    return graph.or_(less(graph, sort, a, b), equal(graph, sort, a, b))


def _are_numbers(graph: Graph, sort: FloatSort, a: Word, b: Word) -> Literal:
    return graph.and_(is_nan(graph, sort, a) ^ 1, is_nan(graph, sort, b) ^ 1)


def _exponent_is_full(graph: Graph, sort: FloatSort, word: Word) -> Literal:
    return graph.all(_exponent(sort, word))


def _exponent(sort: FloatSort, word: Word) -> Word:
    return word[sort.significand - 1 : -1]


def _fraction(sort: FloatSort, word: Word) -> Word:
    return word[: sort.significand - 1]
